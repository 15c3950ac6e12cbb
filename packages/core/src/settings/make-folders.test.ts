import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFolders } from './make-folders.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'skillet-folders-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

describe('folders', () => {
  test('are made with those above, for their owner alone; those that are there stay', () => {
    for (const _ of [1, 2]) makeFolders(join(base, 'a/b'))
    expect(statSync(join(base, 'a/b')).mode & 0o777).toBe(0o700)
    symlinkSync(join(base, 'a'), join(base, 'link'))
    makeFolders(join(base, 'link/b/c'))
    expect(statSync(join(base, 'a/b/c')).isDirectory()).toBe(true)
  })

  test('are not made below a file, nor in its place', () => {
    writeFileSync(join(base, 'file'), '')
    expect(() => makeFolders(join(base, 'file'))).toThrow('EEXIST')
    expect(() => makeFolders(join(base, 'file/a'))).toThrow('ENOTDIR')
  })

  test.runIf(process.platform === 'linux')('fail where none can be made, and do not hang', () => {
    expect(() => makeFolders('/proc/skillet/a/b')).toThrow('ENOENT')
  })
})
