import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAtPair, endAtPair } from './cut-text.ts'

const halves = /\p{Surrogate}/u

describe('cutting a text', () => {
  it.each([
    ['a😀b', 0, '', ''],
    ['a😀b', 1, 'a', 'b'],
    ['a😀b', 2, 'a', 'b'],
    ['a😀b', 3, 'a😀', '😀b'],
    ['a😀b', 9, 'a😀b', 'a😀b'],
    ['a😀b', -1, '', ''],
    ['a😀b', 2.9, 'a', 'b'],
  ])('%s at %d', (text, length, beginning, end) => {
    expect(cutAtPair(text, length)).toBe(beginning)
    expect(endAtPair(text, length)).toBe(end)
  })

  it('parts no pair, and leaves out one unit at most for it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '文', '😀') })
    fc.assert(
      fc.property(text, fc.nat(40), (whole, length) => {
        for (const cut of [cutAtPair(whole, length), endAtPair(whole, length)]) {
          expect(cut).not.toMatch(halves)
          expect(cut.length).toBeLessThanOrEqual(length)
          expect(cut.length).toBeGreaterThanOrEqual(Math.min(whole.length, length - 1))
        }
        expect(whole.startsWith(cutAtPair(whole, length))).toBe(true)
        expect(whole.endsWith(endAtPair(whole, length))).toBe(true)
      }),
    )
  })
})
