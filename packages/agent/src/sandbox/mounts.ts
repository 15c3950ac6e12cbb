import { readFileSync } from 'node:fs'

/** One mount, as the kernel lists it. Names are byte for byte, as Latin-1: not all are UTF-8. */
export interface Mount {
  /** Where it stands, as its processes see it. */
  readonly at: string
  /** What stands there: a file system, and a path in it. */
  readonly from: Location
  readonly isReadOnly: boolean
}

/** A file or folder by its file system, whatever names lead there. */
export interface Location {
  /** Numbers of the device. */
  readonly device: string
  /** Absolute, from the root of that file system. */
  readonly path: string
}

/** The mounts of a process, in the order in which they were made. Throws where nobody may see them. */
export function mountsOf(process: number | 'self'): readonly Mount[] {
  return readFileSync(`/proc/${process}/mountinfo`, 'latin1').split('\n').flatMap(mountIn)
}

function mountIn(line: string): readonly Mount[] {
  const [, , device, path, at, options] = line.split(' ')
  if (device === undefined || path === undefined || at === undefined) return []
  const isReadOnly = options?.split(',').includes('ro') ?? false
  return [{ at: plain(at), from: { device, path: plain(path) }, isReadOnly }]
}

/** The kernel writes blanks, line ends and backslashes as octal numbers. */
function plain(written: string): string {
  return written.replace(/\\([0-7]{3})/gu, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  )
}

/** Where a path leads by its names alone: links on the way are not followed. */
export function locationOf(path: string, mounts: readonly Mount[]): Location | undefined {
  const holds = mounts.filter(({ at }) => isAtOrBelow(path, at))
  const longest = Math.max(...holds.map(({ at }) => at.length))
  const mount = holds.findLast(({ at }) => at.length === longest)
  if (mount === undefined) return undefined
  const { device, path: root } = mount.from
  return { device, path: joined(root, path.slice(mount.at === '/' ? 0 : mount.at.length)) }
}

/** The same, and whatever else is mounted below it. */
export function locationsBelow(path: string, mounts: readonly Mount[]): readonly Location[] {
  const own = locationOf(path, mounts)
  const mounted = mounts.filter(({ at }) => at !== path && isAtOrBelow(at, path))
  return [...(own ? [own] : []), ...mounted.map(({ from }) => from)]
}

export function isSameLocation(one: Location | undefined, other: Location): boolean {
  return one?.device === other.device && one.path === other.path
}

export function isInLocation(one: Location, folder: Location): boolean {
  return one.device === folder.device && isAtOrBelow(one.path, folder.path)
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

function joined(folder: string, rest: string): string {
  if (rest === '' || rest === '/') return folder
  return folder === '/' ? rest : folder + rest
}
