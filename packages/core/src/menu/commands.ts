/**
 * The chat commands, the same on every surface. A skill of such a name is called `/skill:name`
 * (bug 34); whole names are compared, so `help-desk` is nobody's business.
 */
export const chatCommands = [
  'help',
  'skills',
  'model',
  'context',
  'drop',
  'clear',
  'resume',
  'export',
  'quit',
] as const

export type ChatCommand = (typeof chatCommands)[number]

/** Whether a name, without its slash, is a chat command. Case does not count. */
export function isChatCommand(name: string): boolean {
  return chatCommands.some((command) => command === name.toLowerCase())
}
