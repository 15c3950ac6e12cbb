import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  gitText,
  holdsRepository,
  isQuietSetting,
  readGitConfig,
  worktreeOf,
} from '../permission/index.ts'
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

/** Folders of a git folder of which every name counts. */
const listedParts = ['hooks', 'modules', 'worktrees'] as const

/** Git folders inside one, for submodules: `modules/a/b` may be nested this deep. */
const deepestModule = 8

/** The paths in a git folder that git obeys, whether or not they are there. */
export function obeyedPaths(gitFolder: string): readonly string[] {
  return obeyedParts.map((part) => join(gitFolder, part))
}

/** A git folder and those of its submodules and worktrees, which lie in it. */
export function withInnerFolders(gitFolder: string): readonly string[] {
  const modules = modulesBelow(join(gitFolder, 'modules'), deepestModule)
  return [gitFolder, ...modules, ...worktreesIn(gitFolder)]
}

function worktreesIn(gitFolder: string): readonly string[] {
  const folder = join(gitFolder, 'worktrees')
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter(isFolder)
}

function modulesBelow(folder: string, depth: number): readonly string[] {
  if (depth === 0) return []
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name)
    if (!isFolder(path)) return []
    return isRepository(path) ? withInnerFolders(path) : modulesBelow(path, depth - 1)
  })
}

/**
 * Whether nothing in a git folder makes an ordinary git command run a program: no hooks but samples,
 * and only settings that are known to be harmless.
 */
export function isQuiet(gitFolder: string): boolean {
  // Git runs a hook by its name, also in a folder that nobody may list.
  if (listedParts.some((part) => isClosed(join(gitFolder, part)))) return false
  const hooks = namesIn(join(gitFolder, 'hooks'))
  if (!hooks.every((name) => name.endsWith('.sample'))) return false
  return settingsFiles.every((name) => {
    const path = join(gitFolder, name)
    if (standing(path) === undefined) return true
    const settings = readGitConfig(gitText(path) ?? '\0')
    return settings?.every(isHarmless) ?? false
  })
}

function isHarmless(setting: Parameters<typeof isQuietSetting>[0]): boolean {
  const { section, subsection, key } = setting
  if (section !== 'core' || subsection !== undefined) return isQuietSetting(setting)
  // A folder of hooks elsewhere is as good as hooks; where the files lie runs nothing.
  return key === 'worktree' || (key !== 'hookspath' && isQuietSetting(setting))
}

/** Files of settings that include each other are followed this deep; git stops at ten. */
const deepestInclude = 10

/** Where the settings of a git folder lead: folders of hooks, and files with more settings. */
export function ledTo(gitFolder: string): readonly string[] {
  const bases = workTreesOf(gitFolder)
  const read = (file: string, deep: number): readonly string[] =>
    settingsIn(file).flatMap(({ section, key, value = '' }) => {
      if (value === '') return []
      if (section === 'core' && key === 'hookspath') return bases.map((at) => resolve(at, value))
      if (!/^include(?:if)?$/u.test(section) || key !== 'path') return []
      const included = resolve(dirname(file), value)
      return [included, ...(deep < deepestInclude ? read(included, deep + 1) : [])]
    })
  return [...new Set(settingsFiles.flatMap((name) => read(join(gitFolder, name), 1)))]
}

/** Where hooks of a repository may run: relative paths start there. */
function workTreesOf(gitFolder: string): readonly string[] {
  const named = settingsFiles.flatMap((name) =>
    settingsIn(join(gitFolder, name)).flatMap(({ section, key, value = '' }) =>
      section === 'core' && key === 'worktree' ? [resolve(gitFolder, value)] : [],
    ),
  )
  const folders = [gitFolder, ...worktreesIn(gitFolder)]
  const linked = folders.map(worktreeOf).filter((path) => path !== undefined)
  return [dirname(gitFolder), gitFolder, ...named, ...linked.map((path) => dirname(path))]
}

const settingsFiles = ['config', 'config.worktree'] as const

function settingsIn(file: string): NonNullable<ReturnType<typeof readGitConfig>> {
  return readGitConfig(gitText(file) ?? '') ?? []
}

/**
 * Links on the way to the git folders in one: git follows them, and what they lead to may be
 * exchanged.
 */
export function innerLinks(gitFolder: string): readonly string[] {
  const own = ['info', 'modules', 'worktrees'].map((part) => join(gitFolder, part)).filter(isLink)
  return [
    ...own,
    ...linksBelow(join(gitFolder, 'modules'), deepestModule),
    ...linksBelow(join(gitFolder, 'worktrees'), 1),
  ]
}

function linksBelow(folder: string, depth: number): readonly string[] {
  if (depth === 0 || !isFolder(folder) || isRepository(folder)) return []
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name)
    return isLink(path) ? [path] : linksBelow(path, depth - 1)
  })
}

function isRepository(folder: string): boolean {
  const names = namesIn(folder)
  return holdsRepository((part) => names.includes(part))
}

function isLink(path: string): boolean {
  return standing(path)?.isSymbolicLink() ?? false
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isClosed(folder: string): boolean {
  try {
    readdirSync(folder)
    return false
  } catch {
    return standing(folder) !== undefined
  }
}

function isFolder(path: string): boolean {
  return standing(path)?.isDirectory() ?? false
}
