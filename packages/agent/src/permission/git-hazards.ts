import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { statsOf } from '../tools/index.ts'

/** Settings of a repository that make an ordinary git command run a program that they name. */
const running =
  /^\s*(?:\[[^\]\n]*\]\s*)?(?:external|textconv|fsmonitor|sshcommand|command|hookspath|pager|editor|askpass|helper|program|clean|smudge|process|driver|cmd|proxy|uploadpack|receivepack|gpgprogram|sequence\.editor)\s*(?:=|$)/imu

const elsewhere = /^\s*\[\s*(?:include|includeif|alias|pager|diff "|filter "|merge "|url ")/imu

const longestFile = 256 * 1024

/**
 * Whether the repository around `folder` has a configuration of its own that makes `git status` or
 * `git diff` run a program. A copied repository brings one along, and no option shows it.
 */
export function gitRunsPrograms(folder: string): boolean {
  const gitFolder = nearestGit(folder)
  if (gitFolder === undefined) return false
  return ['config', 'config.worktree']
    .map((name) => textOf(join(gitFolder, name)))
    .some((text) => text !== undefined && (running.test(text) || elsewhere.test(text)))
}

function nearestGit(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = gitFolderAt(join(at, '.git'))
    if (found !== undefined) return found
    if (dirname(at) === at) return undefined
  }
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
