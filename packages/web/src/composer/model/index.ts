export { composerWith, openMenu } from './state.ts'
export { step } from './step.ts'
export type * from './types.ts'
