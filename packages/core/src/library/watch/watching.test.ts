import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Settings } from '../../settings/index.ts'
import { openLibraryOn } from '../open.ts'
import { skillText, type TestFolder, testFolder } from '../test-folder.ts'
import type { LibraryOptions, LibraryWatchOptions, SkillLibrary, Snapshot } from '../types.ts'
import type { FolderEvents, Handle, WatchSystem } from './system.ts'

/** A system whose events and whose time a test brings about. */
class TestSystem implements WatchSystem {
  readonly handles = new Map<string, FolderEvents>()
  readonly timers = new Set<{ readonly at: number; readonly action: () => void }>()
  /** Handles that the system has to give. */
  limit = Number.POSITIVE_INFINITY
  isSilent = false
  opened = 0
  #now = 0

  watch(folder: string, events: FolderEvents): Handle {
    if (!existsSync(folder)) throw Object.assign(new Error('gone'), { code: 'ENOENT' })
    if (this.handles.size >= this.limit) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    this.handles.set(folder, events)
    this.opened += 1
    return { close: () => this.handles.delete(folder) }
  }

  tellsOfChanges(): boolean {
    return !this.isSilent
  }

  later(milliseconds: number, action: () => void): Handle {
    const timer = { at: this.#now + milliseconds, action }
    this.timers.add(timer)
    return { close: () => this.timers.delete(timer) }
  }

  now(): number {
    return this.#now
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds
    for (const timer of Array.from(this.timers)) {
      if (timer.at > this.#now) continue
      this.timers.delete(timer)
      timer.action()
    }
  }
}

let folder: TestFolder
let system: TestSystem
let library: SkillLibrary
let reads: number
let isBroken: boolean
beforeEach(() => {
  folder = testFolder({ 'home/.agents/skills/a/SKILL.md': skillText('a') })
  system = new TestSystem()
  reads = 0
  isBroken = false
})
afterEach(() => folder[Symbol.dispose]())

/** Every pass reads the settings once, so the passes can be counted. */
const settings = (): Settings => {
  reads += 1
  if (isBroken) throw Object.assign(new Error('disk gone'), { code: 'EIO', syscall: 'read' })
  const file = (name: string) => folder.at(name, 'settings.json')
  return {
    user: {},
    project: {},
    userFile: file('home/config'),
    projectFile: file('repo/.skillet'),
    diagnostics: [],
  }
}

async function open(
  watching: LibraryWatchOptions = {},
  more: Partial<LibraryOptions> = {},
): Promise<void> {
  const options = { cwd: folder.repo, home: folder.home, settings, watching, ...more }
  library = await openLibraryOn(system, options)
}

/** Until the first handles are there, and what came before them was looked for. */
async function watch(listener: (snapshot: Snapshot) => void = () => {}): Promise<Disposable> {
  const watching = library.watch(listener)
  await idle()
  system.pass(80)
  await idle()
  return watching
}

/** Until a pass is done: it asks the disk synchronously, and pauses a few times at most. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
}

const root = (): string => folder.at('home/.agents/skills')
const tell = (path: string, kind: 'rename' | 'change', name: string | undefined): void =>
  system.handles.get(path)?.changed(kind, name)
const names = ({ skills }: Snapshot): string => skills.map(({ name }) => name).join(' ')

describe('which folders are watched', () => {
  test('those that were listed, those of skills, and the nearest parents of what is missing', async () => {
    await open()
    await watch()
    const below = [...system.handles.keys()].map((path) => path.slice(folder.path.length))
    expect(below.sort()).toEqual([
      '',
      '/home',
      '/home/.agents',
      '/home/.agents/skills',
      '/home/.agents/skills/a',
      '/repo',
    ])
  })

  test('all listeners share one set of handles, which goes with the last of them', async () => {
    await open()
    const one = await watch()
    const { opened } = system
    const two = await watch()
    expect(system.opened).toBe(opened)
    one[Symbol.dispose]()
    expect(system.handles.size).toBe(opened)
    tell(root(), 'rename', 'x')
    two[Symbol.dispose]()
    expect([system.handles.size, system.timers.size]).toEqual([0, 0])
  })

  test('a listener that leaves while the disk is read leaves nothing behind', async () => {
    await open()
    const watching = library.watch(() => {})
    watching[Symbol.dispose]()
    await idle()
    expect([system.handles.size, system.timers.size, system.opened]).toEqual([0, 0, 0])
  })

  test('a folder that was replaced gets a new handle, and a deleted one none', async () => {
    await open()
    await watch()
    const before = system.handles.get(folder.at('home/.agents/skills/a'))
    tell(root(), 'rename', 'a')
    system.pass(80)
    await idle()
    const after = system.handles.get(folder.at('home/.agents/skills/a'))
    expect(after).toBeDefined()
    expect(after).not.toBe(before)
    folder.remove('home/.agents/skills/a')
    tell(root(), 'rename', 'a')
    system.pass(80)
    await idle()
    expect(system.handles.has(folder.at('home/.agents/skills/a'))).toBe(false)
  })

  test('a handle that fails is opened again, but not for ever', async () => {
    await open()
    await watch()
    for (let round = 0; round < 6; round += 1) {
      system.handles.get(root())?.failed()
      system.pass(80)
      await idle()
      system.pass(80)
      await idle()
    }
    expect(system.handles.has(root())).toBe(false)
    const [look, ...others] = [...system.timers].map(({ at }) => at - system.now())
    expect(look).toBeGreaterThan(80)
    expect(others).toEqual([])
  })
})

describe('when the disk is read again', () => {
  test('once for a burst, when it has been quiet for a while', async () => {
    await open()
    await watch()
    reads = 0
    for (let event = 0; event < 10; event += 1) {
      tell(root(), 'rename', `x${event}`)
      system.pass(79)
    }
    expect(reads).toBe(0)
    system.pass(1)
    expect(reads).toBe(1)
  })

  test('also in a burst that does not end', async () => {
    await open({ atMost: 500 })
    await watch()
    reads = 0
    for (let event = 0; event < 10; event += 1) {
      tell(root(), 'rename', 'x')
      system.pass(50)
    }
    expect(reads).toBe(1)
  })

  test('once more where something happens meanwhile', async () => {
    await open()
    await watch()
    reads = 0
    tell(root(), 'rename', 'x')
    system.pass(80)
    tell(root(), 'rename', 'y')
    system.pass(80)
    await idle()
    system.pass(80)
    expect(reads).toBe(2)
  })

  test('for what a system tells without a name', async () => {
    await open()
    await watch()
    reads = 0
    tell(root(), 'rename', undefined)
    system.pass(80)
    expect(reads).toBe(1)
  })

  test('not for files that have nothing to do with skills', async () => {
    await open()
    await watch()
    reads = 0
    tell(folder.home, 'rename', 'notes.md')
    tell(folder.repo, 'change', 'package.json')
    tell(root(), 'change', 'README.md')
    tell(folder.at('home/.agents/skills/a'), 'change', 'data.csv')
    tell(folder.at('home/.agents/skills/a'), 'rename', '.SKILL.md.swp')
    system.pass(10_000)
    expect(reads).toBe(0)
    tell(folder.at('home/.agents/skills/a'), 'change', 'SKILL.md')
    system.pass(80)
    expect(reads).toBe(1)
  })
})

describe('where there are no events', () => {
  test('a system without further handles: the disk is looked at from time to time', async () => {
    await open()
    system.limit = 3
    const seen: string[] = []
    await watch((snapshot) => seen.push(names(snapshot)))
    expect(system.handles.size).toBe(3)
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    system.pass(1_999)
    expect(seen).toEqual([])
    system.pass(1)
    await vi.waitFor(() => expect(seen).toEqual(['a b']))
    await idle()
    system.limit = Number.POSITIVE_INFINITY
    system.pass(2_000)
    await idle()
    system.pass(80)
    await idle()
    expect([system.handles.size > 3, system.timers.size]).toEqual([true, 0])
  })

  test('a file system that tells nothing: the same', async () => {
    await open({ interval: 500 })
    system.isSilent = true
    const seen: string[] = []
    await watch((snapshot) => seen.push(names(snapshot)))
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    system.pass(500)
    await vi.waitFor(() => expect(seen).toEqual(['a b']))
  })

  test('where a host asks for it, no handle is opened', async () => {
    await open({ poll: 'always' })
    const seen: string[] = []
    await watch((snapshot) => seen.push(names(snapshot)))
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    system.pass(2_000)
    await vi.waitFor(() => expect(seen).toEqual(['a b']))
    expect(system.opened).toBe(0)
  })
})

describe('what listeners get', () => {
  test('a whole snapshot, once, and none where nothing they could see changed', async () => {
    await open()
    const seen: Snapshot[] = []
    await watch((snapshot) => seen.push(snapshot))
    folder.write({ 'home/.agents/skills/notes.txt': 'x' })
    tell(root(), 'rename', 'notes.txt')
    system.pass(80)
    await idle()
    expect(seen).toEqual([])
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    const snapshot = await library.reload()
    await library.reload()
    expect(seen).toEqual([snapshot])
    expect(Object.isFrozen(snapshot.entries)).toBe(true)
  })

  test('what changed between opening and watching', async () => {
    await open()
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    const seen: string[] = []
    await watch((snapshot) => seen.push(names(snapshot)))
    expect(seen).toEqual(['a b'])
  })

  test('what the caller\u2019s own functions throw is handed over, and watching goes on', async () => {
    const errors: unknown[] = []
    let isBug = false
    const buggy = (): Settings => {
      if (isBug) throw new TypeError('a bug')
      return settings()
    }
    await open({ onListenerError: (error) => errors.push(error) }, { settings: buggy })
    const seen: string[] = []
    await watch((snapshot) => seen.push(names(snapshot)))
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    for (const broken of [true, false]) {
      isBug = broken
      tell(root(), 'rename', 'b')
      system.pass(80)
      await idle()
    }
    expect(errors.map(String)).toEqual(['TypeError: a bug'])
    expect(seen).toEqual(['a b'])
  })

  test('one that throws or rejects keeps nothing from the others', async () => {
    const errors: unknown[] = []
    await open({ onListenerError: (error) => errors.push(error) })
    const seen: string[] = []
    library.watch(() => {
      throw new Error('thrown')
    })
    const rejects: (snapshot: Snapshot) => unknown = () => Promise.reject(new Error('rejected'))
    library.watch(rejects)
    await watch((snapshot) => seen.push(names(snapshot)))
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    await library.reload()
    expect(seen).toEqual(['a b'])
    await vi.waitFor(() => expect(errors.map(String).sort()).toHaveLength(2))
    expect(errors.map(String).sort()).toEqual(['Error: rejected', 'Error: thrown'])
    folder.write({ 'home/.agents/skills/c/SKILL.md': skillText('c') })
    await library.reload()
    expect(seen).toEqual(['a b', 'a b c'])
  })

  test('nothing more once they left, even from within another listener', async () => {
    await open()
    const seen: string[] = []
    library.watch(() => second[Symbol.dispose]())
    const second = library.watch((snapshot) => seen.push(names(snapshot)))
    folder.write({ 'home/.agents/skills/b/SKILL.md': skillText('b') })
    await library.reload()
    expect(seen).toEqual([])
  })

  test('where reading failed: the last good skills, and a diagnostic that says so, once', async () => {
    await open()
    const seen: Snapshot[] = []
    await watch((snapshot) => seen.push(snapshot))
    const { skills } = library.snapshot
    for (const broken of [true, true, false]) {
      isBroken = broken
      tell(root(), 'rename', 'x')
      system.pass(80)
      await idle()
    }
    expect(seen.map(({ diagnostics }) => diagnostics.map(({ message }) => message))).toEqual([
      ['The skills could not be read again (disk gone); what was read before still counts.'],
      [],
    ])
    expect(seen[0]?.skills).toBe(skills)
  })
})
