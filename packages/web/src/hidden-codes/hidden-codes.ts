/**
 * What dresses an emoji, in a group, or what hides: controls, halves of surrogate pairs, blanks of
 * unusual width, and what draws nothing or turns the text around it. The wide blank of Chinese text
 * shows by itself.
 */
const hidden =
  /((?<=\p{Emoji})\ufe0f|(?<=\p{Emoji}|\ufe0f)\u200d(?=\p{Extended_Pictographic}))|(?![\n\t \u3000])[\p{Cc}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** What most text is made of. */
const harmless = /^[\t\n -~]*$/

/**
 * A text in which nothing hides: every control, invisible and direction character is written as its
 * code. Line breaks, tabs and what only dresses an emoji stay; a line end of Windows is a line break.
 *
 * @example
 * showHidden('a\u202eb') // 'a⟨U+202E⟩b'
 */
export function showHidden(text: string): string {
  if (harmless.test(text)) return text
  return text
    .replaceAll('\r\n', '\n')
    .replace(hidden, (character, dressing: string | undefined) =>
      dressing === undefined ? codeOf(character) : character,
    )
}

/** `showHidden` for what has one line, such as a name or a path: its line breaks are seen too. */
export function showHiddenLine(text: string): string {
  return showHidden(text.replaceAll('\r\n', '\n')).replaceAll('\n', '⏎').replaceAll('\t', '⇥')
}

/** The codes in a text that `showHidden` gave, each once, in order. */
export function codesIn(shown: string): readonly string[] {
  return [...new Set(shown.match(/⟨U\+[0-9A-F]{4,6}⟩/gu) ?? [])]
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}
