export { type ChatCommand, chatCommands, isChatCommand } from './commands.ts'
export { matchSkills } from './match-skills.ts'
export { menuTrigger, replaceToken } from './token.ts'
export type { Matchable, MatchKind, MenuMatch, MenuToken, Ranked, TextRange } from './types.ts'
