import type { ArgumentField } from '../draft/index.ts'

/** What a field says of itself, each thing once. */
export interface FieldWords {
  readonly label: string
  /** In the empty field: the hint, where it says more than the label. */
  readonly placeholder: string
  /** Below the field. */
  readonly help: string
}

/**
 * A hint such as `<file>` is the name once more, and `[file]` says besides that it may be left out.
 *
 * @param words for a field without a name, and for an argument that may be left out
 */
export function fieldWords(
  { name, help, placeholder }: ArgumentField,
  words: { readonly arguments: string; readonly optional: string },
): FieldWords {
  const label = name ?? words.arguments
  const bare = name === undefined ? placeholder : placeholder.replace(/^[<[]|[>\]]$/gu, '')
  const hint = isSame(bare, label)
    ? placeholder.startsWith('[')
      ? words.optional
      : ''
    : placeholder
  return { label, placeholder: hint, help: isSame(help, label) || isSame(help, bare) ? '' : help }
}

/** Whether two texts are the same words, however they are written: `output-file`, `Output file`. */
function isSame(one: string, other: string): boolean {
  return wordsOf(one) === wordsOf(other)
}

function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.…-]+/gu, ' ')
    .trim()
}
