import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { compileGlob } from '@skillet/core'
import {
  holdsSecrets,
  isWithin,
  realPathOf,
  statsOf,
  type WalkEnd,
  walkTree,
} from '../tools/index.ts'
import type { KnowledgeOptions, KnowledgeSource } from './types.ts'

/** A file that is there, and what tells whether it changed. */
export interface KnownFile {
  /** Absolute, links resolved. */
  readonly path: string
  readonly size: number
  readonly signature: string
  /** The source as it is written, where it names this file alone. */
  readonly named?: string
}

export interface FoundFiles {
  readonly files: readonly KnownFile[]
  readonly problems: readonly string[]
}

type Place = Pick<KnowledgeOptions, 'workspace' | 'home' | 'closedFolders'>

interface FindOptions extends Place {
  /** Milliseconds for one folder. */
  readonly time: number
  /** Paths that were found before. What a look does not reach is as it was, until it is gone. */
  readonly known: readonly string[]
}

/**
 * The files that the sources name: ignore files count, links below a folder are not followed, and
 * a file that holds secrets is never among them.
 */
export async function findFiles(
  sources: readonly KnowledgeSource[],
  options: FindOptions,
): Promise<FoundFiles> {
  const files = new Map<string, KnownFile>()
  const problems: string[] = []
  for (const source of sources) {
    const found = await pathsOf(source, options)
    problems.push(...found.problems)
    for (const path of found.paths) addFile(files, path, options, found.named)
    if (found.unfinished === undefined) continue
    for (const path of options.known) {
      if (isWithin(path, found.unfinished)) addFile(files, path, options)
    }
  }
  return { files: [...files.values()], problems }
}

function addFile(
  files: Map<string, KnownFile>,
  path: string,
  { workspace }: Place,
  named?: string,
): void {
  if (files.has(path) || holdsSecrets(path, workspace)) return
  const stats = statsOf(path)
  if (!stats?.isFile()) return
  const signature = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':')
  files.set(path, {
    path,
    size: Number(stats.size),
    signature,
    ...(named !== undefined && { named }),
  })
}

/** What one source names. */
interface SourcePaths {
  /** Real paths. */
  readonly paths: readonly string[]
  readonly problems: readonly string[]
  /** The source as it is written, where it names one file. */
  readonly named?: string
  /** A folder that was not looked through to its end. */
  readonly unfinished?: string
}

async function pathsOf(source: KnowledgeSource, place: FindOptions): Promise<SourcePaths> {
  const { start, glob } = splitGlob(absolute(source, place.home))
  const shown = JSON.stringify(source.path)
  const matches = glob === undefined ? () => true : compileGlob(glob)
  if (!matches) return unusable(`The knowledge ${shown} is no pattern that could match anything.`)
  const root = realPathOf(start)
  const top = source.within === undefined ? root : realPathOf(source.within)
  if (!isWithin(root, top)) {
    return unusable(`The knowledge ${shown} leads out of the project, so it is not read.`)
  }
  const closed = (place.closedFolders ?? []).map(realPathOf)
  if (closed.some((folder) => isWithin(root, folder))) {
    return unusable(`The knowledge ${shown} lies among Skillet's own files, so it is not read.`)
  }
  const stats = statsOf(root)
  if (!stats) return unusable(`The knowledge ${shown} is not there.`)
  if (!stats.isDirectory())
    return glob === undefined ? namedFile(root, shown, place) : nothing(shown)
  const paths: string[] = []
  const { signal } = new AbortController()
  const walk = { root, top, signal, timeLimit: place.time, closed }
  const end = await walkTree(walk, ({ path, shown: below, kind }) => {
    if (kind === 'file' && matches(below)) paths.push(path)
    return undefined
  })
  const isWhole = end.kind === 'done'
  if (isWhole && paths.length === 0) return nothing(shown)
  return { paths, problems: walkProblems(shown, end), ...(!isWhole && { unfinished: root }) }
}

/** What somebody names file by file is missed where it is left out in silence. */
function namedFile(path: string, shown: string, { workspace }: Place): SourcePaths {
  if (holdsSecrets(path, workspace)) {
    return unusable(`The knowledge ${shown} is a file that may hold secrets, so it is not read.`)
  }
  if (statsOf(path)?.isFile() !== true)
    return unusable(`The knowledge ${shown} is no file or folder.`)
  return { paths: [path], problems: [], named: shown }
}

function nothing(shown: string): SourcePaths {
  return unusable(`The knowledge ${shown} names no file: nothing there fits it.`)
}

function unusable(problem: string): SourcePaths {
  return { paths: [], problems: [problem] }
}

/** How a look through a folder was not the whole truth. */
function walkProblems(shown: string, { kind, skippedPatterns }: WalkEnd): readonly string[] {
  const problems: string[] = []
  if (kind !== 'done') {
    const why = kind === 'entries' ? 'it holds too many entries' : 'that took too long'
    problems.push(
      `The knowledge ${shown} was not looked through to its end, since ${why}: new and changed files there may be missing. Name a narrower folder.`,
    )
  }
  if (skippedPatterns > 0) {
    problems.push(
      `Ignore files for the knowledge ${shown} hold patterns of more than 256 characters (${skippedPatterns}): these keep nothing out.`,
    )
  }
  return problems
}

function absolute({ path, base }: KnowledgeSource, home: string): string {
  const inHome = /^(?:~|\$HOME)(?=$|[/\\])/u.exec(path)?.[0]
  return inHome === undefined ? resolve(base, path) : join(home, path.slice(inHome.length))
}

/** The folders before the first part with a `*`, `?` or `[`, and the pattern below them. */
function splitGlob(path: string): { readonly start: string; readonly glob: string | undefined } {
  // A file may have such letters in its own name.
  if (!/[*?[]/u.test(path) || statsOf(path)) return { start: path, glob: undefined }
  const parts = path.split(sep)
  const at = parts.findIndex((part) => /[*?[]/u.test(part))
  const start = parts.slice(0, at).join(sep) || sep
  return { start, glob: parts.slice(at).join('/') }
}

/** The path as people know it: relative to the workspace where it lies there, else with `~`. */
export function knownPath(path: string, { workspace, home }: Place): string {
  for (const base of [workspace, realPathOf(workspace)]) {
    if (isWithin(path, base)) return slashes(relative(base, path))
  }
  const inHome = [home, realPathOf(home)].find((base) => isWithin(path, base))
  return inHome === undefined ? path : `~/${slashes(relative(inHome, path))}`
}

function slashes(path: string): string {
  return isAbsolute(path) ? path : path.split(sep).join('/')
}
