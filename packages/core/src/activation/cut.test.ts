import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutMiddle, cutPieces } from './cut.ts'

const note = (omitted: number) => `[${omitted} left out]`

describe('cutMiddle', () => {
  it('leaves a text that fits alone', () => {
    expect(cutMiddle('one\ntwo', 7, note)).toEqual({ text: 'one\ntwo', omitted: 0 })
  })

  it('cuts at line breaks and says how much is missing', () => {
    const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`)
    const { text, omitted } = cutMiddle(lines.join('\n'), 120, note)
    const kept = text.split('\n')
    expect(kept).toContain(note(omitted))
    expect(kept.filter((line) => !line.startsWith('[')).every((line) => lines.includes(line))).toBe(
      true,
    )
    expect(kept[0]).toBe('line 0')
    expect(kept.at(-1)).toBe('line 49')
  })

  it('cuts a single long line too, between characters', () => {
    const { text } = cutMiddle('𝒳'.repeat(500), 101, note)
    expect(text).toMatch(/^(?:𝒳)+\n\[\d+ left out\]\n(?:𝒳)+$/u)
  })

  it('never passes the limit, and head, missing part and tail make up the text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '字', '𝒳', ' '), maxLength: 300 })
    fc.assert(
      fc.property(text, fc.integer({ min: 30, max: 200 }), (given, limit) => {
        const cut = cutMiddle(given, limit, note)
        expect(cut.text.length).toBeLessThanOrEqual(
          Math.max(limit, given.length <= limit ? given.length : 0),
        )
        if (cut.omitted === 0) {
          expect(cut.text).toBe(given)
          return
        }
        const at = cut.text.indexOf(note(cut.omitted))
        const head = cut.text.slice(0, at).replace(/\n$/, '')
        const tail = cut.text.slice(at + note(cut.omitted).length).replace(/^\n/, '')
        expect(given.startsWith(head)).toBe(true)
        expect(given.endsWith(tail)).toBe(true)
        const missing = given.length - head.length - tail.length - cut.omitted
        expect([0, 1]).toContain(missing)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('cutPieces', () => {
  it('law: gives what cutting the whole text would give', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', '\n', '字', '𝒳', ' '), maxLength: 90 })
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 0, max: 200 }),
        (pieces, limit) => {
          expect(cutPieces(pieces, limit, note)).toEqual(cutMiddle(pieces.join(''), limit, note))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('takes no more room than what it shows, however long the text would be', () => {
    const pieces = Array.from({ length: 12_000 }, () => 'x'.repeat(100_000))
    const { text, omitted } = cutPieces(['start\n', ...pieces, '\nend'], 1_000, note)
    expect(text).toMatch(/^start\nx+\n\[\d+ left out\]\nx+\nend$/)
    expect(omitted).toBeGreaterThan(1_199_999_000)
  })
})
