/** Verbs of other tools: one letter from one of ours, and something else is meant. */
const otherVerbs: ReadonlySet<string> = new Set(['lint', 'link', 'chat', 'new', 'serve', 'test'])

/**
 * The words that a mistyped one may stand for: at most two edits away (a swap of two neighbours is
 * one), with at least half of the letters the same.
 *
 * @example
 * suggestions('lsit', ['list', 'show']) // ['list']
 */
export function suggestions(typed: string, words: readonly string[]): readonly string[] {
  if (otherVerbs.has(typed)) return []
  const near = words
    .map((word) => ({ word, edits: edits(typed, word) }))
    .filter(({ word, edits }) => edits <= 2 && edits <= Math.max(typed.length, word.length) / 2)
  const least = Math.min(...near.map(({ edits }) => edits))
  return near.filter(({ edits }) => edits === least).map(({ word }) => word)
}

function edits(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row]
    rows.push(line)
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      line.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
