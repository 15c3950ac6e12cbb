import { join, sep } from 'node:path'
import { foldedName, isWithin, parentsOf, realPathOf, statsOf } from '../tools/index.ts'
import { isGitFolder } from './git-hazards.ts'
import type { PermissionContext } from './types.ts'

/** Files that a shell, a login or git runs or obeys, folded. */
const startUpFiles = new Set([
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.mkshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.logout',
  '.inputrc',
  '.xprofile',
  '.xinitrc',
  '.xsession',
  '.xsessionrc',
  '.envrc',
  '.pam_environment',
  '.gitconfig',
  '.gitmodules',
  'config.fish',
])

/** Folders whose files run or are obeyed at login, by their last two names. */
const startUpFolders = [
  '.config/fish',
  '.config/git',
  '.config/autostart',
  '.config/systemd',
  '.config/environment.d',
]

/** What protected places are worked out from. */
export type ProtectedContext = Pick<
  PermissionContext,
  'home' | 'skillRoots' | 'configFolder' | 'stateFolder'
>

/** What writing to a path would change, as a phrase; undefined where it is an ordinary file. */
export type Protector = (path: string) => string | undefined

/**
 * Tells what writing to a path (absolute, links resolved) would change beyond a project's files.
 * `write` and `edit` there always ask, and no saved rule covers them.
 */
export function protector(context: ProtectedContext): Protector {
  let known: readonly KnownPlace[] | undefined
  return (path) => {
    known ??= placesOf(context)
    return protectedByName(path) ?? byIdentity(path, known)
  }
}

/**
 * What writing to a path would change, by its names alone. Other spellings of a name (case,
 * composition, invisible letters) are the same name.
 */
export function protectedByName(path: string): string | undefined {
  const parts = path
    .split(sep)
    .filter((part) => part !== '')
    .map(foldedName)
  const last = parts.at(-1) ?? ''
  if (parts.includes('.git')) return 'what git runs and obeys'
  if (parts.includes('.skillet')) return "Skillet's settings"
  if (parts.includes('.ssh')) return 'keys and settings of SSH'
  if (parts.some((part, at) => part === 'skills' && parts[at - 1]?.startsWith('.'))) return 'skills'
  if (startUpFiles.has(last)) return 'a file that a shell or git runs'
  const joined = `/${parts.join('/')}/`
  if (startUpFolders.some((folder) => joined.includes(`/${folder}/`))) return 'what runs at login'
  return undefined
}

interface KnownPlace {
  readonly real: string
  readonly identity: string | undefined
  readonly what: string
}

function placesOf(context: ProtectedContext): readonly KnownPlace[] {
  const place = (path: string | undefined, what: string): readonly KnownPlace[] => {
    if (path === undefined) return []
    const real = realPathOf(path)
    return [{ real, identity: identityOf(real), what }]
  }
  return [
    ...place(context.stateFolder, "Skillet's state"),
    ...place(context.configFolder, "Skillet's settings"),
    ...(context.skillRoots ?? []).flatMap((root) => place(root, 'skills')),
    ...[...startUpFiles].flatMap((name) =>
      place(join(context.home, name), 'a file that a shell or git runs'),
    ),
  ]
}

/** A bind mount or a case-folding disk gives one folder two names; device and inode are one. */
function byIdentity(path: string, known: readonly KnownPlace[]): string | undefined {
  const above = [path, ...parentsOf(path)].map((at) => ({ at, identity: identityOf(at) }))
  const found = known.find(({ real, identity }) =>
    above.some(
      (each) => each.at === real || (identity !== undefined && each.identity === identity),
    ),
  )
  if (found !== undefined) return found.what
  // Bare repositories and the folders of submodules have any name; their content tells them.
  return above.some(({ at }) => isGitFolder(at)) ? 'what git runs and obeys' : undefined
}

/** Links count as what they lead to. */
function identityOf(path: string): string | undefined {
  const stats = statsOf(path)
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`
}

/** Whether `path` lies in Skillet's state, which no tool reads. */
export function isState(path: string, context: Pick<PermissionContext, 'stateFolder'>): boolean {
  return context.stateFolder !== undefined && isWithin(path, realPathOf(context.stateFolder))
}
