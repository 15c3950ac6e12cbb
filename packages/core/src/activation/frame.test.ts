import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeShown } from './frame.ts'

describe('escapeShown', () => {
  it.each([
    ['notes (1) – été.md', 'notes (1) – été.md'],
    ['技能', '技能'],
    ['a\nb', 'a\\nb'],
    ['a\\nb', 'a\\\\nb'],
    ['a\u200bb', 'a\\u200bb'],
    ['a\u00a0b', 'a\\u00a0b'],
    ['a\ufe0fb', 'a\\ufe0fb'],
    ['a\u{e0041}b', 'a\\u{e0041}b'],
    ['a\u202eb', 'a\\u202eb'],
    ['\ud800', '\\ud800'],
  ])('%j is shown as %j', (text, shown) => {
    expect(escapeShown(text)).toBe(shown)
  })

  it('law: two different names never print alike, since what is shown can be read back', () => {
    const special = fc.constantFrom(
      ...Array.from('\\nu{}"「\n\r\t0e1 \u200b\u00a0\ue000\u{e0001}\u{e0041}𝒳'),
      '\ud800',
      '\udc00',
    )
    const text = fc.string({ unit: fc.oneof(special, fc.string({ maxLength: 1 })), maxLength: 12 })
    fc.assert(
      fc.property(text, fc.constantFrom('en', 'zh'), (given, language) => {
        const shown = escapeShown(given, language)
        expect(readBack(shown)).toBe(given)
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
      }),
      { numRuns: 3000 },
    )
  })
})

const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

function readBack(shown: string): string {
  return shown.replace(
    /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|(.))/gu,
    (_, braced?: string, plain?: string, single = '') => {
      const digits = braced ?? plain
      if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16))
      return letters[single] ?? single
    },
  )
}
