import { type Dirent, realpathSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { byCodePoint } from '../names.ts'
import type { Skill } from '../skill.ts'
import { allows, type Confinement, confinementOf } from './confinement.ts'

/** Paths that are named to the model. */
export const resourceLimit = 200
/** Entries that are looked at before the count becomes a lower bound. */
const entryLimit = 20_000
const depthLimit = 16

export interface Resources {
  /** Relative to the skill's folder, `/` between parts, in code points; at most 200. */
  readonly paths: readonly string[]
  readonly count: number
  /** Whether the walk stopped at a limit, so that there may be more. */
  readonly stopped: boolean
}

/** Lists the files of a skill's folder: no dot files, no `node_modules`, not the skill's own file. */
export async function listResources(skill: Skill): Promise<Resources> {
  if (skill.singleFile) return { paths: [], count: 0, stopped: false }
  const confinement = await confinementOf(skill)
  if (!allows(confinement.directory, confinement)) return { paths: [], count: 0, stopped: false }
  const files: string[] = []
  const visited = new Set([confinement.directory])
  const open: Folder[] = [{ path: confinement.directory, prefix: '', depth: 0 }]
  let entries = 0
  let stopped = false
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (entries >= entryLimit) return named(files, skill, true)
    for (const entry of await entriesOf(folder.path)) {
      entries++
      if (isLeftOut(entry.name)) continue
      const found = placeOf(folder, entry, confinement)
      if (found?.kind === 'file') files.push(found.path)
      if (found?.kind !== 'folder' || visited.has(found.path)) continue
      visited.add(found.path)
      const { path } = found
      if (folder.depth >= depthLimit) stopped = true
      else open.push({ path, prefix: `${folder.prefix}${entry.name}/`, depth: folder.depth + 1 })
    }
  }
  return named(files, skill, stopped)
}

function named(files: readonly string[], skill: Skill, stopped: boolean): Resources {
  const own = skill.location.split(/[\\/]/).at(-1)
  const paths = files.filter((path) => path !== own).sort(byCodePoint)
  return { paths: paths.slice(0, resourceLimit), count: paths.length, stopped }
}

interface Folder {
  /** With every link resolved. */
  readonly path: string
  /** Relative path as found, with a `/` at its end. */
  readonly prefix: string
  readonly depth: number
}

function isLeftOut(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** A folder that cannot be read has no files for the model either. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

type Place = { readonly kind: 'file' | 'folder'; readonly path: string }

function placeOf(folder: Folder, entry: Dirent, confinement: Confinement): Place | undefined {
  const path = join(folder.path, entry.name)
  const shown = `${folder.prefix}${entry.name}`
  if (entry.isFile()) return { kind: 'file', path: shown }
  if (entry.isDirectory()) return { kind: 'folder', path }
  return entry.isSymbolicLink() ? linkedPlace(path, shown, confinement) : undefined
}

function linkedPlace(path: string, shown: string, confinement: Confinement): Place | undefined {
  try {
    const target = realpathSync(path)
    if (!allows(target, confinement)) return undefined
    const kind = statSync(target)
    if (kind.isFile()) return { kind: 'file', path: shown }
    return kind.isDirectory() ? { kind: 'folder', path: target } : undefined
  } catch {
    return undefined
  }
}
