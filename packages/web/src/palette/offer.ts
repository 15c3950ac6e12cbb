/** Something that search and commands offers. */
export interface Offered {
  /** Unique among all. */
  readonly id: string
  readonly kind: 'command' | 'conversation' | 'skill'
  readonly label: string
  /** Searched too, and shown in its second line. */
  readonly detail?: string
}

/** So many of each kind at most: nobody reads more, they type on. */
const mostOfKind = 8

/**
 * What is offered for a text: every word must occur; those whose label begins with it come first,
 * then those with a word that does. Kinds stay together, in the order in which they come.
 */
export function offer<T extends Offered>(all: readonly T[], text: string): readonly T[] {
  const words = fold(text)
    .split(/\s+/u)
    .filter((word) => word !== '')
  const ranked = all
    .map((item) => ({ item, rank: rankOf(item, words) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
  const kinds = [...new Set(ranked.map(({ item }) => item.kind))]
  return kinds.flatMap((kind) =>
    ranked
      .filter(({ item }) => item.kind === kind)
      .sort((a, b) => a.rank - b.rank)
      .slice(0, mostOfKind)
      .map(({ item }) => item),
  )
}

function rankOf({ label, detail = '' }: Offered, words: readonly string[]): number {
  const name = fold(label)
  const all = `${name}\n${fold(detail)}`
  if (!words.every((word) => all.includes(word))) return Number.POSITIVE_INFINITY
  const [first = ''] = words
  if (name.startsWith(first)) return 0
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first))) return 1
  return name.includes(first) ? 2 : 3
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
