import { atFirstUse } from '../at-first-use.ts'
import type { Language } from './types.ts'

/**
 * Shows a name, folder or file name on one line of a frame. Quotes and backslashes get a backslash;
 * whatever has no shape of its own (line breaks, control, direction and zero-width characters, tags,
 * blanks other than the plain one) is written as `\n`, `\r`, `\t`, `\u200b` or `\u{e0041}`. So two
 * different texts never print alike, as far as their letters do not look alike. Throws nothing.
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

const specialInEnglish = atFirstUse(
  () => /["\\]|(?! )[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu,
)
const specialInChinese = atFirstUse(
  () => /["「」\\]|(?! )[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu,
)
const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeCharacter(character: string): string {
  if (/["「」\\]/.test(character)) return `\\${character}`
  const digits = (character.codePointAt(0) ?? 0).toString(16)
  // Without braces a fifth digit would be taken for the next character.
  return (
    named[character] ?? (digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`)
  )
}

/** Text on one line: control characters and line breaks become blanks. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
