import { atFirstUse } from '../at-first-use.ts'
import type { Language } from './types.ts'

/**
 * Shows a name, folder or file name on one line of a frame: quotes, line breaks, control and
 * direction characters are escaped, all else stays as it is. Throws nothing.
 *
 * @param text any text from outside
 * @param language which quotation marks are escaped. Default `en`
 * @returns the text on one line, without the quotes around it
 * @example
 * escapeShown('a\n"b"') // → 'a\\n\\"b\\"'
 */
export function escapeShown(text: string, language: Language = 'en'): string {
  const special = language === 'zh' ? specialInChinese : specialInEnglish
  return text.replace(special(), escapeCharacter)
}

const specialInEnglish = atFirstUse(() => /["\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu)
const specialInChinese = atFirstUse(() => /["「」\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu)
const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeCharacter(character: string): string {
  if (/["「」]/.test(character)) return `\\${character}`
  const code = character.codePointAt(0) ?? 0
  return named[character] ?? `\\u${code.toString(16).padStart(4, '0')}`
}

/** Text on one line: control characters and line breaks become blanks. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
