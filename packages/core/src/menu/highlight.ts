import { normaliseName } from '../names.ts'
import type { TextRange } from './types.ts'

/**
 * Carries ranges of a folded name over to the name as written. Folding can change lengths (`ﬁ`
 * becomes `fi`), so they are carried letter by letter; where that is not possible nothing is
 * highlighted.
 */
export function foldedRanges(
  name: string,
  folded: string,
  ranges: readonly TextRange[],
): readonly TextRange[] {
  if (ranges.length === 0 || name.length === folded.length) return ranges
  const sources = Array.from(name).flatMap((letter) =>
    Array<string>(normaliseName(letter).length).fill(letter),
  )
  if (sources.length !== folded.length) return []
  const starts: number[] = []
  let written = 0
  for (const letter of name) {
    for (let unit = 0; unit < normaliseName(letter).length; unit++) starts.push(written)
    written += letter.length
  }
  const ends = [...starts.slice(1), written]
  return ranges.map(({ start, end }) => ({
    start: starts[start] ?? 0,
    end: endOf(ends, starts, end - 1, written),
  }))
}

/** The end of the written letter that the folded unit at `index` belongs to. */
function endOf(ends: readonly number[], starts: readonly number[], index: number, last: number) {
  const start = starts[index] ?? 0
  return ends.slice(index).find((end) => end > start) ?? last
}
