import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStyle } from '../../screen/terminal.ts'
import { displayWidth, withoutColours } from '../../screen/width.ts'
import { createMarkdown, loadHighlighter } from './index.ts'

const plain = createStyle(false)
const coloured = createStyle(true)
const shown = (text: string, cells = 60, style = plain) =>
  createMarkdown(style, () => undefined).lines(text, cells)

describe('Markdown in the chat', () => {
  it('lays out lists, quotes, tables and links', () => {
    const text = [
      '# Title',
      'See [docs](https://x.y/z).',
      '',
      '1. one',
      '   - two',
      '2. three',
      '',
      '> quoted',
      '',
      '| a | n |',
      '|---|--:|',
      '| 文字 | 22 |',
    ].join('\n')
    expect(shown(text, 60, coloured).map(withoutColours)).toEqual([
      'Title',
      '',
      'See docs (https://x.y/z).',
      '',
      '1. one',
      '   • two',
      '2. three',
      '',
      '│ quoted',
      '',
      'a    │  n',
      '─────┼───',
      '文字 │ 22',
    ])
  })

  it('shows HTML as text, and the address of a picture', () => {
    expect(shown('<b>x</b> ![alt](http://a/b.png)', 60, coloured).map(withoutColours)).toEqual([
      '<b>x</b> alt (http://a/b.png)',
    ])
  })

  it('colours code of a known language, and leaves other code as it is', async () => {
    const highlight = await loadHighlighter(coloured)
    const [line = ''] = createMarkdown(coloured, () => highlight).lines(
      '```ts\nconst a = "b"\n```',
      60,
    )
    expect(line).toContain(coloured.magenta('const'))
    expect(withoutColours(line)).toBe('▏ const a = "b"')
    expect(shown('```nothing\nx\n```')).toEqual(['▏ x'])
  })

  it('a table that is too narrow for columns is shown row by row', () => {
    expect(shown('| a | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |', 20)).toHaveLength(4)
  })

  const piece = fc.constantFrom(
    'word ',
    '文字',
    '\n',
    '\n\n',
    '- item ',
    '1. ',
    '> ',
    '`code`',
    '**bold**',
    '```ts\n',
    '```\n',
    '| a | b |\n|---|---|\n',
    '| x | y |\n',
    '# ',
    'a-very-long-word-without-any-blank-in-it-at-all ',
    '👩‍👩‍👧',
  )

  it('no line is wider than asked', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 20, max: 90 }),
        (parts, cells) => {
          for (const line of shown(parts.join(''), cells, coloured)) {
            expect(displayWidth(line)).toBeLessThanOrEqual(cells)
          }
        },
      ),
    )
  })

  it('what streamed in looks, apart from blank lines, as the whole does', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        const streaming = createMarkdown(coloured, () => undefined)
        let text = ''
        for (const part of parts) {
          text += part
          streaming.lines(text, 60)
        }
        const words = (lines: readonly string[]) =>
          lines.map(withoutColours).join('').replace(/\s/gu, '')
        // A list that goes on after a block that was finished begins anew; its words are the same.
        expect(words(streaming.lines(text, 60)).replace(/[\d.•│─┼▏]/gu, '')).toBe(
          words(shown(text, 60, coloured)).replace(/[\d.•│─┼▏]/gu, ''),
        )
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['3,000 quotes', '>'.repeat(3000)],
    [
      '400 nested items',
      Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
    ],
    ['10,000 opened marks', '*[`'.repeat(10_000)],
    ['a line of a million letters', 'x'.repeat(1_000_000)],
  ])('threat P6: %s neither stop the renderer nor take seconds', (_what, text) => {
    const started = performance.now()
    expect(shown(text).length).toBeGreaterThan(0)
    expect(performance.now() - started).toBeLessThan(3000)
  })
})
