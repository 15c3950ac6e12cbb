export { Help } from './help.tsx'
export { type CommandRun, useCommands } from './use-commands.ts'
