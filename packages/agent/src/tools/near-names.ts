/**
 * The candidates nearest to a name that was not found, nearest first: those that hold it or are
 * held by it, then those at a small edit distance.
 */
export function nearNames(
  name: string,
  candidates: readonly string[],
  limit = 5,
): readonly string[] {
  const wanted = name.normalize('NFKC').toLowerCase()
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      rank: rankOf(wanted, candidate.normalize('NFKC').toLowerCase()),
    }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || compare(a.candidate, b.candidate))
  return ranked.slice(0, limit).map(({ candidate }) => candidate)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** 0 is the same name; undefined is not near at all. */
function rankOf(wanted: string, candidate: string): number | undefined {
  const close = Math.max(1, Math.floor(wanted.length / 3))
  const distance = editDistance(wanted, candidate, close)
  if (distance !== undefined) return distance
  if (wanted.length >= 3 && candidate.includes(wanted)) return close + 1
  if (candidate.length >= 3 && wanted.includes(candidate)) return close + 2
  return undefined
}

/** Insertions, deletions, changes and swaps of neighbours, or undefined above `most`. */
function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(change, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    before = above
    above = row
  }
  const distance = above[b.length] ?? most + 1
  return distance <= most ? distance : undefined
}
