import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isQuietSetting, readGitConfig } from '../permission/index.ts'
import { standing } from './shown-folders.ts'

/** What git runs and obeys in its folder. `commondir` and `gitdir` send it elsewhere for the same. */
const obeyedParts = [
  'hooks',
  'config',
  'config.worktree',
  'info/attributes',
  'commondir',
  'gitdir',
] as const

/** Git folders inside one, for submodules: `modules/a/b` may be nested this deep. */
const deepestModule = 8

/** The paths in a git folder that git obeys, whether or not they are there. */
export function obeyedPaths(gitFolder: string): readonly string[] {
  return obeyedParts.map((part) => join(gitFolder, part))
}

/** A git folder and those of its submodules and worktrees, which lie in it. */
export function withInnerFolders(gitFolder: string): readonly string[] {
  const modules = modulesBelow(join(gitFolder, 'modules'), deepestModule)
  const worktrees = namesIn(join(gitFolder, 'worktrees')).map((name) =>
    join(gitFolder, 'worktrees', name),
  )
  return [gitFolder, ...modules, ...worktrees.filter(isFolder)]
}

function modulesBelow(folder: string, depth: number): readonly string[] {
  if (depth === 0) return []
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name)
    if (!isFolder(path)) return []
    return holdsRepository(namesIn(path)) ? withInnerFolders(path) : modulesBelow(path, depth - 1)
  })
}

/** Whether a folder with these names in it is one that git takes for a repository. */
export function holdsRepository(names: readonly string[]): boolean {
  const has = (name: string): boolean => names.includes(name)
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

/** The folder that a `.git` file names; undefined where it names none. */
export function linkedFolder(gitFile: string): string | undefined {
  const named = /^gitdir: (.+)$/su.exec(lineIn(gitFile) ?? '')?.[1]
  return named === undefined ? undefined : resolve(dirname(gitFile), named)
}

/** Where a worktree's folder says that the rest of its repository lies; itself where it says nothing. */
export function commonFolder(gitFolder: string): string {
  const common = lineIn(join(gitFolder, 'commondir'))
  return common === undefined || common === '' ? gitFolder : resolve(gitFolder, common)
}

/** The `.git` file of the worktree that a repository keeps this folder for, by its own word. */
export function worktreeOf(gitFolder: string): string | undefined {
  const named = lineIn(join(gitFolder, 'gitdir'))
  return named === undefined ? undefined : resolve(gitFolder, named)
}

/**
 * Whether nothing in a git folder makes an ordinary git command run a program: no hooks but samples,
 * and only settings that are known to be harmless.
 */
export function isQuiet(gitFolder: string): boolean {
  const hooks = namesIn(join(gitFolder, 'hooks'))
  if (!hooks.every((name) => name.endsWith('.sample'))) return false
  return ['config', 'config.worktree'].every((name) => {
    const path = join(gitFolder, name)
    if (standing(path) === undefined) return true
    const settings = readGitConfig(textOf(path) ?? '\0')
    return settings?.every(isHarmless) ?? false
  })
}

function isHarmless(setting: Parameters<typeof isQuietSetting>[0]): boolean {
  const { section, subsection, key } = setting
  if (section !== 'core' || subsection !== undefined) return isQuietSetting(setting)
  // A folder of hooks elsewhere is as good as hooks; where the files lie runs nothing.
  return key === 'worktree' || (key !== 'hookspath' && isQuietSetting(setting))
}

/** The folders in which a repository's settings say that its hooks lie. */
export function hookFolders(gitFolder: string, workTree: string): readonly string[] {
  const settings = readGitConfig(textOf(join(gitFolder, 'config')) ?? '') ?? []
  return settings.flatMap(({ section, key, value }) =>
    section === 'core' && key === 'hookspath' && value !== undefined && value !== ''
      ? [resolve(workTree, value)]
      : [],
  )
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isFolder(path: string): boolean {
  return standing(path)?.isDirectory() ?? false
}

/** Git takes blanks, and line ends within, for part of the name. */
function lineIn(path: string): string | undefined {
  return textOf(path)?.replace(/[\r\n]+$/u, '')
}

const longestFile = 256 * 1024

function textOf(path: string): string | undefined {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= longestFile ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
