import { lstatSync } from 'node:fs'
import { shownPath } from '../tools/index.ts'
import type { AskedMount } from './protecting-mounts.ts'
import { renameToFree } from './rename-free.ts'

/**
 * A folder whose name is not UTF-8. No text names it, so nothing looks into it: it is read-only
 * inside, and one that was made there gets a name that can be written.
 */
export interface StrangeFolder {
  /** Absolute, byte for byte. */
  readonly path: Buffer
  readonly identity: string
}

/** Undefined where it is gone meanwhile. */
export function strangeFolder(path: Buffer): StrangeFolder | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stats?.isDirectory() ? { path, identity: `${stats.dev}:${stats.ino}` } : undefined
}

/** The mounts that make them read-only. */
export function strangeMounts(folders: readonly StrangeFolder[]): readonly AskedMount[] {
  return folders.map(({ path }) => ({ path, option: '--ro-bind-try' }))
}

/**
 * Gives a name to the folders that were not there before.
 *
 * @returns one sentence for each
 */
export function nameStrange(
  workspace: string,
  before: readonly StrangeFolder[],
  after: readonly StrangeFolder[],
): readonly string[] {
  const known = new Set(before.map(({ identity }) => identity))
  return after
    .filter(({ identity }) => !known.has(identity))
    .map(({ path }) => {
      const to = renamed(path)
      const shown = shownPath(written(path), workspace)
      return to === undefined
        ? `${shown} was made inside under a name that is not UTF-8, and could not be renamed; look at it before you work there.`
        : `${shown} was made inside under a name that is not UTF-8; it is now ${shownPath(to, workspace)}.`
    })
}

function renamed(path: Buffer): string | undefined {
  const slash = path.lastIndexOf('/')
  const folder = path.subarray(0, slash + 1).toString('utf8')
  return renameToFree(path, folder + written(path.subarray(slash + 1)))
}

/** Bytes beyond ASCII as in an address: `caf%E9`. */
function written(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(
      /[^\x20-\x24\x26-\x7e]/gu,
      (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
    )
}
