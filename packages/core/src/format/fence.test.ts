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
    ['an indented fence', ` ---\n${fields}---\n`],
    ['a comment that never ends', `<!--\n---\n${fields}---\n`],
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
