/** The frontmatter's YAML, block by block: fast path, then the `yaml` package, then line rescue. */
import { type Block, colonOf, cutBlocks } from './blocks.ts'
import { YamlBudget } from './budget.ts'
import { readFast } from './fast-path.ts'
import { type YamlPair, type YamlProblem, yamlLimits } from './node.ts'
import { readWithYaml } from './nodes.ts'

export type { Block } from './blocks.ts'
export type { MapNode, YamlNode, YamlPair, YamlProblem } from './node.ts'
export { isNull } from './node.ts'
export { type RescuedBlock, rescueBlock } from './rescue.ts'

export type ReadBlock =
  | { readonly block: Block; readonly pairs: readonly YamlPair[]; readonly problem?: undefined }
  | { readonly block: Block; readonly problem: YamlProblem; readonly pairs?: undefined }

/** The fields of a frontmatter in order, and the blocks that are too many to be read. */
export interface ReadBlocks {
  readonly blocks: readonly ReadBlock[]
  readonly leftOut: readonly Block[]
}

/**
 * @param text the frontmatter, line ends normalised, without its fence. Offsets count from its start.
 * @param isNeeded whether a field is to be read even where there are too many, the first of its key
 */
export function readBlocks(text: string, isNeeded: (key: string) => boolean): ReadBlocks {
  const whole = { start: 0, end: text.length, indent: 0 }
  const pairs = readFast(text, whole)
  // Nothing is gained by cutting what is certain as a whole, and most frontmatters are.
  if (pairs !== undefined && pairs.length <= yamlLimits.blocks) {
    return { blocks: [{ block: whole, pairs }], leftOut: [] }
  }
  const { chosen, leftOut } = chooseBlocks(text, isNeeded)
  const budget = new YamlBudget()
  const blocks = chosen.map((block): ReadBlock => {
    const pairs = readFast(text, block)
    return pairs === undefined ? { block, ...readWithYaml(text, block, budget) } : { block, pairs }
  })
  return { blocks, leftOut }
}

function chooseBlocks(text: string, isNeeded: (key: string) => boolean) {
  const all = cutBlocks(text)
  if (all.length <= yamlLimits.blocks) return { chosen: all, leftOut: [] }
  const chosen = all.slice(0, yamlLimits.blocks)
  const leftOut: Block[] = []
  const keys = new Set(chosen.map((block) => keyOf(text, block)))
  for (const block of all.slice(yamlLimits.blocks)) {
    const key = keyOf(text, block)
    if (keys.has(key) || !isNeeded(key)) leftOut.push(block)
    else chosen.push(block)
    keys.add(key)
  }
  return { chosen, leftOut }
}

function keyOf(text: string, { start, end }: Block): string {
  const colon = colonOf(text, start, end)
  return colon === -1 ? '' : text.slice(start, colon)
}
