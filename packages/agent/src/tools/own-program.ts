import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, sep } from 'node:path'
import { isWithin, parentsOf, realPathOf, statsOf } from './paths.ts'

/** Where programs are looked for when nothing is said about it. */
const usualFolders = '/usr/local/bin:/usr/bin:/bin'

/** What the root of a repository holds. */
const repositoryMarks = ['.git', '.hg', '.jj', '.svn']

/**
 * A program that runs without a question, from the absolute folders of PATH: none that came with a
 * repository, since its author is a stranger. Left out are the workspace, every repository that it lies
 * in, and the programs of packages (`node_modules/.bin`), by the names of the folders, by where they
 * lead, and by where the program itself leads.
 *
 * @param searched the value of PATH. Default: the usual folders of a system
 * @param workspace absolute
 * @returns the absolute path of the program; undefined where there is none of that kind
 * @example
 * ownProgram('rg', environment['PATH'], workspace) // → '/usr/bin/rg'
 */
export function ownProgram(
  name: string,
  searched: string | undefined,
  workspace: string,
): string | undefined {
  const strange = repositoriesAround(realPathOf(workspace))
  const isBrought = (path: string): boolean =>
    [path, realPathOf(path)].some((at) => strange.some((root) => isWithin(at, root)))
  return (searched ?? usualFolders)
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isBrought(folder) && !isOfPackages(folder))
    .map((folder) => join(folder, name))
    .find((path) => isProgram(path) && !isBrought(path))
}

/** The workspace, and the folders above it that are repositories; the root of the system is none. */
function repositoriesAround(workspace: string): readonly string[] {
  const above = parentsOf(workspace).filter(
    (folder) =>
      folder !== sep && repositoryMarks.some((mark) => statsOf(join(folder, mark)) !== undefined),
  )
  return [workspace, ...above]
}

function isOfPackages(folder: string): boolean {
  return [folder, realPathOf(folder)].some((at) => {
    const parts = at.split(/[\\/]/u)
    return parts.some((part, index) => part === '.bin' && parts[index - 1] === 'node_modules')
  })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
