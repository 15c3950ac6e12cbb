import { dirname, join, resolve } from 'node:path'
import { readOrdinaryFile } from '@skillet/core'

/**
 * What git makes of its own folder. Everything in it may have been put there by a command in the
 * sandbox, a pipe in the place of a file too.
 */

const longestFile = 256 * 1024

/** The text of a small file of git; undefined where there is none that can be read whole. */
export function gitText(path: string): string | undefined {
  const read = readOrdinaryFile(path, longestFile)
  return read.kind === 'read' ? Buffer.from(read.bytes).toString('utf8') : undefined
}

/**
 * Whether a folder is one that git takes for a repository, whatever it is called.
 *
 * @param has whether something of a name is in it
 */
export function holdsRepository(has: (name: string) => boolean): boolean {
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

/** The folder that a `.git` file names (of a worktree or a submodule); undefined where it names none. */
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

/** Git takes blanks, and line ends within, for part of the name. */
function lineIn(path: string): string | undefined {
  return gitText(path)?.replace(/[\r\n]+$/u, '')
}
