import { dirname, join, sep } from 'node:path'
import { foldedName, isWithin, realPathOf, statsOf } from '../tools/index.ts'
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

/**
 * What writing to `path` (absolute, links resolved) would change beyond a project's files, as a
 * phrase; undefined where it is an ordinary file. `write` and `edit` there always ask, and no
 * saved rule covers them.
 */
export function protectedPlace(
  path: string,
  context: Pick<PermissionContext, 'home' | 'skillRoots' | 'configFolder' | 'stateFolder'>,
): string | undefined {
  return byName(path) ?? byIdentity(path, context)
}

/** Other spellings of a name (case, composition, invisible letters) are the same name. */
function byName(path: string): string | undefined {
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

interface Place {
  readonly path: string | undefined
  readonly what: string
}

/** A bind mount or a case-folding disk gives one folder two names; device and inode are one. */
function byIdentity(
  path: string,
  context: Pick<PermissionContext, 'home' | 'skillRoots' | 'configFolder' | 'stateFolder'>,
): string | undefined {
  const places: readonly Place[] = [
    { path: context.stateFolder, what: "Skillet's state" },
    { path: context.configFolder, what: "Skillet's settings" },
    ...(context.skillRoots ?? []).map((root) => ({ path: root, what: 'skills' })),
    ...[...startUpFiles].map((name) => ({
      path: join(context.home, name),
      what: 'a file that a shell or git runs',
    })),
  ]
  const identities = ancestors(path).map((at) => ({ at, identity: identityOf(at) }))
  for (const place of places) {
    if (place.path === undefined) continue
    const real = realPathOf(place.path)
    const identity = identityOf(real)
    const same = identities.some(
      (each) => each.at === real || (identity !== undefined && each.identity === identity),
    )
    if (same) return place.what
  }
  // Bare repositories and the folders of submodules have any name; their content tells them.
  return identities.some(({ at }) => isGitFolder(at)) ? 'what git runs and obeys' : undefined
}

function ancestors(path: string): string[] {
  const found = [path]
  for (let at = path; dirname(at) !== at; at = dirname(at)) found.push(dirname(at))
  return found
}

function identityOf(path: string): string | undefined {
  const stats = statsOf(path)
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`
}

/** Whether `path` lies in Skillet's state, which no tool reads. */
export function isState(path: string, context: Pick<PermissionContext, 'stateFolder'>): boolean {
  return context.stateFolder !== undefined && isWithin(path, realPathOf(context.stateFolder))
}
