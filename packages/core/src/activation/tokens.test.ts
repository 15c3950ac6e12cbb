import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitArguments } from './tokens.ts'

function tokens(text: string): readonly string[] {
  return splitArguments(text).tokens
}

describe('splitArguments', () => {
  it.each([
    ['', []],
    ['  one   two\tthree\nfour\u3000five ', ['one', 'two', 'three', 'four', 'five']],
    ['"two words" and \'two more\'', ['two words', 'and', 'two more']],
    ['--name="a b" --other=\'c d\'', ['--name=a b', '--other=c d']],
    ['""', ['']],
    ['"a \\"b\\" c"', ['a "b" c']],
    ['\\"a b\\"', ['"a', 'b"']],
    ['C:\\temp\\x \\n', ['C:\\temp\\x', '\\n']],
    ['"unclosed quote', ['"unclosed', 'quote']],
    ["don't say the user's name", ["don't", 'say', 'the', "user's", 'name']],
    ["'it's here' now", ["it's here", 'now']],
    ['a 5" disk and a 3" disk', ['a', '5"', 'disk', 'and', 'a', '3"', 'disk']],
    ['“two words”', ['“two', 'words”']],
    ['翻译"你好 世界"', ['翻译你好 世界']],
  ])('splits %j', (text, expected) => {
    expect(tokens(text)).toEqual(expected)
  })

  it('keeps the raw text but for blanks around it', () => {
    expect(splitArguments('\n a\n\n  b "c d"  ').text).toBe('a\n\n  b "c d"')
  })

  it('gives the rest of the raw text, or the token where it is the last', () => {
    const split = splitArguments('one "two three"  four')
    expect(split.rest(1)).toBe('"two three"  four')
    expect(split.rest(2)).toBe('four')
    expect(split.rest(3)).toBeUndefined()
  })

  it('takes a list as it stands', () => {
    const split = splitArguments(['a b', '', '"c"'])
    expect(split.tokens).toEqual(['a b', '', '"c"'])
    expect(split.text).toBe('a b "c"')
    expect(split.rest(1)).toBe('"c"')
  })

  it('never throws, and without quotes is nothing but a split on whitespace', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const split = tokens(text)
        if (/['"]/.test(text)) return
        expect(split).toEqual(text.split(/\s+/).filter((part) => part !== ''))
      }),
    )
  })

  it('loses no letter: tokens hold every character but whitespace and quotes', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', "'", ' ', '\\', '1') })
    const letters = (one: string) => one.replace(/[\s'"\\]/g, '')
    fc.assert(
      fc.property(text, (given) => {
        expect(letters(tokens(given).join(''))).toBe(letters(given))
      }),
    )
  })

  it('takes time in proportion to its length, whatever the quotes', () => {
    expect(tokens(`"' `.repeat(50_000)).length).toBeGreaterThan(0)
  })
})
