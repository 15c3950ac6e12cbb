export { Help } from './help.tsx'
export { useCommands } from './use-commands.ts'
