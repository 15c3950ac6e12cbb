/** What an explanation may ask the disk. Nothing here throws or writes. */

import {
  closeSync,
  constants,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

export type Kind = 'file' | 'folder' | 'dangling link' | 'other' | 'absent' | 'unreadable'

export function kindOf(path: string): Kind {
  try {
    const stats = statSync(path)
    if (stats.isFile()) return 'file'
    return stats.isDirectory() ? 'folder' : 'other'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (isLink(path)) return 'dangling link'
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'unreadable'
  }
}

export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

export function linkTarget(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** The entries of a folder, by name; none where it cannot be listed. */
export function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

const mostRead = 64 * 1024

/** The first 64 KiB of an ordinary file. */
export function readStart(path: string): { bytes: Uint8Array; complete: boolean } | undefined {
  if (kindOf(path) !== 'file') return undefined
  try {
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const bytes = Buffer.alloc(mostRead)
      const count = readSync(handle, bytes, 0, mostRead, 0)
      return { bytes: bytes.subarray(0, count), complete: count < mostRead }
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined
  }
}

/**
 * The folders below one, breadth first, whatever loading would skip, so that a skill that was
 * skipped can be found. At most `limit`, and links are not followed.
 */
export function foldersBelow(root: string, limit: number): string[] {
  const found = [root]
  for (let at = 0; at < found.length && found.length < limit; at += 1) {
    const folder = found[at] ?? root
    for (const entry of list(folder)) {
      if (entry.isDirectory() && entry.name !== '.git') found.push(join(folder, entry.name))
    }
  }
  return found.slice(0, limit)
}
