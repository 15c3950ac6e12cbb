import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Skill } from '../../skill.ts'

/** One file of a skill, as the digest sees it. */
export interface DigestedFile {
  /** Relative to the skill's folder, `/` between parts. */
  readonly path: string
  /** sha-256 of the bytes, of a link's target text, as hex. */
  readonly hash: string
  readonly size: number
  readonly executable: boolean
}

/** `unknown`: nobody can tell whether such a skill changed, so it cannot be trusted until it does. */
export type SkillDigest =
  | { readonly kind: 'known'; readonly digest: string; readonly files: readonly DigestedFile[] }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Digests by file state, so that a reload hashes again only what was touched. */
export type DigestCache = Map<
  string,
  { readonly fingerprint: string; readonly result: SkillDigest }
>

export const maximumFiles = 2_000
export const maximumBytes = 256 * 1024 * 1024
const notCounted = new Set(['.git', 'node_modules', '__pycache__'])

/**
 * sha-256 over the sorted `path NUL hex LF` lines of a skill's files. A link counts by the text of
 * its target, so that it cannot be turned elsewhere unseen; `.git`, `node_modules` and
 * `__pycache__` do not count. A single-file skill is that file alone.
 */
export function digestSkill(
  skill: Pick<Skill, 'realPath' | 'location' | 'directory' | 'singleFile'>,
  cache?: DigestCache,
): SkillDigest {
  try {
    const files = skill.singleFile ? [onlyFile(skill.realPath)] : listFolder(skill)
    const fingerprint = fingerprintOf(files)
    const known = cache?.get(skill.location)
    if (known?.fingerprint === fingerprint) return known.result
    const result = digestFiles(files)
    cache?.set(skill.location, { fingerprint, result })
    return result
  } catch (error) {
    if (error instanceof Undigestible) return { kind: 'unknown', reason: error.message }
    return { kind: 'unknown', reason: `Its files cannot be read (${messageOf(error)}).` }
  }
}

/** The same for one file or a whole folder, such as knowledge that a project's settings name. */
export function digestPath(path: string): SkillDigest {
  return digestSkill({
    realPath: path,
    location: path,
    directory: path,
    singleFile: !isFolder(path),
  })
}

/** sha-256 over `key NUL digest LF` lines, sorted by key. */
export function combineDigests(parts: ReadonlyMap<string, string>): string {
  const lines = [...parts].map(([key, digest]) => `${key}\0${digest}\n`)
  return hashOf(lines.sort(compareBytes).join(''))
}

export function hashOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

class Undigestible extends Error {}

interface ListedFile {
  readonly path: string
  readonly absolute: string
  readonly stats: Stats
}

function onlyFile(path: string): ListedFile {
  return { path: basename(path), absolute: path, stats: lstatSync(path) }
}

/** A `SKILL.md` that is a link counts by its text as well: those are the instructions. */
function listFolder(skill: Pick<Skill, 'realPath' | 'location' | 'directory'>): ListedFile[] {
  const files = listFiles(skill.directory)
  if (!lstatSync(skill.location).isSymbolicLink()) return files
  const target = onlyFile(skill.realPath)
  return [...files, { ...target, path: `${basename(skill.location)}/target` }]
}

function listFiles(folder: string): ListedFile[] {
  const files: ListedFile[] = []
  const waiting = ['']
  for (let prefix = waiting.pop(); prefix !== undefined; prefix = waiting.pop()) {
    for (const name of readdirSync(join(folder, prefix))) {
      if (notCounted.has(name)) continue
      const path = `${prefix}${name}`
      const absolute = join(folder, path)
      const stats = lstatSync(absolute)
      if (stats.isDirectory()) waiting.push(`${path}/`)
      else files.push({ path, absolute, stats })
      if (files.length > maximumFiles || waiting.length > maximumFiles) {
        throw new Undigestible(`Its folder holds more than ${maximumFiles} files.`)
      }
    }
  }
  return files.sort((a, b) => compareBytes(a.path, b.path))
}

function fingerprintOf(files: readonly ListedFile[]): string {
  return files
    .map(({ path, stats }) =>
      [path, stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino, stats.mode].join('\0'),
    )
    .join('\n')
}

function digestFiles(files: readonly ListedFile[]): SkillDigest {
  const bytes = files.reduce((sum, { stats }) => sum + (stats.isFile() ? stats.size : 0), 0)
  if (bytes > maximumBytes) {
    throw new Undigestible(`Its folder holds more than ${maximumBytes / 1024 / 1024} MiB.`)
  }
  const digested = files.map(digestFile)
  const lines = digested.map(({ path, hash }) => `${path}\0${hash}\n`)
  return { kind: 'known', digest: hashOf(lines.join('')), files: digested }
}

function digestFile({ path, absolute, stats }: ListedFile): DigestedFile {
  const executable = stats.isFile() && (stats.mode & 0o111) !== 0
  if (stats.isSymbolicLink()) {
    const hash = hashOf(`link\0${readlinkSync(absolute)}`)
    return { path, hash, size: stats.size, executable }
  }
  // Opening a pipe would wait for a writer, and a device may never end.
  if (!stats.isFile()) return { path, hash: hashOf('special\0'), size: 0, executable }
  return { path, hash: hashFile(absolute), size: stats.size, executable }
}

// What was a file when it was listed may be a pipe or a link by now.
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

function hashFile(path: string): string {
  const hash = createHash('sha256')
  const block = Buffer.allocUnsafe(64 * 1024)
  const handle = openSync(path, readOnly)
  try {
    let total = 0
    for (;;) {
      const count = readSync(handle, block, 0, block.length, null)
      if (count === 0) return hash.digest('hex')
      total += count
      if (total > maximumBytes) throw new Undigestible(`Its file ${path} keeps growing.`)
      hash.update(block.subarray(0, count))
    }
  } finally {
    closeSync(handle)
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory()
  } catch {
    return false
  }
}

/** The order of UTF-8 bytes is the order of code points. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
