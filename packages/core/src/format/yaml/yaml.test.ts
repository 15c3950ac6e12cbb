import { describe, expect, test } from 'vitest'
import { parseSkill } from '../index.ts'
import { readFields, readText } from '../testing/read-text.ts'
import { cutBlocks } from './blocks.ts'
import { readNodes } from './nodes.ts'

const described = (value: string) => readText(`---\nname: demo\ndescription: ${value}\n---\n`)

describe('bug 1 colon: prose is read as typed', () => {
  test('a colon and a blank: the whole sentence, with place and quoted form', () => {
    const { skill, diagnostics } = parseSkill(
      '---\nname: review\ndescription: Reviews a change. Use when: a pull request is open\n---\nCheck the diff.\n',
      { location: '/skills/review/SKILL.md' },
    )
    expect(skill?.description).toBe('Reviews a change. Use when: a pull request is open')
    expect(diagnostics).toMatchObject([
      {
        code: 'yaml/rescued',
        severity: 'warning',
        file: '/skills/review/SKILL.md',
        range: { start: { line: 3 } },
        hint: 'description: "Reviews a change. Use when: a pull request is open"',
      },
    ])
  })

  test.each([
    '[Beta] Does things',
    '{{name}} helps',
    '@someone wrote this',
    '`code` first',
    '*bold* text',
    '&anchor text: more',
    '%d items: counted',
    '!important: Use this',
    '!important Use this',
    '- one: two',
    '> quoted: text',
    'ends with a colon:',
    '"Quoted" and then some',
    "'Quoted' and then some",
    '"a" or "b"',
    'a: "b" # c',
    '# Chemistry',
    '#hashtag',
  ])('%s', (typed) => {
    const { description, diagnostics } = described(typed)
    expect(description).toBe(typed)
    expect(diagnostics).toEqual([expect.stringMatching(/^warning yaml\/rescued 3:/)])
  })

  test.each([
    ["'It's fine'", "It's fine"],
    ['"He said "hi" there"', 'He said "hi" there'],
    ['"C:\\path\\x: and \\"y\\""', 'C:\\path\\x: and "y"'],
    ['"never closed: at all', 'never closed: at all'],
  ])('%s loses its outer quotes', (typed, read) => {
    expect(described(typed).description).toBe(read)
  })

  test('the hint is the same text for YAML', () => {
    const typed = 'a: "b" \\ c\n  and: d'
    const { skill, diagnostics } = parseSkill(`---\nname: demo\ndescription: ${typed}\n---\n`, {
      location: '/skills/demo/SKILL.md',
    })
    const repaired = readText(`---\nname: demo\n${diagnostics[0]?.hint}\n---\n`)
    expect(repaired).toMatchObject({ description: skill?.description, diagnostics: [] })
  })

  test('further lines join with a blank, a blank line is a newline', () => {
    expect(described('Use: this\n  and that\n\n  - item: x\nand not indented').description).toBe(
      'Use: this and that\n- item: x and not indented',
    )
  })

  test('a block scalar that YAML refuses keeps its lines', () => {
    expect(described('|\n\tone: 1\n\ttwo').description).toBe('one: 1\ntwo')
    expect(described('>\n\tone: 1\n\ttwo').description).toBe('one: 1 two')
  })

  test('a ` #` inside a plain value stays a comment, with an info', () => {
    const { skill, diagnostics } = parseSkill(
      '---\nname: demo\ndescription: Speaks C # and Java\n---\n',
      { location: '/skills/demo/SKILL.md' },
    )
    expect(skill?.description).toBe('Speaks C')
    expect(diagnostics).toMatchObject([
      {
        code: 'field/comment-cut',
        severity: 'info',
        range: { start: { line: 3, column: 23 } },
        hint: expect.stringContaining('description: "Speaks C # and Java"'),
      },
    ])
  })

  test('a comment above the text is only a comment', () => {
    expect(described('# what it does\n  Shows things')).toMatchObject({
      description: 'Shows things',
      diagnostics: [],
    })
  })
})

describe('bug 2 block scalars', () => {
  const lines = '\n  Turns meeting notes\n  into a task list.\n\n  Use after a call.\nlicense: MIT'

  test.each([
    ['>-', 'Turns meeting notes into a task list.\nUse after a call.'],
    ['>', 'Turns meeting notes into a task list.\nUse after a call.'],
    ['>+', 'Turns meeting notes into a task list.\nUse after a call.'],
    ['|-', 'Turns meeting notes\ninto a task list.\n\nUse after a call.'],
    ['|', 'Turns meeting notes\ninto a task list.\n\nUse after a call.'],
    ['>-  # why', 'Turns meeting notes into a task list.\nUse after a call.'],
    ['|2', 'Turns meeting notes\ninto a task list.\n\nUse after a call.'],
  ])('%s', (header, description) => {
    expect(described(header + lines)).toMatchObject({
      description,
      license: 'MIT',
      diagnostics: [],
    })
  })
})

describe('bug 5 unrelated bad key', () => {
  test('costs only itself', () => {
    const { name, description, metadata, extra, diagnostics } = readText(
      '---\nname: demo\ndependencies: [ray[train], torch]\nmetadata:\n  tags: [a, b]\n  owner: {team: x}\ndescription: Trains a model\n---\n',
    )
    expect({ name, description, extra }).toEqual({
      name: 'demo',
      description: 'Trains a model',
      extra: {},
    })
    expect({ ...metadata }).toEqual({ tags: '["a","b"]', owner: '{"team":"x"}' })
    expect(diagnostics).toEqual(['warning yaml/syntax 3:19', 'info field/type 4:1'])
  })

  test.each([
    ['an unclosed bracket', 'x: [a', 'warning yaml/syntax 4:4'],
    ['an unclosed quote', 'x: "a', 'warning yaml/syntax 4:4'],
    ['an alias of another block', 'x: &a 1\ny: *a', 'warning yaml/syntax 5:4'],
    ['a foreign tag', 'x: !python/object:os.system ls', 'warning yaml/syntax 4:29'],
    ['a map as a key', 'x: {{a}: b}', 'warning yaml/limits 4:5'],
  ])('%s', (_, lines, diagnostic) => {
    expect(readFields(lines)).toMatchObject({
      name: 'demo',
      description: 'Shows',
      diagnostics: [diagnostic],
    })
  })

  test('fields that hold values of others are said at once, and truly', () => {
    const bomb = Array.from('bcdefghij', (key, index) => {
      const above = 'abcdefghi'.charAt(index)
      return `${key}: &${key} [${Array(9).fill(`*${above}`).join(',')}]`
    })
    const text = `---\nname: demo\ndescription: Shows\na: &a [x, x]\n${bomb.join('\n')}\n---\n`
    const { skill, diagnostics } = parseSkill(text, { location: '/s/demo/SKILL.md' })
    expect({ ...skill?.extra }).toEqual({ a: ['x', 'x'] })
    expect(diagnostics.map(({ code, message, hint }) => [code, message, hint])).toEqual([
      [
        'yaml/syntax',
        '"b", "c", "d", "e", "f" and 4 more are left out: aliases such as `*a` stand for values of other fields, and each field is read on its own.',
        'Write the values themselves in place of the aliases.',
      ],
    ])
  })

  test.each([
    ['x: &a 1\ny: *a', '`*a` stands for a value of another field'],
    ['x: &ab 1\ny: *a', '`*a` stands for nothing: no `&a` is above it.'],
    ['y: *a\nx: &a 1', '`*a` stands for nothing: no `&a` is above it.'],
  ])('%j: what is said is true', (lines, sentence) => {
    const text = `---\nname: demo\ndescription: Shows\n${lines}\n---\n`
    const { diagnostics } = parseSkill(text, { location: '/s/demo/SKILL.md' })
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining(sentence)])
  })

  test('a line that is no field', () => {
    expect(readText('---\njust text\nname: demo\ndescription: Shows\n---\n')).toMatchObject({
      name: 'demo',
      description: 'Shows',
      diagnostics: ['warning yaml/syntax 2:1'],
    })
  })
})

test('bug 6 isolation: a broken file is reported by itself and never throws', () => {
  const { skill, diagnostics } = parseSkill('---\nname: [unclosed\n---\nbody', {
    location: '/skills/broken/SKILL.md',
  })
  expect(skill).toBeUndefined()
  expect(diagnostics.map(({ code }) => code)).toContain('description/missing')
})

describe('duplicate keys', () => {
  test('the last counts, with both places', () => {
    const { skill, diagnostics } = parseSkill(
      '---\nname: demo\ndescription: one\ndescription: two\n---\n',
      { location: '/skills/demo/SKILL.md' },
    )
    expect(skill?.description).toBe('two')
    expect(diagnostics).toMatchObject([
      {
        code: 'yaml/duplicate-key',
        range: { start: { line: 4 } },
        related: [{ range: { start: { line: 3 } } }],
      },
    ])
  })

  test('an empty repetition does not cost the value', () => {
    expect(readText('---\nname: demo\ndescription: one\ndescription:\n---\n')).toMatchObject({
      description: 'one',
      diagnostics: ['warning yaml/duplicate-key 3:1'],
    })
  })

  test('also inside a map', () => {
    const { metadata, diagnostics } = readFields('metadata:\n  a: 1\n  a: 2')
    expect({ ...metadata }).toEqual({ a: '2' })
    expect(diagnostics).toEqual(['warning yaml/duplicate-key 6:3'])
  })
})

describe('YAML in full', () => {
  test('anchors, tags, comments, indented and flow frontmatter', () => {
    expect(readFields('x:\n  a: &v [1, 2] # why\n  b: *v\n  c: !!str 1.0\n').extra).toEqual({
      x: { a: [1, 2], b: [1, 2], c: '1.0' },
    })
    expect(
      readText('---\n  name: demo\n  description: Shows: all\n  license: MIT\n---\n'),
    ).toMatchObject({ name: 'demo', description: 'Shows: all', license: 'MIT' })
    expect(readText('---\n{name: demo, description: Shows}\n---\n')).toMatchObject({
      name: 'demo',
      description: 'Shows',
      diagnostics: [],
    })
    expect(readText('---\n"name": demo\n? description\n: Shows\n---\n').name).toBeUndefined()
  })

  test.each([
    ['&amp Review changes', '&amp Review changes'],
    ['&Review: changes', '&Review: changes'],
    ['&x', '&x'],
    ['&x one\n  two', '&x one two'],
  ])('text that begins like an anchor stays as typed: %j', (typed, text) => {
    expect(described(typed)).toMatchObject({
      description: text,
      diagnostics: ['warning yaml/rescued 3:14'],
    })
  })

  test.each(['&x "Shows"', '&x |\n  Shows'])('an anchor before %j is one', (typed) => {
    expect(described(typed)).toMatchObject({ description: 'Shows', diagnostics: [] })
  })

  test('what a tag makes a string is that string, as YAML has it', () => {
    expect(described('!!str null').description).toBe('null')
    expect(described('! ~').description).toBe('~')
    expect(described('!!null ""')).toMatchObject({
      diagnostics: [expect.stringMatching(/^error description\/missing/)],
    })
  })

  test('a line of blanks between two fields says nothing, even a tab that YAML refuses there', () => {
    expect(readText('---\nname: \n\t\ndescription: Shows\n---\n')).toMatchObject({
      name: 'demo',
      description: 'Shows',
      diagnostics: ['warning name/missing 2:1'],
    })
  })

  test('white space that is not YAML’s is text', () => {
    expect(described('\u00a0a\u3000').description).toBe('\u00a0a\u3000')
  })
})

describe('limits: refused at once, and only that field is lost', () => {
  const deep = (times: number) => `${'['.repeat(times)}${']'.repeat(times)}`
  const anchors = `x:\n  - &a [1,1,1,1,1,1,1,1,1,1]\n${Array.from('bcdefgh')
    .map((name, index) => `  - &${name} [${Array(10).fill(`*${'abcdefg'[index]}`).join(',')}]\n`)
    .join('')}`

  test.each([
    ['an alias bomb', anchors],
    ['aliases over 50', `x: [&a b${', *a'.repeat(51)}]`],
    ['800 bytes of explicit keys', `x:\n  ${'? '.repeat(400)}`],
    ['explicit keys in a flow map', `x: {${'? '.repeat(400)}`],
    ['lists 1,000 deep on one line', `x:\n  ${'- '.repeat(1000)}a`],
    ['empty keys 4,000 deep on one line', `x:\n  ${': '.repeat(4000)}a`],
    ['brackets 7,000 deep', `x: ${deep(7000)}`],
    ['brackets 33 deep', `x: ${deep(33)}`],
    [
      'maps 100 deep',
      `x:\n${Array.from({ length: 100 }, (_, at) => `${' '.repeat(at + 1)}k:\n`).join('')}`,
    ],
    ['16,000 brackets that close nothing', `x: ${']'.repeat(16_000)}`],
    ['15,000 commas', `x: [${','.repeat(15_000)}`],
    ['2,001 values', `x: [${'1,'.repeat(2001)}]`],
    ['2,001 lines', `x: "${'\n'.repeat(2001)}"`],
  ])('%s', (_, lines) => {
    expect(readFields(lines)).toMatchObject({
      name: 'demo',
      description: 'Shows',
      extra: {},
      diagnostics: [expect.stringMatching(/^warning yaml\/limits \d/)],
    })
  })

  test('brackets are counted before YAML sees them, which would be slow at this depth', () => {
    for (const depth of [33, 7000]) {
      const text = `---\nname: demo\ndescription: d\nx: ${deep(depth)}\n---\n`
      const [said] = parseSkill(text, { location: '/s/demo/SKILL.md' }).diagnostics
      expect(said?.message).toContain('more than 32 open brackets')
    }
  })

  test.each([
    ['a `?` that ends the block', 'x: [?'],
    ['a list as a key', 'x: {[a]: b}'],
    ['a list item where a key should be', 'x: {a: b, - c}'],
  ])('%s costs that field alone', (_, line) => {
    const { name, description, extra, diagnostics } = readFields(line)
    expect({ name, description, extra }).toEqual({ name: 'demo', description: 'Shows', extra: {} })
    expect(diagnostics).toEqual([expect.stringMatching(/^warning yaml\/(limits|syntax) 4:/)])
  })

  test('an alias of a map counts its letters, and a key may be empty', () => {
    expect(readFields('x: [&a {k: v}, *a]').extra).toEqual({ x: [{ k: 'v' }, { k: 'v' }] })
    expect(readFields('x: {: v}').extra).toEqual({ x: { '': 'v' } })
  })

  test('a list deeper than the fast path reads is read all the same', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `${'  '.repeat(at + 1)}-`)
    const { diagnostics } = readFields(`x:\n${lines.join('\n')} a`)
    expect(diagnostics).toEqual([])
  })

  test.each(['!x - ', '&a - ', '!x : ', '&a : ', '-\t'])(
    'what the look ahead does not see (%j, 2,000 times) costs that field alone',
    (unit) => {
      const { name, description, diagnostics } = readFields(`x:\n  ${unit.repeat(2000)}a`)
      expect({ name, description }).toEqual({ name: 'demo', description: 'Shows' })
      expect(diagnostics).toEqual([expect.stringMatching(/^warning yaml\/(limits|syntax) /)])
    },
  )

  test('50 aliases and 32 brackets are fine', () => {
    expect(readFields(`x: [&a b${', *a'.repeat(50)}]`).diagnostics).toEqual([])
    expect(readFields(`x: ${deep(32)}`).diagnostics).toEqual([])
  })

  test.each([
    ['100,000 keys', Array.from({ length: 100_000 }, (_, at) => `k${at}: v\n`).join('')],
    ['a line of 1 MiB', `x: ${'y'.repeat(1_000_000)}`],
    ['nesting 10,000 deep', `x: ${deep(10_000)}`],
  ])('%s: the file is too large, and that is the one diagnostic', (_, lines) => {
    const { name, diagnostics } = readFields(lines)
    expect(name).toBeUndefined()
    expect(diagnostics).toEqual(['error bytes/too-large 1:1'])
  })
})

describe('cutBlocks', () => {
  const cut = (text: string) => cutBlocks(text).map(({ start, end }) => text.slice(start, end))

  test.each([
    ['keys', ['a: 1\n', 'b:\n  c: 2\n', 'd: 3\n']],
    ['lists in the first column', ['a:\n- x: 1\n- y\n', 'b: 2\n']],
    ['closing brackets in the first column', ['a: [\n  1\n]\n', 'b: {\n}\n']],
    ['comments and blank lines stay with what is above', ['a: 1\n# b: 2\n\n', 'c: 3\n']],
    ['prose that is not indented', ['a: one\ntwo three\n', 'b: 2\n']],
    ['an indented frontmatter', ['  a: 1\n    b\n', '  c: 2\n']],
  ])('%s', (_, blocks) => {
    expect(cut(blocks.join(''))).toEqual(blocks)
  })
})

describe('what YAML stumbles over is said in plain words', () => {
  const texts: readonly (readonly [text: string, said: RegExp])[] = [
    ['a: b: c', /colon and a blank inside the text/],
    ['a: x\n\tb: c', /tab stands at the start of a line/],
    ['a: [b', /bracket that opens never closes/],
    ['a: {x', /bracket that opens never closes/],
    ['a: "b', /quotation mark that opens never closes/],
    ['a: @x', /starts with `@`/],
    ['a: "\\q"', /backslash in double quotes/],
    ['a: [b]x', /more text behind a value/],
    ["a: 'x'y", /more text behind a value/],
    ['a: b\n- c', /not indented below one/],
    ['a: - b', /same line as its field/],
    ['a:\n  - b\n c: d', /different columns/],
    ['a: >-foo', /announces lines of text/],
    ['a: &x &y z', /means nothing in YAML/],
    ['a: [b,,c]', /comma stands where no item is/],
  ]
  test.each(texts)('%j', (text, said) => {
    const { problem } = readNodes(text, { start: 0, end: text.length, indent: 0 })
    expect(problem?.message).toMatch(said)
    expect(problem?.message).not.toMatch(/mapping|sequence|scalar|flow|implicit|token|node|\.$/i)
  })
})
