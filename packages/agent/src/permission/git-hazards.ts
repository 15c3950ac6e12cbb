import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { statsOf } from '../tools/index.ts'

/** Settings of a repository that make an ordinary git command run a program that they name. */
const running =
  /^\s*(?:\[[^\]\n]*\]\s*)?(?:external|textconv|fsmonitor|sshcommand|command|pager|editor|askpass|helper|program|clean|smudge|process|driver|cmd|proxy|uploadpack|receivepack|gpgprogram|sequence\.editor)\s*(?:=|$)/imu

const elsewhere = /^\s*\[\s*(?:include|includeif|alias|pager|diff "|filter "|merge "|url ")/imu

const longestFile = 256 * 1024

/**
 * Whether the repository around `folder` has a configuration of its own that makes `git status` or
 * `git diff` run a program. A copied repository brings one along, and no option shows it.
 */
export function gitRunsPrograms(folder: string): boolean {
  const gitFolder = nearestGit(folder)
  if (gitFolder === undefined) return false
  const texts = ['config', 'config.worktree'].map((name) => textOf(join(gitFolder, name)) ?? '')
  if (texts.some((text) => running.test(text) || elsewhere.test(text))) return true
  return hookFolders(gitFolder, texts).some((at) => statsOf(join(at, readingHook)) !== undefined)
}

/** The hook that runs after commands which only look, since they may refresh the index. */
const readingHook = 'post-index-change'

function hookFolders(gitFolder: string, configs: readonly string[]): readonly string[] {
  const named = configs.flatMap((text) => {
    const value = /^\s*(?:\[[^\]\n]*\]\s*)?hookspath\s*=\s*"?([^"\n]*?)"?\s*$/imu.exec(text)?.[1]
    return value === undefined ? [] : [value]
  })
  const bases = [gitFolder, dirname(gitFolder)]
  return [
    join(gitFolder, 'hooks'),
    ...named.flatMap((path) => bases.map((base) => resolve(base, path))),
  ]
}

/**
 * The repository that git would take: `.git` in a folder or above it, or a folder that looks like
 * a bare repository, which a clone can bring along among its files.
 */
function nearestGit(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = gitFolderAt(join(at, '.git')) ?? (isGitFolder(at) ? at : undefined)
    if (found !== undefined) return found
    if (dirname(at) === at) return undefined
  }
}

/** Whether a folder holds what makes git take it for a repository, whatever it is called. */
export function isGitFolder(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => statsOf(join(folder, name)) !== undefined)
}

/** `.git` is a folder, or a file that names one (worktrees, submodules). */
function gitFolderAt(path: string): string | undefined {
  const stats = statsOf(path)
  if (stats?.isDirectory()) return path
  const named = stats?.isFile() ? /^gitdir: (.+)$/mu.exec(textOf(path) ?? '')?.[1] : undefined
  if (named === undefined) return undefined
  return commonFolder(isAbsolute(named) ? named : resolve(dirname(path), named))
}

/** A worktree keeps its configuration in the folder that `commondir` names. */
function commonFolder(gitFolder: string): string {
  const common = textOf(join(gitFolder, 'commondir'))?.trim()
  return common === undefined || common === '' ? gitFolder : resolve(gitFolder, common)
}

function textOf(path: string): string | undefined {
  try {
    if (statSync(path).size > longestFile) return '[include]'
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
