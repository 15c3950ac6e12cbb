import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['pdf', 'pdf', 0],
  ['pfd', 'pdf', 1],
  ['pdff', 'pdf', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('%j and %j are %i apart', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
})

test('law: a limit only shortens the work', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, fc.nat(5), (a, b, limit) => {
      const whole = editDistance(a, b)
      expect(editDistance(b, a)).toBe(whole)
      expect(editDistance(a, b, limit)).toBe(whole <= limit ? whole : limit + 1)
    }),
  )
})
