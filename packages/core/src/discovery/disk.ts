import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'

/**
 * All that discovery asks of a file system. Nothing in it writes. Calls are synchronous: on a warm
 * disk asynchronous ones take two to five times as long, so the walk works in short slices instead.
 * Every call throws the system's error but for `lstat` and `stat`, which answer undefined where
 * nothing is there.
 */
export interface Disk {
  /** The entry itself, a link not followed. */
  lstat(path: string): Stats | undefined
  /** What the path leads to. Big integers, because some file systems number beyond 2^53. */
  stat(path: string): BigIntStats | undefined
  list(folder: string): Dirent[]
  realpath(path: string): string
  readlink(path: string): string
  /**
   * Fills `into` from the start of a file that should hold `size` bytes; how many there were. Never
   * waits, never follows a link.
   */
  read(path: string, into: Uint8Array, size: number): number
}

const quiet = { throwIfNoEntry: false } as const
const quietBig = { throwIfNoEntry: false, bigint: true } as const
const typed = { withFileTypes: true } as const

// A pipe that nobody writes to would block an ordinary open for ever, and a link put there after
// the check must not lead elsewhere. Windows has neither flag.
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

export const nodeDisk: Disk = {
  lstat: (path) => lstatSync(path, quiet),
  stat: (path) => statSync(path, quietBig),
  list: (folder) => readdirSync(folder, typed),
  realpath: (path) => realpathSync.native(path),
  readlink: (path) => readlinkSync(path),
  read(path, into, size) {
    const file = openSync(path, readOnly)
    try {
      return fill(file, into, size)
    } finally {
      closeSync(file)
    }
  },
}

/** A local file comes in one read; a network's may take more, and those of `/proc` say they are empty. */
function fill(file: number, into: Uint8Array, size: number): number {
  const wanted = Math.min(size, into.length)
  let total = 0
  while (total === 0 || total < wanted) {
    const count = readSync(file, into, total, into.length - total, total)
    if (count === 0) break
    total += count
  }
  return total
}
