export { type Action, useAction } from './use-action.ts'
