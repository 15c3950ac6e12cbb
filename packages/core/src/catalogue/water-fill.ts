/**
 * The greatest length to which all may be cut so that together they take at most `room`:
 * short ones stay whole, and what they leave goes to the long ones.
 *
 * @returns Infinity where nothing needs cutting.
 * @example waterLevel([10, 100, 100], 90) // 40
 */
export function waterLevel(lengths: readonly number[], room: number): number {
  const sorted = [...lengths].sort((a, b) => a - b)
  let left = room
  for (const [index, length] of sorted.entries()) {
    const level = Math.floor(left / (sorted.length - index))
    if (length > level) return Math.max(0, level)
    left -= length
  }
  return Number.POSITIVE_INFINITY
}

/** Cuts texts at graphemes; made once, since a segmenter is costly to make. */
export function graphemeCutter(): (text: string, room: number, cost: Cost) => string {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  return (text, room, cost) => {
    if (cost(text) <= room) return text
    let kept = ''
    let left = room - ellipsis.length
    // Splitting takes time that grows with the square of the text, and no more than this can fit.
    for (const { segment } of segmenter.segment(text.slice(0, Math.max(0, room) + 1))) {
      left -= cost(segment)
      if (left < 0) break
      kept += segment
    }
    return room < ellipsis.length ? '' : `${kept.trimEnd()}${ellipsis}`
  }
}

/**
 * What a text costs where it is written: its length at least. It must add up:
 * cost(a + b) = cost(a) + cost(b).
 */
export type Cost = (text: string) => number

const ellipsis = '…'
