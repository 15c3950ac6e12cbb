import { atFirstUse } from './at-first-use.ts'

/*
 * Characters that turn or hide the text around them: directions, blanks of no width, separators of
 * lines and paragraphs, fillers that count as letters, and the tags that spell text nobody sees.
 * They draw nothing by themselves.
 */
const hiddenLetters =
  '\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}'

const hidden = atFirstUse(() => new RegExp(`[${hiddenLetters}]`, 'gu'))
/** Controls of JSON's own, C0, are escaped by whoever writes it. */
const unsafeInJson = atFirstUse(() => new RegExp(`[\\x7f-\\x9f${hiddenLetters}]`, 'gu'))

/** What most text is made of. */
const harmless = /^[\t\n -~]*$/

/**
 * What dresses an emoji, in a group, or what does not show: controls, halves of surrogate pairs,
 * blanks of unusual width, and what draws nothing or turns the text around it. The wide blank of
 * Chinese text shows by itself.
 */
const unseen = atFirstUse(
  () =>
    /((?<=\p{Emoji})\ufe0f|(?<=\p{Emoji}|\ufe0f)\u200d(?=\p{Extended_Pictographic}))|(?![\n\t \u3000])[\p{Cc}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu,
)

/**
 * For text that a person agrees to, where nothing may be left out: all that does not show, or shows
 * as something else, is written as its code. Line breaks, tabs and what only dresses an emoji stay; a
 * line end of Windows is a line break. Throws nothing.
 *
 * @param text from anywhere
 * @returns the text as it is, to be read
 * @example
 * showHidden('a\u001b[31mb\u202e') // → 'a⟨U+001B⟩[31mb⟨U+202E⟩'
 */
export function showHidden(text: string): string {
  if (harmless.test(text)) return text
  return text
    .replaceAll('\r\n', '\n')
    .replace(unseen(), (character, dressing: string | undefined) =>
      dressing === undefined ? markOf(character) : character,
    )
}

/**
 * `showHidden` for what has one line, such as a name or a path: its line breaks and tabs are seen
 * too. Throws nothing.
 *
 * @param text from anywhere
 * @returns one line
 * @example
 * showHiddenLine('a\nb\tc') // → 'a⏎b⇥c'
 */
export function showHiddenLine(text: string): string {
  return showHidden(text).replaceAll('\n', '⏎').replaceAll('\t', '⇥')
}

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
