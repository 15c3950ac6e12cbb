import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passagesOf } from './passages.ts'

describe('the passages of a text', () => {
  it('stand below their headings, with the lines they come from', () => {
    const text = '# Guide\n\nIntro.\n\n## Deploy ##\n\nPush the tag.\nWait.\n\n# Other\n\nEnd.\n'
    expect(passagesOf(text)).toEqual([
      { heading: 'Guide', firstLine: 3, lastLine: 3, text: 'Intro.' },
      { heading: 'Guide › Deploy', firstLine: 7, lastLine: 8, text: 'Push the tag.\nWait.' },
      { heading: 'Other', firstLine: 12, lastLine: 12, text: 'End.' },
    ])
  })

  it('hold short paragraphs together and long ones apart', () => {
    const paragraph = (letter: string) => letter.repeat(600)
    const text = ['a', 'b', 'c', 'd'].map(paragraph).join('\n\n')
    expect(passagesOf(text).map((one) => one.text.replace(/(.)\1+/gu, '$1'))).toEqual([
      'a\n\nb',
      'c\n\nd',
    ])
  })

  it('have headings of whole letters, however long they are', () => {
    const [passage] = passagesOf(`# x${'😀'.repeat(200)}\n\ntext\n`)
    expect(passage?.heading).toBe(`x${'😀'.repeat(99)}`)
  })

  it('take no comment in code for a heading', () => {
    const text = '# Real\n\n```sh\n# not a heading\n```\n\n~~~\n# nor this\n```\n~~~\n'
    expect(passagesOf(text).map(({ heading }) => heading)).toEqual(['Real'])
  })

  it('keep whatever stands in lines, in order, whatever the line ends', () => {
    const line = fc.oneof(
      fc.constant(''),
      fc.string({ maxLength: 40 }).map((text) => text.replace(/[\r\n#`~]/gu, '')),
      fc
        .tuple(fc.integer({ min: 1, max: 6_000 }), fc.constantFrom('x', '😀'), fc.boolean())
        .map(([length, letter, odd]) => (odd ? 'y' : '') + letter.repeat(length)),
    )
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const kept = passagesOf(lines.join(end)).map(({ text }) => text)
        const letters = (text: string) => text.replace(/\s/gu, '')
        expect(letters(kept.join(''))).toBe(letters(lines.join('')))
        expect(kept.every((text) => text.length <= 2_400)).toBe(true)
        expect(kept.join('')).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })
})
