import type { Report } from '../report.ts'
import type { FieldEntries } from './entries.ts'
import { type KnownField, knownFields } from './known.ts'

/** Warns where an unknown field looks like a slip of a known one that is not there (bug 8). */
export function reportNearMisses(entries: FieldEntries, report: Report): void {
  for (const { key, keyStart, keyEnd } of entries.unknown.values()) {
    const meant = nearestField(key)
    if (meant === undefined || entries.known.has(meant)) continue
    report.warning('field/near-miss', `"${key}" is not a field; "${meant}" is.`, {
      at: { start: keyStart, end: keyEnd },
      hint: `${meant}: …`,
    })
  }
}

/** Two edits apart at most, one for short names: `date` is no slip of `name`. */
function nearestField(key: string): KnownField | undefined {
  let nearest: KnownField | undefined
  let least = 3
  for (const field of knownFields) {
    const limit = Math.min(least - 1, field.length > 5 ? 2 : 1)
    if (limit < 1 || Math.abs(field.length - key.length) > limit) continue
    const distance = editDistance(key, field)
    if (distance <= limit) {
      nearest = field
      least = distance
    }
  }
  return nearest
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
      )
      const isSwap =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      if (isSwap) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1)
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[right.length] ?? 0
}
