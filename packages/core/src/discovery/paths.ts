import nodePath, { type PlatformPath } from 'node:path'

/**
 * Turns a path as a person types it into an absolute one: `~`, `$HOME` and `${HOME}` at its start
 * are the home folder, and anything else that is not absolute starts at `base` (bug 28).
 */
export function expandPath(
  typed: string,
  base: string,
  home: string,
  path: PlatformPath = nodePath,
): string {
  const start = /^(?:~|\$HOME|\$\{HOME\})(?=$|[\\/])/.exec(typed)?.[0]
  if (start === undefined) return path.resolve(base, typed)
  return path.join(home, typed.slice(start.length))
}

/** Whether `inner` is `outer` or lies below it. Both absolute. */
export function isInside(inner: string, outer: string, path: PlatformPath = nodePath): boolean {
  const steps = path.relative(outer, inner)
  return steps !== '..' && !steps.startsWith(`..${path.sep}`) && !path.isAbsolute(steps)
}

export function isInsideAny(inner: string, outer: readonly string[]): boolean {
  return outer.some((folder) => isInside(inner, folder))
}

/** The folder itself and each one above it, nearest first. */
export function folderChain(folder: string, path: PlatformPath = nodePath): readonly string[] {
  const chain = [folder]
  for (let above = path.dirname(folder); above !== chain.at(-1); above = path.dirname(above)) {
    chain.push(above)
  }
  return chain
}

/** `folder` and a name in it. `node:path` normalises anew at each call, which thousands of files feel. */
export function below(folder: string, name: string, path: PlatformPath = nodePath): string {
  return folder.endsWith(path.sep) ? folder + name : folder + path.sep + name
}
