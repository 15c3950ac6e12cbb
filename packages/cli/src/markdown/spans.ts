/** How a piece of text looks. */
export type Look = 'bold' | 'italic' | 'code' | 'address'

export interface Span {
  readonly text: string
  readonly looks: readonly Look[]
}

/**
 * A link as a reader sees it: its address stands behind its text, since a terminal hides what it
 * would lead to. An address that is the text already is not said twice.
 *
 * @param looks of what the link stands in
 */
export function linkSpans(
  label: readonly Span[],
  address: string,
  looks: readonly Look[],
): readonly Span[] {
  const text = label.map((span) => span.text).join('')
  if (address === '' || text === address || text === address.replace(/^mailto:/u, '')) return label
  const shown = text === '' ? address : ` (${address})`
  return [...label, { text: shown, looks: [...looks, 'address'] }]
}

/** An entity at the beginning of a text, and the letter that its author meant. */
export function entityAt(
  text: string,
): { readonly raw: string; readonly letter: string } | undefined {
  const [raw, name = ''] = /^&(amp|lt|gt|quot|#39);/u.exec(text) ?? []
  const letter = letters[name]
  return raw === undefined || letter === undefined ? undefined : { raw, letter }
}

/** Text with the letters that entities stand for. Code has none: there they are meant as written. */
export function withLetters(text: string): string {
  return text.replace(/&[a-z0-9#]+;/gu, (raw) => entityAt(raw)?.letter ?? raw)
}

const letters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}
