import { dirname, join, resolve } from 'node:path'
import { readOrdinaryFile } from '@skillet/core'
import { realPathOf, statsOf } from '../tools/index.ts'
import { type GitSetting, readGitConfig } from './git-config.ts'
import { commonFolder, gitText, holdsRepository, linkedFolder } from './git-folder.ts'
import { gitlinksIn } from './git-index.ts'
import { isQuietSetting } from './git-settings.ts'

/** No index of a repository that a person works in is larger. */
const longestIndex = 64 * 1024 * 1024
/** More repositories in each other than these are looked at for no line. */
const mostRepositories = 100

/**
 * Whether the repository around `folder`, or one that it holds as a submodule, has a configuration
 * of its own that may make `git status` or `git diff` run a program. A copied repository brings one
 * along, and no option shows it. What cannot be read for certain may.
 */
export function gitRunsPrograms(folder: string): boolean {
  const pending = [...possibleRepositories(folder)]
  const seen = new Set<string>()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next.gitFolder)) continue
    seen.add(next.gitFolder)
    const within = submodulesOf(next)
    if (within === undefined || seen.size > mostRepositories || runsPrograms(next)) return true
    for (const each of within) pending.push(each)
  }
  return false
}

function runsPrograms({ gitFolder, workTree }: Repository): boolean {
  const folders = [gitFolder, commonFolder(gitFolder)]
  const settings = folders.flatMap((at) =>
    ['config', 'config.worktree'].map((name) => settingsIn(join(at, name))),
  )
  const isQuiet = (setting: GitSetting): boolean =>
    isQuietSetting(setting) || isOwnWorkTree(setting, { gitFolder, workTree })
  if (settings.some((each) => each === undefined || !each.every(isQuiet))) return true
  const known = settings.flatMap((each) => each ?? [])
  return folders.some((at) => runsHook([at, workTree], at, known))
}

/** Each submodule's configuration says where it stands; that it says another place is no habit. */
function isOwnWorkTree(
  { section, subsection, key, value }: GitSetting,
  { gitFolder, workTree }: Repository,
): boolean {
  if (section !== 'core' || subsection !== undefined || key !== 'worktree') return false
  return value !== undefined && realPathOf(resolve(gitFolder, value)) === realPathOf(workTree)
}

/**
 * The repositories that `git status` and `git diff` go on into: they ask each in its own right, with
 * its own configuration. Undefined where they cannot be told.
 */
function submodulesOf({ gitFolder, workTree }: Repository): readonly Repository[] | undefined {
  const index = readOrdinaryFile(join(gitFolder, 'index'), longestIndex)
  if (index.kind === 'absent') return []
  const links = index.kind === 'read' ? gitlinksIn(Buffer.from(index.bytes)) : undefined
  return links?.flatMap((link) => repositoryAt(join(workTree, link)))
}

/** What stands at a place itself, not above it. */
function repositoryAt(folder: string): readonly Repository[] {
  const path = join(folder, '.git')
  const stats = statsOf(path)
  const gitFolder = stats?.isFile() ? linkedFolder(path) : stats?.isDirectory() ? path : undefined
  return gitFolder === undefined ? [] : [{ gitFolder, workTree: folder }]
}

/** Undefined where they cannot be told. */
function settingsIn(path: string): readonly GitSetting[] | undefined {
  if (statsOf(path) === undefined) return []
  const text = gitText(path)
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

/** Whether git takes a folder for a repository, whatever it is called. */
export function isGitFolder(folder: string): boolean {
  return holdsRepository((name) => statsOf(join(folder, name)) !== undefined)
}

function isSurelyGit(folder: string): boolean {
  const head = gitText(join(folder, 'HEAD')) ?? ''
  const common = commonFolder(folder)
  return (
    /^(?:ref: refs\/|[\da-f]{40})/u.test(head) &&
    ['objects', 'refs'].every((name) => statsOf(join(common, name))?.isDirectory())
  )
}
