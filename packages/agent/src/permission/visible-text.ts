/** What shows as nothing or as something else, moves the cursor, or turns the direction of what follows. */
const unseen = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/gu

/**
 * A text in which nothing hides: each control, invisible or direction character is written as its
 * code. For sentences of one line; the text itself stays in the call's input.
 */
export function visibleText(text: string): string {
  return text.replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}`
  })
}

/** What only dresses an emoji or ends a line of a text file. */
const ordinary =
  /\r(?=\n)|[\n\t]|(?<=\p{Emoji})\uFE0F|(?<=\p{Emoji}|\uFE0F)\u200D(?=\p{Extended_Pictographic})/gu

/** The same for a text of several lines, such as a diff: its line breaks, and emoji, hide nothing. */
export function hidesSomething(text: string): boolean {
  return holdsUnseen(text.replace(ordinary, ''))
}

/** Whether a text holds anything of that kind. */
export function holdsUnseen(text: string): boolean {
  return visibleText(text) !== text
}
