export type * from './engine/events.ts'
export { createEngine, NothingToPreviewError } from './engine/index.ts'
export type * from './engine/types.ts'
export { openKnowledge } from './knowledge/index.ts'
export type * from './knowledge/types.ts'
export {
  createModels,
  describeFailure,
  type Environment,
  type FailureContext,
  type Fetch,
  type GuardOptions,
  type ModelsOptions,
  StallError,
  UnfinishedStreamError,
  watchStream,
} from './model/index.ts'
export type * from './model/types.ts'
export { describeAccess, isKnownTool, parseRule } from './permission/index.ts'
export type {
  ApprovalAnswer,
  ApprovalRequest,
  CommandPlace,
  Refuser,
  Rule,
  RuleEffect,
  RuleOrigin,
} from './permission/types.ts'
export type { PromptSection } from './prompt/index.ts'
export { openSandbox } from './sandbox/index.ts'
export type * from './sandbox/types.ts'
export {
  currentOwner,
  type ExportFormat,
  exportConversation,
  MemoryStore,
  type OwnerState,
  openSqliteStore,
  type SqliteStoreOptions,
  StoreError,
  type StoreFault,
  stateOfOwner,
} from './store/index.ts'
export type * from './store/types.ts'
export { cutTitle } from './title.ts'
export { blankSecrets, builtInTools, childMarker, killRunningCommands } from './tools/index.ts'
export type * from './tools/types.ts'
