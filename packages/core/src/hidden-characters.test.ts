import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dropHidden,
  escapeHidden,
  markHidden,
  showHidden,
  showHiddenLine,
} from './hidden-characters.ts'

const codes = [
  0x61c, 0x200b, 0x200e, 0x2028, 0x202e, 0x2060, 0x2069, 0x206a, 0x3164, 0xfeff, 0xffa0, 0xe0041,
  0xe007f,
]
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

describe('text that a person agrees to shows all that is in it', () => {
  it.each([
    ['a\u202eb', 'a⟨U+202E⟩b'],
    ['rm\u200b -rf', 'rm⟨U+200B⟩ -rf'],
    ['a\u001b[31mb', 'a⟨U+001B⟩[31mb'],
    ['echo ok\rrm -rf ~', 'echo ok⟨U+000D⟩rm -rf ~'],
    ['no\u00a0break', 'no⟨U+00A0⟩break'],
    ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
    ['half \ud83d', 'half ⟨U+D83D⟩'],
  ])('%j', (text, shown) => {
    expect(showHidden(text)).toBe(shown)
  })

  it.each(['two\nlines\tand tabs', '文\u3000字', 'family 👩‍👩‍👧 heart ❤️'])('%j stays', (text) => {
    expect(showHidden(text)).toBe(text)
  })

  it('a line end of Windows is a line break, and no more', () => {
    expect(showHidden('a\r\nb')).toBe('a\nb')
  })

  it('a name shows its line breaks and tabs too', () => {
    expect(showHiddenLine('a\nb\tc\u202e')).toBe('a⏎b⇥c⟨U+202E⟩')
  })

  it('T8: nothing that draws nothing is left, whatever the text', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, (any) => {
        const shown = showHidden(any).replace(
          /\p{Emoji}\ufe0f?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*/gu,
          '',
        )
        expect(shown).not.toMatch(
          /(?![\n\t])[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u,
        )
      }),
    )
  })
})
