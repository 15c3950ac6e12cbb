import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { statsOf } from '../tools/index.ts'
import { type GitSetting, readGitConfig } from './git-config.ts'
import { isQuietSetting } from './git-settings.ts'

const longestFile = 256 * 1024

/**
 * Whether the repository around `folder` has a configuration of its own that may make `git status`
 * or `git diff` run a program. A copied repository brings one along, and no option shows it. What
 * cannot be read for certain may.
 */
export function gitRunsPrograms(folder: string): boolean {
  return possibleRepositories(folder).some(({ gitFolder, workTree }) => {
    const folders = [gitFolder, commonFolder(gitFolder)]
    const settings = folders.flatMap((at) =>
      ['config', 'config.worktree'].map((name) => settingsIn(join(at, name))),
    )
    if (settings.some((each) => each === undefined || !each.every(isQuietSetting))) return true
    const known = settings.flatMap((each) => each ?? [])
    return folders.some((at) => runsHook([at, workTree], at, known))
  })
}

/** Undefined where they cannot be told. */
function settingsIn(path: string): readonly GitSetting[] | undefined {
  if (statsOf(path) === undefined) return []
  const text = textOf(path)
  return text === undefined ? undefined : readGitConfig(text)
}

/** The hook that runs after commands which only look, since they may refresh the index. */
const readingHook = 'post-index-change'

function runsHook(
  bases: readonly string[],
  gitFolder: string,
  settings: readonly GitSetting[],
): boolean {
  const named = settings.flatMap(({ section, key, value }) =>
    section === 'core' && key === 'hookspath' && value ? [value] : [],
  )
  // `~user` and `%(prefix)` are worked out by git alone, and its versions differ over blanks.
  if (named.some((path) => /^[~%]|\s/u.test(path))) return true
  const folders = named.flatMap((path) => bases.map((base) => resolve(base, path)))
  return [join(gitFolder, 'hooks'), ...folders].some(
    (at) => statsOf(join(at, readingHook)) !== undefined,
  )
}

interface Repository {
  readonly gitFolder: string
  readonly workTree: string
}

/**
 * The repositories that git may take: `.git` in a folder or above it, or a folder that looks like
 * a bare repository, which a clone can bring along among its files. Git passes over a `.git` that is
 * no repository, so the search goes on until one certainly is.
 */
function possibleRepositories(folder: string): readonly Repository[] {
  const found: Repository[] = []
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, '.git')
    const stats = statsOf(path)
    const linked = stats?.isFile() ? linkedFolder(path) : undefined
    if (linked !== undefined) return [...found, { gitFolder: linked, workTree: at }]
    if (stats?.isDirectory()) found.push({ gitFolder: path, workTree: at })
    if (isGitFolder(at)) found.push({ gitFolder: at, workTree: dirname(at) })
    if ((stats?.isDirectory() && isSurelyGit(path)) || dirname(at) === at) return found
  }
}

/** Whether a folder holds what makes git take it for a repository, whatever it is called. */
export function isGitFolder(folder: string): boolean {
  const has = (name: string): boolean => statsOf(join(folder, name)) !== undefined
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

function isSurelyGit(folder: string): boolean {
  const head = textOf(join(folder, 'HEAD')) ?? ''
  const common = commonFolder(folder)
  return (
    /^(?:ref: refs\/|[\da-f]{40})/u.test(head) &&
    ['objects', 'refs'].every((name) => statsOf(join(common, name))?.isDirectory())
  )
}

/** `.git` may be a file that names the folder (worktrees, submodules). */
function linkedFolder(path: string): string | undefined {
  const named = /^gitdir: (.+)$/su.exec(lineIn(path) ?? '')?.[1]
  return named === undefined ? undefined : resolve(dirname(path), named)
}

/** A worktree keeps most of its configuration in the folder that `commondir` names. */
function commonFolder(gitFolder: string): string {
  const common = lineIn(join(gitFolder, 'commondir'))
  return common === undefined || common === '' ? gitFolder : resolve(gitFolder, common)
}

/** Git takes blanks, and line ends within, for part of the name. */
function lineIn(path: string): string | undefined {
  return textOf(path)?.replace(/[\r\n]+$/u, '')
}

function textOf(path: string): string | undefined {
  try {
    return statSync(path).size > longestFile ? undefined : readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
