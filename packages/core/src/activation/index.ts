export { activate, activationResult, defaultInstructionsLimit } from './activate.ts'
export { escapeShown } from './frame.ts'
export { parseInvocation } from './parse-invocation.ts'
export {
  type ReadInstructionsOptions,
  readInstructions,
  readPluginRoot,
} from './read-instructions.ts'
export { type ResolvedResource, resolveResource } from './resolve-resource.ts'
export type * from './types.ts'
