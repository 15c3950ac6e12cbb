import { atFirstUse } from '../at-first-use.ts'

/** What a text costs where it is written. It must add up: cost(a + b) = cost(a) + cost(b). */
export type Cost = (text: string) => number

const ellipsis = '…'

/** Costly to make, and of use only where something is cut. */
const segmenter = atFirstUse(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** Cuts a text at a grapheme so that it costs at most `room`, the ellipsis at its end included. */
export function cutAtGrapheme(text: string, room: number, cost: Cost): string {
  if (cost(text) <= room) return text
  let kept = ''
  let left = room - ellipsis.length
  for (const { segment } of segmenter().segment(text)) {
    left -= cost(segment)
    if (left < 0) break
    kept += segment
  }
  return room < ellipsis.length ? '' : `${kept.trimEnd()}${ellipsis}`
}
