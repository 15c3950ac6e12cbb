/**
 * Terminals do not agree on how many cells joined emoji (👩‍👩‍👧) and those of a chosen skin take: one
 * draws a family in two cells, the next in six, and a line that is wider than it was measured breaks
 * everything below it. Of such a group the first is shown, which takes two cells everywhere.
 *
 * @example
 * plainEmoji('👩‍👩‍👧 and 👍🏽') // '👩 and 👍'
 */
export function plainEmoji(text: string): string {
  if (!joined.test(text)) return text
  return text.replace(groups, '$1')
}

const joined = /\u200d|\p{Emoji_Modifier}/u
const groups =
  /(\p{Extended_Pictographic}\ufe0f?)(?:\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic}\ufe0f?)+/gu
