import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commonFolder, linkedFolder } from '../permission/index.ts'
import { isWithin, shownPath } from '../tools/index.ts'
import { identityOf } from './identity.ts'
import { isQuiet } from './obeyed-by-git.ts'
import type { ProtectedPlace } from './protected-places.ts'
import { repositoryIdentity, withoutHead } from './repository-places.ts'

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
  const known = identitiesIn(before)
  const fresh = after.filter(({ identity }) => identity !== undefined && !known.has(identity))
  const knownFolders = identitiesIn(before.filter(({ kind }) => kind === 'git-folder'))
  const newFolders = fresh.filter(({ kind }) => kind === 'git-folder').map(({ path }) => path)
  const isTrusted = (gitFolder: string): boolean =>
    // A folder that is not there can be made later, by anybody and with anything in it.
    knownFolders.has(repositoryIdentity(gitFolder) ?? '') ||
    (newFolders.includes(gitFolder) && isQuiet(gitFolder))
  const said: string[] = []
  const rename = (path: string, why: string): void => {
    // It went along with what was renamed before it.
    if (identityOf(path) === undefined) return
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
    if (kind === 'git-file') {
      const folder = linkedFolder(path)
      if (folder === undefined || !isTrusted(folder)) rename(path, 'leads git elsewhere')
    } else if (kind !== 'git-folder') rename(path, whyNot[kind])
    else if (!isHarmlessFolder(path, isTrusted)) {
      // A folder that git does not take for a repository becomes one by `git init`, hooks and all.
      const head = join(path, 'HEAD')
      const what = identityOf(head) === undefined ? path : head
      rename(what, 'belongs to a repository that would run programs')
    }
  }
  return said
}

const whyNot = {
  plain: 'would be obeyed outside the sandbox',
  'by-path': 'would be obeyed outside the sandbox',
  unreadable: 'cannot be looked into',
  'git-part': 'git would obey it',
  'git-link': 'leads git elsewhere',
  'git-todo': 'git would run the commands in it',
} as const

function identitiesIn(places: readonly ProtectedPlace[]): ReadonlySet<string> {
  const known = places.flatMap(({ kind, identity }) => {
    if (identity === undefined) return []
    return kind === 'git-folder' ? [identity, withoutHead(identity)] : [identity]
  })
  return new Set(known)
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
