/** From a file's bytes to a skill: decode, find the fence, read the YAML block by block, read the fields. */
export { emptyRecord } from './fields/index.ts'
export { parseHead, parseSkill } from './parse.ts'
export {
  isClientName,
  parseToolPattern,
  splitPatterns,
  type ToolPattern,
  toolName,
} from './tool-names.ts'
export type { HeadOptions, SettledHead } from './types.ts'
