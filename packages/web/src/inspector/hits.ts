/** A piece of a text, and whether it is what was searched for. */
export interface Piece {
  readonly text: string
  /** Counts from 0; absent: no hit. */
  readonly hit?: number
}

/** Marking more would only slow the page down; the count goes on. */
const mostMarked = 500

/** Cuts a text around what is searched for, whatever its case. */
export function findHits(
  text: string,
  wanted: string,
): { readonly pieces: readonly Piece[]; readonly count: number } {
  const needle = wanted.toLowerCase()
  const all = text.toLowerCase()
  // A few letters change their length with their case; then places would be wrong.
  if (needle === '' || all.length !== text.length) return { pieces: [{ text }], count: 0 }
  const pieces: Piece[] = []
  let count = 0
  let done = 0
  for (let at = all.indexOf(needle); at >= 0; at = all.indexOf(needle, at + needle.length)) {
    if (count < mostMarked) {
      if (at > done) pieces.push({ text: text.slice(done, at) })
      pieces.push({ text: text.slice(at, at + needle.length), hit: count })
      done = at + needle.length
    }
    count += 1
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return { pieces, count }
}
