import type { Dirent } from 'node:fs'
import { isMarkdownName, isNearSkillFileName } from '../skill-file.ts'
import { passedOver, type Report } from './diagnostics.ts'
import { below } from './paths.ts'
import type { Folder, RootWalk } from './steps.ts'
import type { Tallies } from './tallies.ts'

/**
 * What was most likely meant for a skill and is none. `name`: a file called nearly `SKILL.md`.
 * `readme`: a folder with nothing for people but a `README.md`. `single`: a Markdown file straight
 * in a root where skills are folders.
 */
export type PassedOverKind = 'name' | 'readme' | 'single'

/** Looks at a listing that the walk has made anyway, by names alone: nothing is asked of the disk. */
export function notePassedOver(folder: Folder, listing: readonly Dirent[], walk: RootWalk): void {
  const { layout } = walk.place.root
  // There every Markdown file with frontmatter is a skill, and one without is an ordinary text.
  if (layout === 'any-markdown') return
  const isRoot = folder.parent === undefined
  if (isRoot && layout === 'root-markdown') return
  const files = listing.filter((entry) => entry.isFile()).map(({ name }) => name)
  const near = files.find(isNearSkillFileName)
  if (near !== undefined) walk.passedOver.add('name', below(folder.path, near))
  if (isRoot) {
    for (const name of files.filter(isSingle))
      walk.passedOver.add('single', below(folder.path, name))
    return
  }
  const markdown = files.filter(isMarkdownName)
  const isReadme = markdown.length === 1 && /^readme\.md$/i.test(markdown[0] ?? '')
  const isLeaf = files.length === listing.length
  if (isReadme && isLeaf) walk.passedOver.add('readme', folder.path)
}

/** What people put beside skills to speak of all of them is not meant to be one. */
const aboutAll =
  /^(?:readme|index|license|licence|changelog|contributing|agents|claude|gemini|security|code_of_conduct)\b/i

function isSingle(name: string): boolean {
  return (
    isMarkdownName(name) &&
    !name.startsWith('.') &&
    !aboutAll.test(name) &&
    !isNearSkillFileName(name)
  )
}

const sentences: Readonly<Record<PassedOverKind, readonly [what: string, hint: string]>> = {
  name: ['the name is nearly SKILL.md', 'If it is a skill, rename the file to SKILL.md.'],
  readme: [
    'there is a README.md and no SKILL.md',
    'If it is a skill, rename README.md to SKILL.md and begin it with a name and a description.',
  ],
  single: [
    'a skill here is a folder that holds a SKILL.md',
    'If it is a skill, move the file into a folder of its own, as SKILL.md.',
  ],
}

export function reportPassedOver(
  root: string,
  found: Tallies<PassedOverKind>,
  report: Report,
): void {
  for (const [kind, tally] of found.all) report(passedOver(root, ...sentences[kind], tally))
}
