import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolders } from './make-folders.ts'
import { readOrdinaryFile } from './ordinary-file.ts'

/**
 * Replaces a file so that a reader sees the old text or the new one, never half of either, also
 * when the machine stops in between. A link is written through, since people link their settings
 * from a repository of dot files.
 *
 * @param file absolute path
 * @param text the whole new text
 * @param mode permissions; absent: those of the file, or the system's default for a new one.
 * @throws Error where the folder cannot be made or written, and where something else than an ordinary
 * file is in its place.
 * @example
 * writeAtomically(file, '{}\n', 0o600)
 */
export function writeAtomically(file: string, text: string, mode?: number): void {
  makeFolders(dirname(file))
  const target = targetOf(file)
  const before = statSync(target, { throwIfNoEntry: false })
  // To rename over a device or a pipe would take it away from everybody.
  if (before?.isFile() === false) throw noOrdinaryFile(target)
  const permissions = mode ?? (before && before.mode & 0o777)
  const folder = dirname(target)
  const fresh = join(folder, `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  const handle = openSync(fresh, 'wx', permissions ?? 0o666)
  try {
    try {
      if (permissions !== undefined) fchmodSync(handle, permissions)
      writeFileSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(fresh, target)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}

/** How often a lock is asked for, and the milliseconds between. */
export interface Patience {
  readonly attempts: number
  readonly pause: number
}

const twoSeconds: Patience = { attempts: 40, pause: 50 }
/** Work under a lock takes milliseconds; a guard this old belongs to a process that died in it. */
const guardAge = 10_000
/** A lock gets its process id as it is made: one without, this old, belongs to none. */
const emptyAge = 1_000
/** A lock holds a process id and a token. */
const longestLock = 1_024

/**
 * Runs `work` while no other process that uses the same lock does. A lock whose process is gone
 * is taken over.
 *
 * @param file absolute path of what is protected; the lock lies beside it
 * @param work what is done under the lock, which is let go when it is done: a promise is waited for
 * @param patience how often to ask, and the milliseconds between. Default: for two seconds
 * @returns what `work` gave
 * @throws Error naming the lock file when another process keeps it for two seconds, or as long as
 * `patience` says, or where the folder cannot be written; and what `work` throws.
 * @example
 * await underLock(file, () => writeAtomically(file, '{}\n'))
 */
export async function underLock<T>(
  file: string,
  work: () => T | Promise<T>,
  { attempts, pause }: Patience = twoSeconds,
): Promise<T> {
  makeFolders(dirname(file))
  const lock = `${file}.lock`
  const token = `${process.pid} ${randomBytes(8).toString('hex')}`
  for (let attempt = 0; !createExclusively(lock, token); attempt += 1) {
    if (attempt === attempts) {
      const sentence = `Another process holds ${lock}. If no other Skillet is running, delete it and try again.`
      throw Object.assign(new Error(sentence), { code: 'ELOCKED', path: lock })
    }
    if (!removeStale(lock)) await delay(pause)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function createExclusively(path: string, text: string): boolean {
  let handle: number
  try {
    handle = openSync(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  writeFileSync(handle, text)
  closeSync(handle)
  return true
}

/**
 * Removes the lock of a dead process. Two waiting processes must not both find it dead and then
 * remove each other's new lock, so the second look and the removal happen under a guard of their own.
 */
function removeStale(lock: string): boolean {
  const owner = ownerOf(lock)
  if (owner === undefined || !isDead(owner, lock)) return false
  const guard = `${lock}.guard`
  if (!createExclusively(guard, owner)) {
    if (ageOf(guard) > guardAge) rmSync(guard, { force: true })
    return false
  }
  try {
    return ownerOf(lock) === owner && remove(lock)
  } finally {
    rmSync(guard, { force: true })
  }
}

/** What a lock says of its process: nothing where it is an empty folder; undefined where it cannot be told. */
function ownerOf(lock: string): string | undefined {
  const read = readOrdinaryFile(lock, longestLock)
  if (read.kind === 'read') return Buffer.from(read.bytes).toString('utf8')
  return read.kind === 'refused' && isFolder(lock) ? '' : undefined
}

/** A folder only where it is empty: what lies in it is not ours to delete. */
function remove(lock: string): boolean {
  try {
    if (isFolder(lock)) rmdirSync(lock)
    else rmSync(lock, { force: true })
    return true
  } catch {
    return false
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** A lock without a process id was being written when its process died, unless it is brand new. */
function isDead(owner: string, lock: string): boolean {
  const id = Number.parseInt(owner, 10)
  if (!Number.isSafeInteger(id) || id <= 0) return ageOf(lock) > emptyAge
  try {
    process.kill(id, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}

function targetOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

function noOrdinaryFile(path: string): Error {
  const sentence = `${path} is no ordinary file, so it was not replaced. Look at what is in its place.`
  return Object.assign(new Error(sentence), { code: 'EINVAL', path })
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
