import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { compileGlob } from '@skillet/core'
import { holdsSecrets, isWithin, realPathOf, statsOf, walkTree } from '../tools/index.ts'
import type { KnowledgeOptions, KnowledgeSource } from './types.ts'

/** A file that is there, and what tells whether it changed. */
export interface KnownFile {
  /** Absolute, links resolved. */
  readonly path: string
  readonly size: number
  readonly signature: string
}

export interface FoundFiles {
  readonly files: readonly KnownFile[]
  readonly problems: readonly string[]
}

/** Milliseconds for one folder. */
const timeLimit = 5_000

type Place = Pick<KnowledgeOptions, 'workspace' | 'home' | 'closedFolders'>

/**
 * The files that the sources name: ignore files count, links below a folder are not followed, and
 * a file that holds secrets is never among them.
 */
export async function findFiles(
  sources: readonly KnowledgeSource[],
  place: Place,
): Promise<FoundFiles> {
  const files = new Map<string, KnownFile>()
  const problems: string[] = []
  for (const source of sources) {
    const paths = await pathsOf(source, place)
    if (typeof paths === 'string') problems.push(paths)
    else for (const path of paths) addFile(files, path, place)
  }
  return { files: [...files.values()], problems }
}

function addFile(files: Map<string, KnownFile>, path: string, { workspace }: Place): void {
  if (files.has(path) || holdsSecrets(path, workspace)) return
  const stats = statsOf(path)
  if (!stats?.isFile()) return
  const signature = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':')
  files.set(path, { path, size: Number(stats.size), signature })
}

/** Real paths of a source's files; a sentence where it cannot be used. */
async function pathsOf(source: KnowledgeSource, place: Place): Promise<readonly string[] | string> {
  const { start, glob } = splitGlob(absolute(source, place.home))
  const shown = JSON.stringify(source.path)
  const matches = glob === undefined ? () => true : compileGlob(glob)
  if (!matches) return `The knowledge ${shown} is no pattern that could match anything.`
  const root = realPathOf(start)
  const top = source.within === undefined ? root : realPathOf(source.within)
  if (!isWithin(root, top))
    return `The knowledge ${shown} leads out of the project, so it is not read.`
  const closed = (place.closedFolders ?? []).map(realPathOf)
  if (closed.some((folder) => isWithin(root, folder))) {
    return `The knowledge ${shown} lies among Skillet's own files, so it is not read.`
  }
  const stats = statsOf(root)
  if (!stats) return `The knowledge ${shown} is not there.`
  if (!stats.isDirectory()) return glob === undefined ? [root] : []
  return walk(root, top, closed, matches)
}

async function walk(
  root: string,
  top: string,
  closed: readonly string[],
  matches: (path: string) => boolean,
): Promise<readonly string[]> {
  const paths: string[] = []
  const signal = new AbortController().signal
  await walkTree({ root, top, signal, timeLimit, closed }, ({ path, shown, kind }) => {
    if (kind === 'file' && matches(shown)) paths.push(path)
    return undefined
  })
  return paths
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
