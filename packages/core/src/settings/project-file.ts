import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Diagnostic } from '../diagnostic.ts'
import { isInside } from '../discovery/index.ts'

/**
 * Says where a project's settings file leads out of the project through a link: then it is neither
 * read nor written, since a cloned repository must not reach the rest of the disk. A file that is
 * not there yet is judged by where writing it would put it.
 */
export function linkOutOf(project: string, file: string): Diagnostic | undefined {
  const target = placeOf(file)
  if (target === undefined || isInside(target, placeOf(project) ?? project)) return undefined
  return {
    code: 'link/escapes',
    severity: 'warning',
    message: `The project's settings are a link out of the repository, to ${target}, so they do not count.`,
    file,
    hint: 'Put the file itself into the repository.',
  }
}

const mostLinks = 40

/** The path with every link resolved, as far as there is anything; undefined where links end nowhere. */
function placeOf(path: string, links = mostLinks): string | undefined {
  const real = realPathOf(path)
  if (real !== undefined) return real
  const folder = dirname(path)
  if (folder === path) return path
  const above = placeOf(folder, links)
  if (above === undefined) return undefined
  const place = join(above, basename(path))
  const target = linkTargetOf(place)
  if (target === undefined) return place
  return links === 0 ? undefined : placeOf(resolve(above, target), links - 1)
}

/** The real path, undefined where nothing is there or it cannot be told. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function linkTargetOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
  } catch {
    return undefined
  }
}
