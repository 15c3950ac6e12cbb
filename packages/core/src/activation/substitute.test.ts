// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders look like templates
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { substitute } from './substitute.ts'
import { splitArguments } from './tokens.ts'

interface Given {
  readonly args?: string | readonly string[]
  readonly names?: readonly string[]
  readonly hint?: boolean
  readonly directory?: string
  readonly project?: string
  readonly pluginRoot?: string
}

function fill(body: string, given: Given = {}) {
  const names = given.names ?? []
  const { pieces, ...filled } = substitute(body, {
    arguments: splitArguments(given.args ?? ''),
    names,
    declared: names.length > 0 || given.hint === true,
    skillDirectory: given.directory ?? '/skills/tool',
    projectDirectory: given.project,
    pluginRoot: given.pluginRoot,
  })
  return { ...filled, text: pieces.join('') }
}

function text(body: string, given: Given = {}): string {
  return fill(body, given).text
}

describe('arguments', () => {
  it.each([
    ['Fix $ARGUMENTS now', 'issue 7', 'Fix issue 7 now'],
    ['Fix $ARGUMENTS now', '', 'Fix  now'],
    ['In code: `$ARGUMENTS`', 'x', 'In code: `x`'],
    ['$ARGUMENTS[0] then $ARGUMENTS[1]', 'a "b c"', 'a then b c'],
    ['$ARGUMENTS[2]', 'a b', '$ARGUMENTS[2]'],
    ['$ARGUMENTS[x]', 'a', 'a[x]'],
    ['$ARGUMENTS的内容', 'a', 'a的内容'],
    ['$ARGUMENTS_LIST $MY_ARGUMENTS', 'a', '$ARGUMENTS_LIST $MY_ARGUMENTS'],
  ])('%j with %j gives %j', (body, args, expected) => {
    expect(text(body, { args })).toBe(expected)
  })

  it('bug 49 replacement patterns: dollar sequences of the arguments stay as typed', () => {
    const args = "costs $$5 & $& and $` and $' and $1"
    expect(text('Do: $ARGUMENTS.', { args })).toBe(`Do: ${args}.`)
  })

  it('bug 51 no arguments: the placeholder becomes empty', () => {
    expect(fill('Fix $ARGUMENTS now')).toMatchObject({ text: 'Fix  now', consumed: false })
  })

  it('bug 51 no placeholder: the arguments were not consumed', () => {
    expect(fill('Fix it', { args: 'issue 7' })).toMatchObject({ text: 'Fix it', consumed: false })
    expect(fill('Fix $ARGUMENTS', { args: 'issue 7' }).consumed).toBe(true)
    expect(fill('Fix $ARGUMENTS[3]', { args: 'issue 7' }).consumed).toBe(false)
  })

  it('bug 54 inserted text is never looked at again', () => {
    const args = '!`touch /tmp/owned` $ARGUMENTS $1 ${SKILL_DIR} {baseDir}'
    expect(text('$ARGUMENTS', { args, hint: true })).toBe(args)
    expect(text('$1$ARGUMENTS[0]', { args: ['$2', '$1'], hint: true })).toBe('$2$2')
  })

  it('keeps a backslash everywhere but before a placeholder', () => {
    const body = '\\$ARGUMENTS \\$HOME \\n \\\\$ARGUMENTS \\${SKILL_DIR} $ARGUMENTS'
    expect(text(body, { args: 'a' })).toBe('$ARGUMENTS \\$HOME \\n \\$ARGUMENTS ${SKILL_DIR} a')
  })
})

describe('named arguments', () => {
  const names = ['file', 'file-type', 'rest']

  it.each([
    ['$file', 'a'],
    ['${file}', 'a'],
    ['`${file}` and `$file`', '`a` and `$file`'],
    ['$file-type', 'b'],
    ['$file-types', 'a-types'],
    ['$files $file_ $file1', '$files $file_ $file1'],
    ['$file里', 'a里'],
    ['$rest|${rest}', '"c d"  e|"c d"  e'],
    ['$other ${other} ${file', '$other ${other} ${file'],
    ['\\$file \\${file}', '$file ${file}'],
  ])('%j gives %j', (body, expected) => {
    expect(text(body, { names, args: 'a b "c d"  e' })).toBe(expected)
  })

  it('is empty where there is no such argument', () => {
    expect(text('[$file][$rest]', { names })).toBe('[][]')
  })

  it('ancestor C: a filled field is one argument, blanks and all', () => {
    const args = ['my file.txt', '', 'the rest']
    expect(text('$file|$file-type|$rest', { names, args })).toBe('my file.txt||the rest')
  })
})

describe('positions', () => {
  it('counts from 1, and from 0 where the body says $0', () => {
    expect(text('$1 $2', { args: 'a b', hint: true })).toBe('a b')
    expect(text('$0 $1', { args: 'a b', hint: true })).toBe('a b')
    expect(text('\\$0 $1', { args: 'a b', hint: true })).toBe('$0 a')
    expect(text('`$0` $1', { args: 'a b', hint: true })).toBe('`$0` a')
  })

  it('means nothing in a skill that never speaks of arguments', () => {
    expect(text('$1 \\$1', { args: 'a' })).toBe('$1 \\$1')
    expect(text('$1 \\$1 $ARGUMENTS', { args: 'a' })).toBe('a $1 a')
    expect(text('$1 \\$ARGUMENTS', { args: 'a' })).toBe('$1 $ARGUMENTS')
  })

  it('bug 50 body’s own dollars: code, prices, escapes and missing tokens stay', () => {
    // Outside of code `$1` is a placeholder here, since the body speaks of arguments.
    expect(text("awk '{print $1}' f  costs $0.10  \\$1  $ARGUMENTS", { args: 'x y' })).toBe(
      "awk '{print x}' f  costs $0.10  $1  x y",
    )
    expect(text("awk '{print $1}' f  costs $0.10", { args: 'x y' })).toBe(
      "awk '{print $1}' f  costs $0.10",
    )
    const body = "`awk '{print $1}' f` costs $0.10 \\$1 $3 $ARGUMENTS"
    expect(text(body, { args: 'x y' })).toBe("`awk '{print $1}' f` costs $0.10 $1 $3 x y")
  })

  it.each([
    '$0.10',
    '$100USD',
    '$5k',
    '$5/month',
    '$1,000',
    '$2-5',
    '$1–2',
    '$3/10',
    '$1/user',
    'US$1',
    '$01',
    '$1_a',
    '$1st',
  ])('never takes %j for a placeholder', (price) => {
    expect(text(price, { args: 'a b c d e f', hint: true })).toBe(price)
  })

  it.each([
    ['$1.', 'a.'],
    ['$1, $2', 'a, b'],
    ['$1-$2', 'a-b'],
    ['$1/$2', 'a/b'],
    ['$1/README.md', 'a/README.md'],
    ['$1.md', 'a.md'],
    ['$1的', 'a的'],
    ['($1)', '(a)'],
    ['$10', 'j'],
    ['$$1', '$a'],
  ])('%j gives %j', (body, expected) => {
    expect(text(body, { args: 'a b c d e f g h i j', hint: true })).toBe(expected)
  })

  it.each([
    ['```sh\necho $1\n```\n$1', '```sh\necho $1\n```\na'],
    ['~~~\n$1\n```\n~~~\n$1', '~~~\n$1\n```\n~~~\na'],
    ['````\n```\n$1\n````\n$1', '````\n```\n$1\n````\na'],
    ['```\n$1 never closed\n\n$1', '```\n$1 never closed\n\n$1'],
    ['```\r\n$1\r\n```\r\n$1', '```\r\n$1\r\n```\r\na'],
    ['- item\n  ```\n  $1\n  ```\n  $1', '- item\n  ```\n  $1\n  ```\n  a'],
    ['1. ```\n   $1\n   ```\n$1', '1. ```\n   $1\n   ```\na'],
    ['> ```\n> $1\nout $1', '> ```\n> $1\nout a'],
    ['``a ` $1`` $1', '``a ` $1`` a'],
    ['a ` b $1', 'a ` b a'],
    ['\\`$1\\`', '\\`a\\`'],
    ['`one\n$1 two` $1', '`one\n$1 two` a'],
    ['a ` b\n\nc ` $1', 'a ` b\n\nc ` a'],
    ['- a ` b\n- c ` $1', '- a ` b\n- c ` a'],
    ['# a ` b\nc ` $1', '# a ` b\nc ` a'],
    ['``` not `a` fence\n$1', '``` not `a` fence\na'],
  ])('knows what is code: %j', (body, expected) => {
    expect(text(body, { args: 'a', hint: true })).toBe(expected)
  })
})

describe('places', () => {
  it('bug 30 base-folder placeholder: filled on every route, blanks and all', () => {
    const directory = '/tmp/my skills/tool'
    const body =
      'Run: python "${CLAUDE_SKILL_DIR}/scripts/a.py"\n`python {baseDir}/scripts/a.py`\n$SKILL_DIR $CLAUDE_SKILL_DIR ${SKILL_DIR}'
    expect(text(body, { directory })).toBe(
      `Run: python "${directory}/scripts/a.py"\n\`python ${directory}/scripts/a.py\`\n${directory} ${directory} ${directory}`,
    )
  })

  it('leaves what only looks like one', () => {
    const body = '${baseDir} $SKILL_DIRECTORY ${SKILL_DIR_X} {basedir}'
    expect(text(body)).toBe(body)
  })

  it('fills the working folder and the plugin root where they are known', () => {
    const body = '${CLAUDE_PROJECT_DIR} ${CLAUDE_PLUGIN_ROOT}'
    expect(text(body, { project: '/w', pluginRoot: '/p' })).toBe('/w /p')
    expect(fill(body)).toEqual({
      text: body,
      consumed: false,
      unresolved: ['${CLAUDE_PROJECT_DIR}', '${CLAUDE_PLUGIN_ROOT}'],
    })
  })

  it('bug 30 unsupported placeholders are left alone and reported, once each', () => {
    const body = '${CLAUDE_SESSION_ID} {{args}} ${CLAUDE_SESSION_ID} \\${CLAUDE_PLUGIN_ROOT}'
    expect(fill(body)).toMatchObject({
      text: body.replace('\\', ''),
      unresolved: ['${CLAUDE_SESSION_ID}', '{{args}}'],
    })
  })
})

describe('for any body and arguments', () => {
  /** A piece of a body that is known to be code, or not. */
  interface Piece {
    readonly code: boolean
    readonly text: string
  }

  const atoms = fc.constantFrom(
    '$ARGUMENTS',
    '$ARGUMENTS[0]',
    '$ARGUMENTS[1]',
    '$ARGUMENTS[7]',
    '${file}',
    '$file',
    '${rest}',
    '$rest',
    '$files',
    '$0',
    '$1',
    '$2',
    '$10',
    '$0.10',
    '$5k',
    '${SKILL_DIR}',
    '{baseDir}',
    '${baseDir}',
    '$&',
    '$$',
    "$'",
    '$<a>',
    '\\',
    '\\$1',
    '\\$ARGUMENTS',
    ' ',
    'word',
    '字',
    '𝒳',
    '.',
  )
  const content = fc.array(atoms, { maxLength: 8 }).map((parts) => parts.join(' '))
  const piece: fc.Arbitrary<Piece> = fc.oneof(
    content.map((prose) => ({ code: false, text: `${prose}\n\n` })),
    content.map((code) => ({ code: true, text: `x\`${code}\`\n\n` })),
    content.map((code) => ({ code: true, text: `\`\`\`sh\n${code}\n\`\`\`\n\n` })),
    content.map((code) => ({ code: true, text: `~~~\r\n${code}\r\n~~~\r\n\r\n` })),
  )

  const inProse =
    /\\?(?:\$ARGUMENTS\[(\d+)\]|\$(ARGUMENTS)\b|\$\{(file|rest)\}|\$(file|rest)(?!\w)|\$(0|[1-9]\d*)(?![\w.]|字)|(\$\{SKILL_DIR\}|(?<!\$)\{baseDir\}))/g
  const inCode =
    /\\?(?:\$ARGUMENTS\[(\d+)\]|\$(ARGUMENTS)\b|\$\{(file|rest)\}|(\$NEVER)|(\$NEVER)|(\$\{SKILL_DIR\}|(?<!\$)\{baseDir\}))/g

  /** The table of the documentation, read literally, one regular expression for prose and code. */
  function reference(pieces: readonly Piece[], args: string, names: readonly string[]): string {
    const tokens = args.split(/\s+/).filter((token) => token !== '')
    const rest = args.trim().replace(/^\S+\s*/, '')
    const declared = names.length > 0
    const prose = pieces.filter(({ code }) => !code).map((one) => one.text)
    const all = pieces.map((one) => one.text)
    const uses = all.some((one) => /(?<!\\)\$ARGUMENTS\b/.test(one))
    const zero = prose.some((one) => /(?<!\\)\$0(?![\w.])/.test(one))
    const one = (match: string, groups: readonly (string | undefined)[]): string => {
      const [token, whole, braced, bare, number] = groups
      const escaped = match.startsWith('\\')
      const name = braced ?? bare
      if (name !== undefined && !declared) return match
      if (number !== undefined && !declared && !uses) return match
      if (escaped) return match.startsWith('\\$') ? match.slice(1) : `\\/skills/tool`
      if (token !== undefined) return tokens[Number(token)] ?? match
      if (whole !== undefined) return args.trim()
      if (name === 'file') return tokens[0] ?? ''
      if (name === 'rest') return rest
      if (number !== undefined) return tokens[Number(number) - (zero ? 0 : 1)] ?? match
      return '/skills/tool'
    }
    return pieces
      .map(({ code, text: given }) =>
        given.replace(code ? inCode : inProse, (match: string, ...groups: (string | undefined)[]) =>
          one(match, groups.slice(0, 6)),
        ),
      )
      .join('')
  }

  it('gives what the table says', () => {
    const args = fc.array(atoms, { maxLength: 4 }).map((parts) => parts.join(' '))
    const unquoted = args.filter((one) => !/['"]/.test(one))
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }),
        unquoted,
        fc.boolean(),
        (pieces, given, named) => {
          const names = named ? ['file', 'rest'] : []
          const body = pieces.map((one) => one.text).join('')
          expect(text(body, { args: given, names })).toBe(reference(pieces, given, names))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('never throws and never changes a body without placeholders', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (body, args) => {
        const filled = text(body, { args, hint: true })
        if (!/[${]/.test(body)) expect(filled).toBe(body)
      }),
    )
  })

  it('takes time in proportion to the body, whatever it holds', () => {
    const names = Array.from({ length: 200 }, (_, index) => 'a'.repeat(index + 1))
    for (const unit of ['$a', '`', '\\', '``` ', '> ', '- ', '${', '`\\`', '$ARGUMENTS[']) {
      const body = unit.repeat(100_000)
      expect(text(body, { names, args: 'x' }).length).toBeGreaterThan(0)
    }
    // On a busy machine what is in proportion still takes its time; squared it would take hours.
  }, 120_000)
})

describe('what looks like a placeholder and stands for nothing', () => {
  const names = ['topic', 'file']
  it.each([
    ['Write ${nope}.', '', ['${nope}']],
    ['Write ${Topic} and $topci, then $files.', '', ['${Topic}', '$topci', '$files']],
    ['Use $ARGUMENTS[5] and $7.', '', ['$ARGUMENTS[5]', '$7']],
    ['Use $2.', 'one', ['$2']],
    ['${nope} twice ${nope}', '', ['${nope}']],
  ])('%j is told', (body, args, unresolved) => {
    expect(fill(body, { names, args })).toMatchObject({ text: expect.any(String), unresolved })
  })

  it.each([
    'Write ${topic} to $file.',
    'It costs $nope, and ${HOME} or $PATH is set.',
    'Run `echo ${nope} $topci`.',
    '```sh\necho ${nope} $topci $10\n```',
    'A literal \\${nope} and \\$topci, and $$topci.',
    'Called with nothing: $1 and $ARGUMENTS[1].',
  ])('%j is not', (body) => {
    expect(fill(body, { names }).unresolved).toEqual([])
  })

  it('a skill that declares no arguments means nothing by them', () => {
    expect(fill('${nope} $nope $7', { args: 'x' }).unresolved).toEqual([])
    expect(fill('$ARGUMENTS, but $7', { args: 'x' }).unresolved).toEqual(['$7'])
  })
})
