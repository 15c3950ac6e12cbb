import { lstat, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isInside } from '../discovery/index.ts'
import type { Skill } from '../skill.ts'

/** Where the files of a skill may really be. */
export interface Confinement {
  /** The skill's folder with every link resolved. */
  readonly directory: string
  /** Where links may lead: anywhere, or below this folder with every link resolved. */
  readonly links: 'anywhere' | { readonly below: string }
}

/**
 * A project skill may not link out of its project, by the same boundary that its discovery kept to;
 * what a person put into a place of their own may link where they like (bug 18). A project skill
 * that no discovery found, and so has no boundary, stays in its skills root.
 */
export async function confinementOf(skill: Skill): Promise<Confinement> {
  const directory = await realpath(skill.directory)
  const below = await boundaryOf(skill)
  return { directory, links: below === undefined ? 'anywhere' : { below } }
}

/** The folder, links resolved, that a skill's files must lie in; undefined where that is anywhere. */
export async function boundaryOf({ source }: Skill): Promise<string | undefined> {
  if (source.scope !== 'project') return undefined
  return source.boundary ?? (await realpath(source.root))
}

/**
 * Whether a real path may be read for the skill. The skill's own folder is no exception: it may have
 * been replaced by a link since the skill was found.
 */
export function allows(target: string, { links }: Confinement): boolean {
  return links === 'anywhere' || isInside(target, links.below)
}

/** The nearest folder above that holds `name`, as a file or folder, or `undefined`. */
export async function nearestHolding(directory: string, name: string): Promise<string | undefined> {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (await exists(join(folder, name))) return folder
    if (folder === dirname(folder)) return undefined
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
