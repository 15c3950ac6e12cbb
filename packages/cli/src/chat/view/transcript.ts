import type { Block } from '../state/blocks.ts'
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
    for (const block of blocks) {
      const lines = linesOf(block, view, version)
      if (lines.length === 0) continue
      if (before !== undefined && isApart(before, block)) all.push('')
      all.push(...lines)
      before = block
    }
    return all
  }
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
