import { isDeepStrictEqual } from 'node:util'
import {
  type DiscoverOptions,
  type Discovery,
  discoverEach,
  type FoundCandidate,
  type Head,
} from '../discovery/index.ts'
import { DiskRecord } from './disk-record.ts'
import { knownFile, knownFiles, type ReadFile, readFile } from './read-file.ts'

/** What one pass over the disk found and read, and what that rests on. */
export interface Found {
  readonly discovery: Omit<Discovery, 'candidates'>
  readonly files: readonly ReadFile[]
  /** Where it looked. */
  readonly where: DiscoverOptions
  readonly record: DiskRecord
  /** When the pass began, in milliseconds since 1970. */
  readonly since: number
}

/**
 * Finds and reads every file that looks like a skill: the very same object as before where neither
 * the options nor the disk changed since. Else the whole is walked again, and only files that
 * changed are opened.
 * @param now milliseconds since 1970
 */
export async function findAndRead(
  where: DiscoverOptions,
  before: Found | undefined,
  now: number,
): Promise<Found> {
  const isSame = before !== undefined && isDeepStrictEqual(where, before.where)
  if (isSame && (await before.record.holds())) return before
  const known = knownFiles(before?.files ?? [], before?.since ?? 0)
  const record = new DiskRecord(now)
  const files: ReadFile[] = []
  const visitor = {
    isKnown: (candidate: FoundCandidate) => knownFile(candidate, known) !== undefined,
    candidate(candidate: FoundCandidate, head: Head | undefined) {
      const file = readFile(candidate, head, known)
      if (file !== undefined) files.push(file)
    },
  }
  const discovery = await discoverEach(where, visitor, record)
  if (mayDifferNextTime(discovery, files)) record.distrust()
  return { discovery, files, where, record, since: now }
}

/** A walk that stopped for lack of time may come further, and what could not be read may be readable. */
function mayDifferNextTime(
  { diagnostics }: Found['discovery'],
  files: readonly ReadFile[],
): boolean {
  return (
    diagnostics.some(({ code }) => code === 'walk/limit') ||
    files.some((file) => file.diagnostics.some(({ code }) => code === 'walk/unreadable'))
  )
}
