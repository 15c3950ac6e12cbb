export { describeFailure, type FailureContext } from './failure/index.ts'
export {
  type GuardOptions,
  guardFetch,
  RedirectError,
  RefusedEndpointError,
} from './guarded-fetch.ts'
export { createGuided, type GuidedOptions } from './guided/index.ts'
export { createModels } from './models.ts'
export type { Environment } from './providers.ts'
export type { ModelsOptions } from './sources.ts'
export {
  STALL_MS,
  StallError,
  UnfinishedStreamError,
  type WatchOptions,
  watchStream,
} from './stall.ts'
export type * from './types.ts'
