/** From a file's bytes to a skill: decode, find the fence, read the YAML block by block, read the fields. */

export { frontmatterLimit } from './fence.ts'
export { normaliseName } from './fields/index.ts'
export { fileLimit, parseHead, parseSkill } from './parse.ts'
export {
  isClientName,
  parseToolPattern,
  splitPatterns,
  type ToolPattern,
  toolAliases,
  toolName,
} from './tool-names.ts'
export type { HeadOptions, ParsedHead, ParsedSkill, ParseOptions } from './types.ts'
