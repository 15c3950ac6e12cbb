export { type ChatCommand, chatCommands, isChatCommand } from './commands.ts'
export { fold, slug } from './fold.ts'
