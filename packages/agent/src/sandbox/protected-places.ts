import { mkdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { protectedByName } from '../permission/index.ts'
import { foldedName, isWithin, parentsOf, realPathOf } from '../tools/index.ts'
import type { Scanned } from './folder-scan.ts'
import { identityOf } from './identity.ts'
import { repositoryPlaces } from './repository-places.ts'
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
    /** A link on the way to a git folder in another. */
    | 'git-link'
    /** A command that an unfinished rebase would run; its identity is what it runs. */
    | 'git-todo'
    /** What is obeyed because its path is named elsewhere: skills, hooks, included settings. */
    | 'by-path'
    /** A folder that may hold any of these. */
    | 'unreadable'
    | 'plain'
}

/** Everything protected in a workspace at this moment. Parents come before what lies in them. */
export function protectedPlaces(
  workspace: string,
  scanned: Scanned,
  skillRoots: readonly string[],
): readonly ProtectedPlace[] {
  const places = new Map<string, ProtectedPlace>()
  const keep = (place: ProtectedPlace): void => {
    const key = place.kind === 'git-todo' ? `${place.path}\0${place.identity}` : place.path
    if (!places.has(key)) places.set(key, place)
  }
  const add = (path: string, kind: ProtectedPlace['kind']): void =>
    keep({ path, kind, identity: identityOf(path) })
  const addRepository = (gitFolder: string): void => repositoryPlaces(gitFolder).forEach(keep)
  // Links on the way to a root could be exchanged: it is looked at as it is named, too.
  for (const root of skillRoots.flatMap((path) => [path, realPathOf(path)])) {
    if (isBelow(root, workspace)) add(root, 'by-path')
  }
  for (const path of scanned.candidates) {
    const what = gitKind(path)
    if (what === 'git-folder') addRepository(path)
    else if (what !== undefined) add(path, what)
    else if (protectedByName(join('/', relative(workspace, path))) !== undefined) add(path, 'plain')
  }
  for (const path of scanned.repositories) addRepository(path)
  for (const path of scanned.unreadable) if (isBelow(path, workspace)) add(path, 'unreadable')
  return outermost([...places.values()].sort((a, b) => (a.path < b.path ? -1 : 1)))
}

export function isBelow(path: string, folder: string): boolean {
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
      .filter(({ kind, path }) => isHeldWhole(kind) && standing(path)?.isDirectory())
      .map(({ path }) => path),
  )
  return places.filter(({ path }) => !parentsOf(path).some((above) => whole.has(above)))
}

function isHeldWhole(kind: ProtectedPlace['kind']): boolean {
  return kind === 'plain' || kind === 'unreadable' || kind === 'by-path'
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

function makeFolder(path: string): void {
  try {
    mkdirSync(path)
  } catch {
    // It is there already, or nobody can make it.
  }
}
