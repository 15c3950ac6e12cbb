/** Chinese, Japanese and Korean letters: scripts that do not need blanks between words. Pure. */

import { atFirstUse } from './at-first-use.ts'

/** For use inside a character class of a pattern with the flag `u`. */
export const cjkClass =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}ー々〆'

const letter = atFirstUse(() => new RegExp(`[${cjkClass}]`, 'u'))

/** Whether there is such a letter in the text. */
export function hasCjkLetter(text: string): boolean {
  return letter().test(text)
}
