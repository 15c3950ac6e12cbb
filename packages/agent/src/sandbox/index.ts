export { openSandbox } from './open-sandbox.ts'
export type * from './types.ts'
