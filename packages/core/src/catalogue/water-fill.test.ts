import { expect, test } from 'vitest'
import { waterLevel } from './water-fill.ts'

test.each([
  ['all fit', [10, 20], 30, Number.POSITIVE_INFINITY],
  ['nothing to fill', [], 0, Number.POSITIVE_INFINITY],
  ['what a short one leaves goes to the long ones', [10, 100, 100], 90, 40],
  ['one letter too few', [10, 20], 29, 19],
  ['no room', [10, 20], 0, 0],
  ['less than no room', [10, 20], -5, 0],
])('%s', (_, lengths, room, level) => {
  expect(waterLevel(lengths, room)).toBe(level)
})
