export * from './contract/index.ts'
export { type FailureDetails, RequestFailure } from './failure.ts'
export { createServer } from './server.ts'
export type * from './types.ts'
