import { basename, dirname } from 'node:path'
import type { Diagnostic } from '../diagnostic.ts'
import { type FoundCandidate, type Head, readMore } from '../discovery/index.ts'
import { type HeadOptions, parseHead, type SettledHead } from '../format/index.ts'
import { validName } from '../names.ts'
import type { Skill } from '../skill.ts'
import { isSkillFileName } from '../skill-file.ts'
import { isCertain } from './ticks.ts'

/** What a candidate turned out to hold. The bytes are let go. */
export interface ReadFile {
  readonly candidate: FoundCandidate
  /** The name in the frontmatter, else the folder's or the file's. */
  readonly name: string
  /** Absent where the file is ignored or invalid. */
  readonly skill?: Skill
  readonly diagnostics: readonly Diagnostic[]
}

/** What an earlier pass read, by path. */
export interface KnownFiles {
  readonly files: ReadonlyMap<string, ReadFile>
  /** When that pass began, in milliseconds since 1970. */
  readonly since: number
}

export function knownFiles(files: readonly ReadFile[], since: number): KnownFiles {
  return { files: new Map(files.map((file) => [file.candidate.path, file])), since }
}

/** The file as it was read before, where nothing about it changed since. */
export function knownFile(candidate: FoundCandidate, known: KnownFiles): ReadFile | undefined {
  const before = known.files.get(candidate.path)
  if (before === undefined || !isSame(candidate, before.candidate)) return undefined
  const changed = before.candidate.stamp?.changed ?? Number.POSITIVE_INFINITY
  return isCertain(changed, known.since) ? before : undefined
}

/**
 * Reads one candidate; undefined for Markdown that was never meant to be a skill. Whatever goes
 * wrong stays with this file (bug 6), and nothing about a failure is kept (bug 9) but its report.
 */
export function readFile(
  candidate: FoundCandidate,
  head: Head | undefined,
  known: KnownFiles,
): ReadFile | undefined {
  const before = knownFile(candidate, known)
  if (before !== undefined) return before
  if (candidate.ignored !== undefined || head === undefined) {
    return { candidate, name: nameFromPath(candidate), diagnostics: candidate.diagnostics }
  }
  const parsed = parseCandidate(candidate, head)
  if (parsed.kind === 'not-a-skill') return undefined
  const diagnostics = join(candidate.diagnostics, parsed.diagnostics)
  if (parsed.kind === 'invalid') {
    return { candidate, name: parsed.name ?? nameFromPath(candidate), diagnostics }
  }
  const { skill } = parsed
  const said = candidate.atRoot ? [...diagnostics, atRoot(candidate, skill)] : diagnostics
  return { candidate, name: skill.name, skill, diagnostics: said }
}

function parseCandidate(candidate: FoundCandidate, head: Head): SettledHead {
  const { path, realPath, root, singleFile } = candidate
  const options: HeadOptions = {
    location: path,
    realPath,
    source: sourceOf(root),
    layout: root.layout,
    singleFile,
    size: head.size,
    complete: head.complete,
  }
  const parsed = parseHead(head.bytes, options)
  if (parsed.kind !== 'incomplete') return parsed
  try {
    const more = readMore(realPath)
    const reread = parseHead(more.bytes, { ...options, complete: more.complete })
    // What is still open after all that may be read is too long, which the parser says best.
    return reread.kind === 'incomplete'
      ? parseHead(more.bytes, { ...options, complete: true })
      : reread
  } catch (error) {
    return { kind: 'invalid', diagnostics: [unreadable(path, error)] }
  }
}

/** All skills of a root share one source record. Kept as long as the root, which never changes. */
const sources = new WeakMap<FoundCandidate['root'], Skill['source']>()

export function sourceOf(root: FoundCandidate['root']): Skill['source'] {
  const known = sources.get(root)
  if (known !== undefined) return known
  const { scope, client, path, boundary } = root
  const source = Object.freeze({ scope, client, root: path, ...(boundary && { boundary }) })
  sources.set(root, source)
  return source
}

/** A `SKILL.md` straight in a client's skills root loads, and is most likely lying in the wrong place. */
function atRoot({ path }: FoundCandidate, { name }: Skill): Diagnostic {
  return {
    code: 'walk/root-skill',
    severity: 'warning',
    message: 'The file lies straight in the skills folder, so it has no folder of its own.',
    file: path,
    hint: `Move it into a folder: ${dirname(path)}/${validName(name) || 'my-skill'}/SKILL.md.`,
  }
}

function nameFromPath({ path }: FoundCandidate): string {
  const file = basename(path)
  return isSkillFileName(file) ? basename(dirname(path)) : file.replace(/\.md$/i, () => '')
}

/** Most files have nothing to report from either side, and share one empty list. */
function join(a: readonly Diagnostic[], b: readonly Diagnostic[]): readonly Diagnostic[] {
  if (a.length === 0) return b
  return b.length === 0 ? a : [...a, ...b]
}

/** Same bytes as far as the system can tell, reached in the same way: no need to parse again. */
function isSame(now: FoundCandidate, before: ReadFile['candidate']): boolean {
  const a = now.stamp
  const b = before.stamp
  return (
    a !== undefined &&
    b !== undefined &&
    a.size === b.size &&
    a.modified === b.modified &&
    a.changed === b.changed &&
    a.inode === b.inode &&
    now.realPath === before.realPath &&
    now.root.path === before.root.path &&
    now.root.scope === before.root.scope &&
    now.root.client === before.root.client &&
    now.root.layout === before.root.layout &&
    now.singleFile === before.singleFile &&
    now.atRoot === before.atRoot &&
    now.diagnostics.length === 0 &&
    before.diagnostics.length === 0
  )
}

function unreadable(file: string, error: unknown): Diagnostic {
  const reason = error instanceof Error ? error.message : String(error)
  return {
    code: 'walk/unreadable',
    severity: 'error',
    message: `The file could not be read (${reason}).`,
    file,
    hint: 'Check that it is still there, and its permissions.',
  }
}
