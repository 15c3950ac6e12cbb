import { cleanText } from './clean.ts'
import { type Standpoint, wholePath } from './paths.ts'

/** A text as one word of a shell command. */
export function shellWord(text: string): string {
  if (!/[\n\r\t]/u.test(text)) return `'${cleanText(text).replaceAll("'", () => `'\\''`)}'`
  const escaped = text.replace(/[\\'\n\r\t]/gu, (letter) => escapes[letter] ?? letter)
  return `$'${cleanText(escaped)}'`
}

/** A folder as one word of a shell command, quoted where that is needed; `~` stands for home. */
export function shellPath(path: string, standpoint: Pick<Standpoint, 'home'>): string {
  const shown = wholePath(path, standpoint)
  if (/^~?[\p{L}\p{N}_@%+=:,./-]*$/u.test(shown)) return shown
  // A shell takes `~` for home outside of quotes alone, and a folder of this name is no home.
  return shown !== path ? `~/${shellWord(shown.slice(2))}` : shellWord(shown)
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
