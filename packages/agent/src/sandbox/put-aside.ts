import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isWithin, shownPath } from '../tools/index.ts'
import { commonFolder, isQuiet, linkedFolder } from './git-folder.ts'
import { identityOf } from './identity.ts'
import type { ProtectedPlace } from './protected-places.ts'

/**
 * Looks at what came to be in protected places while a command ran in the sandbox, and takes away
 * what would be obeyed outside: it stays, under another name. A new repository stays as it is where
 * nothing in it runs a program.
 *
 * @returns one sentence for each thing that was renamed
 */
export function putAside(
  workspace: string,
  before: readonly ProtectedPlace[],
  after: readonly ProtectedPlace[],
): readonly string[] {
  const known = new Set(before.map(({ identity }) => identity))
  const fresh = after.filter(({ identity }) => identity !== undefined && !known.has(identity))
  const newFolders = fresh.filter(({ kind }) => kind === 'git-folder').map(({ path }) => path)
  const isTrusted = (gitFolder: string): boolean =>
    known.has(identityOf(gitFolder)) || (newFolders.includes(gitFolder) && isQuiet(gitFolder))
  const said: string[] = []
  const rename = (path: string, why: string): void => {
    const shown = shownPath(path, workspace)
    const to = moveAside(path)
    said.push(
      to === undefined
        ? `${shown} was made inside and ${why}. It could not be renamed; look at it before you work there.`
        : `${shown} was made inside and ${why}; it is now ${shownPath(to, workspace)}.`,
    )
  }
  // What lies in a new git folder is judged with it; renaming from the outside in keeps paths true.
  for (const { path, kind } of fresh) {
    if (kind === 'git-part' && newFolders.some((folder) => isWithin(path, folder))) continue
    if (kind === 'plain') rename(path, 'would be obeyed outside the sandbox')
    else if (kind === 'git-part') rename(path, 'git would obey it')
    else if (kind === 'git-file') {
      const folder = linkedFolder(path)
      if (folder === undefined || !isTrusted(folder)) rename(path, 'leads git elsewhere')
    } else if (!isHarmlessFolder(path, isTrusted)) {
      rename(join(path, 'HEAD'), 'belongs to a repository that would run programs')
    }
  }
  return said
}

function isHarmlessFolder(gitFolder: string, isTrusted: (folder: string) => boolean): boolean {
  if (!isQuiet(gitFolder)) return false
  const common = commonFolder(gitFolder)
  return common === gitFolder || isTrusted(common)
}

const ending = '.put-aside'
const mostNames = 100

function moveAside(path: string): string | undefined {
  for (let number = 1; number <= mostNames; number += 1) {
    const to = `${path}${ending}${number === 1 ? '' : `-${number}`}`
    if (identityOf(to) !== undefined || dirname(to) !== dirname(path)) continue
    try {
      renameSync(path, to)
      return to
    } catch {
      return undefined
    }
  }
  return undefined
}
