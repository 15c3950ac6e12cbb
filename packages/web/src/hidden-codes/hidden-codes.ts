import { markHidden, markOf } from '@skillet/core/text'

/** The codes in a text that `showHidden` gave, each once, in order. */
export function codesIn(shown: string): readonly string[] {
  return [...new Set(shown.match(/⟨U\+[0-9A-F]{4,6}⟩/gu) ?? [])]
}

/** What most text is made of. */
const harmless = /^[\t\n -~]*$/

/**
 * The least that is done to any text before it is shown, by all JSX and Markdown: what turns or
 * hides text, and controls, are written as their codes. It leaves what prose may hold, such as
 * blanks that do not break; names and what a person agrees to go through `showHidden` besides.
 *
 * @example
 * markUnseen('a\u202eb\u0007') // → 'a⟨U+202E⟩b⟨U+0007⟩'
 */
export function markUnseen(text: string): string {
  if (harmless.test(text)) return text
  return markHidden(text).replace(/[^\P{Cc}\t\n\r]/gu, markOf)
}
