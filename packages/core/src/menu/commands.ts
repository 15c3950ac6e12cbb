/**
 * The chat commands, the same on every surface. A skill of such a name is called `/skill:name`;
 * whole names are compared, so `help-desk` is nobody's business.
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

/** One of `chatCommands`. */
export type ChatCommand = (typeof chatCommands)[number]

/**
 * Whether a name is a chat command. Throws nothing.
 *
 * @param name without its slash; case does not count
 * @returns true for `Help`, false for `help-desk`
 * @example
 * isChatCommand('Help') // → true
 */
export function isChatCommand(name: string): boolean {
  return names.has(name.toLowerCase())
}

const names: ReadonlySet<string> = new Set(chatCommands)
