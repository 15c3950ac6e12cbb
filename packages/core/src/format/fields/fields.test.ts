import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parseSkill } from '../index.ts'
import { readFields, readText } from '../testing/read-text.ts'

test('fields of other clients print as what they hold', () => {
  const text = '---\nname: demo\ndescription: d\nx: {y: [1, a], __proto__: z}\n---\n'
  const { skill } = parseSkill(text, { location: '/s/demo/SKILL.md' })
  expect(inspect(skill?.extra)).toBe("{ x: { y: [ 1, 'a' ], ['__proto__']: 'z' } }")
  expect('constructor' in (skill?.extra ?? {})).toBe(false)
  expect(JSON.stringify(skill?.extra)).toBe('{"x":{"y":[1,"a"],"__proto__":"z"}}')
})

describe('description', () => {
  const location = '/skills/hollow/SKILL.md'
  const described = (value: string, layout?: 'any-markdown') =>
    readText(`---\nname: hollow\ndescription: ${value}\n---\n`, {
      location,
      ...(layout === undefined ? {} : { layout }),
    })

  test.each([
    '"   "',
    '',
    '~',
    '|',
    '""',
    "' \t '",
    '>-\n  \n',
    '\u00a0',
    '\u3000\u2003',
    '\u200b',
  ])('bug 8 blank description: %j counts as missing', (value) => {
    const { name, diagnostics } = described(value)
    expect(name).toBeUndefined()
    expect(diagnostics.map((line) => line.split(' ', 2).join(' '))).toEqual([
      'error description/missing',
    ])
  })

  test('ancestor A: may be missing in the any-markdown layout; then only people can call it', () => {
    expect(described('', 'any-markdown')).toMatchObject({
      name: 'hollow',
      description: '',
      modelInvocable: false,
      userInvocable: true,
      diagnostics: ['info description/missing 3:1'],
    })
  })

  test('bug 66 limits: 1,024 characters of any script, over that a warning and the whole text', () => {
    for (const char of ['x', '字', '😀']) {
      expect(described(char.repeat(1024)).diagnostics).toEqual([])
      const over = described(char.repeat(1025))
      expect(over).toMatchObject({
        description: char.repeat(1025),
        diagnostics: ['warning description/too-long 3:1'],
      })
    }
  })

  test('ancestor B: a long description warns and loads', () => {
    expect(described('x'.repeat(2000)).name).toBe('hollow')
  })
})

describe('license, compatibility and metadata', () => {
  test('texts stay as typed', () => {
    expect(readFields('license: 0.0\ncompatibility: 2024-01-02')).toMatchObject({
      license: '0.0',
      compatibility: '2024-01-02',
      diagnostics: [],
    })
  })

  test('bug 66 limits: compatibility has 500 characters', () => {
    expect(readFields(`compatibility: ${'字'.repeat(500)}`).diagnostics).toEqual([])
    expect(readFields(`compatibility: ${'字'.repeat(501)}`).diagnostics).toEqual([
      'warning compatibility/too-long 4:1',
    ])
  })

  test('a list where a text is meant counts as typed, with a warning', () => {
    expect(readFields('license: [MIT, BSD]')).toMatchObject({
      license: '[MIT, BSD]',
      diagnostics: ['warning field/type 4:1'],
    })
  })

  test('metadata is a map of texts, nested values are JSON, dangerous keys are plain keys', () => {
    const { metadata, diagnostics } = readFields(
      'metadata:\n  version: 1.10\n  none:\n  tags: [a, 1, 007]\n  __proto__: p\n  constructor: c',
    )
    expect(metadata).toEqual(
      Object.assign(Object.create(null), {
        version: '1.10',
        none: '',
        tags: '["a",1,"007"]',
        ['__proto__']: 'p',
        constructor: 'c',
      }),
    )
    for (const key of ['toString', 'hasOwnProperty']) expect(key in (metadata ?? {})).toBe(false)
    expect(diagnostics).toEqual(['info field/type 4:1'])
  })

  test('metadata of another type is kept as an extra field', () => {
    expect(readFields('metadata: [a]')).toMatchObject({
      metadata: {},
      extra: { metadata: ['a'] },
      diagnostics: ['warning field/type 4:1'],
    })
    const text = '---\nname: demo\ndescription: d\nmetadata: [a]\n---\n'
    const [said] = parseSkill(text, { location: '/s/demo/SKILL.md' }).diagnostics
    expect(said?.hint).toBe('metadata: { author: "…" }')
  })
})

describe('arguments', () => {
  test('ancestor A: a map of name to description, in order', () => {
    expect(readFields('arguments:\n  topic: What to write about\n  length:\n')).toMatchObject({
      arguments: [{ name: 'topic', description: 'What to write about' }, { name: 'length' }],
      argumentHint: '<topic> <length>',
      diagnostics: [],
    })
  })

  test.each([
    ['a list of names', 'arguments: [topic, length]'],
    ['a list of maps', 'arguments:\n  - name: topic\n  - name: length\n    required: true'],
    ['names on one line', 'arguments: topic length'],
  ])('%s', (_, lines) => {
    expect(readFields(lines)).toMatchObject({
      arguments: [{ name: 'topic' }, { name: 'length' }],
      diagnostics: [],
    })
  })

  test('what is no argument is left out with a warning', () => {
    expect(readFields('arguments: [topic, [x]]')).toMatchObject({
      arguments: [{ name: 'topic' }],
      diagnostics: ['warning field/type 4:1'],
    })
    expect(readFields('arguments: The file, and why.')).toMatchObject({
      arguments: [],
      diagnostics: ['warning field/type 4:1'],
    })
  })
})

describe('argument-hint', () => {
  test.each([
    ['[issue]', '[issue]', []],
    ['[issue] - e.g. "42"', '[issue] - e.g. "42"', ['info yaml/rescued 4:24']],
    ['{path}', '{path}', []],
    ['"[url]"', '[url]', []],
    ['<a> [b]', '<a> [b]', []],
    ['[a] [b]', '[a] [b]', ['info yaml/rescued 4:20']],
    ['[a, b]', '[a, b]', []],
  ])('bug 4 argument-hint: %s shows as typed', (typed, shown, diagnostics) => {
    expect(readFields(`argument-hint: ${typed}`)).toMatchObject({
      name: 'demo',
      argumentHint: shown,
      diagnostics,
    })
  })

  test('may be spelt with an underscore', () => {
    expect(readFields('argument_hint: "[x]"')).toMatchObject({
      argumentHint: '[x]',
      diagnostics: [],
    })
  })
})

describe('model and hooks', () => {
  test.each(['inherit', 'Default', 'AUTO', '""', ''])('model %j is none', (model) => {
    expect(readFields(`model: ${model}`)).not.toHaveProperty('model')
  })

  test('ancestor A, bug 57 model overrides: the name of a model is kept as written', () => {
    expect(readFields('model: claude-opus-4-5').model).toBe('claude-opus-4-5')
  })

  test('ancestor A: preExecute, postExecute and onError, in any spelling', () => {
    expect(
      readFields('hooks:\n  preExecute: a\n  post-execute: b\n  on_error: |\n    c\n    d\n'),
    ).toMatchObject({
      hooks: { preExecute: 'a', postExecute: 'b', onError: 'c\nd' },
      diagnostics: [],
    })
  })

  test('other clients’ hooks are kept, never run', () => {
    const { hooks, extra, diagnostics } = readFields(
      'hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: rm -rf x\n',
    )
    expect(hooks).toEqual({})
    expect(extra).toMatchObject({
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'rm -rf x' }] }],
      },
    })
    expect(diagnostics).toEqual(['info field/not-run 5:3'])
  })
})

describe('flags', () => {
  const truthy = ['true', 'True', 'TRUE', '"true"', "'true'", 'yes', 'Yes', 'on', 'ON', '1', '"1"']
  const falsy = ['false', 'False', '"false"', 'no', 'NO', 'off', '0', "'off'"]

  test.each(truthy)('bug 7 boolean spellings: disable-model-invocation: %s', (value) => {
    expect(readFields(`disable-model-invocation: ${value}`)).toMatchObject({
      modelInvocable: false,
      userInvocable: true,
      diagnostics: [],
    })
  })

  test.each(falsy)('bug 7 boolean spellings: user-invocable: %s', (value) => {
    expect(readFields(`user-invocable: ${value}`)).toMatchObject({
      modelInvocable: true,
      userInvocable: false,
      diagnostics: [],
    })
  })

  test.each(['maybe', '[true]', '2', ''])(
    'bug 7 boolean spellings: %j cannot be read and closes the door',
    (value) => {
      expect(readFields(`disable-model-invocation: ${value}`)).toMatchObject({
        modelInvocable: false,
        diagnostics: ['warning flags/unreadable 4:1'],
      })
      expect(readFields(`user-invocable: ${value}`)).toMatchObject({
        userInvocable: false,
        diagnostics: ['warning flags/unreadable 4:1'],
      })
    },
  )

  test('both closed: nobody can call it, with a warning', () => {
    expect(readFields('disable-model-invocation: true\nuser-invocable: false')).toMatchObject({
      diagnostics: ['warning flags/unreachable 5:1'],
    })
  })
})

describe('fields nobody knows', () => {
  test('are kept as read, numbers only where they write back the same', () => {
    const { extra, diagnostics } = readFields(
      'version: 1.10\nbuild: 7\nid: 12345678901234567890\nzip: 007\non: yes\nok: True\nnone: ~\nwhen: 2024-01-02\nquoted: "7"\nlist: [a, -1.5]\nless: -Infinity',
    )
    expect({ ...extra }).toEqual({
      version: '1.10',
      build: 7,
      id: '12345678901234567890',
      zip: '007',
      on: 'yes',
      ok: true,
      none: null,
      when: '2024-01-02',
      quoted: '7',
      list: ['a', -1.5],
      less: '-Infinity',
    })
    expect(diagnostics).toEqual([])
  })

  test('are reported where asked for', () => {
    const options = { location: '/skills/demo/SKILL.md', unknownFields: 'report' } as const
    expect(readFields('version: 1', options).diagnostics).toEqual(['info field/unknown 4:1'])
  })

  test('bug 8 key typos: a near-miss names the right spelling and the line to write', () => {
    const { skill, diagnostics } = parseSkill(
      '---\nname: typo\ndescription: Manual only\nuser-invokable: false\n---\n',
      { location: '/skills/typo/SKILL.md' },
    )
    expect(skill).toMatchObject({ userInvocable: true, extra: { 'user-invokable': false } })
    expect(diagnostics).toMatchObject([
      {
        code: 'field/near-miss',
        severity: 'warning',
        message: '"user-invokable" is not a field; Skillet knows "user-invocable".',
        hint: 'user-invocable: false',
        range: { start: { line: 4, column: 1 }, end: { line: 4, column: 15 } },
      },
    ])
  })

  test.each([
    ['allowedTools', 'allowed-tools'],
    ['user_invocable', 'user-invocable'],
    ['hook', 'hooks'],
    ['licence', 'license'],
    ['modle', 'model'],
    ['meta-data', 'metadata'],
    ['disableModelInvocation', 'disable-model-invocation'],
    ['DISABLE_MODEL_INVOCATION', 'disable-model-invocation'],
    ['Disable-Model-Invokation', 'disable-model-invocation'],
    ['userInvocable', 'user-invocable'],
    ['USER-INVOCABLE', 'user-invocable'],
    ['ArgumentHint', 'argument-hint'],
    ['Tools', 'tools'],
  ])('%s is near %s', (typed, meant) => {
    const text = `---\nname: demo\ndescription: d\n${typed}: x\n---\n`
    const { diagnostics } = parseSkill(text, { location: '/skills/demo/SKILL.md' })
    expect(diagnostics.map(({ code }) => code)).toEqual(['field/near-miss'])
    expect(diagnostics[0]?.hint).toBe(`${meant}: x`)
  })

  test.each(['date', 'tags', 'type', 'role', 'version', 'author', 'description-cn', 'context'])(
    '%s is near nothing',
    (key) => {
      expect(readFields(`${key}: x`).diagnostics).toEqual([])
    },
  )

  test('a slip of the description counts as one, since the skill would be lost for a letter', () => {
    const text = '---\nname: demo\nDescripton: Shows\n---\n'
    expect(readText(text)).toMatchObject({
      description: 'Shows',
      extra: {},
      diagnostics: ['warning field/near-miss 3:1'],
    })
  })
})

describe('a field that is indented belongs to the one above, and is told so', () => {
  test('a tab before description is no reason to lose the skill', () => {
    const text = '---\nname: demo\n\tdescription: Does it.\nlicense: MIT\n---\n'
    const { skill, diagnostics } = parseSkill(text, { location: '/s/demo/SKILL.md' })
    expect(skill).toMatchObject({ name: 'demo', description: 'Does it.', license: 'MIT' })
    expect(diagnostics).toMatchObject([
      { code: 'yaml/rescued', range: { start: { line: 3 } }, hint: 'description: "Does it."' },
    ])
    expect(diagnostics[0]?.message).toContain('a tab stands at the start of a line')
  })

  test('but lines of a map, a block of text and a quoted text stay with their field', () => {
    for (const above of ['metadata:', 'license: |', 'license: "a']) {
      const text = `---\ndescription: d\nname: demo\n${above}\n\tname: other\n\tb"\n---\n`
      expect(parseSkill(text, { location: '/s/demo/SKILL.md' }).skill?.name).toBe('demo')
    }
  })

  test.each([
    ['metadata:\n\t', /a tab stands before it/],
    ['license: MIT\n  ', /blanks stand before it/],
  ])('%j before description', (above, said) => {
    const text = `---\nname: demo\n${above}description: Does it.\n---\n`
    const { skill, diagnostics } = parseSkill(text, { location: '/s/demo/SKILL.md' })
    expect(skill).toBeUndefined()
    const error = diagnostics.find(({ severity }) => severity === 'error')
    expect(error).toMatchObject({ code: 'description/missing', range: { start: { line: 4 } } })
    expect(error?.message).toMatch(said)
    expect(error?.hint).toBe('Begin the line with `description:`, with nothing before it.')
  })
})

describe('a description that YAML does not see', () => {
  test.each([
    ['description:Does it.', /no blank follows its colon/, /plain colon and a blank/],
    ['description：Does it.', /followed by "：", not by a colon/, /plain colon and a blank/],
    ['description = Does it.', /followed by "="/, /plain colon and a blank/],
    ['desc: Does it.', /does not take "desc" for it/, /^Rename "desc" to "description"/],
    ['Summary: Does it.', /does not take "Summary"/, /^Rename "Summary" to/],
    ['when_to_use: Ask.', /does not take "when_to_use"/, /^Rename "when_to_use" to/],
  ])('%s: is told what keeps it from being one', (line, message, hint) => {
    const text = `---\nname: demo\n\n${line}\n---\n`
    const { skill, diagnostics } = parseSkill(text, { location: '/s/demo/SKILL.md' })
    expect(skill).toBeUndefined()
    const [error, ...more] = diagnostics.filter(({ severity }) => severity === 'error')
    expect(more).toEqual([])
    expect(error).toMatchObject({ code: 'description/missing', range: { start: { line: 4 } } })
    expect(error?.message).toMatch(message)
    expect(error?.hint).toMatch(hint)
  })

  test.each(['descriptions of things', 'described: x', 'description-cn: x', 'summary:x'])(
    '%s is no such line',
    (line) => {
      const { diagnostics } = parseSkill(`---\n${line}\n---\n`, { location: '/s/demo/SKILL.md' })
      const error = diagnostics.find(({ severity }) => severity === 'error')
      expect(error?.hint).toBe('description: "What it does. Use when …"')
    },
  )
})
