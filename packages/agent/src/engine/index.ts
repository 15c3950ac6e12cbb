export { createEngine } from './engine.ts'
export type * from './events.ts'
export { NothingToPreviewError } from './preview.ts'
export type * from './types.ts'
