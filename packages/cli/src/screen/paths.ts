import { isAbsolute, relative, sep } from 'node:path'

/** Where a reader stands: paths below are shown short. */
export interface Standpoint {
  readonly cwd: string
  readonly home: string
}

/**
 * A path as a person would write it: relative below the working folder, `~/…` below home, else
 * absolute.
 */
export function shortPath(path: string, { cwd, home }: Standpoint): string {
  const fromCwd = below(cwd, path)
  if (fromCwd !== undefined) return fromCwd === '' ? '.' : fromCwd
  return wholePath(path, { home })
}

/** The whole path, with `~` for home: for a folder that is itself the subject. */
export function wholePath(path: string, { home }: Pick<Standpoint, 'home'>): string {
  const fromHome = below(home, path)
  if (fromHome === undefined) return path
  return fromHome === '' ? '~' : `~${sep}${fromHome}`
}

function below(folder: string, path: string): string | undefined {
  const way = relative(folder, path)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way
}
