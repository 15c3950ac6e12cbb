import { type Disk, nodeDisk } from './disk.ts'
import { below, folderChain, isInside } from './paths.ts'

/** Where a project begins and ends, seen from the working folder. */
export interface Project {
  /** The folder that holds `.git`. */
  readonly repository?: string
  /** Folders whose skills are the project's, nearest first. Never the home folder or one above it. */
  readonly folders: readonly string[]
  /** Real path that the project's links and settings must not lead out of. */
  readonly boundary: string
}

/**
 * Walks up from `cwd` to the repository's root; without one, the working folder alone is the project.
 * A worktree's or submodule's `.git` is a file and counts the same. Throws nothing.
 *
 * @param cwd absolute working folder
 * @param home absolute home folder; it is nobody's project
 * @param disk what answers for the file system. Default: the system's
 * @returns the repository, and the folders whose skills are the project's
 * @example
 * const { repository, folders } = findProject(cwd, home)
 */
export function findProject(cwd: string, home: string, disk: Disk = nodeDisk): Project {
  const chain = repositoryChain(cwd, disk) ?? repositoryChain(realPathOf(cwd, disk) ?? cwd, disk)
  const repository = chain?.at(-1)
  const realHome = realPathOf(home, disk) ?? home
  const folders = (chain ?? [cwd]).filter(
    (folder) => !isInside(realHome, realPathOf(folder, disk) ?? folder),
  )
  // Where all of home is one repository, the topmost folder below home is as far as a link may go.
  const top = folders.at(-1) ?? cwd
  const boundary = realPathOf(top, disk) ?? top
  return { folders, boundary, ...(repository === undefined ? {} : { repository }) }
}

function repositoryChain(cwd: string, disk: Disk): readonly string[] | undefined {
  const chain = folderChain(cwd)
  const root = chain.findIndex((folder) => exists(below(folder, '.git'), disk))
  return root === -1 ? undefined : chain.slice(0, root + 1)
}

function exists(path: string, disk: Disk): boolean {
  try {
    return disk.stat(path) !== undefined
  } catch {
    return false
  }
}

/** Undefined where nothing is there, or it cannot be told. */
export function realPathOf(path: string, disk: Disk): string | undefined {
  try {
    // Most places are absent, and an exception costs ten times as much as this question.
    return disk.lstat(path) && disk.realpath(path)
  } catch {
    return undefined
  }
}
