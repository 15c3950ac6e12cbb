import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { underLock, writeAtomically } from './safe-write.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'skillet-write-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const file = () => join(base, 'deep', 'er', 'file.json')

describe('writeAtomically', () => {
  test('makes folders, replaces the text, and leaves nothing beside it', () => {
    writeAtomically(file(), 'one')
    writeAtomically(file(), 'two')
    expect(readFileSync(file(), 'utf8')).toBe('two')
    expect(readdirSync(join(base, 'deep', 'er'))).toEqual(['file.json'])
  })

  test('keeps permissions, or sets those that are asked for', () => {
    writeAtomically(file(), 'one', 0o600)
    writeAtomically(file(), 'two')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    writeAtomically(file(), 'three', 0o640)
    expect(statSync(file()).mode & 0o777).toBe(0o640)
  })

  test.skipIf(process.platform === 'win32')(
    'replaces nothing that is no ordinary file, also not through a link',
    () => {
      const pipe = join(base, 'pipe')
      execFileSync('mkfifo', [pipe])
      symlinkSync(pipe, join(base, 'link'))
      for (const place of [pipe, join(base, 'link')]) {
        expect(() => writeAtomically(place, 'text')).toThrow(`${pipe} is no ordinary file`)
      }
      expect(statSync(pipe).isFIFO()).toBe(true)
      expect(readdirSync(base).toSorted()).toEqual(['link', 'pipe'])
    },
  )

  test('a failure leaves the old text, and nothing beside it', () => {
    writeAtomically(join(base, 'folder', 'x'), '')
    expect(() => writeAtomically(join(base, 'folder'), 'text')).toThrow()
    expect(readdirSync(base)).toEqual(['folder'])
  })
})

describe('underLock', () => {
  const deadProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid

  test('holds the lock until a promise is settled', async () => {
    const seen: string[] = []
    const first = underLock(file(), async () => {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(existsSync(`${file()}.lock`) ? 'held' : 'let go')
    })
    await Promise.all([first, underLock(file(), () => seen.push('second'))])
    expect(seen).toEqual(['held', 'second'])
    expect(existsSync(`${file()}.lock`)).toBe(false)
  })

  test('gives the result, and frees the lock also after an error', async () => {
    expect(await underLock(file(), () => 7)).toBe(7)
    await expect(
      underLock(file(), () => {
        throw new Error('inside')
      }),
    ).rejects.toThrow('inside')
    expect(existsSync(`${file()}.lock`)).toBe(false)
  })

  test('takes over the lock of a process that is gone', async () => {
    writeAtomically(`${file()}.lock`, `${deadProcess()} token`)
    expect(await underLock(file(), () => 'mine')).toBe('mine')
  })

  test('takes over an old lock that names no process', async () => {
    writeAtomically(`${file()}.lock`, '')
    utimesSync(`${file()}.lock`, 1, 1)
    expect(await underLock(file(), () => 'mine')).toBe('mine')
  })

  test('many that find a dead lock at once still go one by one', async () => {
    writeAtomically(`${file()}.lock`, `${deadProcess()} token`)
    writeFileSync(file(), '0')
    const increase = () =>
      underLock(file(), () =>
        writeAtomically(file(), String(Number(readFileSync(file(), 'utf8')) + 1)),
      )
    await Promise.all(Array.from({ length: 10 }, increase))
    expect(readFileSync(file(), 'utf8')).toBe('10')
  })

  test('waits for a living process, then names the lock', async () => {
    writeAtomically(`${file()}.lock`, `${process.pid} token`)
    const patience = { attempts: 3, pause: 1 }
    await expect(underLock(file(), () => 'mine', patience)).rejects.toThrow(`${file()}.lock`)
    expect(readFileSync(`${file()}.lock`, 'utf8')).toBe(`${process.pid} token`)
  })

  test('takes over an old folder in the place of the lock, where it is empty', async () => {
    mkdirSync(`${file()}.lock`, { recursive: true })
    utimesSync(`${file()}.lock`, 1, 1)
    expect(await underLock(file(), () => 'mine')).toBe('mine')
    expect(existsSync(`${file()}.lock`)).toBe(false)
  })

  test('a folder that holds something stays, and one sentence says what to do', async () => {
    mkdirSync(`${file()}.lock`, { recursive: true })
    writeFileSync(join(`${file()}.lock`, 'x'), '')
    utimesSync(`${file()}.lock`, 1, 1)
    const patience = { attempts: 2, pause: 1 }
    await expect(underLock(file(), () => 'mine', patience)).rejects.toThrow(
      `Another process holds ${file()}.lock. If no other Skillet is running, delete it`,
    )
    expect(existsSync(join(`${file()}.lock`, 'x'))).toBe(true)
  })

  test.skipIf(process.platform === 'win32')('a pipe in its place is not waited for', async () => {
    mkdirSync(join(base, 'deep', 'er'), { recursive: true })
    execFileSync('mkfifo', [`${file()}.lock`])
    const patience = { attempts: 2, pause: 1 }
    await expect(underLock(file(), () => 'mine', patience)).rejects.toThrow(`${file()}.lock`)
  })
})
