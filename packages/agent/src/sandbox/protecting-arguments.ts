import { parentsOf, realPathOf } from '../tools/index.ts'
import { isBelow, type ProtectedPlace } from './protected-places.ts'
import { standing } from './shown-folders.ts'

interface Mount {
  readonly path: string
  readonly option: '--bind-try' | '--ro-bind-try'
}

/**
 * The arguments that make places read-only. A git folder becomes a mount of its own, so that it
 * cannot be moved away to make room for another; so does each folder on the way to what is found by
 * its path alone.
 *
 * @param areas folders that are writable inside; nothing else needs it
 */
export function protectingArguments(
  areas: readonly string[],
  places: readonly ProtectedPlace[],
): readonly string[] {
  const gitFolders = places.filter(({ kind }) => kind === 'git-folder').map(({ path }) => path)
  const mounts = places
    .flatMap((place) => mountsFor(place, areas, gitFolders))
    .filter(({ path }) => areas.some((area) => isBelow(path, area)))
  return outermost(mounts).flatMap(({ path, option }) => [option, path, path])
}

function mountsFor(
  { path, kind }: ProtectedPlace,
  areas: readonly string[],
  gitFolders: readonly string[],
): readonly Mount[] {
  const within = kind.startsWith('git-') ? below(path, gitFolders) : []
  if (kind === 'git-link' || kind === 'git-todo') return within
  // A mount never stands on a link: what the link leads to is held.
  const real = realPathOf(path)
  const isByPath = real !== path || kind === 'by-path'
  const option = kind === 'git-folder' ? '--bind-try' : '--ro-bind-try'
  const itself: readonly Mount[] = standing(real) === undefined ? [] : [{ path: real, option }]
  return [...within, ...(isByPath ? below(real, areas) : []), ...itself]
}

/** The folders between one of these and a path in it, to be held in their places. */
function below(path: string, folders: readonly string[]): readonly Mount[] {
  const above = parentsOf(path)
  const from = above.findIndex((at) => folders.includes(at))
  if (from === -1) return []
  return above
    .slice(0, from)
    .filter((at) => standing(at)?.isDirectory() ?? false)
    .map((at) => ({ path: at, option: '--bind-try' }))
}

/** From the outside in, each once, and nothing in what is read-only as a whole. */
function outermost(mounts: readonly Mount[]): readonly Mount[] {
  const options = new Map<string, Mount['option']>()
  for (const { path, option } of mounts) {
    if (options.get(path) !== '--ro-bind-try') options.set(path, option)
  }
  return [...options]
    .map(([path, option]) => ({ path, option }))
    .filter(({ path }) => !parentsOf(path).some((at) => options.get(at) === '--ro-bind-try'))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
