import { atFirstUse } from '../at-first-use.ts'
import { hasCjkLetter } from '../cjk.ts'
import type { MenuToken } from './types.ts'

/** Punctuation of Chinese, Japanese and Korean text, full-width forms and curly quotes included. */
const cjkPunctuation = /[\u3001-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65“”‘’—…·]/u
const tokenLetter = atFirstUse(() => /[\p{L}\p{M}\p{N}_:.-]/u)

/**
 * Finds the `/word` that the caret stands in. It opens at the start of the text, after a blank, and
 * after a CJK letter or punctuation; never in a path, a date or an address. At the start
 * `、` counts too, which Chinese keyboards give for `/`. Throws nothing.
 *
 * @param text the whole draft
 * @param caret in UTF-16 units.
 * @returns where the token stands; undefined where no menu opens
 * @example
 * menuTrigger('please /re', 10) // → { start: 7, end: 10, typed: 're' }
 */
export function menuTrigger(text: string, caret: number): MenuToken | undefined {
  for (let at = caret - 1; at >= 0 && !/\s/.test(text.charAt(at)); at--) {
    if (!opensAt(text, at)) continue
    const typed = text.slice(at + 1, caret)
    if (typed.startsWith('/')) return undefined
    return { start: at, end: typed === '' ? caret : tokenEnd(text, caret), typed }
  }
  return undefined
}

function opensAt(text: string, at: number): boolean {
  const character = text.charAt(at)
  if (character === '、') return at === 0
  if (character !== '/') return false
  if (at === 0) return true
  const before = codePointBefore(text, at)
  return /\s/.test(before) || hasCjkLetter(before) || cjkPunctuation.test(before)
}

/** Letters behind the caret belong to the token; a CJK letter begins the sentence again. */
function tokenEnd(text: string, caret: number): number {
  let end = caret
  for (const character of text.slice(caret)) {
    if (!tokenLetter().test(character) || hasCjkLetter(character)) break
    end += character.length
  }
  return end
}

function codePointBefore(text: string, at: number): string {
  const isPair = /[\uDC00-\uDFFF]/.test(text.charAt(at - 1))
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at)
}

/**
 * Puts something else where the token stands, and nowhere else. The caret goes behind it. Throws
 * nothing.
 *
 * @param text the whole draft
 * @param token as `menuTrigger` gave it
 * @param replacement `""` where the skill becomes a chip; `/name ` where it stays text.
 * @returns the new draft and caret
 * @example
 * replaceToken('please /re the diff', { start: 7, end: 10 }, '')
 * // → { text: 'please  the diff', caret: 7 }
 */
export function replaceToken(
  text: string,
  token: Pick<MenuToken, 'start' | 'end'>,
  replacement: string,
): { readonly text: string; readonly caret: number } {
  return {
    text: `${text.slice(0, token.start)}${replacement}${text.slice(token.end)}`,
    caret: token.start + replacement.length,
  }
}
