import { linesOf } from './lines.ts'
import { type Definition, Structure } from './structure.ts'

/** A piece of a text that can be shown without the others. */
export interface Block {
  readonly text: string
  /** How many quotes and list items stand in one another, counted up to one above the limit. */
  readonly depth: number
}

/** A text in pieces, and what its pieces may refer to in one another. */
export interface Cut {
  readonly blocks: readonly Block[]
  readonly definitions: readonly Definition[]
}

/**
 * Cuts Markdown where one top-level block ends and the next begins, so that while a text grows only
 * its last block is parsed again. It follows the block structure of CommonMark line by line, with
 * one stack of open quotes and items, in time linear in the text whatever is in it.
 */
export function cutBlocks(text: string): Cut {
  const structure = new Structure()
  const blocks: Block[] = []
  let start = 0
  let depth = 0
  for (const line of linesOf(text)) {
    const begins = structure.read(line)
    if (begins && text.slice(start, line.start).trim() !== '') {
      blocks.push({ text: text.slice(start, line.start), depth })
      start = line.start
      depth = 0
    }
    depth = Math.max(depth, structure.depth)
  }
  if (text.slice(start).trim() !== '') blocks.push({ text: text.slice(start), depth })
  return { blocks, definitions: structure.definitions }
}
