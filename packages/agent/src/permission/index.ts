export {
  type ApprovalQuestion,
  approvalRequest,
  describeAccess,
  digestOf,
  sandboxNotice,
} from './approval.ts'
export { decide } from './decide.ts'
export { coveredBy, matchesRule } from './match.ts'
export type { PatternPlace } from './path-pattern.ts'
export { protectedPlace } from './protected.ts'
export {
  allowsCall,
  forbiddenBy,
  type Restriction,
  restrictionsOf,
  toolPool,
  unknownTools,
} from './restriction.ts'
export { exactRule, isKnownTool, parseRule } from './rule.ts'
export { searchFilter } from './search-filter.ts'
export type * from './types.ts'
