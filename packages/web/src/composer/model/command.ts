import { type ChatCommand, chatCommands } from '@skillet/core/menu'
import type { Content } from '../draft/index.ts'

const takesWords: ReadonlySet<ChatCommand> = new Set([
  'skills',
  'model',
  'drop',
  'resume',
  'export',
])

/** A chat command that is the whole text: its name, and for some of them words behind it. */
export function commandIn({
  text,
  chip,
}: Pick<Content, 'text' | 'chip'>):
  | { readonly command: ChatCommand; readonly argument: string }
  | undefined {
  if (chip !== undefined) return undefined
  const [, name = '', argument = ''] = /^\/([a-z]+)(?:[ \t]+(\S[^\n]*))?\s*$/iu.exec(text) ?? []
  const command = chatCommands.find((one) => one === name.toLowerCase())
  if (command === undefined || (argument !== '' && !takesWords.has(command))) return undefined
  return { command, argument: argument.trim() }
}
