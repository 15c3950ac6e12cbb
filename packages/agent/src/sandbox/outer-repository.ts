import { dirname, join, resolve } from 'node:path'
import { isWithin, realPathOf } from '../tools/index.ts'
import { commonFolder, linkedFolder, worktreeOf } from './git-folder.ts'
import { standing } from './shown-folders.ts'

/** A repository that a workspace belongs to, where a part of it lies outside the workspace. */
export interface OuterRepository {
  /** Folders that are shown read-only: the files around the workspace. */
  readonly shown: readonly string[]
  /** Git folders, without which no git command works; what git obeys in them is read-only. */
  readonly gitFolders: readonly string[]
}

/**
 * Finds the repository around a workspace. A `.git` file is believed only where the folder that it
 * names knows of it: a copied folder could name anybody's repository.
 */
export function outerRepository(workspace: string, home: string): OuterRepository {
  const nothing: OuterRepository = { shown: [], gitFolders: [] }
  for (let at = workspace; dirname(at) !== at; at = dirname(at)) {
    const path = join(at, '.git')
    const stats = standing(path)
    if (stats === undefined) continue
    // Who keeps all of home in a repository has not opened home by working in a folder of it.
    if (isWithin(home, at) && at !== workspace) return nothing
    if (stats.uid !== process.getuid?.()) return nothing
    const shown = at === workspace ? [] : [at]
    if (stats.isDirectory()) return { shown, gitFolders: at === workspace ? [] : [path] }
    const folder = stats.isFile() ? knownBack(path) : undefined
    if (folder === undefined) return nothing
    return { shown, gitFolders: [...new Set([commonFolder(folder), folder])] }
  }
  return nothing
}

function knownBack(gitFile: string): string | undefined {
  const folder = linkedFolder(gitFile)
  if (folder === undefined) return undefined
  const back = worktreeOf(folder)
  return back !== undefined && realPathOf(resolve(back)) === realPathOf(gitFile)
    ? folder
    : undefined
}
