import { atFirstUse } from './at-first-use.ts'

/*
 * Characters that turn or hide the text around them: directions, blanks of no width, separators of
 * lines and paragraphs, and the tags that spell text nobody sees. They draw nothing by themselves.
 */
const hiddenLetters =
  '\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\u{e0000}-\\u{e007f}'

const hidden = atFirstUse(() => new RegExp(`[${hiddenLetters}]`, 'gu'))
/** Controls of JSON's own, C0, are escaped by whoever writes it. */
const unsafeInJson = atFirstUse(() => new RegExp(`[\\x7f-\\x9f${hiddenLetters}]`, 'gu'))

/**
 * For people: each hidden character is written as its code. Throws nothing.
 *
 * @param text from anywhere
 * @returns the text, with nothing in it that hides or turns what stands around it
 * @example
 * markHidden('a\u202eb') // → 'a⟨U+202E⟩b'
 */
export function markHidden(text: string): string {
  return text.replace(hidden(), markOf)
}

/**
 * One character as its code, with four digits at least. Throws nothing.
 *
 * @param character the first one counts
 * @returns its code, in brackets that no name holds by chance
 * @example
 * markOf('\u200b') // → '⟨U+200B⟩'
 */
export function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/**
 * For a title or a name, which a hidden character belongs in no more than a line break. Throws
 * nothing.
 *
 * @param text from anywhere
 * @returns the text without them
 * @example
 * dropHidden('a\u202eb') // → 'ab'
 */
export function dropHidden(text: string): string {
  return text.replace(hidden(), '')
}

/**
 * For programs: JSON in which hidden characters, DEL and C1 are written as `\uXXXX`. It steers no
 * terminal, and reads back exactly as it was. Throws nothing.
 *
 * @param json what `JSON.stringify` wrote
 * @returns JSON that gives the same value
 * @example
 * JSON.parse(escapeHidden(JSON.stringify('a\u202eb'))) // → 'a\u202eb'
 */
export function escapeHidden(json: string): string {
  return json.replace(unsafeInJson(), (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
