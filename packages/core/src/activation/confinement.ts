import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { Skill } from '../skill.ts'

/** Where the files of a skill may really be. */
export interface Confinement {
  /** The skill's folder with every link resolved. */
  readonly directory: string
  /** Where links may lead: anywhere, or below this folder with every link resolved. */
  readonly links: 'anywhere' | { readonly below: string }
}

/**
 * A project skill may not link out of its repository; what a person put into a place of their own
 * may link where they like (bug 18).
 *
 * @param repository absolute folder of the repository. Default: the nearest one above the skills root.
 */
export async function confinementOf(skill: Skill, repository?: string): Promise<Confinement> {
  const directory = await realpath(skill.directory)
  if (skill.source.scope !== 'project') return { directory, links: 'anywhere' }
  const project = repository ?? (await repositoryAbove(skill.source.root))
  return { directory, links: { below: await realpath(project) } }
}

/** Whether a real path may be read for the skill, given that a link in its folder leads there. */
export function allowsLinkTo(target: string, confinement: Confinement): boolean {
  if (isBelow(target, confinement.directory)) return true
  return confinement.links === 'anywhere' || isBelow(target, confinement.links.below)
}

/** Both paths absolute and with links resolved. A folder is below itself. */
export function isBelow(path: string, folder: string): boolean {
  const between = relative(folder, path)
  return between === '' || (!isAbsolute(between) && between.split(sep)[0] !== '..')
}

/** The nearest folder above that holds `name`, as a file or folder, or `undefined`. */
export async function nearestHolding(directory: string, name: string): Promise<string | undefined> {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (await exists(join(folder, name))) return folder
    if (folder === dirname(folder)) return undefined
  }
}

/** Without a repository the skills root's own project: the folder that holds `.client/skills`. */
async function repositoryAbove(root: string): Promise<string> {
  return (await nearestHolding(root, '.git')) ?? dirname(dirname(root))
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
