import { join } from 'node:path'
import { commonFolder, linkedFolder } from '../permission/index.ts'
import { isWithin, shownPath } from '../tools/index.ts'
import { identityOf } from './identity.ts'
import { isQuiet } from './obeyed-by-git.ts'
import type { ProtectedPlace } from './protected-places.ts'
import { renameToFree } from './rename-free.ts'
import { repositoryIdentity, withoutHead } from './repository-places.ts'

/** Something that came to be and would be obeyed outside. */
export interface Found {
  readonly path: string
  /** How its sentence goes on. */
  readonly why: string
}

/**
 * What came to be in protected places between two looks, from the outside in. A new repository is
 * left out where nothing in it runs a program.
 */
export function foundBetween(
  before: readonly ProtectedPlace[],
  after: readonly ProtectedPlace[],
): readonly Found[] {
  const known = identitiesIn(before)
  const fresh = after.filter(({ identity }) => identity !== undefined && !known.has(identity))
  const knownFolders = identitiesIn(before.filter(({ kind }) => kind === 'git-folder'))
  const newFolders = fresh.filter(({ kind }) => kind === 'git-folder').map(({ path }) => path)
  const isTrusted = (gitFolder: string): boolean =>
    // A folder that is not there can be made later, by anybody and with anything in it.
    knownFolders.has(repositoryIdentity(gitFolder) ?? '') ||
    (newFolders.includes(gitFolder) && isQuiet(gitFolder))
  return fresh.flatMap(({ path, kind }) => {
    // What lies in a new git folder is judged with it.
    if (kind === 'git-part' && newFolders.some((folder) => isWithin(path, folder))) return []
    if (kind === 'git-file') {
      const folder = linkedFolder(path)
      const isFine = folder !== undefined && isTrusted(folder)
      return isFine ? [] : [{ path, why: 'leads git elsewhere' }]
    }
    if (kind !== 'git-folder') return [{ path, why: whyNot[kind] }]
    if (isHarmlessFolder(path, isTrusted)) return []
    // A folder that git does not take for a repository becomes one by `git init`, hooks and all.
    const head = join(path, 'HEAD')
    const what = identityOf(head) === undefined ? path : head
    return [{ path: what, why: 'belongs to a repository that would run programs' }]
  })
}

/**
 * Takes away what was found after a command: it stays, under another name.
 *
 * @returns one sentence for each thing that was renamed
 */
export function putAside(workspace: string, found: readonly Found[]): readonly string[] {
  return found.flatMap(({ path, why }) => {
    // It may have gone along with what was renamed before it.
    if (identityOf(path) === undefined) return []
    const shown = shownPath(path, workspace)
    const to = renameToFree(path, `${path}.put-aside`)
    return to === undefined
      ? `${shown} was made inside and ${why}. It could not be renamed; look at it before you work there.`
      : `${shown} was made inside and ${why}; it is now ${shownPath(to, workspace)}.`
  })
}

/** What is said of things that a command may have made, or a person meanwhile. */
export function askToLook(workspace: string, found: readonly Found[]): readonly string[] {
  return found.map(
    ({ path, why }) =>
      `${shownPath(path, workspace)} came to be since a command was cut off, and ${why}. If it is not yours, look at it before you work there.`,
  )
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
