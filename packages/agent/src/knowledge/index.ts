export { openKnowledge } from './open.ts'
export type * from './types.ts'
