import { parentsOf, realPathOf } from '../tools/index.ts'
import { isBelow, type ProtectedPlace } from './protected-places.ts'
import { standing } from './shown-folders.ts'

/** A place that is to be a mount of its own, under its own name. */
export interface AskedMount {
  /** Absolute, links resolved; byte for byte where it is not UTF-8. */
  readonly path: string | Buffer
  readonly option: '--bind-try' | '--ro-bind-try'
}

interface NamedMount extends AskedMount {
  readonly path: string
}

/**
 * The mounts that make places read-only. A git folder becomes a mount of its own, so that it
 * cannot be moved away to make room for another; so does each folder on the way to what is found by
 * its path alone.
 *
 * @param areas folders that are writable inside; nothing else needs it
 */
export function protectingMounts(
  areas: readonly string[],
  places: readonly ProtectedPlace[],
): readonly AskedMount[] {
  const gitFolders = places.filter(({ kind }) => kind === 'git-folder').map(({ path }) => path)
  const mounts = places
    .flatMap((place) => mountsFor(place, areas, gitFolders))
    .filter(({ path }) => areas.some((area) => isBelow(path, area)))
  return outermost(mounts)
}

function mountsFor(
  { path, kind }: ProtectedPlace,
  areas: readonly string[],
  gitFolders: readonly string[],
): readonly NamedMount[] {
  const within = kind.startsWith('git-') ? below(path, gitFolders) : []
  if (kind === 'git-link' || kind === 'git-todo') return within
  // A mount never stands on a link: what the link leads to is held.
  const real = realPathOf(path)
  const isByPath = real !== path || kind === 'by-path'
  const option = kind === 'git-folder' ? '--bind-try' : '--ro-bind-try'
  // A link stays one where it leads to nothing.
  const isThere = standing(real)?.isSymbolicLink() === false
  const itself: readonly NamedMount[] = isThere ? [{ path: real, option }] : []
  return [...within, ...(isByPath ? below(real, areas) : []), ...itself]
}

/** The folders between one of these and a path in it, to be held in their places. */
function below(path: string, folders: readonly string[]): readonly NamedMount[] {
  const above = parentsOf(path)
  const from = above.findIndex((at) => folders.includes(at))
  if (from === -1) return []
  return above
    .slice(0, from)
    .filter((at) => standing(at)?.isDirectory() ?? false)
    .map((at) => ({ path: at, option: '--bind-try' }))
}

/** From the outside in, each once, and nothing in what is read-only as a whole. */
function outermost(mounts: readonly NamedMount[]): readonly NamedMount[] {
  const options = new Map<string, NamedMount['option']>()
  for (const { path, option } of mounts) {
    if (options.get(path) !== '--ro-bind-try') options.set(path, option)
  }
  return [...options]
    .map(([path, option]) => ({ path, option }))
    .filter(({ path }) => !parentsOf(path).some((at) => options.get(at) === '--ro-bind-try'))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
