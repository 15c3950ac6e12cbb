import { basename } from 'node:path'
import type { Layout } from '../skill.ts'
import { isMarkdownName, isSkillFileName } from '../skill-file.ts'
import { isSystemError, reasonOf, takeFile } from './candidates.ts'
import { linkEscapes, rootFile, rootMissing, unreadable, wrongCase } from './diagnostics.ts'
import { followLink, type LinkRules } from './links.ts'
import { systemRoot } from './not-entered.ts'
import { isInside } from './paths.ts'
import type { Place } from './roots.ts'
import type { WalkContext } from './steps.ts'
import { isSystemFolder } from './system-folders.ts'
import { walkRoot } from './walk.ts'

/** Looks at one place: walks the folder, takes the file, or says why it is closed. */
export async function enterPlace(
  place: Place,
  links: LinkRules,
  context: WalkContext,
): Promise<'entered' | 'closed'> {
  const kind = openPlace(place, links, context)
  if (kind === 'folder') await walkRoot(place, links, context)
  context.deliver()
  return kind === 'closed' ? 'closed' : 'entered'
}

/** Says what is there, and takes it where it is a single file. */
function openPlace(place: Place, links: LinkRules, context: WalkContext): PlaceKind {
  try {
    const kind = kindOf(place, links, context)
    if (kind === 'file') takeNamedFile(place, links, context)
    return kind
  } catch (error) {
    if (!isSystemError(error)) throw error
    context.report(unreadable(place.root.path, reasonOf(error)))
    return 'closed'
  }
}

type PlaceKind = 'folder' | 'file' | 'closed'

function kindOf(place: Place, links: LinkRules, context: WalkContext): PlaceKind {
  const { disk, report } = context
  const { path, realPath } = place.root
  // A character that no path can hold would be an exception further down.
  const stats = path.includes('\0') ? undefined : disk.stat(path)
  if (stats === undefined || realPath === undefined) {
    reportMissing(place, links, context)
    return 'closed'
  }
  if (links.boundary !== undefined && !isInside(realPath, links.boundary)) {
    report(linkEscapes(path, realPath, links.boundary))
    return 'closed'
  }
  if (stats.isDirectory() && isSystemFolder(realPath)) {
    report(systemRoot(path))
    return 'closed'
  }
  if (stats.isDirectory()) return 'folder'
  if (stats.isFile() && place.root.origin === 'named' && isMarkdownName(path)) return 'file'
  report(rootFile(path, place.root.origin === 'named' ? 'a folder or an .md file' : 'a folder'))
  return 'closed'
}

/** That a client's folder is absent is no news; that a named one or a link's target is, must be said. */
function reportMissing(place: Place, links: LinkRules, context: WalkContext): void {
  const { root, typed } = place
  if (root.origin === 'named' || root.scope === 'builtin') {
    context.report(rootMissing(root.path, typed))
  } else if (context.disk.lstat(root.path)?.isSymbolicLink() === true) {
    const target = followLink(root.path, links, context.disk)
    if (target.kind === 'refused') context.report(target.diagnostic)
  }
}

function takeNamedFile(place: Place, links: LinkRules, context: WalkContext): void {
  const { path, realPath = path } = place.root
  const stats = context.disk.lstat(realPath)
  if (stats === undefined) {
    context.report(rootMissing(path, place.typed))
    return
  }
  const name = basename(path)
  const isSkillFile = isSkillFileName(name)
  const found = {
    path,
    realPath,
    stats,
    // Naming a skill's own SKILL.md is naming the skill, with all that is in its folder.
    singleFile: !isSkillFile,
    atRoot: false,
    ignored: undefined,
    diagnostics: isSkillFile && name !== 'SKILL.md' ? [wrongCase(path, name, [])] : [],
  }
  takeFile(found, place.root, links, context)
}

const breadth: Readonly<Record<Layout, number>> = {
  'agent-skills': 0,
  'root-markdown': 1,
  'any-markdown': 2,
}

/**
 * Whether an earlier place leads to the same folder: teams link one client's folder to another's, and
 * that is no news (bug 21).
 */
export function isRepeat(place: Place, entered: readonly Place[]): boolean {
  const { realPath, layout, origin } = place.root
  return entered.some(
    (earlier) =>
      realPath !== undefined &&
      realPath === earlier.root.realPath &&
      origin === earlier.root.origin &&
      breadth[earlier.root.layout] >= breadth[layout],
  )
}
