import { dirname, join, relative } from 'node:path'
import { isWithin, realPathOf } from '../tools/index.ts'
import { type Intended, mountFault } from './check-mounts.ts'
import { withoutHandlesAbove } from './close-handles.ts'
import { FolderScan } from './folder-scan.ts'
import { missedBy } from './missed.ts'
import { folderOpener } from './open-folder.ts'
import { type OuterRepository, outerRepository } from './outer-repository.ts'
import { closedKernelArguments, kernelFolders } from './process-files.ts'
import { type ProtectedPlace, protectedPlaces, withHookFolders } from './protected-places.ts'
import { protectingMounts } from './protecting-mounts.ts'
import { askToLook, foundBetween, putAside } from './put-aside.ts'
import { repositoryPlaces } from './repository-places.ts'
import {
  closedSystemArguments,
  isSystemPath,
  readableFolders,
  standing,
  systemArguments,
  systemFolders,
} from './shown-folders.ts'
import { nameStrange, type StrangeFolder, strangeFolder, strangeMounts } from './strange-names.ts'
import type {
  EnteredSandbox,
  GivenToRun,
  OpenedSandbox,
  SandboxGround,
  WorkingSandbox,
} from './types.ts'
import { rememberCommand, unfinishedCommands } from './unfinished.ts'

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
  return [...isolation, ...systemArguments(), ...ownPlaces, ...closedKernelArguments()]
}

export interface BubblewrapFacts {
  readonly program: string
  /** Absolute path of bash, which starts it. */
  readonly bash: string
  readonly version: string
  readonly processLimit: number | undefined
}

/** Makes the sandbox of one workspace, once it is known that bubblewrap works here. */
export function bubblewrapSandbox(
  { program, bash, version, processLimit }: BubblewrapFacts,
  ground: SandboxGround,
  options: OpenedSandbox,
): WorkingSandbox {
  const workspace = realPathOf(ground.workspace)
  const home = realPathOf(ground.home)
  const absent = ground.absent.map(realPathOf)
  const readable = readableFolders({ ...ground, home, absent }, options)
  const outer = outerRepository(workspace, home)
  const network = options.network === true ? 'open' : 'closed'
  const closedFiles = process.getuid?.() === 0 ? closedSystemArguments() : []
  const scan = new FolderScan(workspace)
  const areas = [workspace, ...outer.gitFolders, ...outer.written]
  const look = async (
    skillRoots: readonly string[],
    open?: (path: string) => boolean,
  ): Promise<Looked> => {
    const scanned = await scan.look(open)
    const roots = skillRoots.map((path) => inRealWorkspace(path, ground.workspace))
    const places = [
      ...outer.gitFolders.flatMap(repositoryPlaces),
      ...protectedPlaces(workspace, scanned, roots),
    ]
    // What settings lead to elsewhere is nothing that a command could change.
    const isInside = (path: string): boolean =>
      areas.some((area) => isWithin(realPathOf(dirname(path)), area))
    return {
      whole: scanned.whole,
      strange: scanned.strange.map(strangeFolder).filter((folder) => folder !== undefined),
      places: places.filter(({ path, kind }) => kind === 'git-folder' || isInside(path)),
    }
  }
  // A skill in home itself would show all of it.
  const shownSkills = (skills: readonly string[]): readonly string[] =>
    skills.filter((path) => !isWithin(home, path))
  // What is writable is shown already, and whoever works there may lead its folders elsewhere.
  const isElsewhere = (path: string): boolean => !areas.some((area) => isWithin(path, area))
  const shows = (path: string, { openings = [], skills = [] }: GivenToRun = {}): boolean => {
    if (absent.some((at) => isWithin(path, at))) return false
    const bound = [...readable.map(realPathOf), ...shownSkills(skills)]
    const shown = [workspace, ...bound, ...outer.shown, ...outer.gitFolders]
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
      const looked = await look(request.skillRoots)
      const held = withHookFolders(looked.places)
      const earlier = sinceCutOff(ground.records, workspace, looked.places)
      const shown = [...readable, ...shownSkills(request.skills)].filter(isElsewhere)
      const mounts = [...protectingMounts(areas, held), ...strangeMounts(looked.strange)]
      const isOpen = network === 'open' || request.openings.includes('network')
      const opensHome = request.openings.includes('home')
      const words = [
        ...groundArguments(),
        ...closedFiles,
        ...networkArguments(isOpen),
        ...homeArguments(home, opensHome),
        ...shown.flatMap((path) => ['--ro-bind-try', path, path]),
        ...outerArguments(outer),
        '--bind',
        workspace,
        workspace,
        ...mounts.flatMap(({ path, option }) => [option, path, path]),
        ...absent.flatMap(absentArguments),
        ...ownVariables,
        '--chdir',
        request.cwd,
      ]
      const intended: Intended = {
        readable: [
          ...systemFolders(),
          ...kernelFolders(),
          ...(isOpen ? [namesFile()] : []),
          ...(opensHome ? [home] : []),
          ...[...shown, ...outer.shown].map(realPathOf),
        ],
        writable: areas,
        held: mounts,
      }
      const forget = rememberCommand(ground.records, workspace, held)
      return entered({ program, bash }, words, intended, async () => {
        const opener = folderOpener(workspace, held)
        const named: string[] = []
        let after = await look(request.skillRoots, opener.open)
        // In one that can be named now there may be more of them.
        for (let round = 0; round < mostRounds && after.strange.length > 0; round += 1) {
          const more = nameStrange(workspace, looked.strange, after.strange)
          if (more.length === 0) break
          named.push(...more)
          after = await look(request.skillRoots, opener.open)
        }
        const aside = putAside(workspace, foundBetween(held, after.places))
        forget()
        const said = [...earlier, ...opener.said, ...named, ...aside]
        return after.whole && looked.whole ? said : [...said, tooLarge]
      })
    },
    missed: (failure) =>
      missedBy(failure, {
        home,
        environment: ground.environment,
        closed: absent,
        network,
        shows: (path) => shows(path, failure),
      }),
  }
}

interface Looked {
  readonly whole: boolean
  readonly strange: readonly StrangeFolder[]
  readonly places: readonly ProtectedPlace[]
}

/** A path below the workspace as it was named, where the folder really is. */
function inRealWorkspace(path: string, workspace: string): string {
  return isWithin(path, workspace) ? join(realPathOf(workspace), relative(workspace, path)) : path
}

/** What came to be since commands were cut off that nobody looked after; said once. */
function sinceCutOff(
  records: string | undefined,
  workspace: string,
  now: readonly ProtectedPlace[],
): readonly string[] {
  return unfinishedCommands(records, workspace).flatMap(({ places, forget }) => {
    forget()
    return askToLook(workspace, foundBetween(places, now))
  })
}

/** Folders with strange names in each other are named from the outside in, this deep. */
const mostRounds = 8

const tooLarge =
  'The workspace has more folders than can be looked at: repositories in the rest are not protected.'

function entered(
  { program, bash }: Pick<BubblewrapFacts, 'program' | 'bash'>,
  words: readonly (string | Buffer)[],
  intended: Intended,
  leave: EnteredSandbox['leave'],
): EnteredSandbox {
  const end = Buffer.from([0])
  const settings = Buffer.concat(words.flatMap((word) => [Buffer.from(word), end]))
  return {
    program: bash,
    settings,
    words: (handle) => [...withoutHandlesAbove(handle, program), '--args', `${handle}`, '--'],
    fault: (process) => mountFault(process, intended),
    leave,
  }
}

/** The whole network, loopback of this machine included, or one of its own in which nobody is. */
function networkArguments(isOpen: boolean): readonly string[] {
  if (!isOpen) return ['--unshare-net']
  const names = namesFile()
  return isSystemPath(names) ? [] : ['--ro-bind-try', names, names]
}

/** Where names are looked up is often told by a link into a folder that is not shown. */
function namesFile(): string {
  return realPathOf('/etc/resolv.conf')
}

function homeArguments(home: string, isOpen: boolean): readonly string[] {
  return isOpen ? ['--ro-bind', home, home] : ['--tmpfs', home]
}

function outerArguments({ shown, gitFolders, written }: OuterRepository): readonly string[] {
  return [
    ...shown.flatMap((path) => ['--ro-bind-try', path, path]),
    ...[...written, ...gitFolders].flatMap((path) => ['--bind-try', path, path]),
  ]
}

/** An empty folder in its place; nothing where nothing is, since a mount would make it. */
function absentArguments(path: string): readonly string[] {
  const stats = standing(path)
  if (stats === undefined) return []
  return stats.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}
