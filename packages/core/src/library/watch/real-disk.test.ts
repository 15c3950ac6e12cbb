import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as atLatest } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { placesFor, readSettings } from '../../settings/index.ts'
import { openLibrary } from '../open.ts'
import { skillText, type TestFolder, testFolder } from '../test-folder.ts'
import { describeTrust, readTrust, trustProject } from '../trust/index.ts'
import type { LibraryOptions, SkillLibrary, Snapshot } from '../types.ts'

let folder: TestFolder
let open: Disposable[] = []
beforeEach(() => {
  folder = testFolder({ 'home/.agents/skills/a/SKILL.md': skillText('a') })
})
afterEach(() => {
  for (const one of open) one[Symbol.dispose]()
  open = []
  folder[Symbol.dispose]()
})

interface Watched {
  readonly library: SkillLibrary
  readonly seen: readonly Snapshot[]
  /** Waits for a snapshot that fits, at most ten seconds. */
  readonly until: (fits: (snapshot: Snapshot) => boolean) => Promise<Snapshot>
}

async function watch(more: Partial<LibraryOptions> = {}): Promise<Watched> {
  const library = await openLibrary({ cwd: folder.repo, home: folder.home, ...more })
  const seen: Snapshot[] = []
  let arrived = (): void => {}
  open.push(
    library.watch((snapshot) => {
      seen.push(snapshot)
      arrived()
    }),
  )
  return {
    library,
    seen,
    async until(fits) {
      const stop = new AbortController()
      const late = atLatest(10_000, 'late', { signal: stop.signal }).catch(() => 'late')
      try {
        for (;;) {
          if (fits(library.snapshot)) return library.snapshot
          const next = new Promise<string>((resolve) => {
            arrived = () => resolve('arrived')
          })
          if ((await Promise.race([next, late])) === 'late') {
            throw new Error(`No such snapshot came; the last has ${names(library.snapshot)}.`)
          }
        }
      } finally {
        stop.abort()
      }
    },
  }
}

const names = ({ skills }: Snapshot): string => skills.map(({ name }) => name).join(' ')
const named = (expected: string) => (snapshot: Snapshot) => names(snapshot) === expected

describe('watch, on a real disk', () => {
  test('bug 38 new, edited, renamed and deleted skills are seen without a restart', async () => {
    const { library, until } = await watch()
    folder.write({ 'home/.agents/skills/new/SKILL.md': skillText('new') })
    await until(named('a new'))
    folder.write({ 'home/.agents/skills/a/SKILL.md': skillText('a', 'license: MIT') })
    await until(() => library.find('a').skill?.license === 'MIT')
    folder.write({ 'home/.agents/skills/new/SKILL.md': skillText('newer') })
    await until(named('a newer'))
    renameSync(folder.at('home/.agents/skills/new'), folder.at('home/.agents/skills/moved'))
    await until(({ entries }) => entries.some(({ path }) => path.includes('/moved/')))
    folder.remove('home/.agents/skills/moved')
    await until(named('a'))
  })

  test('bug 39 what the listener gets is what every route looks at', async () => {
    const { library, until } = await watch()
    folder.write({ 'home/.agents/skills/a/SKILL.md': skillText('a', 'license: MIT', 'New body.') })
    const snapshot = await until(({ skills }) => skills[0]?.license === 'MIT')
    expect(library.snapshot).toBe(snapshot)
    expect(library.find('a').skill).toBe(snapshot.skills[0])
    for (const route of ['user', 'model'] as const) {
      const { instructions } = await library.activate('a', { route })
      expect(instructions).toContain('New body.')
    }
  })

  test('a skill in folders that come one by one, each noticed or not', async () => {
    const { until } = await watch()
    mkdirSync(folder.at('home/.claude'))
    await until(named('a'))
    mkdirSync(folder.at('home/.claude/skills'))
    folder.write({ 'home/.claude/skills/group/deep/SKILL.md': skillText('deep') })
    await until(named('a deep'))
    folder.write({ 'home/.claude/skills/group/deeper/SKILL.md': skillText('deeper') })
    await until(named('a deep deeper'))
  })

  test('a root of which not even the parent exists is noticed, and again after it went', async () => {
    const { until } = await watch()
    for (const round of ['first', 'second']) {
      folder.write({ 'home/.pi/agent/skills/p/SKILL.md': skillText(round) })
      await until(named(`a ${round}`))
      folder.remove('home/.pi')
      await until(named('a'))
    }
  })

  test('a root that is renamed and replaced is followed to its new contents', async () => {
    const { until } = await watch()
    renameSync(folder.at('home/.agents'), folder.at('home/was'))
    await until(named(''))
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    await until(named('b'))
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('c') })
    await until(named('c'))
  })

  test('an atomic save is one change', async () => {
    const { seen, until } = await watch()
    const file = folder.at('home/.agents/skills/a/SKILL.md')
    writeFileSync(`${file}.tmp`, skillText('saved'))
    renameSync(`${file}.tmp`, file)
    await until(named('saved'))
    // Were there another, it would have come before the one that this brings about.
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    await until(named('b saved'))
    expect(seen.map(names)).toEqual(['saved', 'b saved'])
  })

  test('an ignore file that is written takes a skill away', async () => {
    const { until } = await watch()
    folder.write({ 'home/.agents/skills/.gitignore': 'a/\n' })
    await until(named(''))
    folder.remove('home/.agents/skills/.gitignore')
    await until(named('a'))
  })

  test('what a link leads to is watched', async () => {
    folder.write({ 'elsewhere/l/SKILL.md': skillText('l') })
    folder.link('home/.agents/skills/l', folder.at('elsewhere/l'))
    folder.link('home/.agents/skills/later', folder.at('elsewhere/later'))
    const { until } = await watch()
    folder.write({ 'elsewhere/l/SKILL.md': skillText('changed') })
    await until(named('a changed'))
    folder.write({ 'elsewhere/later/SKILL.md': skillText('later') })
    await until(named('a changed later'))
  })

  test('settings that are edited, and appear where there were none, count at once', async () => {
    const { home } = folder
    const places = placesFor({ platform: 'linux', environment: {}, home })
    const { until } = await watch({ settings: () => readSettings({ cwd: folder.repo, places }) })
    folder.write({ 'home/.config/skillet/settings.json': '{ "disabled": ["a"] }' })
    await until(named(''))
    folder.write({ 'home/.config/skillet/settings.json': '{}' })
    await until(named('a'))
  })

  test('an answer about trust counts at once, and so does a change to what was trusted', async () => {
    folder.write({ 'repo/.agents/skills/p/SKILL.md': skillText('p') })
    const store = readTrust({ state: folder.at('state') })
    const { library, until } = await watch({ trust: store })
    expect(names(library.snapshot)).toBe('a')
    const about = { snapshot: library.snapshot, root: folder.repo, store }
    const { digest } = describeTrust(about)
    await trustProject({ ...about, answer: 'until-changed', shown: digest })
    await until(named('a p'))
    folder.write({ 'repo/.agents/skills/p/run.sh': 'true' })
    await until(named('a'))
  })

  test('a program that only watches can end', async () => {
    const keepingAlive = () =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'FSEventWrap').length
    const before = keepingAlive()
    const { until } = await watch()
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    await until(named('a b'))
    expect(keepingAlive()).toBe(before)
  })

  test('a listener that left hears no more, and one that comes later does', async () => {
    const library = await openLibrary({ cwd: folder.repo, home: folder.home })
    const seen: string[] = []
    const first = library.watch((snapshot) => seen.push(`first ${names(snapshot)}`))
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    const second = library.watch((snapshot) => seen.push(`second ${names(snapshot)}`))
    open.push(second)
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    await library.reload()
    second[Symbol.dispose]()
    folder.write({ 'home/.agents/skills/c/SKILL.md': skillText('c') })
    await library.reload()
    expect(seen).toEqual(['second a b'])
  })
})
