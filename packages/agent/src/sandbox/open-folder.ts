import { chmodSync } from 'node:fs'
import { shownPath } from '../tools/index.ts'
import { identityOf } from './identity.ts'
import type { ProtectedPlace } from './protected-places.ts'
import { standing } from './shown-folders.ts'

/** Makes folders readable, and keeps one sentence for each. */
export interface FolderOpener {
  readonly open: (path: string) => boolean
  readonly said: readonly string[]
}

const forOwner = 0o500

/**
 * Opens folders that a command closed against being looked into: whatever they hold can be obeyed all
 * the same, since it is enough to know its name. Those that were closed before were held read-only,
 * and stay as they are.
 */
export function folderOpener(workspace: string, held: readonly ProtectedPlace[]): FolderOpener {
  const closedBefore = new Set(
    held.flatMap(({ kind, identity }) => (kind === 'unreadable' ? [identity] : [])),
  )
  const said: string[] = []
  return {
    said,
    open(path) {
      const stats = standing(path)
      if (stats?.isDirectory() !== true || closedBefore.has(identityOf(path))) return false
      try {
        chmodSync(path, (stats.mode & 0o7777) | forOwner)
      } catch {
        return false
      }
      said.push(`${shownPath(path, workspace)} could not be looked into; you may read it now.`)
      return true
    },
  }
}
