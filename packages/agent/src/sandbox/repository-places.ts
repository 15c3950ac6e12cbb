import { join } from 'node:path'
import { commonFolder, gitText, holdsRepository } from '../permission/index.ts'
import { identityOf } from './identity.ts'
import { innerLinks, ledTo, obeyedPaths, withInnerFolders } from './obeyed-by-git.ts'
import type { ProtectedPlace } from './protected-places.ts'
import { standing } from './shown-folders.ts'

/** A git folder, those in it, what git obeys in each, and where that leads. */
export function repositoryPlaces(gitFolder: string): readonly ProtectedPlace[] {
  return withInnerFolders(gitFolder).flatMap((folder): readonly ProtectedPlace[] => {
    const common = commonFolder(folder)
    const led = [...ledTo(folder), ...(common === folder ? [] : ledTo(common))]
    return [
      { path: folder, kind: 'git-folder', identity: repositoryIdentity(folder) },
      ...obeyedPaths(folder).map((path) => placeAt(path, 'git-part')),
      ...innerLinks(folder).map((path) => placeAt(path, 'git-link')),
      ...plannedCommands(folder),
      ...led.map((path) => placeAt(path, 'by-path')),
    ]
  })
}

function placeAt(path: string, kind: ProtectedPlace['kind']): ProtectedPlace {
  return { path, kind, identity: identityOf(path) }
}

/**
 * Which git folder stands at a path, and whether git takes it for one: what was harmless without a
 * `HEAD`, or was put aside by taking it away, is looked at anew once there is one.
 */
export function repositoryIdentity(gitFolder: string): string | undefined {
  const identity = identityOf(gitFolder)
  const isOne = holdsRepository((part) => standing(join(gitFolder, part)) !== undefined)
  return identity === undefined || isOne ? identity : withoutHead(identity)
}

/** The same folder when git does not take it for a repository. */
export function withoutHead(identity: string): string {
  return `${identity} without HEAD`
}

/**
 * What an unfinished rebase would run when it goes on. Git itself writes that file all the time, so
 * it cannot be held; each command in it is something that is known, or that came to be.
 */
function plannedCommands(gitFolder: string): readonly ProtectedPlace[] {
  const path = join(gitFolder, 'rebase-merge/git-rebase-todo')
  if (standing(path) === undefined) return []
  const lines = gitText(path)?.split('\n') ?? ['exec of a file that cannot be read']
  return lines
    .filter((line) => /^\s*(?:x|exec)\s/u.test(line))
    .map((line) => ({ path, kind: 'git-todo', identity: `runs ${line.trim()}` }))
}
