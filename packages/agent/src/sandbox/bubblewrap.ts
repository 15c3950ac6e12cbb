import { isWithin, realPathOf } from '../tools/index.ts'
import { FolderScan } from './folder-scan.ts'
import { missedBy } from './missed.ts'
import { type OuterRepository, outerRepository } from './outer-repository.ts'
import {
  type ProtectedPlace,
  protectedPlaces,
  protectingArguments,
  repositoryPlaces,
  withHookFolders,
} from './protected-places.ts'
import { putAside } from './put-aside.ts'
import {
  closedSystemArguments,
  isSystemPath,
  readableFolders,
  standing,
  systemArguments,
} from './shown-folders.ts'
import type {
  EnteredSandbox,
  Opening,
  SandboxGround,
  SandboxOptions,
  WorkingSandbox,
} from './types.ts'

/** Namespaces of its own, nothing left of what root may do, and an end with whoever started it. */
const isolation = [
  '--unshare-user',
  '--unshare-ipc',
  '--unshare-pid',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
] as const

/** What every sandbox has of its own: processes, devices, temporary folders. */
const ownPlaces = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/var/tmp']

/** The folders that these name outside are not there inside. */
const ownVariables = ['--setenv', 'TMPDIR', '/tmp', '--unsetenv', 'XDG_RUNTIME_DIR']

/** The words that are the same for every run: what the probe tries. */
export function groundArguments(): readonly string[] {
  return [...isolation, ...systemArguments(), ...ownPlaces]
}

export interface BubblewrapFacts {
  readonly program: string
  readonly version: string
  readonly processLimit: number | undefined
}

/** Makes the sandbox of one workspace, once it is known that bubblewrap works here. */
export function bubblewrapSandbox(
  { program, version, processLimit }: BubblewrapFacts,
  ground: SandboxGround,
  options: SandboxOptions,
): WorkingSandbox {
  const workspace = realPathOf(ground.workspace)
  const home = realPathOf(ground.home)
  const absent = ground.absent.map(realPathOf)
  const readable = readableFolders({ ...ground, home, absent }, options)
  const outer = outerRepository(workspace, home)
  const network = options.network === true ? 'open' : 'closed'
  const closedFiles = process.getuid?.() === 0 ? closedSystemArguments() : []
  const scan = new FolderScan(workspace)
  const look = async (skillRoots: readonly string[]): Promise<Looked> => {
    const scanned = await scan.look()
    return {
      whole: scanned.whole,
      outer: outer.gitFolders.flatMap(repositoryPlaces),
      inner: protectedPlaces(workspace, scanned, skillRoots),
    }
  }
  const shows = (path: string, openings: readonly Opening[] = []): boolean => {
    if (absent.some((at) => isWithin(path, at))) return false
    const shown = [workspace, ...readable.map(realPathOf), ...outer.shown, ...outer.gitFolders]
    if (shown.some((at) => isWithin(path, at)) || path === '/tmp' || path === home) return true
    if (isWithin(path, home)) return openings.includes('home')
    return isSystemPath(path)
  }
  return {
    kind: 'bubblewrap',
    version,
    network,
    processLimit,
    shows,
    async enter(request) {
      const before = holding(await look(request.skillRoots))
      const words = [
        ...groundArguments(),
        ...closedFiles,
        ...networkArguments(network === 'open' || request.openings.includes('network')),
        ...homeArguments(home, request.openings.includes('home')),
        ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
        ...request.skills.map(realPathOf).flatMap((path) => ['--ro-bind-try', path, path]),
        ...outerArguments(workspace, outer, before.outer),
        '--bind',
        workspace,
        workspace,
        ...protectingArguments(workspace, before.inner),
        ...absent.flatMap(absentArguments),
        ...ownVariables,
        '--chdir',
        request.cwd,
      ]
      return entered(program, words, request.settingsHandle, async () => {
        const after = await look(request.skillRoots)
        const aside = putAside(
          workspace,
          [...before.outer, ...before.inner],
          [...after.outer, ...after.inner],
        )
        return after.whole && before.whole ? aside : [...aside, tooLarge]
      })
    },
    missed: (failure) =>
      missedBy(failure, {
        home,
        environment: ground.environment,
        closed: absent,
        network,
        shows: (path) => shows(path, failure.openings),
      }),
  }
}

interface Looked {
  readonly whole: boolean
  readonly outer: readonly ProtectedPlace[]
  readonly inner: readonly ProtectedPlace[]
}

function holding({ whole, outer, inner }: Looked): Looked {
  return { whole, outer: withHookFolders(outer), inner: withHookFolders(inner) }
}

const tooLarge =
  'The workspace has more folders than can be looked at: repositories in the rest are not protected.'

function entered(
  program: string,
  words: readonly string[],
  settingsHandle: number,
  leave: EnteredSandbox['leave'],
): EnteredSandbox {
  const settings = Buffer.from(words.map((word) => `${word}\0`).join(''), 'utf8')
  return { program, settings, words: ['--args', `${settingsHandle}`, '--'], leave }
}

/** The whole network, loopback of this machine included, or one of its own in which nobody is. */
function networkArguments(isOpen: boolean): readonly string[] {
  if (!isOpen) return ['--unshare-net']
  // Where names are looked up is often told by a link into a folder that is not shown.
  const names = realPathOf('/etc/resolv.conf')
  return isSystemPath(names) ? [] : ['--ro-bind-try', names, names]
}

function homeArguments(home: string, isOpen: boolean): readonly string[] {
  return isOpen ? ['--ro-bind', home, home] : ['--tmpfs', home]
}

function outerArguments(
  workspace: string,
  { shown, gitFolders }: OuterRepository,
  places: readonly ProtectedPlace[],
): readonly string[] {
  return [
    ...shown.flatMap((path) => ['--ro-bind-try', path, path]),
    ...gitFolders.flatMap((path) => ['--bind-try', path, path]),
    ...protectingArguments(workspace, places),
  ]
}

/** An empty folder in its place; nothing where nothing is, since a mount would make it. */
function absentArguments(path: string): readonly string[] {
  const stats = standing(path)
  if (stats === undefined) return []
  return stats.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}
