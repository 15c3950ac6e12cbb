import { Buffer } from 'node:buffer'
import type { Dirent } from 'node:fs'
import type { Diagnostic } from '../diagnostic.ts'
import { type Disk, nodeDisk } from './disk.ts'
import { enterPlace, isRepeat } from './enter.ts'
import { headSize } from './head.ts'
import type { LinkRules } from './links.ts'
import { findProject } from './repository.ts'
import { listPlaces, type Place, realPathsOf } from './roots.ts'
import { caseFolding } from './skill-file.ts'
import type { WalkContext } from './steps.ts'
import { timeSlices } from './time-slices.ts'
import type {
  Candidate,
  DiscoverOptions,
  Discovery,
  FoundCandidate,
  Head,
  WalkLimits,
} from './types.ts'

export { clients } from './clients.ts'
export { type Disk, nodeDisk } from './disk.ts'
export { readMore } from './head.ts'
export {
  decidingRule,
  type IgnoreRules,
  ignoreFileNames,
  parseIgnoreFile,
  readIgnoreFile,
} from './ignore-files.ts'
export { reasonOfName } from './not-entered.ts'
export { expandPath, isInside } from './paths.ts'
export { findProject, type Project } from './repository.ts'
export { timeSlices } from './time-slices.ts'
export type * from './types.ts'

/** How far a walk goes where the options do not say otherwise. */
export const defaultLimits: WalkLimits = {
  depth: 6,
  explicitDepth: 16,
  folders: 50_000,
  entries: 500_000,
  milliseconds: 15_000,
}

/** What is called while `discoverEach` runs. */
export interface DiscoveryVisitor {
  /**
   * One candidate, and its head where it was read: the bytes are a view that the next candidate
   * overwrites, so parse them here, or copy them.
   */
  candidate(candidate: FoundCandidate, head: Head | undefined): void
  /**
   * Whether the file was read before in the state that `candidate.stamp` tells of. Then it is handed
   * over without a head, which spares opening it. Default: no file is known.
   */
  isKnown?(candidate: FoundCandidate): boolean
  /** A folder that was listed since it is no skill, and the names in it, in the disk's order. */
  listed?(folder: string, names: readonly string[]): void
}

/**
 * Finds every file that looks like a skill and reads its first 4 KiB, in one pass over the disk.
 * Nothing is written and nothing throws for what a person can fix: bad paths, links, limits and
 * permissions are diagnostics, and the rest loads.
 *
 * @param options where to look, and how far
 * @param disk what answers for the file system. Default: the system's
 * @returns roots, candidates and diagnostics
 * @example
 * const { candidates, diagnostics } = await discover({ cwd: '/home/ada/shop', home: '/home/ada' })
 */
export async function discover(
  options: DiscoverOptions,
  disk: Disk = nodeDisk,
): Promise<Discovery> {
  const candidates: Candidate[] = []
  const keep = (candidate: FoundCandidate, head: Head | undefined) =>
    candidates.push(head === undefined ? candidate : { ...candidate, head: withOwnBytes(head) })
  const found = await discoverEach(options, { candidate: keep }, disk)
  return { ...found, candidates }
}

/**
 * The same pass, handing over one candidate after the other, so that 15,000 heads need not be held.
 * @example
 * await discoverEach(options, { candidate: ({ path }, head) => parse(path, head) })
 */
export async function discoverEach(
  options: DiscoverOptions,
  visitor: DiscoveryVisitor,
  disk: Disk = nodeDisk,
): Promise<Omit<Discovery, 'candidates'>> {
  const diagnostics = new Diagnostics()
  const ignored: FoundCandidate[] = []
  const claimed = new Set<string>()
  let ready: FoundCandidate | undefined
  let readyHead: Head | undefined
  const context: WalkContext = {
    disk,
    limits: { ...defaultLimits, ...options.limits },
    slices: timeSlices(),
    folding: caseFolding(disk),
    // A Node buffer, which the parser need not wrap to decode it.
    head: Buffer.allocUnsafeSlow(headSize),
    report: (diagnostic) => diagnostics.add(diagnostic),
    claim: (realPath) => {
      if (claimed.has(realPath)) return false
      claimed.add(realPath)
      return true
    },
    isKnown: (candidate) => visitor.isKnown?.(candidate) ?? false,
    emit: (candidate, head) => {
      if (candidate.ignored === undefined) ready = candidate
      else ignored.push(candidate)
      readyHead = head
    },
    deliver: () => {
      if (ready !== undefined) visitor.candidate(ready, readyHead)
      ready = undefined
    },
    listed: (folder, entries) => visitor.listed?.(folder, namesOf(entries)),
  }

  const project = findProject(options.cwd, options.home, disk)
  const places = listPlaces(options, project, disk, context.report)
  const userRoots = realPathsOf(places.filter(({ root }) => root.scope === 'user'))
  const entered: Place[] = []
  for (const place of places) {
    if (isRepeat(place, entered)) continue
    const links: LinkRules = { boundary: place.root.boundary, userRoots }
    if ((await enterPlace(place, links, context)) === 'entered') entered.push(place)
  }
  // What one root leaves out another may lead to, so these wait until all are walked.
  for (const candidate of ignored) {
    if (context.claim(candidate.realPath)) visitor.candidate(candidate, undefined)
  }
  return {
    roots: places.map(({ root }) => root),
    diagnostics: diagnostics.all,
    ...(project.repository === undefined ? {} : { repository: project.repository }),
  }
}

/** Each thing is said once, even where two roots come by it. */
class Diagnostics {
  readonly all: Diagnostic[] = []
  readonly #said = new Set<string>()

  add(diagnostic: Diagnostic): void {
    const key = JSON.stringify([diagnostic.code, diagnostic.file, diagnostic.message])
    if (!this.#said.has(key)) this.all.push(diagnostic)
    this.#said.add(key)
  }
}

function namesOf(entries: readonly Dirent[]): readonly string[] {
  return entries.map((entry) => entry.name)
}

function withOwnBytes(head: Head): Head {
  return { ...head, bytes: new Uint8Array(head.bytes) }
}
