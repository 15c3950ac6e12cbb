/** The frontmatter's YAML, block by block: fast path, then the `yaml` package, then line rescue. */
import { type Block, cutBlocks } from './blocks.ts'
import { readFast } from './fast-path.ts'
import type { YamlPair, YamlProblem } from './node.ts'
import { readWithYaml } from './nodes.ts'

export type { Block } from './blocks.ts'
export type { MapNode, YamlNode, YamlPair, YamlProblem } from './node.ts'
export { isNull } from './node.ts'
export { type RescuedBlock, rescueBlock } from './rescue.ts'

export type ReadBlock =
  | { readonly block: Block; readonly pairs: readonly YamlPair[]; readonly problem?: undefined }
  | { readonly block: Block; readonly problem: YamlProblem; readonly pairs?: undefined }

/** @param text the frontmatter, line ends normalised, without its fence. Offsets count from its start. */
export function readBlocks(text: string): readonly ReadBlock[] {
  return cutBlocks(text).map((block) => {
    const pairs = readFast(text, block)
    return pairs === undefined ? { block, ...readWithYaml(text, block) } : { block, pairs }
  })
}
