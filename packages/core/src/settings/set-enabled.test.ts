import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addToList, removeFromList } from './edit.ts'
import { placesFor } from './places.ts'
import { readSettings } from './read.ts'
import { setEnabled } from './set-enabled.ts'
import type { SettingsLevel } from './types.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-enable-')))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const home = () => join(base, 'home')
const userFile = () => join(home(), '.config/skillet/settings.json')
const projectFile = () => join(base, 'repo/.skillet/settings.json')

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function settings() {
  const places = placesFor({ platform: 'linux', environment: {}, home: home() })
  return readSettings({ cwd: join(base, 'repo'), places })
}

function glob(enabled: boolean, pattern: string, projectTrusted = false) {
  const target = { kind: 'glob', pattern } as const
  const options = { settings: settings(), target, enabled, home: home(), projectTrusted }
  return setEnabled({ ...options, level: 'user' })
}

function set(
  enabled: boolean,
  level: SettingsLevel = 'user',
  name = 'pdf',
  projectTrusted = false,
) {
  const path = join(home(), '.agents/skills', name, 'SKILL.md')
  return setEnabled({
    settings: settings(),
    level,
    target: { kind: 'skill', skill: { name, scope: 'user', path } },
    enabled,
    home: home(),
    projectTrusted,
  })
}

const text = (file = userFile()): string => readFileSync(file, 'utf8')

describe('setEnabled', () => {
  test('never makes a file larger than what is read, and says so', async () => {
    const most = 1024 * 1024
    const before = `{"model": "a/b"${' '.repeat(most - 30)}}`
    write(userFile(), before)
    expect(await glob(false, 'x'.repeat(256))).toMatchObject({
      kind: 'refused',
      diagnostics: [{ message: expect.stringContaining(`at most ${most} are read`) }],
    })
    expect(text()).toBe(before)
    expect(settings().user.model).toBe('a/b')
  })

  test('makes the file and its folders', async () => {
    expect(await set(false)).toEqual({ kind: 'written', file: userFile() })
    expect(JSON.parse(text())).toEqual({ disabled: ['pdf'] })
  })

  test('off and on again gives back the file', async () => {
    const before =
      '{\n  "model": "m",\n\n  "unknown": [1.0, {"x":null}],\n  "disabled": [\n    "a"\n  ]\n}\n'
    write(userFile(), before)
    await set(false)
    expect(text()).toBe(before.replace('"a"\n', () => '"a",\n    "pdf"\n'))
    await set(true)
    expect(text()).toBe(before)
  })

  test('saying the same again changes nothing', async () => {
    await set(false)
    expect((await set(false)).kind).toBe('unchanged')
  })

  test('on, where a glob turns it off, is an exception to the glob', async () => {
    write(userFile(), '{"disabled": ["p*"]}')
    await set(true)
    expect(JSON.parse(text())).toEqual({ disabled: ['p*'], enabled: ['pdf'] })
    await set(false)
    expect(JSON.parse(text())).toEqual({ disabled: ['p*'], enabled: [] })
  })

  test('on in the project, off everywhere else', async () => {
    await set(false, 'user')
    await set(true, 'project')
    expect(JSON.parse(text())).toEqual({ disabled: ['pdf'] })
    expect(JSON.parse(text(projectFile()))).toEqual({ enabled: ['pdf'] })
  })

  test('a broken file is refused and left as it is', async () => {
    for (const broken of ['{"disabled": ["a",]}', '[]', '{ // mine\n}']) {
      write(userFile(), broken)
      expect(await set(false)).toMatchObject({
        kind: 'refused',
        diagnostics: [{ severity: 'error' }],
      })
      expect(text()).toBe(broken)
    }
  })

  test('a link to a file in a repository of dot files stays a link', async () => {
    write(join(base, 'dotfiles/skillet.json'), '{}')
    mkdirSync(dirname(userFile()), { recursive: true })
    symlinkSync(join(base, 'dotfiles/skillet.json'), userFile())
    await set(false)
    expect(JSON.parse(text(join(base, 'dotfiles/skillet.json')))).toEqual({ disabled: ['pdf'] })
    expect(realpathSync(userFile())).toBe(join(base, 'dotfiles/skillet.json'))
  })

  test.each([
    ['the file', () => symlinkSync(join(base, 'outside/settings.json'), projectFile())],
    ['its folder', () => rmSync(dirname(projectFile()), { recursive: true })],
  ])(
    'bug 18 a project file that leads out of the repository by %s is not written',
    async (what, link) => {
      mkdirSync(join(base, 'outside'), { recursive: true })
      mkdirSync(dirname(projectFile()), { recursive: true })
      link()
      if (what === 'its folder') symlinkSync(join(base, 'outside'), dirname(projectFile()))
      const before = readdirSync(join(base, 'outside'))
      for (const at of ['absent', 'there']) {
        if (at === 'there') write(join(base, 'outside/settings.json'), '{}')
        expect(await set(false, 'project')).toMatchObject({
          kind: 'refused',
          diagnostics: [{ code: 'link/escapes', file: projectFile() }],
        })
      }
      expect(before).toEqual([])
      expect(readdirSync(join(base, 'outside'))).toEqual(['settings.json'])
      expect(text(join(base, 'outside/settings.json'))).toBe('{}')
    },
  )

  test('a project file that is a link inside the repository is written through', async () => {
    write(join(base, 'repo/config/skillet.json'), '{}')
    mkdirSync(dirname(projectFile()), { recursive: true })
    symlinkSync('../config/skillet.json', projectFile())
    await set(false, 'project')
    expect(JSON.parse(text(join(base, 'repo/config/skillet.json')))).toEqual({ disabled: ['pdf'] })
  })

  test('a glob is written as it is typed, and nothing beside it', async () => {
    expect(await glob(false, 'pdf-*')).toEqual({ kind: 'written', file: userFile() })
    expect(JSON.parse(text())).toEqual({ disabled: ['pdf-*'] })
    expect((await glob(false, 'pdf-*')).kind).toBe('unchanged')
    await glob(true, 'pdf-*')
    expect(JSON.parse(text())).toEqual({ disabled: [] })
  })

  test('a glob that a wider one turns off is an exception to it', async () => {
    write(userFile(), '{"disabled": ["p*"]}')
    expect(await glob(true, 'pdf-*')).toEqual({ kind: 'written', file: userFile() })
    expect(JSON.parse(text())).toEqual({ disabled: ['p*'], enabled: ['pdf-*'] })
  })

  test('what no settings file can hold is refused', async () => {
    for (const pattern of ['', ' ', '*'.repeat(300)]) {
      expect(await glob(false, pattern)).toMatchObject({ kind: 'refused' })
    }
    expect(existsSync(userFile())).toBe(false)
  })

  test('a rule that counts more is told of', async () => {
    await set(true, 'project', 'other')
    write(projectFile(), '{"enabled": ["pdf"]}')
    const prevails = { text: 'pdf', list: 'enabled', level: 'project', line: 1 }
    expect(await set(false, 'user', 'pdf', true)).toMatchObject({ kind: 'written', prevails })
    expect(await set(false, 'user', 'pdf')).not.toHaveProperty('prevails')
    expect(await glob(false, 'p*', true)).toMatchObject({ kind: 'written', prevails })
    expect(await glob(false, 'p*')).not.toHaveProperty('prevails')
    write(userFile(), '{"enabled": ["pdf-tools", "x"]}')
    expect(await glob(false, 'pdf-*')).toMatchObject({ prevails: { text: 'pdf-tools' } })
    expect(await glob(false, 'doc*')).not.toHaveProperty('prevails')
  })

  test('a list that is full is refused, and stays as it is', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `p-${at}`)
    const full = JSON.stringify({ disabled: many })
    write(userFile(), full)
    expect(await set(false)).toMatchObject({
      kind: 'refused',
      diagnostics: [{ message: 'The list `disabled` is full: at most 1000 entries count.' }],
    })
    expect(text()).toBe(full)
    expect(await set(true, 'user', 'p-7')).toMatchObject({ kind: 'written' })
    expect(JSON.parse(text()).disabled).toHaveLength(999)
  })

  test.skipIf(process.platform === 'win32')(
    'a pipe in its place is refused, not waited for',
    async () => {
      mkdirSync(dirname(userFile()), { recursive: true })
      execFileSync('mkfifo', [userFile()])
      expect(await set(false)).toMatchObject({ kind: 'refused' })
    },
  )

  test('many at once are all kept', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `skill-${at}`)
    await Promise.all(names.map((name) => set(false, 'user', name)))
    expect(JSON.parse(text()).disabled.toSorted()).toEqual(names)
  })
})

describe('edits of the text', () => {
  const contents = fc.record(
    {
      disabled: fc.array(fc.constantFrom('a', 'b', 'c"\\', '小')),
      other: fc.jsonValue({ maxDepth: 3 }),
    },
    { requiredKeys: [] },
  )
  const layout = fc.constantFrom(undefined, 2, 4, '\t')

  test('law: adding appends to the list and changes nothing else', () => {
    fc.assert(
      fc.property(contents, layout, fc.string(), (value, indent, added) => {
        const after = JSON.parse(addToList(JSON.stringify(value, null, indent), 'disabled', added))
        expect(after).toEqual({
          ...JSON.parse(JSON.stringify(value)),
          disabled: [...(value.disabled ?? []), added],
        })
      }),
    )
  })

  test('law: removing takes every such item and changes nothing else', () => {
    fc.assert(
      fc.property(contents, layout, (value, indent) => {
        const after = removeFromList(JSON.stringify(value, null, indent), 'disabled', ['a', 'c"\\'])
        expect(JSON.parse(after)).toEqual({
          ...JSON.parse(JSON.stringify(value)),
          ...(value.disabled && {
            disabled: value.disabled.filter((one) => one === 'b' || one === '小'),
          }),
        })
      }),
    )
  })
})
