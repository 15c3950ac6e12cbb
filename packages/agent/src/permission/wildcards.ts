import { patternPieces } from './rule.ts'

/**
 * Stands for text that only running the line would tell: a character that Unicode keeps for such
 * use, and that a parser takes for a letter. A line that holds it is only taken for less known.
 */
export const open = '\uFDD0'

/** Longer texts are compared by their start, as if anything could follow. */
const longest = 400

/**
 * Whether a pattern and a text with open places in it could mean the same text: one in which each
 * `*` of the pattern and each open place is some text or none.
 */
export function couldMean(pattern: string, text: string): boolean {
  const left = patternPieces(pattern).flatMap((piece) =>
    piece.kind === 'any' ? [open] : Array.from(piece.text),
  )
  return intersect(shortened(left), shortened(Array.from(text)))
}

function shortened(tokens: readonly string[]): readonly string[] {
  return tokens.length <= longest ? tokens : [...tokens.slice(0, longest), open]
}

/** Row by row over all pairs of positions, so that it cannot backtrack. */
function intersect(left: readonly string[], right: readonly string[]): boolean {
  let row = emptyRow(right)
  row[0] = true
  spread(row, right)
  for (const token of left) {
    const next = emptyRow(right)
    for (let at = 0; at <= right.length; at += 1) {
      if (!row[at]) continue
      const other = right[at]
      if (token === open) next[at] = true
      if (token === other) next[at + 1] = true
      // An open place on the right takes any character on the left, and stays open.
      if (other === open) next[at] = true
      if (token === open && other !== undefined) next[at + 1] = true
    }
    if (token === open)
      for (let at = 0; at < right.length; at += 1) if (next[at]) next[at + 1] = true
    spread(next, right)
    row = next
  }
  return row[right.length] ?? false
}

function emptyRow(right: readonly string[]): boolean[] {
  return Array.from({ length: right.length + 1 }, () => false)
}

/** An open place may be nothing. */
function spread(row: boolean[], right: readonly string[]): void {
  for (let at = 0; at < right.length; at += 1) if (row[at] && right[at] === open) row[at + 1] = true
}
