import { statSync } from 'node:fs'
import { errorCode } from '../tools/index.ts'
import {
  isInLocation,
  isSameLocation,
  type Location,
  locationOf,
  locationsBelow,
  type Mount,
  mountsOf,
} from './mounts.ts'
import type { AskedMount } from './protecting-mounts.ts'

/** What a sandbox was meant to have of the machine around it. Paths are absolute, links resolved. */
export interface Intended {
  readonly readable: readonly string[]
  readonly writable: readonly string[]
  /** Mounts of their own in what is writable. */
  readonly held: readonly AskedMount[]
}

/** Devices that every sandbox has, and the file that stands for an empty one. */
const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'console'].map(
  (name) => `/dev/${name}`,
)

/**
 * Compares the mounts of a sandbox that stands with what it was meant to have. Whoever works in the
 * same folders can exchange a folder for a link after it was looked at and before it is mounted: the
 * kernel's list tells what really is, and where.
 *
 * @param process one inside, which has not begun with anything
 * @returns what is wrong, for a person; undefined where nothing is
 */
export function mountFault(process: number, intended: Intended): string | undefined {
  try {
    const inside = mountsOf(process)
    const outside = mountsOf('self')
    return strayFault(inside, outside, intended) ?? heldFault(inside, outside, intended.held)
  } catch (error) {
    return `its mounts cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Whether there is anything that nobody asked for, or that could be written against what was asked. */
function strayFault(
  inside: readonly Mount[],
  outside: readonly Mount[],
  { readable, writable }: Intended,
): string | undefined {
  const locations = (paths: readonly string[]) =>
    paths.flatMap((path) => locationsBelow(latin1(path), outside))
  const mayWrite = locations([...writable, ...devices])
  const mayRead = locations(readable)
  const shared = new Set(outside.map(({ from }) => from.device))
  const isIn = (some: readonly Location[], { from }: Mount) =>
    some.some((folder) => isInLocation(from, folder))
  const stray = inside
    // What bubblewrap makes itself (temporary folders, processes) is a file system of its own.
    .filter(({ from }) => shared.has(from.device))
    .find((mount) => {
      if (isIn(mayWrite, mount)) return false
      return !isIn(mayRead, mount) || !(mount.isReadOnly || isClosedToUs(mount, outside))
    })
  return stray && `${utf8(stray.at)} would be ${utf8(stray.from.path)}`
}

/** Bubblewrap leaves a mount in its usual place as it is, where even its maker may not look at it. */
function isClosedToUs({ at, from }: Mount, outside: readonly Mount[]): boolean {
  if (!isSameLocation(locationOf(at, outside), from)) return false
  try {
    statSync(Buffer.from(at, 'latin1'))
    return false
  } catch (error) {
    return errorCode(error) === 'EACCES'
  }
}

/** Whether all that is to be held stands in its place, each time of the right thing. */
function heldFault(
  inside: readonly Mount[],
  outside: readonly Mount[],
  held: readonly AskedMount[],
): string | undefined {
  const missing = held.find(({ path, option }) => {
    const name = latin1(path)
    const location = locationOf(name, outside)
    return !inside.some(
      (mount) =>
        mount.at === name &&
        (mount.isReadOnly || option !== '--ro-bind-try') &&
        isSameLocation(location, mount.from),
    )
  })
  return missing && `${utf8(latin1(missing.path))} would not be held`
}

function latin1(path: string | Buffer): string {
  return Buffer.from(path).toString('latin1')
}

function utf8(name: string): string {
  return Buffer.from(name, 'latin1').toString('utf8')
}
