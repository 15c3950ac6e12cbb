import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dropHidden, escapeHidden, markHidden } from './hidden-characters.ts'

const codes = [0x61c, 0x200b, 0x200e, 0x2028, 0x202e, 0x2060, 0x2069, 0xfeff, 0xe0041, 0xe007f]
const hidden = codes.map((code) => String.fromCodePoint(code))
const shown = ['a', ' ', '\n', '文', '\u3000', '👩‍👩‍👧', 'e\u0301', '⟨']

describe('characters that turn or hide text', () => {
  it.each(hidden)('%j is marked by its code, escaped, and dropped', (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
    const text = `a${character}b`
    expect(markHidden(text)).toBe(`a⟨U+${code.padStart(4, '0')}⟩b`)
    expect(dropHidden(text)).toBe('ab')
    expect(escapeHidden(JSON.stringify(text))).toMatch(/^"a(?:\\u[0-9a-f]{4}){1,2}b"$/u)
  })

  it.each(shown)('%j is left alone', (text) => {
    for (const change of [markHidden, dropHidden, escapeHidden]) expect(change(text)).toBe(text)
  })

  it('JSON reads back as it was, and steers no terminal', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...hidden, '\u009b', '\x7f'),
    )
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const json = escapeHidden(JSON.stringify(texts))
        expect(JSON.parse(json)).toEqual(texts)
        expect(json).not.toMatch(/[\p{Cc}\u2028-\u202e]/u)
      }),
    )
  })
})
