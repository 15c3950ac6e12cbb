import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nodeDisk } from '../../discovery/index.ts'
import { findAndRead } from '../find-and-read.ts'
import { openLibrary } from '../open.ts'
import { ContentComparison } from '../same-content.ts'
import { skillText, type TestFolder, testFolder } from '../test-folder.ts'
import type { LibraryOptions, Snapshot } from '../types.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { keep, recall } from './index.ts'

let folder: TestFolder
beforeEach(() => {
  folder = testFolder()
  // What changed a moment ago may change once more in the same tick, and is not kept.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  folder[Symbol.dispose]()
})

const many = 200
const skills = (count = many): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `home/.agents/skills/s${at}/SKILL.md`,
      skillText(`s${at}`),
    ]),
  )

const open = async (more: Partial<LibraryOptions> = {}): Promise<Snapshot> => {
  const library = await openLibrary({ cwd: folder.repo, home: folder.home, ...more })
  await nextTurn()
  return library.snapshot
}
const openKept = (): Promise<Snapshot> => open({ cache: folder.at('cache') })
const cacheFile = (): string => folder.at('cache', readdirSync(folder.at('cache'))[0] ?? 'none')

const where = () => ({
  cwd: folder.repo,
  home: folder.home,
  paths: [],
  projectPaths: [],
  clients: [],
  limits: {},
})

const odd = [
  '---',
  'name: odd',
  'description: >',
  '  Holds everything: 中文 🍳 \u2028 "quotes"',
  'allowed-tools: Bash(git *) Read',
  'tools: [read, grep]',
  'model: opus',
  'argument-hint: "[a] [b]"',
  'arguments: { a: first, b: second }',
  'hooks: { preExecute: one, postExecute: two }',
  'license: MIT',
  'compatibility: any',
  'metadata: { __proto__: x, version: "1" }',
  'extra-field: { deep: [1, { __proto__: y }, null, true], text: z }',
  'user-invocable: false',
  '---',
  'Body',
].join('\n')

describe('what a process keeps for the next', () => {
  test('gives the same snapshot, and opens no skill for it', async () => {
    folder.write({
      ...skills(),
      'home/.agents/skills/odd/SKILL.md': odd,
      'home/.agents/skills/broken/SKILL.md': '---\nname: [\n---\n',
      'home/.agents/skills/ignored/SKILL.md': skillText('ignored'),
      'home/.agents/skills/.gitignore': 'ignored/\n',
      'home/.claude/skills/s1/SKILL.md': skillText('s1'),
      'repo/.agents/skills/theirs/SKILL.md': skillText('theirs'),
    })
    folder.link('home/.agents/skills/linked', folder.at('home/.claude/skills/s1'))
    const first = await openKept()
    const read = vi.spyOn(nodeDisk, 'read')
    const second = await openKept()
    expect(read).not.toHaveBeenCalled()
    expect(second).toStrictEqual(first)
    expect(Object.isFrozen(second.entries[0]?.skill?.metadata)).toBe(true)
  })

  test('bug 38 new, edited, renamed and deleted skills are seen, and only they are read', async () => {
    folder.write(skills())
    await openKept()
    folder.write({
      'home/.agents/skills/s0/SKILL.md': skillText('s0', 'license: MIT'),
      'home/.agents/skills/new/SKILL.md': skillText('new'),
    })
    folder.remove('home/.agents/skills/s1')
    const read = vi.spyOn(nodeDisk, 'read')
    const now = await openKept()
    expect(read).toHaveBeenCalledTimes(2)
    expect(now.skills.find(({ name }) => name === 's0')?.license).toBe('MIT')
    expect(now.skills.map(({ name }) => name)).toContain('new')
    expect(now.skills.map(({ name }) => name)).not.toContain('s1')
  })

  test('law: whatever happened in between, the answer is that of a process without a memory', async () => {
    const changes = fc.array(
      fc.record({
        at: fc.nat(many + 5),
        how: fc.constantFrom('edit', 'remove', 'touch', 'break', 'link', 'ignore'),
      }),
      { minLength: 1, maxLength: 6 },
    )
    folder.write({ ...skills(), 'elsewhere/SKILL.md': skillText('elsewhere') })
    const options = { cwd: folder.repo, home: folder.home, trust: 'all' } as const
    await openKept()
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        for (const { at, how } of list) change(at, how)
        const recalled = await open({ ...options, cache: folder.at('cache') })
        expect(recalled).toStrictEqual(await open(options))
      }),
      { numRuns: 20 },
    )
  })

  test('is a file of the person alone, and one for each place', async () => {
    folder.write(skills())
    await openKept()
    await open({ cache: folder.at('cache'), cwd: folder.home })
    expect(readdirSync(folder.at('cache'))).toHaveLength(2)
    expect(statSync(cacheFile()).mode & 0o777).toBe(0o600)
  })

  test('the oldest goes where there are many places', async () => {
    folder.write(skills())
    for (let at = 0; at < 10; at++) {
      mkdirSync(folder.at(`repo/${at}`))
      await open({ cache: folder.at('cache'), cwd: folder.at(`repo/${at}`) })
    }
    expect(readdirSync(folder.at('cache'))).toHaveLength(8)
  })

  test('what a process left that ended while it wrote goes after a while', async () => {
    folder.write({ ...skills(), 'cache/.library-0a.json.0b.tmp': '', 'cache/mine.tmp': '' })
    utimesSync(folder.at('cache/.library-0a.json.0b.tmp'), 1, 1)
    await openKept()
    const kept = readdirSync(folder.at('cache'))
    expect([kept.length, kept.includes('mine.tmp')]).toEqual([2, true])
  })

  test('nothing is kept of a few files, nor of files that changed a moment ago', async () => {
    folder.write(skills(many - 1))
    await openKept()
    folder.write({ 'home/.agents/skills/last/SKILL.md': skillText('last') })
    vi.setSystemTime(statSync(folder.at('home/.agents/skills/last/SKILL.md')).ctimeMs)
    await openKept()
    expect(() => readdirSync(folder.at('cache'))).toThrow('ENOENT')
  })
})

describe('a memory that is of no use', () => {
  const damage: Readonly<Record<string, (text: string) => string>> = {
    'of another build': (text) => text.replace(/^skillet-library \d+/, 'skillet-library 1'),
    'cut in the middle': (text) => text.slice(0, text.length / 2),
    empty: () => '',
    'of other places': (text) => text.replace('"cwd":"', '"cwd":"/other'),
    'of another shape': (text) => `${text.split('\n')[0]}\n{"where":null,"files":3}`,
    'with one letter changed': (text) => text.replace(/"s7"/, '"t7"'),
    'without its files': (text) => text.replace(/"files":\[\[.*\]\]/s, '"files":[]'),
    'with a root that is not there': (text) => text.replaceAll(/\[\d+,(\d+),0,/g, '[99,$1,0,'),
  }
  for (const [name, spoil] of Object.entries(damage)) {
    test(`${name}: every skill is read again, and it is written anew`, async () => {
      folder.write(skills())
      const first = await openKept()
      const whole = readFileSync(cacheFile(), 'utf8')
      writeFileSync(cacheFile(), spoil(whole))
      expect(await openKept()).toStrictEqual(first)
      expect(readFileSync(cacheFile(), 'utf8')).not.toBe(spoil(whole))
    })
  }

  test('a folder that cannot be written is no fault', async () => {
    folder.write({ ...skills(), cache: 'a file' })
    expect((await openKept()).skills).toHaveLength(many)
  })

  test('a file of the same bytes with another time is asked about, not believed', async () => {
    folder.write(skills())
    await openKept()
    utimesSync(folder.at('home/.agents/skills/s3/SKILL.md'), 1, 1)
    const read = vi.spyOn(nodeDisk, 'read')
    expect((await openKept()).skills).toHaveLength(many)
    expect(read).toHaveBeenCalledTimes(1)
  })
})

test('law: what is decoded is what was encoded, links, copies and mistakes included', async () => {
  folder.write({
    'home/.agents/skills/odd/SKILL.md': odd,
    'home/.agents/skills/wrong/SKILL.md': '---\nname: Wrong Name\ndescription: d\n---\n',
    'home/.claude/skills/SKILL.md': skillText('root'),
    'home/.claude/skills/odd/SKILL.md': odd,
  })
  folder.link('home/.claude/skills/loop', folder.at('home/.claude/skills/loop'))
  const found = await findAndRead(where(), undefined, Date.now())
  const contents = new ContentComparison()
  const [one, other] = found.files
  if (one !== undefined && other !== undefined) contents.isSame(one, other)
  const again = decode(JSON.parse(JSON.stringify(encode(found, contents))))
  expect(again).toStrictEqual(found)
  expect(await again.record.holds()).toBe(true)
})

test('what is kept comes back with its comparisons', async () => {
  folder.write({ ...skills(), 'home/.claude/skills/copy/SKILL.md': skillText('s1') })
  const found = await findAndRead(where(), undefined, Date.now())
  const files = found.files.filter(({ name }) => name === 's1')
  const contents = new ContentComparison()
  const [one, other] = files
  if (one === undefined || other === undefined) throw new Error('There are two of the name')
  expect(contents.isSame(one, other)).toBe(true)
  keep(folder.at('cache'), found, contents)
  const recalled = recall(folder.at('cache'), where())
  expect([...(recalled?.contents ?? [])].map(({ isSame }) => isSame)).toEqual([true])
})

function change(at: number, how: string): void {
  const path = `home/.agents/skills/s${at}`
  if (how === 'edit') folder.write({ [`${path}/SKILL.md`]: skillText(`s${at}`, 'license: X') })
  else if (how === 'remove') folder.remove(path)
  else if (how === 'break') folder.write({ [`${path}/SKILL.md`]: '---\nname: [\n---\n' })
  else if (how === 'ignore') folder.write({ 'home/.agents/skills/.ignore': `s${at}/\n` })
  else if (how === 'link') {
    folder.remove(path)
    folder.link(path, folder.at('elsewhere'))
  } else {
    folder.write({ [`${path}/notes.md`]: 'x' })
    utimesSync(folder.at(path), 5, 5)
  }
}
