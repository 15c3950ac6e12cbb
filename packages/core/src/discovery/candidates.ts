import type { Stats } from 'node:fs'
import type { Diagnostic } from '../diagnostic.ts'
import { ignoredSkill, notAFile, type Report, unreadableFile, vanished } from './diagnostics.ts'
import type { Disk } from './disk.ts'
import { readInto, stampOf } from './head.ts'
import { followLink, type LinkRules } from './links.ts'
import type { FoundCandidate, Head, IgnoreRule, Root } from './types.ts'

/** A Markdown file that the walk came upon. */
export interface FoundFile {
  readonly path: string
  /** `path` with the links above its last part resolved. */
  readonly realPath: string
  /** Of the entry itself: a link is a link. */
  readonly stats: Stats
  readonly singleFile: boolean
  readonly atRoot: boolean
  readonly ignored: IgnoreRule | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** Where candidates go, and what reading them needs. */
export interface CandidateSink {
  readonly disk: Disk
  readonly report: Report
  /** Takes a real path for the first time; false where it was taken before. */
  claim(realPath: string): boolean
  /** Whether the caller has read the file in this very state, and needs no head of it. */
  isKnown(candidate: FoundCandidate): boolean
  /** Sets a candidate aside until `deliver`, with its head where it was read. A step emits one at most. */
  emit(candidate: FoundCandidate, head?: Head): void
  /** Hands over what was set aside, where an exception is the caller's and none of the disk's. */
  deliver(): void
  /** Where heads are read into: each is used up before the next is read. */
  readonly head: Uint8Array
}

/**
 * Makes a candidate of a file, unless another root or link led to it already. Answers whether the
 * file is a skill's at all: a folder, a pipe or a link to nowhere is none, and its folder is searched on.
 */
export function takeFile(
  found: FoundFile,
  root: Root,
  links: LinkRules,
  sink: CandidateSink,
): 'taken' | 'no file' {
  const file = resolveFile(found, links, sink)
  if (file === 'elsewhere') return 'taken'
  if (file === undefined) return 'no file'
  if (found.ignored === undefined && !sink.claim(file.realPath)) return 'taken'
  const candidate = describe(found, file, root)
  if (found.ignored !== undefined) sink.emit(leaveOut(candidate, found.ignored))
  else if (sink.isKnown(candidate)) sink.emit(candidate)
  else readHead(candidate, file.stats.size, sink)
  return 'taken'
}

type Draft = { -readonly [Key in keyof FoundCandidate]: FoundCandidate[Key] }

/** Filled in place rather than by spreading: this runs once for each of thousands of files. */
function describe(found: FoundFile, file: ResolvedFile, root: Root): Draft {
  const { path, singleFile, diagnostics } = found
  const draft: Draft = { path, realPath: file.realPath, root, singleFile, diagnostics }
  if (found.atRoot) draft.atRoot = true
  draft.stamp = stampOf(file.stats)
  return draft
}

function leaveOut(draft: Draft, rule: IgnoreRule): FoundCandidate {
  const { stamp: _, ...candidate } = draft
  const diagnostics = [...draft.diagnostics, ignoredSkill(draft.path, rule)]
  return { ...candidate, ignored: rule, diagnostics }
}

function readHead(draft: Draft, size: number, sink: CandidateSink): void {
  let head: Head | undefined
  try {
    head = readInto(draft.realPath, size, sink.head, sink.disk)
  } catch (error) {
    if (!isSystemError(error)) throw error
    if (isGone(error)) {
      sink.report(vanished(draft.path))
      return
    }
    delete draft.stamp
    draft.diagnostics = [...draft.diagnostics, unreadableFile(draft.path, reasonOf(error))]
  }
  sink.emit(draft, head)
}

interface ResolvedFile {
  readonly realPath: string
  readonly stats: Stats
}

/** Follows the link where the entry is one, and says so where there is no file in the end. */
function resolveFile(
  found: FoundFile,
  links: LinkRules,
  sink: CandidateSink,
): ResolvedFile | 'elsewhere' | undefined {
  const { path, stats } = found
  if (stats.isFile()) return found
  if (!stats.isSymbolicLink()) {
    sink.report(notAFile(path, stats.isDirectory() ? 'a folder' : 'a pipe, socket or device'))
    return undefined
  }
  const target = followLink(path, links, sink.disk)
  if (target.kind === 'users-own') return 'elsewhere'
  if (target.kind === 'refused') {
    sink.report(target.diagnostic)
    return target.why === 'escapes' ? 'elsewhere' : undefined
  }
  const behind = target.kind === 'file' ? sink.disk.lstat(target.realPath) : undefined
  if (behind !== undefined) return { realPath: target.realPath, stats: behind }
  sink.report(notAFile(path, target.kind === 'folder' ? 'a link to a folder' : 'a link to no file'))
  return undefined
}

/** What the file system says; anything else is a bug and no diagnostic. */
export function isSystemError(error: unknown): error is Error {
  return codeOf(error) !== undefined
}

/** The entry was there when its folder was listed. A link put in its place since is as good as gone. */
export function isGone(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'EMLINK'
}

/** The system's name for what went wrong, which people can look up. */
export function reasonOf(error: unknown): string {
  return codeOf(error) ?? String(error)
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
