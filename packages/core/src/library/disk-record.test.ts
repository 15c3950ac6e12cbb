import { chmodSync, renameSync, unlinkSync, utimesSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Disk, nodeDisk } from '../discovery/index.ts'
import { DiskRecord } from './disk-record.ts'
import { findAndRead } from './find-and-read.ts'
import { skillText, type TestFolder, testFolder } from './test-folder.ts'
import { isCertain } from './ticks.ts'

let folder: TestFolder
beforeEach(() => {
  folder = testFolder({
    'home/.agents/skills/a/SKILL.md': skillText('a'),
    'home/.agents/skills/group/b/SKILL.md': skillText('b'),
    'home/.agents/skills/.gitignore': 'left-out/\n',
    'elsewhere/c/SKILL.md': skillText('c'),
  })
  folder.link('home/.agents/skills/c', folder.at('elsewhere/c'))
  folder.link('home/.agents/skills/dangling', folder.at('elsewhere/not-yet'))
  folder.link('home/.claude/skills', folder.at('elsewhere/no-skills'))
})
afterEach(() => folder[Symbol.dispose]())

/** A moment long after all that the test wrote. */
const later = (): number => Date.now() + 60_000
const find = () => findAndRead({ cwd: folder.repo, home: folder.home }, undefined, later())

describe('a record of what the disk answered', () => {
  test('holds as long as nothing changed, and then the same object is found', async () => {
    const found = await find()
    expect(await found.record.holds()).toBe(true)
    expect(await findAndRead(found.where, found, later())).toBe(found)
  })

  const changes: Readonly<Record<string, () => void>> = {
    'a file was edited': () =>
      folder.write({ 'home/.agents/skills/a/SKILL.md': skillText('a', 'license: MIT') }),
    'a file was touched': () => utimesSync(folder.at('home/.agents/skills/a/SKILL.md'), 1, 1),
    'a file is gone': () => unlinkSync(folder.at('home/.agents/skills/group/b/SKILL.md')),
    'a skill was added': () => folder.write({ 'home/.agents/skills/group/d/SKILL.md': 'x' }),
    'a skill was renamed': () =>
      renameSync(folder.at('home/.agents/skills/a'), folder.at('home/.agents/skills/z')),
    'an ignore file was edited': () =>
      folder.write({ 'home/.agents/skills/.gitignore': 'a/\nleft-out/\n' }),
    'a root appeared': () => folder.write({ 'home/.pi/agent/skills/e/SKILL.md': skillText('e') }),
    'what a link leads to changed': () =>
      folder.write({ 'elsewhere/c/SKILL.md': skillText('c', 'license: MIT') }),
    'a link that led nowhere leads somewhere': () =>
      folder.write({ 'elsewhere/not-yet/SKILL.md': skillText('not-yet') }),
    'a link to a root leads somewhere': () =>
      folder.write({ 'elsewhere/no-skills/f/SKILL.md': skillText('f') }),
    'the repository is gone': () => folder.remove('repo/.git'),
  }
  for (const [title, change] of Object.entries(changes)) {
    test(`does not hold where ${title}`, async () => {
      const { record } = await find()
      expect(await record.holds()).toBe(true)
      change()
      expect(await record.holds()).toBe(false)
    })
  }

  test('does not hold where a folder may no longer be read', async () => {
    const { record } = await find()
    expect(await record.holds()).toBe(true)
    const group = folder.at('home/.agents/skills/group')
    chmodSync(group, 0)
    try {
      expect(await record.holds()).toBe(false)
    } finally {
      chmodSync(group, 0o755)
    }
  })

  test('files that have nothing to do with skills do not matter', async () => {
    const { record } = await find()
    folder.write({ 'home/.agents/skills/a/scripts/run.sh': 'true', 'home/notes.md': 'x' })
    expect(await record.holds()).toBe(true)
  })

  test('proves nothing where something changed just before it was looked at', async () => {
    const found = await findAndRead(
      { cwd: folder.repo, home: folder.home },
      undefined,
      Date.now() - 60_000,
    )
    expect(await found.record.holds()).toBe(false)
  })

  test('asking whether it holds opens no file and lists no folder', async () => {
    const asked: string[] = []
    const counting: Disk = {
      ...nodeDisk,
      list(path) {
        asked.push(path)
        return nodeDisk.list(path)
      },
      read(path, into, size) {
        asked.push(path)
        return nodeDisk.read(path, into, size)
      },
    }
    const record = new DiskRecord(later(), counting)
    record.list(folder.at('home/.agents/skills'))
    record.lstat(folder.at('home/.agents/skills/a/SKILL.md'))
    record.read(folder.at('home/.agents/skills/a/SKILL.md'), new Uint8Array(9), 9)
    const before = asked.length
    expect(await record.holds()).toBe(true)
    expect([before, asked.length]).toEqual([2, 2])
  })

  test('does not hold where reading failed for a reason that may pass', async () => {
    const failing: Disk = {
      ...nodeDisk,
      read: () => {
        throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
      },
    }
    const record = new DiskRecord(later(), failing)
    expect(() => record.read(folder.at('x'), new Uint8Array(1), 1)).toThrow('too many')
    expect(await record.holds()).toBe(false)
  })
})

test('where a file system counts whole seconds, a change proves nothing for two of them', () => {
  const now = 1_700_000_010_000
  expect(isCertain(now - 1_000, now)).toBe(false)
  expect(isCertain(now - 3_000, now)).toBe(true)
  expect(isCertain(now - 99.5, now)).toBe(false)
  expect(isCertain(now - 100.5, now)).toBe(true)
})
