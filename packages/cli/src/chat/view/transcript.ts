import { fitWidth } from '../../screen/width.ts'
import type { Block, CallBlock } from '../state/blocks.ts'
import type { Rows } from '../terminal/index.ts'
import { type BlockView, drawBlock } from './blocks.ts'
import { type Anchor, heightOf, type Piece, type PlacedRows, placeRows } from './placed-rows.ts'

/**
 * Draws the conversation. What has left the screen is not laid out again, and neither is a block that
 * is as it was.
 */
export type Transcript = (
  blocks: readonly Block[],
  view: BlockView,
  facts: {
    /** Counts up whenever something else that blocks are drawn from changes. */
    readonly version: number
    /** Place of the first row on the screen; undefined: none of the places counts any more. */
    readonly top: number | undefined
  },
) => Rows

/** What a transcript was drawn from, and what came of it. */
interface Drawn {
  readonly blocks: readonly Block[]
  readonly look: Look
  readonly parts: readonly Part[]
  readonly rows: PlacedRows
  readonly isSettled: boolean
}

/** All that the lines of a settled block depend on, besides the block. */
interface Look {
  readonly columns: number
  readonly rows: number
  readonly unfolded: boolean
  readonly version: number
}

export function createTranscript(): Transcript {
  const known = new WeakMap<Block, { readonly look: Look; readonly lines: readonly string[] }>()
  let drawn: Drawn | undefined

  const linesOf = ({ block, fold }: Part, view: BlockView, look: Look): readonly string[] => {
    if (fold !== undefined) return drawFold(fold, view)
    const before = known.get(block)
    if (before !== undefined && isSameLook(before.look, look) && !isRunning(block)) {
      return before.lines
    }
    const lines = drawBlock(block, view)
    known.set(block, { look, lines })
    return lines
  }

  return (blocks, view, { version, top }) => {
    const { columns, rows: height, unfolded } = view
    const look = { columns, rows: height, unfolded, version }
    const before = drawn
    const isSame = before?.blocks === blocks && isSameLook(before.look, look)
    if (isSame && top !== undefined && before.isSettled) return before.rows
    const parts = isSame ? before.parts : partsOf(blocks, unfolded, before)
    const pieceOf = (index: number): Piece => {
      const part = parts[index]
      return part === undefined
        ? { isApart: false, lines: [] }
        : { isApart: part.isApart, lines: linesOf(part, view, look) }
    }
    const anchor =
      before === undefined || top === undefined
        ? { index: parts.length - 1, end: 0 }
        : anchorOf(before, parts, pieceOf, top)
    const rows = placeRows(parts.length, pieceOf, anchor)
    drawn = { blocks, look, parts, rows, isSettled: !blocks.some(isRunning) }
    return rows
  }
}

function isSameLook(one: Look, other: Look): boolean {
  return (
    one.columns === other.columns &&
    one.rows === other.rows &&
    one.unfolded === other.unfolded &&
    one.version === other.version
  )
}

/**
 * What the reader sees stays where it is: of a piece that begins above the screen, growth moves what
 * is below it, and a loss what is above.
 */
function anchorOf(
  { parts: before, rows }: Drawn,
  parts: readonly Part[],
  pieceOf: (index: number) => Piece,
  top: number,
): Anchor {
  const pivot = rows.pieceBelow(top)
  const from = pivot === undefined ? undefined : before[pivot.index]?.from
  if (pivot === undefined || from === undefined) return { index: 0, start: rows.end }
  const index = parts.findLastIndex((part) => part.from <= from)
  const { start, end } = pivot
  const isKept = parts[index]?.from === from
  return isKept && (start >= top || heightOf(pieceOf(index)) >= end - start)
    ? { index, start }
    : { index, end }
}

/** One block, or several that are shown as one. */
interface Part {
  /** Index of its first block. */
  readonly from: number
  readonly block: Block
  readonly fold?: Fold
  readonly isApart: boolean
}

/** How many neighbouring reads and searches, all done, are one line. */
interface Fold {
  readonly reads: number
  readonly searches: number
}

function partsOf(
  blocks: readonly Block[],
  unfolded: boolean,
  before: Drawn | undefined,
): readonly Part[] {
  const isAlike = before?.look.unfolded === unfolded
  const settled = isAlike ? settledParts(before, blocks) : { parts: [], next: 0 }
  const parts = [...settled.parts]
  for (let from = settled.next; from < blocks.length; from++) {
    const block = blocks[from]
    if (block === undefined || isBlank(block)) continue
    const last = parts.at(-1)
    if (last !== undefined && !unfolded && isLookingDone(block) && isLookingDone(last.block)) {
      parts[parts.length - 1] = {
        ...last,
        fold: withOneMore(last.fold ?? foldOf(last.block), block),
      }
    } else {
      parts.push({ from, block, isApart: last !== undefined && isApart(last.block, block) })
    }
  }
  return parts
}

/**
 * The parts that no other block can have changed, and the first block behind them. The last one that
 * begins before the first other block may fold with it.
 */
function settledParts(
  { blocks: before, parts }: Drawn,
  blocks: readonly Block[],
): { readonly parts: readonly Part[]; readonly next: number } {
  const other = blocks.findIndex((block, index) => block !== before[index])
  const same = other < 0 ? Math.min(before.length, blocks.length) : other
  const open = parts.findLastIndex(({ from }) => from < same)
  return open < 0
    ? { parts: [], next: 0 }
    : { parts: parts.slice(0, open), next: parts[open]?.from ?? 0 }
}

/** An answer of which nothing came yet. */
function isBlank(block: Block): boolean {
  return block.kind === 'text' && !/\S/u.test(block.text)
}

function isLookingDone(block: Block): block is CallBlock {
  return block.kind === 'call' && block.state === 'done' && looking.has(block.tool)
}

const looking: ReadonlySet<string> = new Set(['read', 'grep', 'find', 'ls'])

function foldOf({ tool }: CallBlock): Fold {
  return tool === 'read' ? { reads: 1, searches: 0 } : { reads: 0, searches: 1 }
}

function withOneMore({ reads, searches }: Fold, call: CallBlock): Fold {
  const one = foldOf(call)
  return { reads: reads + one.reads, searches: searches + one.searches }
}

function drawFold(
  { reads, searches }: Fold,
  { style, words, columns }: BlockView,
): readonly string[] {
  const text = words.chat.folded(reads, searches)
  return [`${style.green('✓')} ${fitWidth(`${text} · ${words.terminal.unfold}`, columns - 2)}`]
}

/** What a running call says of its time changes by itself. */
function isRunning(block: Block): boolean {
  return block.kind === 'call' && block.state === 'running'
}

/** A blank line parts what different speakers say. */
function isApart(before: Block, block: Block): boolean {
  return groupOf(before) !== groupOf(block) || block.kind === 'user' || block.kind === 'text'
}

function groupOf({ kind }: Block): string {
  return kind === 'call' ? 'call' : kind === 'text' || kind === 'user' ? kind : 'skillet'
}
