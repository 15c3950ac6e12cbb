import { fitWidth } from '../../screen/width.ts'
import type { Block, CallBlock } from '../state/blocks.ts'
import { type BlockView, drawBlock } from './blocks.ts'

interface Drawn {
  readonly columns: number
  readonly rows: number
  readonly unfolded: boolean
  readonly version: number
  readonly lines: readonly string[]
}

/** Draws the conversation; a block that is as it was is not drawn again. */
export type Transcript = (blocks: readonly Block[], view: BlockView, version: number) => string[]

/** `version` counts up whenever something else that blocks are drawn from changes. */
export function createTranscript(): Transcript {
  const known = new WeakMap<Block, Drawn>()
  const linesOf = (block: Block, view: BlockView, version: number): readonly string[] => {
    const { columns, rows, unfolded } = view
    const drawn = known.get(block)
    const isSame =
      drawn?.columns === columns &&
      drawn.rows === rows &&
      drawn.unfolded === unfolded &&
      drawn.version === version
    if (isSame && !isRunning(block)) return drawn.lines
    const lines = drawBlock(block, view)
    known.set(block, { columns, rows, unfolded, version, lines })
    return lines
  }
  return (blocks, view, version) => {
    const all: string[] = []
    let before: Block | undefined
    for (const part of view.unfolded ? blocks : folded(blocks)) {
      const [block, lines] =
        'fold' in part ? [part.fold, drawFold(part, view)] : [part, linesOf(part, view, version)]
      if (lines.length === 0) continue
      if (before !== undefined && isApart(before, block)) all.push('')
      all.push(...lines)
      before = block
    }
    return all
  }
}

/** Neighbouring reads and searches that are done, as one line. */
interface Fold {
  readonly fold: CallBlock
  readonly reads: number
  readonly searches: number
}

function folded(blocks: readonly Block[]): readonly (Block | Fold)[] {
  const parts: (Block | Fold)[] = []
  for (const block of blocks) {
    const last = parts.at(-1)
    if (!isLookingDone(block) || last === undefined) parts.push(block)
    else if ('fold' in last) parts.splice(-1, 1, withOneMore(last, block))
    else if (isLookingDone(last)) {
      const one = withOneMore({ fold: last, reads: 0, searches: 0 }, last)
      parts.splice(-1, 1, withOneMore(one, block))
    } else parts.push(block)
  }
  return parts
}

function isLookingDone(block: Block): block is CallBlock {
  return block.kind === 'call' && block.state === 'done' && looking.has(block.tool)
}

const looking: ReadonlySet<string> = new Set(['read', 'grep', 'find', 'ls'])

function withOneMore({ fold, reads, searches }: Fold, { tool }: CallBlock): Fold {
  return tool === 'read'
    ? { fold, reads: reads + 1, searches }
    : { fold, reads, searches: searches + 1 }
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
