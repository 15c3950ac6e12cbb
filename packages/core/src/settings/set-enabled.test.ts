import {
  mkdirSync,
  mkdtempSync,
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

function set(enabled: boolean, level: SettingsLevel = 'user', name = 'pdf') {
  const places = placesFor({ platform: 'linux', environment: {}, home: home() })
  const settings = readSettings({ cwd: join(base, 'repo'), places })
  const path = join(home(), '.agents/skills', name, 'SKILL.md')
  return setEnabled({
    settings,
    level,
    skill: { name, scope: 'user', path },
    enabled,
    home: home(),
  })
}

const text = (file = userFile()): string => readFileSync(file, 'utf8')

describe('setEnabled', () => {
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
