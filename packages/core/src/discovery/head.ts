import type { Stats } from 'node:fs'
import { skillFileLimit } from '../skill-file.ts'
import { type Disk, nodeDisk } from './disk.ts'
import type { FileStamp, Head } from './types.ts'

/** Bytes of each file that discovery reads: of 15,723 real frontmatters the longest fits. */
export const headSize = 4096

/** Bytes that `readMore` reads: the longest frontmatter that is accepted, its fences and room for a mark. */
const moreSize = 20 * 1024

/**
 * Reads on where a head ended inside the frontmatter: up to 20 KiB, or 4 KiB of a file above 1 MiB.
 * @throws the system's error where the file is gone, is a link, or may not be read.
 * @example const head = readMore(candidate.realPath)
 */
export function readMore(realPath: string, disk: Disk = nodeDisk): Head {
  const size = disk.lstat(realPath)?.size ?? 0
  // Whoever parses a file that is too large says so.
  const into = new Uint8Array(size > skillFileLimit ? headSize : moreSize)
  return readInto(realPath, size, into, disk)
}

/** The head of a file whose size is known. Its bytes are a view of `into`. */
export function readInto(realPath: string, size: number, into: Uint8Array, disk: Disk): Head {
  const count = disk.read(realPath, into, size)
  // A file that has grown since its size was taken fills the buffer and is not whole.
  const complete = count < into.length || (size <= into.length && count === size)
  return { bytes: into.subarray(0, count), complete, size: Math.max(size, count) }
}

export function stampOf(stats: Stats): FileStamp {
  return {
    size: stats.size,
    modified: stats.mtimeMs,
    changed: stats.ctimeMs,
    inode: stats.ino,
  }
}
