export { approvalRequest, describeAccess, digestOf } from './approval.ts'
export { decide } from './decide.ts'
export { readGitConfig } from './git-config.ts'
export {
  commonFolder,
  gitText,
  holdsRepository,
  linkedFolder,
  worktreeOf,
} from './git-folder.ts'
export { isQuietSetting } from './git-settings.ts'
export type { PatternPlace } from './path-pattern.ts'
export { protectedByName } from './protected.ts'
export { forbiddenBy, type Restriction, toolPool, unknownTools } from './restriction.ts'
export { exactRule, isKnownTool, parseRule, ruleTool } from './rule.ts'
export { searchFilter } from './search-filter.ts'
export type * from './types.ts'
export { visibleText } from './visible-text.ts'
