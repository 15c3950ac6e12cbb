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

const takeWords: ReadonlySet<ChatCommand> = new Set(['skills', 'model', 'drop', 'resume', 'export'])

/** A chat command that was written, with what stands behind its name. */
export interface WrittenCommand {
  readonly command: ChatCommand
  /** Without blanks around it; `""` where nothing follows. */
  readonly argument: string
}

/**
 * The chat command that is the whole text: its name, and for some of them words behind it on the same
 * line. Beside a chip there is none: then the text is for the skill. Throws nothing.
 *
 * @param text the whole draft
 * @returns undefined where the text is a message
 * @example
 * commandIn('/model fast') // → { command: 'model', argument: 'fast' }
 * commandIn('/help me') // → undefined
 */
export function commandIn(text: string): WrittenCommand | undefined {
  const [, name = '', argument = ''] = /^\/([a-z]+)(?:[ \t]+(\S[^\n]*))?\s*$/iu.exec(text) ?? []
  const command = chatCommands.find((one) => one === name.toLowerCase())
  if (command === undefined || (argument !== '' && !takeWords.has(command))) return undefined
  return { command, argument: argument.trim() }
}
