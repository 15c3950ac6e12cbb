import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { byCodePoint, normaliseName } from '../names.ts'
import { chooseCallableNames } from './callable-names.ts'
import { openLibrary } from './open.ts'
import { skillText, type TestFolder, testFolder } from './test-folder.ts'
import type { SkillLibrary } from './types.ts'

let folder: TestFolder
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => folder[Symbol.dispose]())

const open = (trust: 'all' | 'none' = 'all'): Promise<SkillLibrary> =>
  openLibrary({ cwd: folder.repo, home: folder.home, trust })

const userSkill = (name: string, text = skillText(name)) => ({
  [`home/.agents/skills/${name}/SKILL.md`]: text,
})

describe('find', () => {
  test('the exact name stands before the name without case', async () => {
    folder.write({ ...userSkill('pdf') })
    const library = await open()
    expect(library.find('pdf').skill?.name).toBe('pdf')
  })

  test('ancestor A: look-up ignores case', async () => {
    folder.write({ ...userSkill('pdf'), ...userSkill('Ärger') })
    const library = await open()
    for (const typed of [
      'PDF',
      'Pdf',
      '/PDF',
      ' pdf ',
      'ＰＤＦ',
      '/skill:pdf',
      'skill:PDF',
      'user:pdf',
    ]) {
      expect(library.find(typed).skill?.name, typed).toBe('pdf')
    }
    expect(library.find('äRGER').skill?.name).toBe('Ärger')
  })

  test('a name with blanks is called by its slug, and found by both', async () => {
    folder.write({ ...userSkill('tidy', skillText('Tidy  Up')) })
    const library = await open()
    expect(library.snapshot.entries[0]?.callableAs).toBe('tidy-up')
    for (const typed of ['tidy-up', 'Tidy  Up', '/tidy-up', 'TIDY-UP', 'user:tidy-up']) {
      expect(library.find(typed).skill?.name, typed).toBe('Tidy  Up')
    }
  })

  test('the folder has a say where it is unambiguous', async () => {
    folder.write({
      'home/.agents/skills/one/SKILL.md': skillText('first'),
      'home/.agents/skills/a/two/SKILL.md': skillText('second'),
      'home/.agents/skills/b/two/SKILL.md': skillText('third'),
    })
    const library = await open()
    expect(library.find('one').skill?.name).toBe('first')
    expect(library.find('two').skill).toBeUndefined()
  })

  test('a path finds a skill by its file, its folder and the way that links resolve', async () => {
    folder.write({ 'lib/x/SKILL.md': skillText('x') })
    folder.link('home/.agents/skills/x', folder.at('lib/x'))
    const library = await open()
    for (const path of [
      'home/.agents/skills/x',
      'home/.agents/skills/x/',
      'home/.agents/skills/x/SKILL.md',
      'lib/x/SKILL.md',
    ]) {
      expect(library.find(folder.at(path)).skill?.name, path).toBe('x')
    }
  })

  test('a shadowed skill is callable by scope, and by path', async () => {
    folder.write({
      ...userSkill('fmt'),
      'home/.claude/skills/fmt/SKILL.md': skillText('fmt', '', 'claude'),
      'repo/.agents/skills/fmt/SKILL.md': skillText('fmt', '', 'project'),
    })
    const library = await open()
    const [winner, second, third] = library.snapshot.entries
    expect([winner, second, third].map((entry) => entry?.callableAs)).toEqual([
      'fmt',
      'user:fmt',
      'claude:fmt',
    ])
    expect(library.find('project:fmt').skill).toBe(winner?.skill)
    expect(library.find('user:fmt')).toEqual({ skill: second?.skill, entry: second })
    expect(library.find('claude:fmt').skill).toBe(third?.skill)
    expect(library.find(third?.path ?? '').skill).toBe(third?.skill)
  })

  test('what is known but not callable comes with its state, reason and remedy', async () => {
    folder.write({ 'repo/.agents/skills/setup/SKILL.md': skillText('setup') })
    const found = (await open('none')).find('setup')
    expect(found.skill).toBeUndefined()
    expect(found.entry).toMatchObject({ state: 'untrusted', remedy: expect.any(String) })
  })

  test('near names: by a slip, by a part, at most five, callable ones first', async () => {
    folder.write({
      ...userSkill('pdf'),
      ...Object.assign(
        {},
        ...['a', 'b', 'c', 'd', 'e', 'f'].map((end) => userSkill(`report-${end}`)),
      ),
      'repo/.agents/skills/pdg/SKILL.md': skillText('pdg'),
    })
    const library = await open('none')
    expect(library.find('pfd')).toEqual({ near: ['pdf'] })
    expect(library.find('pde')).toEqual({ near: ['pdf', 'pdg'] })
    expect(library.find('report').near).toHaveLength(5)
    expect(library.find('entirely-different')).toEqual({ near: [] })
    expect(library.find('')).toEqual({ near: [] })
    expect(library.find('x'.repeat(100_000))).toEqual({ near: [] })
  })

  test('bug 15 names are looked up in the snapshot alone, never joined to a path', async () => {
    folder.write({ ...userSkill('a'), 'home/secret/SKILL.md': skillText('secret') })
    const library = await open()
    const outside = [
      '../../etc/passwd',
      '/etc/passwd',
      'a\\..\\..\\x',
      '../secret',
      '../../secret',
      '..',
      '.',
    ]
    for (const typed of outside) {
      expect(library.find(typed).entry, typed).toBeUndefined()
      await expect(library.activate(typed, { route: 'user' }), typed).rejects.toThrow(
        'No skill is called',
      )
    }
    expect(library.find('__proto__')).toEqual({ near: [] })
    expect(library.find('constructor')).toEqual({ near: [] })
  })
})

describe('callable names', () => {
  const file = fc.record({
    name: fc.constantFrom('a', 'A', 'a b', 'a-b', 'help', 'user:a', 'ａ', ' ', ''),
    path: fc.nat().map((id) => `/skills/${id}/SKILL.md`),
    scope: fc.constantFrom('explicit', 'project', 'user', 'builtin'),
    client: fc.constantFrom('skillet', 'agents', 'claude'),
    state: fc.constantFrom('loaded', 'shadowed', 'untrusted', 'disabled', 'invalid'),
  } as const)

  test('law: no two files are called alike, and none is called like a chat command', () => {
    fc.assert(
      fc.property(fc.uniqueArray(file, { selector: ({ path }) => path }), (files) => {
        const names = chooseCallableNames(files).map(normaliseName)
        expect(new Set(names).size).toBe(files.length)
        expect(names).not.toContain('help')
      }),
    )
  })

  test('law: the order of names is the order of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const expected = Buffer.compare(Buffer.from(a), Buffer.from(b))
        expect(Math.sign(byCodePoint(a, b))).toBe(expected)
      }),
    )
  })
})
