import { join } from 'node:path'
import { clients, isInside } from '../../discovery/index.ts'
import { editDistance } from '../../edit-distance.ts'
import type { Loaded } from '../load.ts'
import type { LibraryOptions } from '../types.ts'
import { list } from './disk.ts'

/** A folder that is one slip away from a client's, such as `.agent/skills` or `.claude/skill`. */
export interface NearRoot {
  readonly path: string
  readonly meant: string
}

/** Looked for only where somebody asks why a skill is missing: each step lists a folder. */
export function nearRoots({ snapshot }: Loaded, { cwd, home }: LibraryOptions): NearRoot[] {
  const projects = [...new Set([cwd, snapshot.repository ?? cwd])]
  const wanted = [
    ...projects.flatMap((base) => clients.flatMap(({ project }) => below(base, project))),
    ...clients.flatMap(({ user }) => below(home, user)),
  ]
  const known = new Set(wanted.map(({ base, parts }) => join(base, ...parts)))
  const found = new Map<string, NearRoot>()
  for (const { base, parts } of wanted) {
    const meant = join(base, ...parts)
    for (const path of slipsOf(base, parts)) {
      if (!known.has(path) && !found.has(path)) found.set(path, { path, meant })
    }
  }
  return [...found.values()]
}

/** The near root that a file lies in. */
export function nearRootOf(
  file: string,
  loaded: Loaded,
  options: LibraryOptions,
): NearRoot | undefined {
  return nearRoots(loaded, options).find(({ path }) => isInside(file, path))
}

function below(base: string, folders: readonly string[]) {
  return folders.map((folder) => ({ base, parts: folder.split('/') }))
}

function slipsOf(folder: string, [part, ...rest]: readonly string[]): readonly string[] {
  if (part === undefined) return [folder]
  return list(folder)
    .filter((entry) => entry.isDirectory() && isOneSlip(entry.name, part))
    .flatMap(({ name }) => slipsOf(join(folder, name), rest))
}

/** Very short names are near to too many others. */
function isOneSlip(name: string, part: string): boolean {
  if (name.toLowerCase() === part) return true
  return part.length > 4 && editDistance(name.toLowerCase(), part, 1) <= 1
}
