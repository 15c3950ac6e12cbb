import { dirname, join, resolve } from 'node:path'
import {
  commonFolder,
  gitText,
  linkedFolder,
  readGitConfig,
  worktreeOf,
} from '../permission/index.ts'
import { isWithin, realPathOf } from '../tools/index.ts'
import { standing } from './shown-folders.ts'

/** A repository that a workspace belongs to, where a part of it lies outside the workspace. */
export interface OuterRepository {
  /** Folders that are shown read-only: the files around the workspace. */
  readonly shown: readonly string[]
  /** Git folders, without which no git command works; what git obeys in them is read-only. */
  readonly gitFolders: readonly string[]
  /** Parts of a git folder that is shown: what every worktree of it writes into. */
  readonly written: readonly string[]
}

const nothing: OuterRepository = { shown: [], gitFolders: [], written: [] }

/**
 * Finds the repository around a workspace. A `.git` file is believed only where the folder that it
 * names knows of it: a copied folder could name anybody's repository. It could also bring such a
 * folder along, whose `commondir` names any place at all: a worktree's folder lies in its repository.
 */
export function outerRepository(workspace: string, home: string): OuterRepository {
  for (let at = workspace; dirname(at) !== at; at = dirname(at)) {
    const path = join(at, '.git')
    const stats = standing(path)
    if (stats === undefined) continue
    // Who keeps all of home in a repository has not opened home by working in a folder of it.
    if (isWithin(home, at) && at !== workspace) return nothing
    if (stats.uid !== process.getuid?.()) return nothing
    const around = at === workspace ? [] : [at]
    if (stats.isDirectory()) {
      if (at === workspace) return nothing
      if (!isRepository(path, home)) continue
      return { ...nothing, shown: around, gitFolders: [path] }
    }
    const behind = stats.isFile() ? knownBack(path, home) : undefined
    return behind === undefined ? nothing : { ...behind, shown: [...around, ...behind.shown] }
  }
  return nothing
}

/** The git folders behind a `.git` file, where they know of it. */
function knownBack(gitFile: string, home: string): OuterRepository | undefined {
  const named = linkedFolder(gitFile)
  if (named === undefined) return undefined
  const folder = realPathOf(named)
  const common = realPathOf(commonFolder(folder))
  if (!isRepository(common, home)) return undefined
  // A submodule's repository says in its settings where its files stand.
  if (common === folder) {
    const isItsSubmodule = isSame(workTreeOf(folder), dirname(gitFile))
    return isItsSubmodule ? { ...nothing, gitFolders: [folder] } : undefined
  }
  const isItsWorktree =
    dirname(folder) === join(common, 'worktrees') && isSame(worktreeOf(folder), gitFile)
  if (!isItsWorktree) return undefined
  const written = writtenByWorktrees.map((part) => join(common, part)).filter(isOwnFolder)
  return { shown: [common], gitFolders: [folder], written }
}

const writtenByWorktrees = ['objects', 'refs', 'logs']

/** Whether a folder (links resolved) is what git takes for a repository, and nothing that holds home. */
function isRepository(folder: string, home: string): boolean {
  if (dirname(folder) === folder || isWithin(home, folder) || !isOwnFolder(folder)) return false
  const head = standing(join(folder, 'HEAD'))
  return head !== undefined && ['objects', 'refs'].every((part) => isFolder(join(folder, part)))
}

/** No link to one: what a link leads to may be anything. */
function isOwnFolder(path: string): boolean {
  const stats = standing(path)
  return stats?.isDirectory() === true && stats.uid === process.getuid?.()
}

function isFolder(path: string): boolean {
  return standing(realPathOf(path))?.isDirectory() ?? false
}

function workTreeOf(gitFolder: string): string | undefined {
  const settings = readGitConfig(gitText(join(gitFolder, 'config')) ?? '') ?? []
  const named = settings.findLast(
    ({ section, subsection, key }) =>
      section === 'core' && subsection === undefined && key === 'worktree',
  )
  return named?.value === undefined ? undefined : resolve(gitFolder, named.value)
}

function isSame(path: string | undefined, other: string): boolean {
  return path !== undefined && realPathOf(path) === realPathOf(other)
}
