import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commandsIn, withSkillPaths } from './commands.ts'
import { hindranceOf } from './hindrance.ts'
import { interpreterOnDisk } from './interpreter.ts'
import { readOutline } from './outline.ts'
import { referencesIn } from './references.ts'

const resources = new Set([
  'scripts/fill.py',
  'scripts/a b.sh',
  'references/a.md',
  'forms.md',
  'assets/x.png',
  'docs/my notes.md',
])

const commands = (text: string) =>
  readOutline(text).flatMap((block) => commandsIn(block, resources))

describe('commandsIn', () => {
  test('a fenced shell block is one command line, as it stands', () => {
    expect(commands('```bash\ncd x\nmake \\\n  all\n```')).toEqual(['cd x\nmake \\\n  all'])
    expect(commands('```python\nprint(1)\n```')).toEqual([])
    expect(commands('```\nls\n```')).toEqual([])
  })

  test('a transcript gives what was typed, with what a backslash continues', () => {
    expect(commands('```console\n$ ls \\\n> -l\nfile.txt\n$ pwd\n/home\n```')).toEqual([
      'ls \\\n-l',
      'pwd',
    ])
  })

  test('a block of comments runs nothing', () => {
    expect(commands('```sh\n# only words\n\n```')).toEqual([])
  })

  test('inline code and lines count where they run a script that exists', () => {
    expect(commands('- Run `python3 scripts/fill.py in.pdf`, never `rm -rf /`.')).toEqual([
      'python3 scripts/fill.py in.pdf',
    ])
    expect(commands('scripts/fill.py a b')).toEqual(['scripts/fill.py a b'])
    expect(commands('2. ./scripts/fill.py')).toEqual(['./scripts/fill.py'])
    expect(commands('- `uv run scripts/fill.py`')).toEqual(['uv run scripts/fill.py'])
    expect(commands('- `scripts/missing.py`')).toEqual([])
    expect(commands('- see scripts/fill.py for how')).toEqual([])
  })
})

describe('withSkillPaths', () => {
  test('writes the skill folder before its own files, and touches nothing else', () => {
    const from = (command: string, directory = '/s/pdf') =>
      withSkillPaths(command, { directory, resources })
    expect(from('python scripts/fill.py forms.md')).toBe('python /s/pdf/scripts/fill.py forms.md')
    expect(from('./scripts/fill.py|cat')).toBe('/s/pdf/scripts/fill.py|cat')
    expect(from('cat other/scripts/fill.py')).toBe('cat other/scripts/fill.py')
    expect(from('cat "scripts/fill.py"')).toBe('cat "/s/pdf/scripts/fill.py"')
    expect(from('scripts/fill.py', '/my skills/pdf')).toBe("'/my skills/pdf/scripts/fill.py'")
    expect(from('scripts/fill.py', "/it's $(rm)/pdf")).toBe('scripts/fill.py')
  })
})

describe('a script that cannot run as it is', () => {
  const from = (command: string, directory = '/s/pdf') =>
    withSkillPaths(command, { directory, resources, interpreterOf: () => 'python3' })

  test('gets its interpreter where it is the command, and nowhere else', () => {
    expect(from('scripts/fill.py a')).toBe('python3 /s/pdf/scripts/fill.py a')
    expect(from('./scripts/fill.py a')).toBe('python3 /s/pdf/scripts/fill.py a')
    expect(from('cd x && scripts/fill.py a')).toBe('cd x && python3 /s/pdf/scripts/fill.py a')
    expect(from('ls\nscripts/fill.py')).toBe('ls\npython3 /s/pdf/scripts/fill.py')
    expect(from('ls | scripts/fill.py')).toBe('ls | python3 /s/pdf/scripts/fill.py')
    expect(from('python scripts/fill.py')).toBe('python /s/pdf/scripts/fill.py')
    expect(from('cat scripts/fill.py')).toBe('cat /s/pdf/scripts/fill.py')
    expect(from('tool \\\n  scripts/fill.py')).toBe('tool \\\n  /s/pdf/scripts/fill.py')
    expect(from('sort < scripts/fill.py')).toBe('sort < /s/pdf/scripts/fill.py')
    expect(from('ls >& scripts/fill.py')).toBe('ls >& /s/pdf/scripts/fill.py')
    expect(from('echo "a; scripts/fill.py"')).toBe('echo "a; /s/pdf/scripts/fill.py"')
    expect(from('echo "; scripts/fill.py"')).toBe('echo "; /s/pdf/scripts/fill.py"')
    expect(from('X=scripts/fill.py')).toBe('X=/s/pdf/scripts/fill.py')
    expect(from('"scripts/fill.py" a')).toBe('"/s/pdf/scripts/fill.py" a')
    expect(from('scripts/fill.py', '/my skills/pdf')).toBe(
      "python3 '/my skills/pdf/scripts/fill.py'",
    )
  })
})

describe('interpreterOnDisk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillet-guided-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each([
    ['a.py', 'print(1)\n', 0o644, 'python3'],
    ['b.sh', 'echo 1\n', 0o755, 'sh'],
    ['c.mjs', '', 0o644, 'node'],
    ['d.py', '#!/usr/bin/env python3\nprint(1)\n', 0o755, undefined],
    ['e.py', '#!/usr/bin/env python3.12\nprint(1)\n', 0o644, 'python3.12'],
    ['f.sh', '#! /bin/bash -e\r\necho\n', 0o644, '/bin/bash -e'],
    ['g.py', '#!/usr/bin/env -S uv run\n', 0o644, 'uv run'],
    ['h.sh', '#!/bin/sh; rm -rf $HOME\n', 0o644, 'sh'],
    ['i', '\u007fELF', 0o755, undefined],
    ['j.rb', 'puts 1\n', 0o644, undefined],
  ] as const)('%s with %j and mode %i is run by %s', (name, text, mode, expected) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    chmodSync(path, mode)
    expect(interpreterOnDisk(path)).toBe(expected)
  })

  test('what is not there, or is a folder, is proposed as it is written', () => {
    expect(interpreterOnDisk(join(folder, 'none.py'))).toBeUndefined()
    expect(interpreterOnDisk(folder)).toBeUndefined()
  })
})

describe('referencesIn', () => {
  test('links and paths of files that exist, in order, once; pictures and scripts are not read', () => {
    const text =
      'See [a](references/a.md#top), `forms.md`. [b](docs/my%20notes.md) ![x](assets/x.png) scripts/fill.py, references/a.md, references/no.md'
    expect(referencesIn(text, resources)).toEqual([
      'references/a.md',
      'forms.md',
      'docs/my notes.md',
    ])
    expect(referencesIn('[b](<docs/my notes.md>)', resources)).toEqual(['docs/my notes.md'])
  })
})

describe('a script of the skill among very many words', () => {
  const files = {
    directory: '/s',
    resources: new Set(['scripts/a.py']),
    interpreterOf: () => 'python3',
  }
  const count = 60_000

  test.each([
    ['on lines of their own', 'scripts/a.py\n', 'python3 /s/scripts/a.py\n'],
    ['after blank lines', '\n \n\nscripts/a.py', '\n \n\npython3 /s/scripts/a.py'],
    ['in quotation marks', '"scripts/a.py" ', '"/s/scripts/a.py" '],
  ])('%s', (_, word, written) => {
    const whole = withSkillPaths(`scripts/a.py\n${word.repeat(count)}`, files)
    const expected = `python3 /s/scripts/a.py\n${written.repeat(count)}`
    expect(whole === expected).toBe(true)
  })

  test('after very many blanks', () => {
    const blanks = '\n'.repeat(200_000)
    expect(withSkillPaths(`ls;${blanks}"`, files)).toBe(`ls;${blanks}"`)
  })
})

describe('texts that would make a careless pattern crawl', () => {
  test.each([
    ['backticks', '`a``b'.repeat(12_000)],
    ['blanks', ' '.repeat(60_000)],
    ['a fence with blanks', `\`\`\`${' '.repeat(60_000)}\``],
    ['links', '](<'.repeat(20_000)],
    ['braces', `\`\`\`sh\n${'{{'.repeat(30_000)}\n\`\`\``],
    ['angles', `\`\`\`sh\n${'<a'.repeat(30_000)}\n\`\`\``],
    ['an open angle', `\`\`\`sh\n<${'a '.repeat(30_000)}\n\`\`\``],
    ['dots', `${'.'.repeat(60_000)}x`],
    ['quotes', '> '.repeat(30_000)],
    ['words', `\`\`\`sh\n${'a:'.repeat(30_000)}\n\`\`\``],
    ['addresses', `\`\`\`sh\n${'a@'.repeat(30_000)}\n\`\`\``],
    ['comments', `\`\`\`sh\nx\n${'#'.repeat(30_000)}${'\n'.repeat(30_000)}y\n\`\`\``],
    ['options', `\`\`\`sh\nssh ${'-a '.repeat(30_000)}!\n\`\`\``],
    ['here-documents', `\`\`\`sh\n${'cat <<A\n'.repeat(10_000)}\n\`\`\``],
    ['brackets', `\`\`\`sh\nx ${'[a '.repeat(20_000)}${'{a'.repeat(20_000)}\n\`\`\``],
    ['dashes', `${'- '.repeat(30_000)}x`],
  ])('%s are read to the end', (_name, text) => {
    const blocks = readOutline(text)
    for (const block of blocks) {
      for (const command of commandsIn(block, resources)) hindranceOf(command)
      referencesIn(block.text, resources)
    }
    expect(readOutline(text)).toEqual(blocks)
  })
})
