import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesWildcard } from '../wildcard.ts'
import { compileEnablement, type EnablementSubject, rulesAgainstGlob } from './enablement.ts'
import type { Settings, SettingsFile } from './types.ts'

const home = '/home/ada'
const pdf: EnablementSubject = {
  name: 'pdf',
  scope: 'user',
  path: '/home/ada/.agents/skills/pdf/SKILL.md',
}

const settings = (user: SettingsFile, project: SettingsFile = {}): Settings => ({
  user,
  project,
  userFile: '/home/ada/.config/skillet/settings.json',
  projectFile: '/repo/.skillet/settings.json',
  diagnostics: [],
})

const isOn = (user: SettingsFile, project?: SettingsFile, projectTrusted = true, subject = pdf) =>
  compileEnablement(settings(user, project), { home, projectTrusted })(subject)?.list !== 'disabled'

describe('rulesAgainstGlob', () => {
  const against = (user: SettingsFile, pattern: string, list: 'enabled' | 'disabled') =>
    rulesAgainstGlob(
      settings(user),
      { level: 'user', pattern, against: list },
      { home, projectTrusted: true },
    ).map(({ text }) => text)

  test('a name and a longer glob within it take names out', () => {
    const user = { enabled: ['pdf-fill', 'pdf-f*', 'user:pdf-x', 'p*', 'docx', '~/pdf-a'] }
    expect(against(user, 'pdf-*', 'enabled')).toEqual(['pdf-fill', 'pdf-f*', 'user:pdf-x'])
  })

  test('of two globs as long as each other the disabled one counts', () => {
    expect(against({ disabled: ['pdf-*'] }, 'pdf-*', 'disabled')).toEqual(['pdf-*'])
    expect(against({ enabled: ['pdf-*'] }, 'pdf-*', 'enabled')).toEqual([])
  })
})

describe('compileEnablement', () => {
  test('nothing said: on', () => {
    expect(isOn({})).toBe(true)
    expect(
      isOn({ disabled: ['docx', 'p', 'pdfs', 'project:pdf', '/home/ada/.agents/skills/pd'] }),
    ).toBe(true)
  })

  test.each([
    ['a name', 'pdf'],
    ['a name in another case', 'PDF'],
    ['scope and name', 'user:pdf'],
    ['a glob', 'p*'],
    ['a glob over the qualified name', 'user:*'],
    ['one unknown letter', 'p?f'],
    ['a file', '/home/ada/.agents/skills/pdf/SKILL.md'],
    ['a file from HOME in braces', `$${'{HOME}'}/.agents/skills/pdf/SKILL.md`],
    ['a folder', '~/.agents/skills/pdf'],
    ['a folder above', '$HOME/.agents'],
    ['a path with a star', '~/.agents/*/pdf/*'],
    ['a path from the settings file on', '../../.agents/skills/pdf'],
  ])('off by %s', (_, text) => {
    expect(isOn({ disabled: [text] })).toBe(false)
  })

  test('a name with blanks, slashes or colons is a name', () => {
    for (const name of ['tidy up', 'a/b', 'a:b', '小说 拆条']) {
      expect(isOn({ disabled: [name] }, {}, true, { ...pdf, name }), name).toBe(false)
    }
  })

  test('bug 61 the more exact rule wins, and among equals disabled does', () => {
    expect(isOn({ disabled: ['*'], enabled: ['pdf'] })).toBe(true)
    expect(isOn({ disabled: ['pdf'], enabled: ['*'] })).toBe(false)
    expect(isOn({ disabled: ['p*'], enabled: ['pd*'] })).toBe(true)
    expect(isOn({ disabled: ['pdf'], enabled: ['user:pdf'] })).toBe(true)
    expect(isOn({ disabled: ['pdf'], enabled: ['pdf'] })).toBe(false)
  })

  test('a trusted project prevails over the user, an untrusted one says nothing', () => {
    expect(isOn({ disabled: ['pdf'] }, { enabled: ['*'] })).toBe(true)
    expect(isOn({ disabled: ['pdf'] }, { enabled: ['*'] }, false)).toBe(false)
    expect(isOn({}, { disabled: ['pdf'] })).toBe(false)
    expect(isOn({}, { disabled: ['pdf'] }, false)).toBe(true)
  })

  test('the rule says where it stands', () => {
    const start = { line: 3, column: 5, offset: 20 }
    const range = { start, end: start }
    const read = {
      ...settings({ disabled: ['pdf'] }),
      ranges: { user: { 'disabled/0': range }, project: {} },
    }
    expect(compileEnablement(read, { home, projectTrusted: false })(pdf)).toEqual({
      text: 'pdf',
      list: 'disabled',
      level: 'user',
      file: '/home/ada/.config/skillet/settings.json',
      line: 3,
    })
  })
})

describe('matchesWildcard', () => {
  test('law: it agrees with the regular expression that means the same', () => {
    const letters = fc.constantFrom('a', 'b', '/', '.', '𝒳')
    const pattern = fc.array(fc.oneof(letters, fc.constantFrom('*', '?')), { maxLength: 8 })
    fc.assert(
      fc.property(pattern, fc.array(letters, { maxLength: 10 }), (parts, given) => {
        const source = parts.map((part) =>
          part === '*' ? '.*' : part === '?' ? '.' : part.replace('.', '\\.').replace('/', '\\/'),
        )
        const expected = new RegExp(`^${source.join('')}$`, 'su').test(given.join(''))
        expect(matchesWildcard(parts.join(''), given.join(''))).toBe(expected)
      }),
      { numRuns: 3_000 },
    )
  })

  test('threat T7: many stars on a long text come to an end', () => {
    expect(matchesWildcard(`${'*a'.repeat(100)}*b`, 'a'.repeat(5_000))).toBe(false)
  })
})
