import { mkdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { protectedByName } from '../permission/index.ts'
import { foldedName, isWithin, realPathOf } from '../tools/index.ts'
import type { Scanned } from './folder-scan.ts'
import { hookFolders, obeyedPaths, withInnerFolders } from './git-folder.ts'
import { identityOf } from './identity.ts'
import { standing } from './shown-folders.ts'

/** Something that is obeyed outside the sandbox, so that nothing inside may write it. */
export interface ProtectedPlace {
  /** Absolute. */
  readonly path: string
  /** Undefined where nothing is there yet. */
  readonly identity: string | undefined
  readonly kind:
    | 'git-folder'
    /** A file that names a git folder: of a worktree or a submodule. */
    | 'git-file'
    /** What git obeys in a git folder. */
    | 'git-part'
    | 'plain'
}

/** A git folder, those in it, and what git obeys in each. */
export function repositoryPlaces(gitFolder: string): readonly ProtectedPlace[] {
  return withInnerFolders(gitFolder).flatMap((folder): readonly ProtectedPlace[] => [
    { path: folder, kind: 'git-folder', identity: identityOf(folder) },
    ...obeyedPaths(folder).map(
      (path) => ({ path, kind: 'git-part', identity: identityOf(path) }) as const,
    ),
  ])
}

/** Everything protected in a workspace at this moment. Parents come before what lies in them. */
export function protectedPlaces(
  workspace: string,
  scanned: Scanned,
  skillRoots: readonly string[],
): readonly ProtectedPlace[] {
  const places = new Map<string, ProtectedPlace>()
  const add = (path: string, kind: ProtectedPlace['kind']): void => {
    if (!places.has(path)) places.set(path, { path, kind, identity: identityOf(path) })
  }
  const addRepository = (gitFolder: string): void => {
    for (const place of repositoryPlaces(gitFolder)) {
      if (!places.has(place.path)) places.set(place.path, place)
    }
    for (const path of hookFolders(gitFolder, dirname(gitFolder))) {
      if (isBelow(path, workspace)) add(path, 'plain')
    }
  }
  for (const root of skillRoots.map(realPathOf)) {
    if (isBelow(root, workspace)) add(root, 'plain')
  }
  for (const path of scanned.candidates) {
    const what = gitKind(path)
    if (what === 'git-folder') addRepository(path)
    else if (what !== undefined) add(path, what)
    else if (protectedByName(join('/', relative(workspace, path))) !== undefined) add(path, 'plain')
  }
  for (const path of scanned.repositories) addRepository(path)
  return outermost([...places.values()].sort((a, b) => (a.path < b.path ? -1 : 1)))
}

function isBelow(path: string, folder: string): boolean {
  return path !== folder && isWithin(path, folder)
}

function gitKind(path: string): ProtectedPlace['kind'] | undefined {
  if (foldedName(basename(path)) !== '.git') return undefined
  const stats = standing(path)
  if (stats?.isDirectory()) return 'git-folder'
  // A link in the place of `.git` cannot be held; another one in its place is found afterwards.
  return stats?.isFile() ? 'git-file' : 'plain'
}

/** Without what lies in a place that is read-only as a whole. */
function outermost(places: readonly ProtectedPlace[]): readonly ProtectedPlace[] {
  const whole = new Set(
    places
      .filter(({ kind, path }) => kind === 'plain' && standing(path)?.isDirectory())
      .map(({ path }) => path),
  )
  return places.filter(({ path }) => !ancestors(path).some((above) => whole.has(above)))
}

function ancestors(path: string): readonly string[] {
  const above: string[] = []
  for (let at = dirname(path); dirname(at) !== at; at = dirname(at)) above.push(at)
  return above
}

/**
 * Makes the folder of hooks where a repository has none: an empty one means the same to git, and
 * only what is there can be held.
 */
export function withHookFolders(places: readonly ProtectedPlace[]): readonly ProtectedPlace[] {
  return places.map((place) => {
    const { path, kind, identity } = place
    const isMissing = kind === 'git-part' && basename(path) === 'hooks' && identity === undefined
    if (!isMissing || standing(join(dirname(path), 'objects')) === undefined) return place
    makeFolder(path)
    return { ...place, identity: identityOf(path) }
  })
}

/**
 * The arguments that make places read-only. A git folder becomes a mount of its own, so that it
 * cannot be moved away to make room for another.
 */
export function protectingArguments(
  workspace: string,
  places: readonly ProtectedPlace[],
): readonly string[] {
  return places.flatMap(({ path, kind }) => {
    const stats = standing(path)
    if (stats === undefined) return []
    // A mount never stands on a link: what the link leads to is held.
    const real = stats.isSymbolicLink() ? realPathOf(path) : path
    if (real !== path && !isBelow(real, workspace)) return []
    return [kind === 'git-folder' ? '--bind-try' : '--ro-bind-try', real, real]
  })
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path)
  } catch {
    // It is there already, or nobody can make it.
  }
}
