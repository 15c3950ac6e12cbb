import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSkill, parseToolPattern, splitPatterns, toolName } from './index.ts'
import { readFields } from './testing/read-text.ts'
import { likelyTool } from './tool-names.ts'

describe('bug 59 allowed-tools spellings', () => {
  test.each([
    ['Bash(git add *), Read', ['Bash(git add *)', 'Read']],
    ['Read Grep Bash(npm run test:*)', ['Read', 'Grep', 'Bash(npm run test:*)']],
    ['[Read, "Bash(git diff *)"]', ['Read', 'Bash(git diff *)']],
    ['[Read, Bash(git diff *)]', ['Read', 'Bash(git diff *)']],
    ['[Bash(ls, cat), Read]', ['Bash(ls, cat)', 'Read']],
    ['\n  - Read\n  - Bash(git diff *)', ['Read', 'Bash(git diff *)']],
    ['"Read, Write"', ['Read', 'Write']],
    ['"Read", "Bash(git *)"', ['Read', 'Bash(git *)']],
    ["'Read' 'Grep'", ['Read', 'Grep']],
    ['Read\n  Grep', ['Read', 'Grep']],
    ['Bash (git *) Read', ['Bash(git *)', 'Read']],
    ['Bash  (git *), Read', ['Bash(git *)', 'Read']],
    ['Bash(a(b)c) Read', ['Bash(a(b)c)', 'Read']],
    ['Bash(echo ")")', ['Bash(echo ")")']],
    ['Bash(unclosed Read', ['Bash(unclosed Read']],
    ['Read, (git *)', ['Read', '(git *)']],
    ['Bash(a) (b)', ['Bash(a)', '(b)']],
    ['*', ['*']],
    ['', []],
  ])('%j', (typed, allowedTools) => {
    expect(readFields(`allowed-tools: ${typed}`).allowedTools).toEqual(allowedTools)
    expect(readFields(`allowed_tools: ${typed}`).allowedTools).toEqual(allowedTools)
  })

  test('a wrong type warns', () => {
    expect(readFields('allowed-tools: {Read: true}')).toMatchObject({
      allowedTools: [],
      diagnostics: ['warning field/type 4:1'],
    })
    expect(readFields('allowed-tools: [Read, {a: b}, [x]]')).toMatchObject({
      allowedTools: ['Read'],
      diagnostics: ['warning field/type 4:1'],
    })
  })

  test('a pattern that YAML takes for a map counts as typed, with a warning', () => {
    expect(readFields('allowed-tools:\n- WebFetch(domain: example.org)\n- Read')).toMatchObject({
      allowedTools: ['WebFetch(domain: example.org)', 'Read'],
      diagnostics: ['warning field/type 4:1', 'info tools/unknown 4:1'],
    })
  })
})

describe('tools', () => {
  test('ancestor A: narrows the tool pool; absent or empty means all', () => {
    expect(readFields('tools: Read, Bash(git *)').tools).toEqual(['Read', 'Bash(git *)'])
    expect(readFields('tools: [read, find]').tools).toEqual(['read', 'find'])
    expect(readFields('tools:').tools).toEqual([])
    expect(readFields('license: MIT').tools).toEqual([])
  })

  test('names of clients are set aside with an info', () => {
    expect(readFields('tools: [claude, Cursor, gemini-cli]')).toMatchObject({
      tools: [],
      diagnostics: ['info tools/client-name 4:1'],
    })
    expect(readFields('tools: [claude-code, Read]')).toMatchObject({
      tools: ['Read'],
      diagnostics: ['info tools/client-name 4:1'],
    })
  })

  test('a star is no restriction', () => {
    expect(readFields('tools: "*"').tools).toEqual([])
  })
})

describe('toolName', () => {
  test.each([
    ['Read', 'read'],
    ['WRITE', 'write'],
    ['Edit', 'edit'],
    ['MultiEdit', 'edit'],
    ['Bash', 'bash'],
    ['Grep', 'grep'],
    ['Glob', 'find'],
    ['LS', 'ls'],
    ['WebFetch', 'webfetch'],
    ['constructor', 'constructor'],
  ])('%s → %s', (name, own) => {
    expect(toolName(name)).toBe(own)
  })
})

describe('parseToolPattern', () => {
  test.each([
    ['Bash(git add *)', { name: 'Bash', argument: 'git add *' }],
    ['Bash(echo (a))', { name: 'Bash', argument: 'echo (a)' }],
    ['Read', { name: 'Read' }],
    ['(x)', { name: '(x)' }],
    ['Bash(git', { name: 'Bash(git' }],
  ])('%s', (pattern, expected) => {
    expect(parseToolPattern(pattern)).toEqual(expected)
  })
})

describe('splitPatterns', () => {
  const word = fc.stringMatching(/^[A-Za-z_]{1,8}(\([a-z *:,]{0,8}\))?$/)

  test('what is joined by commas or blanks comes apart the same', () => {
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom(', ', ' ', ',', '  ,  '), (words, between) => {
        expect(splitPatterns(words.join(between))).toEqual(words)
      }),
    )
  })

  test('nothing but blanks and commas is ever lost', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '(', ')', ' ', ',') }), (text) => {
        const letters = (some: string) => some.replaceAll(/[ ,]/g, '')
        expect(letters(splitPatterns(text).join(''))).toBe(letters(text))
      }),
    )
  })
})

describe('likelyTool', () => {
  test.each([
    ['Reed', 'Read'],
    ['Grpe', 'Grep'],
    ['Bsh', undefined],
    ['bahs', 'Bash'],
    ['WebFecth', 'WebFetch'],
    ['Gloob', 'Glob'],
    ['Wriet', 'Write'],
  ])('%s is a slip of %s', (name, tool) => expect(likelyTool(name)).toBe(tool))

  test.each(['Read', 'ls', 'LSP', 'Task', 'list', 'web_fetch', 'mcp__x__reed', 'Foo', 'Lint'])(
    '%s is left alone',
    (name) => expect(likelyTool(name)).toBeUndefined(),
  )
})

test('a slip under tools or allowed-tools is told, with the right spelling', () => {
  const text =
    '---\nname: demo\ndescription: d\nallowed-tools: [Bash, Reed, Foo]\ntools: Read, Grpe(x)\n---\n'
  const { diagnostics } = parseSkill(text, { location: '/s/demo/SKILL.md' })
  expect(
    diagnostics.map(({ code, severity, hint, range }) => [code, severity, hint, range?.start.line]),
  ).toEqual([
    ['tools/near-miss', 'warning', 'If "Grep" is meant, write it so.', 5],
    ['tools/near-miss', 'warning', 'If "Read" is meant, write it so.', 4],
    ['tools/unknown', 'info', 'Leave them for clients that have them, or remove them.', 4],
  ])
})

describe('tools of other clients under allowed-tools', () => {
  const found = (lines: string) =>
    parseSkill(`---\nname: demo\ndescription: d\n${lines}\n---\n`, {
      location: '/s/demo/SKILL.md',
    })

  test('are kept, and an info names them', () => {
    const { skill, diagnostics } = found('allowed-tools: Read Task(x) mcp__x__y Bash(git *) Task')
    expect(skill?.allowedTools).toEqual(['Read', 'Task(x)', 'mcp__x__y', 'Bash(git *)', 'Task'])
    expect(diagnostics).toMatchObject([
      {
        code: 'tools/unknown',
        severity: 'info',
        message:
          '"allowed-tools" names tools that Skillet does not have (`Task`, `mcp__x__y`): nothing is approved by them.',
        range: { start: { line: 4 } },
      },
    ])
  })

  test('are counted where there are many, and a long name is cut', () => {
    const names = Array.from({ length: 8 }, (_, index) => `${'x'.repeat(100)}${index}`)
    const [diagnostic] = found(`allowed-tools: ${names.join(' ')}`).diagnostics
    expect(diagnostic?.message).toContain(' and 3 more)')
    expect(diagnostic?.message.length).toBeLessThan(500)
  })

  test.each(['Read, Glob, LS, Skill, activate_skill, search_skills', '[]', 'MultiEdit'])(
    'not in %s',
    (value) => expect(found(`allowed-tools: ${value}`).diagnostics).toEqual([]),
  )

  test('under `tools` it is the turn that says so: a program may have tools of its own', () => {
    expect(found('tools: Task').diagnostics).toEqual([])
  })
})
