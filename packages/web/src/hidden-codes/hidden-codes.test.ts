import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codesIn, showHidden, showHiddenLine } from './index.ts'

describe('characters that hide are shown as their codes', () => {
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

  it('names each code once, in order', () => {
    expect(codesIn(showHidden('\u202ea\u200b\u202e'))).toEqual(['⟨U+202E⟩', '⟨U+200B⟩'])
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
