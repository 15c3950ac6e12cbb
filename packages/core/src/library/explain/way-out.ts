import { dirname, join, relative, resolve, sep } from 'node:path'
import { isInside } from '../../discovery/index.ts'
import type { Loaded } from '../load.ts'
import type { LibraryOptions } from '../types.ts'
import { isLink, linkTarget, realPath } from './disk.ts'

/** A link in the project that leads out of it. */
export interface WayOut {
  readonly link: string
  /** What the link says, as an absolute path; whether anything is there is not looked at. */
  readonly target: string
  /** Real path of the project. */
  readonly boundary: string
}

/**
 * The first link on a path that leads out of the project: a cloned repository must not make
 * anybody look at the rest of the disk, so nothing behind it is told, not even whether it is there.
 * What the person's own places hold is theirs to be told of.
 */
export function wayOutOf(
  path: string,
  { snapshot }: Loaded,
  { cwd }: LibraryOptions,
): WayOut | undefined {
  const boundary = snapshot.roots.find((root) => root.boundary !== undefined)?.boundary
  if (boundary === undefined) return undefined
  const top = [snapshot.repository ?? cwd, boundary].find((one) => isInside(path, one))
  if (top === undefined) return undefined
  const own = snapshot.roots.flatMap((root) =>
    root.scope === 'project' || root.realPath === undefined ? [] : [root.realPath],
  )
  let at = top
  for (const part of relative(top, path).split(sep).filter(Boolean)) {
    at = join(at, part)
    if (!isLink(at)) continue
    const target = resolve(realPath(dirname(at)) ?? dirname(at), linkTarget(at))
    const end = realPath(at) ?? target
    if (![boundary, ...own].some((folder) => isInside(end, folder))) {
      return { link: at, target, boundary }
    }
  }
  return undefined
}
