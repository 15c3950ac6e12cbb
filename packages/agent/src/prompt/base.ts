import type { Language } from '@skillet/core'

export interface BasePromptOptions {
  /** The tools of this turn, in the order they are offered. */
  readonly tools: readonly { readonly name: string; readonly summary: string }[]
  /** Of the answer to a message that shows no language of its own. */
  readonly language?: Language
  /** Absolute. */
  readonly workspace: string
  /** Milliseconds since 1970. */
  readonly now: number
}

const languageNames = { en: 'English', zh: 'Chinese' } as const

/** The `base` section: role, tools, language, folder, and the day last, so that caches hold longest. */
export function basePrompt(options: BasePromptOptions): string {
  return [
    'You are Skillet, an assistant that works in a folder on the person’s computer and follows the skills that they choose.',
    'Do what is asked, no more. Use tools to look before you claim, and say plainly what you did and what failed.',
    ...toolLines(options.tools),
    languageLine(options.language),
    `Working folder: ${oneLine(options.workspace)}`,
    ...dayLines(options.now),
  ].join('\n')
}

/** A clock that is beyond every calendar tells no day. */
function dayLines(now: number): readonly string[] {
  const time = new Date(now)
  return Number.isNaN(time.getTime()) ? [] : [`Today is ${time.toISOString().slice(0, 10)}.`]
}

function toolLines(tools: BasePromptOptions['tools']): readonly string[] {
  if (tools.length === 0) return ['You have no tools in this turn.']
  return ['Tools:', ...tools.map((tool) => `- ${tool.name}: ${oneLine(tool.summary)}`)]
}

function languageLine(language: Language | undefined): string {
  const rule = 'Answer in the language of the person’s message'
  if (language === undefined) return `${rule}.`
  return `${rule}, and in ${languageNames[language]} where it shows none, such as a command alone.`
}

/** A folder’s name may hold a line break; a section must not be closed by one. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
