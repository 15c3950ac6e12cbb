import type { Layout, SkillScope } from '../skill.ts'
import { type Client, chosenClients, clients, unknownClients } from './clients.ts'
import { clientUnknown, type Report } from './diagnostics.ts'
import type { Disk } from './disk.ts'
import { expandPath, isInsideAny } from './paths.ts'
import { type Project, realPathOf } from './repository.ts'
import type { DiscoverOptions, ExplicitPath, Root } from './types.ts'

/** A root, and what its being there rests on. */
export interface Place {
  readonly root: Root
  /**
   * `client`: a folder that a client is known to use, silently absent, whose own `SKILL.md` is an
   * oversight. `named`: a path that somebody typed; one that holds `SKILL.md` is that skill.
   */
  readonly origin: 'client' | 'named'
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
  const user = clientPlaces('user', options.home, chosen, disk)
  const userRoots = realPathsOf(user)
  const projects = project.folders
    .flatMap((folder) => clientPlaces('project', folder, chosen, disk))
    .filter(({ root }) => root.realPath === undefined || !isInsideAny(root.realPath, userRoots))
  return [
    ...namedPlaces('explicit', options.paths, options, disk),
    ...projects,
    ...namedPlaces('project', options.projectPaths, options, disk),
    ...user,
    ...builtinPlaces(options.builtin, disk),
  ]
}

/** Real paths of the roots that are there. */
export function realPathsOf(places: readonly Place[]): readonly string[] {
  return places.flatMap(({ root }) => (root.realPath === undefined ? [] : [root.realPath]))
}

function clientPlaces(
  scope: 'project' | 'user',
  base: string,
  chosen: readonly Client[],
  disk: Disk,
): readonly Place[] {
  return chosen.flatMap((client) =>
    client[scope].map((folder) => {
      const path = expandPath(folder, base, base)
      return place(scope, client.id, client.layout, path, disk)
    }),
  )
}

/** `skills` of a person's or a project's settings, and `--skill`. */
function namedPlaces(
  scope: SkillScope,
  paths: readonly ExplicitPath[] = [],
  options: DiscoverOptions,
  disk: Disk,
): readonly Place[] {
  return paths.map((path): Place => {
    const { path: typed, base } = typeof path === 'string' ? { path, base: options.cwd } : path
    const named = { origin: 'named', typed } as const
    // An empty path would be the base itself: a folder that nobody named.
    if (typed.trim() === '') {
      return { root: { path: base, scope, client: 'skillet', layout: 'root-markdown' }, ...named }
    }
    const absolute = expandPath(typed, base, options.home)
    return { ...place(scope, 'skillet', 'root-markdown', absolute, disk), ...named }
  })
}

function builtinPlaces(folder: string | undefined, disk: Disk): readonly Place[] {
  if (folder === undefined) return []
  return [place('builtin', 'skillet', 'agent-skills', folder, disk)]
}

function place(scope: SkillScope, client: string, layout: Layout, path: string, disk: Disk): Place {
  const realPath = realPathOf(path, disk)
  const root = { path, scope, client, layout, ...(realPath === undefined ? {} : { realPath }) }
  return { root, origin: 'client', typed: path }
}
