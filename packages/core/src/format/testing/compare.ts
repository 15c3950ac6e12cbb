import { type Block, cutBlocks } from '../yaml/blocks.ts'
import { readFast } from '../yaml/fast-path.ts'
import { readBlocks } from '../yaml/index.ts'
import type { YamlNode, YamlPair } from '../yaml/node.ts'
import { readNodes } from '../yaml/nodes.ts'

export interface Comparison {
  /** Blocks that the fast path answered. */
  readonly fast: number
  readonly blocks: number
  /** The first block where its answer is not what `yaml` reads. */
  readonly difference?: { readonly block: string; readonly fast: string; readonly yaml: string }
}

/** Reads a frontmatter and each of its blocks by the fast path and, where that answers, by `yaml`. */
export function compareReaders(text: string): Comparison {
  const blocks = cutBlocks(text)
  const compared = blocks.map((block) => compareBlock(text, block))
  const fast = compared.filter((one) => one !== undefined).length
  const whole = compareBlock(text, { start: 0, end: text.length, indent: 0 })
  const difference = [...compared, whole].find((one) => typeof one === 'object')
  return { fast, blocks: blocks.length, ...(difference === undefined ? {} : { difference }) }
}

/** Undefined where the fast path hands over. */
function compareBlock(text: string, block: Block): 'same' | Comparison['difference'] {
  const pairs = readFast(text, block)
  if (pairs === undefined) return undefined
  const reading = readNodes(text, block)
  const fast = JSON.stringify(pairs.map((pair) => comparablePair(pair, text)))
  const yaml = JSON.stringify(
    reading.pairs?.map((pair) => comparablePair(pair, text)) ?? reading.problem,
  )
  return fast === yaml ? 'same' : { block: text.slice(block.start, block.end), fast, yaml }
}

/**
 * Whether a frontmatter read block by block is what it is read as a whole. Undefined where the whole
 * cannot be read: then the blocks are the only way.
 */
export function equalsWhole(text: string): boolean | undefined {
  const whole = readNodes(text, { start: 0, end: text.length, indent: 0 })
  if (whole.pairs === undefined) return undefined
  const blocks = readBlocks(text, () => false).blocks.flatMap(({ pairs }) => pairs ?? [])
  const print = (pairs: readonly YamlPair[]) =>
    JSON.stringify(pairs.map((pair) => comparablePair(pair, text)))
  return print(blocks) === print(whole.pairs)
}

/** Empty scalars have no place of their own, and block collections no end. */
function comparable(node: YamlNode, text: string): unknown {
  if (node.kind === 'scalar') {
    return node.text === '' && node.style === 'plain' ? { kind: 'empty' } : node
  }
  const isFlow = text[node.start] === '[' || text[node.start] === '{'
  const end = isFlow ? node.end : 'open'
  if (node.kind === 'list') {
    return { ...node, end, items: node.items.map((item) => comparable(item, text)) }
  }
  return { ...node, end, pairs: node.pairs.map((pair) => comparablePair(pair, text)) }
}

function comparablePair(pair: YamlPair, text: string): unknown {
  return { ...pair, value: comparable(pair.value, text) }
}
