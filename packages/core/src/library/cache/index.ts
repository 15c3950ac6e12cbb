import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { DiscoverOptions } from '../../discovery/index.ts'
import { readOrdinaryFile, writeAtomically } from '../../settings/index.ts'
import type { Found } from '../find-and-read.ts'
import { ContentComparison } from '../same-content.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import type { StoredFound } from './types.ts'

/** What an earlier process found, and which files it compared. */
export interface Recalled {
  readonly found: Found
  readonly contents: ContentComparison
}

/** Fewer files are read as quickly as this is. */
const fewest = 200

/** A cache of more bytes is not read: reading it would take longer than reading the skills. */
const largest = 64 * 1024 * 1024

/** Caches of this many places are kept; the rest goes, the oldest first. */
const mostPlaces = 8

/**
 * What an earlier process kept about these places. It is no more than a memory: whoever uses it asks
 * the disk about every file before any of it counts. Undefined where there is none, it is another
 * build's, or it cannot be read.
 *
 * @param folder absolute; undefined: nothing is kept anywhere
 */
export function recall(folder: string | undefined, where: DiscoverOptions): Recalled | undefined {
  if (folder === undefined) return undefined
  const file = readOrdinaryFile(fileFor(folder, where), largest)
  if (file.kind !== 'read') return undefined
  try {
    const body = bodyOf(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length))
    if (body === undefined) return undefined
    const stored: StoredFound = JSON.parse(body.toString())
    if (!isDeepStrictEqual(stored.where, where)) return undefined
    const found = decode(stored)
    return { found, contents: decodeComparisons(stored.compared, found) }
  } catch {
    return undefined
  }
}

/** What stands behind the first line, where this build wrote it and nothing changed it since. */
function bodyOf(bytes: Buffer): Buffer | undefined {
  const end = bytes.indexOf('\n')
  const body = bytes.subarray(end + 1)
  return bytes.toString('latin1', 0, end) === headerOf(body) ? body : undefined
}

function headerOf(body: Buffer): string {
  return `${thisBuild()} ${createHash('sha256').update(body).digest('hex')}`
}

/**
 * Keeps what was found for the next process. Does nothing where that would not save time, or where
 * something was found that may be different the next time. A folder that cannot be written is no
 * fault: nothing is kept then.
 */
export function keep(folder: string, found: Found, contents: ContentComparison): void {
  if (found.files.length < fewest || !found.record.isCertain) return
  try {
    const body = JSON.stringify(encode(found, contents))
    const text = `${headerOf(Buffer.from(body))}\n${body}`
    writeAtomically(fileFor(folder, found.where), text, 0o600)
    forgetOldest(folder)
  } catch {
    // A full disk, a folder of somebody else's, or our own files that went while we ran.
  }
}

function decodeComparisons(compared: readonly number[], { files }: Found): ContentComparison {
  const contents = new ContentComparison()
  for (let at = 0; at + 2 < compared.length; at += 3) {
    const one = files[compared[at] ?? -1]
    const other = files[compared[at + 1] ?? -1]
    if (one !== undefined && other !== undefined) {
      contents.remember({ one, other, isSame: compared[at + 2] === 1 })
    }
  }
  return contents
}

/** Another build may understand the same bytes in another way. Packages all carry one date, so: when it came here. */
function thisBuild(): string {
  const { size, ctimeMs } = lstatSync(import.meta.filename)
  return `skillet-library ${size} ${ctimeMs}`
}

const namePattern = /^library-[0-9a-f]+\.json$/
/** What a process left that ended while it wrote. */
const leftPattern = /^\.library-[0-9a-f]+\.json\.[0-9a-f]+\.tmp$/
/** Nobody writes a cache for so long, in milliseconds. */
const leftAge = 60_000

function fileFor(folder: string, where: DiscoverOptions): string {
  return join(folder, `library-${fingerprint(JSON.stringify(where))}.json`)
}

/** FNV-1a over UTF-16 units. Only a name: what is in the file says which places it is about. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function forgetOldest(folder: string): void {
  const files = readdirSync(folder).flatMap((name) => {
    const file = join(folder, name)
    return namePattern.test(name) || leftPattern.test(name)
      ? [{ file, isLeft: leftPattern.test(name), at: statSync(file).mtimeMs }]
      : []
  })
  const kept = files.filter(({ isLeft }) => !isLeft).sort((a, b) => b.at - a.at)
  const left = files.filter(({ isLeft, at }) => isLeft && Date.now() - at > leftAge)
  for (const { file } of [...kept.slice(mostPlaces), ...left]) rmSync(file, { force: true })
}
