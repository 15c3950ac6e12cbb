export { runCalls } from './run-calls.ts'
