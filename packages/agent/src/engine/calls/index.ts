export type { Denial } from './authorise.ts'
export { type CommandSandbox, commandSandbox } from './command-sandbox.ts'
export { runCalls } from './run-calls.ts'
