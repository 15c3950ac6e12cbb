import type { SkillScope } from '../skill.ts'
import { type Client, chosenClients, clients, unknownClients } from './clients.ts'
import { clientUnknown, type Report } from './diagnostics.ts'
import type { Disk } from './disk.ts'
import { expandPath, isInsideAny } from './paths.ts'
import { type Project, realPathOf } from './repository.ts'
import type { DiscoverOptions, ExplicitPath, Root } from './types.ts'

/** A root, and what its being there rests on. */
export interface Place {
  readonly root: Root
  /** As the person wrote it, for messages. */
  readonly typed: string
}

/** Every place to look in, strongest first. */
export function listPlaces(
  options: DiscoverOptions,
  project: Project,
  disk: Disk,
  report: Report,
): readonly Place[] {
  for (const id of unknownClients(options.clients)) {
    report(clientUnknown(options.cwd, id, clients.map((client) => client.id).join(', ')))
  }
  const chosen = chosenClients(options.clients)
  const user = clientPlaces({ scope: 'user', base: options.home }, chosen, disk)
  const userRoots = realPathsOf(user)
  // A project's links stay in the project; what the person put up leads wherever it likes (bug 18).
  const { boundary } = project
  const projects = project.folders
    .flatMap((base) => clientPlaces({ scope: 'project', base, boundary }, chosen, disk))
    .filter(({ root }) => root.realPath === undefined || !isInsideAny(root.realPath, userRoots))
  const { paths, projectPaths, builtin } = options
  return [
    ...namedPlaces({ scope: 'explicit' }, paths, options, disk),
    ...projects,
    ...namedPlaces({ scope: 'project', boundary }, projectPaths, options, disk),
    ...user,
    ...builtinPlaces(builtin, disk),
  ]
}

/** Real paths of the roots that are there. */
export function realPathsOf(places: readonly Place[]): readonly string[] {
  return places.flatMap(({ root }) => (root.realPath === undefined ? [] : [root.realPath]))
}

/** Whose the places are, and where their links must stay. */
interface Owner {
  readonly scope: SkillScope
  readonly boundary?: string
}

function clientPlaces(
  { scope, base, boundary }: Owner & { readonly scope: 'project' | 'user'; readonly base: string },
  chosen: readonly Client[],
  disk: Disk,
): readonly Place[] {
  const owner = { scope, ...(boundary === undefined ? {} : { boundary }) }
  return chosen.flatMap((client) =>
    client[scope].map((folder) => {
      const path = expandPath(folder, base, base)
      const { id, layout } = client
      return {
        root: rootAt({ path, ...owner, client: id, layout, origin: 'client' }, disk),
        typed: path,
      }
    }),
  )
}

/** `skills` of a person's or a project's settings, and `--skill`. */
function namedPlaces(
  owner: Owner,
  paths: readonly ExplicitPath[] = [],
  options: DiscoverOptions,
  disk: Disk,
): readonly Place[] {
  const kind = { ...owner, client: 'skillet', layout: 'root-markdown', origin: 'named' } as const
  return paths.map((path): Place => {
    const { path: typed, base } = typeof path === 'string' ? { path, base: options.cwd } : path
    // An empty path would be the base itself: a folder that nobody named.
    if (typed.trim() === '') return { root: { path: base, ...kind }, typed }
    return { root: rootAt({ path: expandPath(typed, base, options.home), ...kind }, disk), typed }
  })
}

function builtinPlaces(path: string | undefined, disk: Disk): readonly Place[] {
  if (path === undefined) return []
  const kind = { scope: 'builtin', client: 'skillet', layout: 'agent-skills' } as const
  return [{ root: rootAt({ path, ...kind, origin: 'client' }, disk), typed: path }]
}

function rootAt(root: Omit<Root, 'realPath'>, disk: Disk): Root {
  const realPath = realPathOf(root.path, disk)
  return realPath === undefined ? root : { ...root, realPath }
}
