import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseHead, parseSkill } from './index.ts'
import { readText } from './testing/read-text.ts'

const fields = 'name: demo\ndescription: Shows\n'

describe('the opening fence', () => {
  test('may have blanks behind it', () => {
    expect(readText(`---  \t\n${fields}--- \n`)).toMatchObject({ name: 'demo', diagnostics: [] })
  })

  test.each([
    ['blank lines', '\n \t\n', 3],
    ['an HTML comment', '<!-- license -->\n', 2],
    ['a comment in the middle of its line', ' <!-- a --> \n', 2],
    ['a comment of several lines', '<!--\n---\nname: x\n-->\n\n', 6],
  ])('%s above it: accepted with a warning', (_, above, line) => {
    expect(readText(`${above}---\n${fields}---\nBody`)).toMatchObject({
      name: 'demo',
      body: 'Body',
      diagnostics: [`warning fence/late ${line}:1`],
    })
  })

  test.each([
    ['prose', '# Title\n\nText\n'],
    ['a rule', '----\n'],
    ['a comment', '<!-- about -->\n'],
    ['a comment that never ends', '<!-- about\n'],
    ['a path in a sentence', 'See ../a/SKILL.md\n'],
    ['a file name in a longer text', 'notes.md\n\nMore.\n'],
    ['a word', 'Hello\n'],
    ['a comment with text behind it', `<!-- a --> text\n`],
    ['one heading', '#a/b\n'],
    ['a rule between texts', 'Text\n\n---\nMore text\n'],
    ['nothing', ''],
    ['a title between dashes', '--- title ---\n'],
  ])('%s instead: a SKILL.md is invalid, and is told what to add', (_, text) => {
    const { skill, body, diagnostics } = parseSkill(text, { location: '/skills/demo/SKILL.md' })
    expect(skill).toBeUndefined()
    expect(body).toBe(text.trimEnd())
    expect(diagnostics).toMatchObject([
      {
        code: 'fence/missing',
        severity: 'error',
        hint: expect.stringMatching(/^Add four lines at the top: .*`name: demo`.*\.$/),
      },
    ])
  })

  test.each([
    [
      'a link saved as text',
      '../../shared/demo/SKILL.md',
      /holds a path.*`\.\.\/\.\.\/shared/,
      /core\.symlinks true/,
    ],
    ['a link to a file beside it', 'demo.md\r\n', /holds a path/, /^Put the text of the file/],
    ['nothing', '', /^The file is empty\.$/, /^Add four lines/],
    ['blanks alone', ' \n\t\n', /^The file is empty\.$/, /^Add four lines/],
    [
      'a comment that never ends',
      `<!--\n---\n${fields}---\n`,
      /comment that does not end/,
      /`-->`/,
    ],
    ['a second mark', `\ufeff\ufeff---\n${fields}---\n`, /nobody sees/, /type `---` anew/],
    ['a zero-width blank', `\u200b---\r\n${fields}---\n`, /nobody sees/, /type `---` anew/],
    [
      'an indented fence',
      `\n  ---\n  ${fields}---\n`,
      /^Blanks stand before/,
      /^Remove the blanks/,
    ],
    ['two dashes', `--\n${fields}--\n`, /opens with `--` and not/, /three plain hyphens/],
    ['four dashes', `----\n${fields}----\n`, /opens with `----` and/, /three plain hyphens/],
    ['long dashes', `———\n${fields}———\n`, /opens with `———`/, /three plain hyphens/],
    ['TOML', '+++\nname = "demo"\n+++\n', /is TOML/, /`---` instead of/],
    ['an escaped fence', `\\---\n${fields}\\---\n`, /opens with `\\---`/, /three plain/],
    [
      'fields alone',
      `${fields}\n# Title\n\n---\n`,
      /^Line 1 is a field/,
      /top, and one below the last/,
    ],
    [
      'fields that are closed',
      `${fields}tags:\n  - a\n---\nBody\n`,
      /^Line 1/,
      /^Add a line `---` at the very top\.$/,
    ],
    [
      'fields below a heading',
      `# Title\n\n${fields}\nText\n`,
      /^Line 3 is a field/,
      /, and one below/,
    ],
    ['a quoted field', `"name": demo\n`, /^Line 1 is a field/, /, and one below/],
    [
      'frontmatter below a heading',
      `# Title\n\n---\n${fields}---\n`,
      /opens in line 3/,
      /above line 3 below/,
    ],
    [
      'a file in a code block',
      `\`\`\`markdown\n---\n${fields}---\n\`\`\`\n`,
      /in line 2/,
      /code block/,
    ],
  ])('%s: the message says what is wrong with it', (_, text, message, hint) => {
    const location = '/skills/demo/SKILL.md'
    const bytes = new TextEncoder().encode(text)
    const whole = parseSkill(bytes, { location })
    expect(whole.skill).toBeUndefined()
    expect(whole.diagnostics).toMatchObject([
      {
        code: 'fence/missing',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      },
    ])
    const { diagnostics } = { diagnostics: [], ...parseHead(bytes, { location, complete: true }) }
    expect(diagnostics).toEqual(whole.diagnostics)
  })

  test('a head of 4 KiB says of a long file what the whole says', () => {
    const location = '/skills/demo/SKILL.md'
    const text = `# Title\n${'x'.repeat(2000)}\n---\n${fields}---\n${'y'.repeat(4000)}`
    for (const cut of [0, 20, 60]) {
      const bytes = new TextEncoder().encode(text.slice(cut))
      const head = parseHead(bytes.subarray(0, 4096), {
        location,
        size: bytes.length,
        complete: false,
      })
      expect({ diagnostics: [], ...head }.diagnostics).toEqual(
        parseSkill(bytes, { location }).diagnostics,
      )
    }
  })

  test('absent from another .md file: simply not a skill', () => {
    const text = '# Title\n'
    const location = '/skills/README.md'
    expect(parseSkill(text, { location })).toEqual({ body: '# Title', diagnostics: [] })
    const bytes = new TextEncoder().encode(text)
    expect(parseHead(bytes, { location, complete: true })).toEqual({ kind: 'not-a-skill' })
  })
})

describe('bug 13 code in frontmatter', () => {
  test.each(['js', 'javascript', 'json', 'coffee', 'toml'])('---%s is refused, not run', (tag) => {
    const mark = join(tmpdir(), `skillet-owned-${process.pid}`)
    const text = `---${tag}\n{ name: (require('fs').writeFileSync('${mark}','1'), 'x'), description: 'y' }\n---\n`
    const { skill, diagnostics } = parseSkill(text, { location: '/skills/demo/SKILL.md' })
    expect(skill).toBeUndefined()
    expect(diagnostics).toMatchObject([
      { code: 'fence/language', severity: 'error', range: { start: { line: 1, column: 1 } } },
    ])
    expect(existsSync(mark)).toBe(false)
  })
})

describe('the closing fence', () => {
  test('bug 12 --- inside the body: the first whole line of dashes closes, all below is body', () => {
    const text =
      '---\nname: rules\ndescription: a --- b\nnote: |\n  --- not a fence\n---\nPart one\n\n---\n\nPart two\n'
    expect(readText(text, { location: '/skills/rules/SKILL.md' })).toMatchObject({
      name: 'rules',
      description: 'a --- b',
      extra: { note: '--- not a fence\n' },
      body: 'Part one\n\n---\n\nPart two',
      diagnostics: [],
    })
  })

  test.each(['--- x', '----', ' ---', '...'])('%j closes nothing', (line) => {
    const { diagnostics } = readText(`---\n${fields}${line}\nBody\n`)
    expect(diagnostics).toEqual(['error fence/unclosed 1:1'])
  })

  test('missing: invalid, and nothing below is read as a key', () => {
    const { skill, diagnostics } = parseSkill(`---\n${fields}\nBody: text\n`, {
      location: '/skills/demo/SKILL.md',
    })
    expect(skill).toBeUndefined()
    expect(diagnostics.map(({ code }) => code)).toEqual(['fence/unclosed'])
  })

  test('may end the file without a line end', () => {
    expect(readText(`---\n${fields}---`)).toMatchObject({ name: 'demo', body: '', diagnostics: [] })
  })

  test('straight below the opening one: no fields', () => {
    expect(readText('---\n---\n').diagnostics).toEqual([
      'warning name/missing 2:1',
      'error description/missing 2:1',
    ])
  })
})

describe('places count in the file as it is', () => {
  test.each([
    ['LF', '\n', '', 0],
    ['CRLF', '\r\n', '', 3],
    ['CR', '\r', '', 0],
    ['a mark and CRLF', '\r\n', '\ufeff', 4],
  ])('%s', (_, lineEnd, mark, further) => {
    const text = '---\nname: demo\ndescription: 😀 d\nlicense: [a]\n---\n'.replaceAll('\n', lineEnd)
    const { diagnostics } = parseSkill(mark + text, { location: '/skills/demo/SKILL.md' })
    expect(diagnostics).toMatchObject([
      {
        code: 'field/type',
        range: {
          start: { line: 4, column: 1, offset: 33 + further },
          end: { line: 4, column: 13, offset: 45 + further },
        },
      },
    ])
    const offset = diagnostics[0]?.range?.start.offset ?? 0
    expect((mark + text).slice(offset, offset + 7)).toBe('license')
  })
})
