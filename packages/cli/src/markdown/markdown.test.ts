import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStyle } from '../screen/terminal.ts'
import { displayWidth, withoutColours } from '../screen/width.ts'
import { createMarkdownView, wrapMarkdown } from './index.ts'

const style = createStyle(true)

/** The pieces as they would stand on a screen, all at once. */
function shown(pieces: readonly string[], { columns = 80, colour = true } = {}): string {
  const view = createMarkdownView({ style: createStyle(colour), columns: () => columns })
  return pieces.map((piece) => view.push(piece)).join('') + view.flush()
}
const plain = withoutColours

describe('Markdown on a terminal', () => {
  it.each([
    ['## A heading', style.bold('A heading').split('A heading').length === 2, 'A heading'],
    ['some **bold** words', true, 'some bold words'],
    ['run `npm test` now', true, 'run npm test now'],
    ['``a `b` c``', true, 'a `b` c'],
    ['- an *item* here', true, '- an item here'],
    ['see [the guide](docs/a.md).', true, 'see the guide (docs/a.md).'],
    ['[https://a.example](https://a.example)', true, 'https://a.example'],
    ['**bold with `code` in it**', true, 'bold with code in it'],
    ['an escaped \\*star\\*', true, 'an escaped *star*'],
  ])('%j loses its marks and none of its words', (source, _, text) => {
    expect(plain(shown([source]))).toBe(`${text}\n`)
  })

  it('colours what the marks say', () => {
    expect(shown(['# Title'])).toBe(`${style.bold('Title')}\n`)
    expect(shown(['**a** `b` [c](d)'])).toBe(
      `${style.bold('a')} ${style.cyan('b')} c ${style.dim('(d)')}\n`,
    )
  })

  it.each([
    'a * b ** c',
    'snake_case_name and *.ts and src/*.js',
    'an open `mark and **another',
    'array[0] and [x] and [not a link] (here)',
    'C:\\dir\\file',
    '2 < 3 > 1 | 4',
  ])('%j stays as it is: nothing there is a mark', (source) => {
    expect(plain(shown([source]))).toBe(`${source}\n`)
  })

  it('shows code without its fence, as it stands, however long its lines are', () => {
    const code = `if (a **  b) { "${'long '.repeat(30)}" } # no heading`
    const source = `Do:\n\n\`\`\`js\n${code}\n\n\`\`\`\n\nThen.\n`
    expect(plain(shown([source], { columns: 40 }))).toBe(`Do:\n\n${code}\n\n\nThen.\n`)
  })

  it('leaves tables as they are', () => {
    const table = `| a | \`b\` |\n|---|---|\n| ${'wide '.repeat(30)} | 2 |\n`
    expect(plain(shown([table], { columns: 40 }))).toBe(table)
  })

  it('wraps at words, below the text of an item', () => {
    expect(plain(shown(['1. one two three four'], { columns: 12 }))).toBe(
      '1. one two\n   three\n   four\n',
    )
  })

  it('counts wide letters as two cells, and wraps between them, never before a full stop', () => {
    expect(plain(shown(['中文没有空格也要换行。'], { columns: 10 }))).toBe(
      '中文没有空\n格也要换\n行。\n',
    )
  })

  it('lets a paragraph go on where the source breaks a line that was full here', () => {
    expect(plain(shown(['one two three four\nfive six\n\nseven'], { columns: 12 }))).toBe(
      'one two\nthree four\nfive six\n\nseven\n',
    )
    expect(plain(shown(['one\ntwo\n'], { columns: 12 }))).toBe('one\ntwo\n')
  })

  it('without colours keeps the marks, which alone tell a command from a word', () => {
    const source = '# Title\n\nRun `npm test` **now**, see [a](b).\n\n```sh\nls\n```\n'
    expect(shown([source], { colour: false })).toBe(source)
    expect(wrapMarkdown(source, 20)).toBe(
      '# Title\n\nRun `npm test`\n**now**, see [a](b).\n\n```sh\nls\n```',
    )
  })

  it('shows words as they come, and holds back only what is not finished', () => {
    const view = createMarkdownView({ style, columns: () => 80 })
    const steps = ['Hello wor', 'ld, run `npm', ' test` no', 'w. **Bo', 'ld** end']
    expect(steps.map((step) => plain(view.push(step)))).toEqual([
      'Hello',
      ' world, run',
      ' npm test',
      ' now.',
      ' Bold',
    ])
    expect(plain(view.flush())).toBe(' end\n')
  })
})

const fragment = fc.oneof(
  fc.constantFrom(
    '# ',
    '**',
    '*',
    '`',
    '```',
    '```sh\n',
    '\n',
    '\n\n',
    '- ',
    '> ',
    '| a | b |\n',
    '[x](y)',
    '&lt;',
    '&',
    '[',
    '](',
    ')',
    '\\',
    '    ',
    ' ',
    '1. ',
    '---\n',
    '中文，',
    '。',
    'word ',
    'https://a.example/b/c',
  ),
  fc.string({ maxLength: 8 }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
)
const source = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''))

describe('laws', () => {
  it('the cuts between pieces change nothing', () => {
    fc.assert(
      fc.property(
        source,
        fc.array(fc.nat(200), { maxLength: 6 }),
        fc.boolean(),
        (text, at, colour) => {
          const cuts = [0, ...[...at].sort((a, b) => a - b), text.length]
          const pieces = cuts.slice(1).map((end, index) => text.slice(cuts[index], end))
          const options = { columns: 20, colour }
          expect(shown(pieces, options)).toBe(shown([text], options))
        },
      ),
    )
  })

  it('without colours no letter is lost or added, only blanks and line breaks move', () => {
    const letters = (text: string) => text.replace(/[\s>]+/g, '')
    fc.assert(
      fc.property(source, (text) => {
        expect(letters(shown([text], { columns: 20, colour: false }))).toBe(letters(text))
      }),
    )
  })

  it('no line of prose is wider than the screen', () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom('a', 'b', '中', '文'), minLength: 1, maxLength: 6 }),
    )
    fc.assert(
      fc.property(words, (list) => {
        for (const line of shown([list.join(' ')], { columns: 16 }).split('\n')) {
          expect(displayWidth(line)).toBeLessThanOrEqual(16)
        }
      }),
    )
  })

  it('takes time that grows with the text alone', () => {
    const view = createMarkdownView({ style, columns: () => 80 })
    let size = 0
    for (let step = 0; step < 20_000; step += 1) size += view.push('[`*').length
    expect(size + view.flush().length).toBeGreaterThan(50_000)
  })
})
