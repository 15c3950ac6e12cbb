import { utimesSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Settings } from '../settings/index.ts'
import { openLibrary } from './open.ts'
import { skillText, type TestFolder, testFolder } from './test-folder.ts'
import { readTrust } from './trust/index.ts'
import type { LibraryOptions, SkillLibrary } from './types.ts'

let folder: TestFolder
beforeEach(() => {
  folder = testFolder({ 'home/.agents/skills/a/SKILL.md': skillText('a') })
})
afterEach(() => folder[Symbol.dispose]())

const open = (more: Partial<LibraryOptions> = {}): Promise<SkillLibrary> =>
  openLibrary({ cwd: folder.repo, home: folder.home, ...more })

const settingsOf = (more: Partial<Settings> = {}): Settings => ({
  user: {},
  project: {},
  userFile: folder.at('home/.config/skillet/settings.json'),
  projectFile: folder.at('repo/.skillet/settings.json'),
  diagnostics: [],
  ...more,
})

const diskGone = (): Error =>
  Object.assign(new Error('disk gone'), { code: 'EIO', syscall: 'read' })

describe('reload', () => {
  test('gives the same snapshot object when nothing changed', async () => {
    folder.write({
      'home/.agents/skills/bad/SKILL.md': 'x',
      'home/.claude/skills/a/SKILL.md': skillText('a'),
    })
    const library = await open()
    const before = library.snapshot
    expect(await library.reload()).toBe(before)
    expect(library.snapshot).toBe(before)
  })

  test('a file that was only touched changes nothing', async () => {
    const library = await open()
    const before = library.snapshot
    utimesSync(folder.at('home/.agents/skills/a/SKILL.md'), 1, 1)
    expect(await library.reload()).toBe(before)
  })

  test('bug 38 new, edited and deleted skills are seen', async () => {
    const library = await open()
    const first = library.snapshot
    folder.write({
      'home/.agents/skills/new/SKILL.md': skillText('new'),
      'home/.agents/skills/a/SKILL.md': skillText('a', 'license: MIT'),
    })
    const second = await library.reload()
    expect(second.skills.map(({ name }) => name)).toEqual(['a', 'new'])
    expect(library.find('a').skill?.license).toBe('MIT')
    expect([first.version, second.version]).toEqual([1, 2])
    expect(first.skills.map(({ name, license }) => [name, license])).toEqual([['a', undefined]])
    folder.remove('home/.agents/skills/a')
    expect((await library.reload()).skills.map(({ name }) => name)).toEqual(['new'])
  })

  test('an edit of the same length, straight after the first reading, is seen', async () => {
    for (let round = 0; round < 20; round += 1) {
      folder.write({ 'home/.agents/skills/a/SKILL.md': skillText('a', 'license: AAA') })
      const library = await open()
      folder.write({ 'home/.agents/skills/a/SKILL.md': skillText('a', 'license: BBB') })
      expect((await library.reload()).skills[0]?.license).toBe('BBB')
    }
  })

  test('a root that did not exist is noticed', async () => {
    const library = await open()
    folder.write({ 'home/.claude/skills/c/SKILL.md': skillText('c') })
    expect((await library.reload()).skills.map(({ name }) => name)).toEqual(['a', 'c'])
  })

  test('ancestor A: records of what did not change stay the very same objects', async () => {
    // A file that changed a moment ago is read again, so the moment is put into the past.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    const library = await open()
    const [before] = library.snapshot.skills
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    expect((await library.reload()).skills[0]).toBe(before)
    clock.mockRestore()
  })

  test('a reload that fails keeps the last good snapshot and says so once', async () => {
    let broken = false
    const settings = (): Settings => {
      if (broken) throw diskGone()
      return settingsOf()
    }
    const library = await open({ settings })
    const { skills } = library.snapshot
    broken = true
    const kept = await library.reload()
    expect(kept.skills).toBe(skills)
    expect(kept.diagnostics.map(({ message }) => message)).toEqual([
      'The skills could not be read again (disk gone); what was read before still counts.',
    ])
    expect(await library.reload()).toBe(kept)
    broken = false
    expect((await library.reload()).diagnostics).toEqual([])
  })

  test('what is no fault of the machine is thrown, and the next reload is another one', async () => {
    let broken = false
    const trust = (): 'trust' => {
      if (broken) throw new TypeError('a bug in the question')
      return 'trust'
    }
    folder.write({ 'repo/.agents/skills/p/SKILL.md': skillText('p') })
    const library = await open({ trust })
    const { snapshot } = library
    broken = true
    folder.write({ 'repo/.agents/skills/p/SKILL.md': skillText('p', 'license: MIT') })
    const first = library.reload()
    const second = library.reload()
    await expect(first).rejects.toThrow('a bug in the question')
    await expect(second).rejects.toThrow('a bug in the question')
    expect(library.snapshot).toBe(snapshot)
    broken = false
    expect((await library.reload()).skills.map(({ license }) => license)).toContain('MIT')
    broken = true
    await expect(open({ trust })).rejects.toThrow('a bug in the question')
  })

  test('a reload that was asked for during one that fails still takes place', async () => {
    let reads = 0
    const settings = (): Settings => {
      reads += 1
      if (reads === 2) throw new TypeError('once')
      return settingsOf()
    }
    const library = await open({ settings })
    const [first, second] = await Promise.allSettled([library.reload(), library.reload()])
    expect([first.status, second.status, reads]).toEqual(['rejected', 'fulfilled', 3])
  })

  test('the caller\u2019s own settings are not frozen', async () => {
    const settings = settingsOf({
      diagnostics: [{ code: 'settings/invalid', severity: 'warning', message: 'x', file: '/s' }],
    })
    const { snapshot } = await open({ settings })
    expect(Object.isFrozen(snapshot.diagnostics[0])).toBe(true)
    expect(Object.isFrozen(settings.diagnostics[0])).toBe(false)
  })

  test('a failure is taken back also where nothing changed on disk meanwhile', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    let broken = false
    const settings = (): Settings => {
      if (broken) throw diskGone()
      return settingsOf()
    }
    const library = await open({ settings })
    broken = true
    expect((await library.reload()).diagnostics).toHaveLength(1)
    broken = false
    expect((await library.reload()).diagnostics).toEqual([])
    clock.mockRestore()
  })

  test('settings and trust count at once, also where no skill file changed', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    folder.write({ 'repo/.agents/skills/p/SKILL.md': skillText('p') })
    let now = settingsOf()
    const trust = readTrust({ state: folder.at('state') })
    const library = await open({ settings: () => now, trust })
    const states = () => library.snapshot.entries.map(({ name, state }) => [name, state])
    expect(states()).toEqual([
      ['p', 'untrusted'],
      ['a', 'loaded'],
    ])
    now = settingsOf({ user: { disabled: ['a'] } })
    await trust.update(folder.repo, () => ({ answer: 'mine', settings: [], skills: new Map() }))
    await library.reload()
    expect(states()).toEqual([
      ['p', 'loaded'],
      ['a', 'disabled'],
    ])
    clock.mockRestore()
  })

  test('settings that break while being edited keep the last good ones', async () => {
    let now = settingsOf({ user: { disabled: ['a'] } })
    const library = await open({ settings: () => now })
    expect(library.snapshot.entries[0]?.state).toBe('disabled')
    const file = now.userFile
    now = settingsOf({
      diagnostics: [{ code: 'settings/invalid', severity: 'error', message: 'Bad.', file }],
    })
    const { entries, diagnostics } = await library.reload()
    expect(entries[0]?.state).toBe('disabled')
    expect(diagnostics.map(({ code }) => code)).toEqual(['settings/invalid'])
  })

  test('calls at the same time share their work, and all see what was written before them', async () => {
    let reads = 0
    const settings = (): Settings => {
      reads += 1
      return settingsOf()
    }
    const library = await open({ settings })
    const first = library.reload()
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    const later = await Promise.all([library.reload(), library.reload(), library.reload()])
    await first
    expect(later.map(({ skills }) => skills.length)).toEqual([2, 2, 2])
    expect(reads).toBe(3)
  })
})
