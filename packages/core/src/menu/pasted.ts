import type { TextRange } from './types.ts'

/** Where two texts differ: `start` in both, the ends in each. */
interface Difference {
  readonly start: number
  readonly endBefore: number
  readonly endAfter: number
}

/** What one edit changed, whose caret stands behind what it put in. */
export function difference(before: string, after: string, caret: number): Difference {
  const longestTail = Math.min(before.length, after.length)
  let tail = 0
  while (
    tail < longestTail &&
    after.length - tail > caret &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1
  }
  const longestHead = longestTail - tail
  let head = 0
  while (head < longestHead && head < caret && before[head] === after[head]) head += 1
  return { start: head, endBefore: before.length - tail, endAfter: after.length - tail }
}

/** The places of a text that were pasted, after an edit. A range that was cut into keeps its rest. */
export function carryOver(
  ranges: readonly TextRange[],
  { start, endBefore, endAfter }: Difference,
): readonly TextRange[] {
  const grown = endAfter - endBefore
  return ranges.flatMap((range) => {
    if (range.end <= start) return [range]
    if (range.start >= endBefore) return [{ start: range.start + grown, end: range.end + grown }]
    const rests = [
      { start: range.start, end: start },
      { start: endAfter, end: range.end + grown },
    ]
    return rests.filter((rest) => rest.end > rest.start)
  })
}
