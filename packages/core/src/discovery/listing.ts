import type { Dirent } from 'node:fs'
import { byCodePoint } from '../names.ts'
import { isMarkdownName, isSkillFileName } from '../skill-file.ts'
import { linkLoop, nameNotUtf8 } from './diagnostics.ts'
import { decidingRule, type IgnoreRules, ignoreFileNames, readIgnoreFile } from './ignore-files.ts'
import { followLink } from './links.ts'
import { reasonOfName } from './not-entered.ts'
import { below } from './paths.ts'
import type { Folder, RootWalk, Step } from './steps.ts'
import { isSystemFolder } from './system-folders.ts'

/** What of a folder's entries is to be looked at, in order of the paths relative to the root. */
export function stepsBelow(
  folder: Folder,
  listing: readonly Dirent[],
  walk: RootWalk,
): readonly Step[] {
  const rules = rulesIn(folder, listing, walk)
  const keyed: KeyedStep[] = []
  let isInOrder = true
  for (const entry of inOrder(listing.filter((one) => mayLead(folder, one, walk)))) {
    const step = stepOf(folder, entry, rules, walk)
    if (step === undefined) continue
    // That a link leads to a folder is known only now.
    if (step.kind === 'folder' && !entry.isDirectory()) isInOrder = false
    keyed.push({ key: keyOf(entry.name, step.kind === 'folder'), step })
  }
  if (!isInOrder) keyed.sort((a, b) => byCodePoint(a.key, b.key))
  return keyed.map(({ step }) => step)
}

interface KeyedStep {
  readonly key: string
  readonly step: Step
}

/** As in the whole path, where a slash follows a folder's name. */
function keyOf(name: string, isFolder: boolean): string {
  return isFolder ? `${name}/` : name
}

/** Whether an entry can be a step at all. `SKILL.md` was looked at before the folder was listed. */
function mayLead(folder: Folder, entry: Dirent, walk: RootWalk): boolean {
  if (isSkillFileName(entry.name)) return false
  return entry.isDirectory() || entry.isSymbolicLink() || isSingleFile(folder, entry.name, walk)
}

/**
 * Sorted by code point. Folders may hold tens of thousands of entries, so the system's own comparison
 * serves where it gives the same order: where no name holds a character above U+FFFF.
 */
function inOrder(entries: readonly Dirent[]): readonly Dirent[] {
  const keyed = entries.map((entry) => ({ key: keyOf(entry.name, entry.isDirectory()), entry }))
  const isPlain = keyed.every(({ key }) => !/[\ud800-\udfff]/.test(key))
  keyed.sort(isPlain ? (a, b) => (a.key < b.key ? -1 : 1) : (a, b) => byCodePoint(a.key, b.key))
  return keyed.map(({ entry }) => entry)
}

function rulesIn(
  folder: Folder,
  listing: readonly Dirent[],
  walk: RootWalk,
): IgnoreRules | undefined {
  const files = ignoreFileNames.filter((name) => listing.some((entry) => entry.name === name))
  if (files.length === 0) return folder.rules
  const { disk, report } = walk.context
  const rules = files.flatMap((name) => readIgnoreFile(below(folder.path, name), disk, report))
  return { above: folder.rules, prefix: folder.relative.length, rules }
}

function stepOf(
  folder: Folder,
  entry: Dirent,
  rules: IgnoreRules | undefined,
  walk: RootWalk,
): Step | undefined {
  const { name } = entry
  if (isOutOfReach(folder, name, walk)) return undefined
  if (entry.isSymbolicLink()) return linkStep(folder, name, rules, walk)
  if (entry.isDirectory()) {
    return folderStep(folder, name, undefined, 'folder', rules, walk)
  }
  return isSingleFile(folder, name, walk) ? { kind: 'file', name, folder, rules } : undefined
}

/**
 * A name that is not UTF-8 is listed with U+FFFD in it, and no path that can be written leads there:
 * so it is told from a name that really holds that character.
 */
function isOutOfReach(folder: Folder, name: string, walk: RootWalk): boolean {
  if (!name.includes('\uFFFD')) return false
  const path = below(folder.path, name)
  if (walk.context.disk.lstat(path) !== undefined) return false
  walk.context.report(nameNotUtf8(path))
  return true
}

/** Which Markdown files the layout takes for skills. Hidden ones are editors' and systems' leavings. */
function isSingleFile(folder: Folder, name: string, walk: RootWalk): boolean {
  const { layout } = walk.place.root
  if (layout === 'agent-skills' || name.startsWith('.')) return false
  if (layout === 'root-markdown' && folder.parent !== undefined) return false
  return isMarkdownName(name)
}

function linkStep(
  folder: Folder,
  name: string,
  rules: IgnoreRules | undefined,
  walk: RootWalk,
): Step | undefined {
  if (reasonOfName(name) !== undefined) return undefined
  const { disk, report } = walk.context
  const path = below(folder.path, name)
  const target = followLink(path, walk.links, disk)
  switch (target.kind) {
    case 'refused':
      report(target.diagnostic)
      return undefined
    case 'file':
      return isSingleFile(folder, name, walk) ? { kind: 'file', name, folder, rules } : undefined
    case 'folder': {
      const met = walk.visited.find(path)
      if (met !== undefined && isAbove(met, folder)) report(linkLoop(path, target.realPath))
      if (met !== undefined) return undefined
      // For git a link is a file, so a pattern that ends with a slash does not hold for it.
      return folderStep(folder, name, target.realPath, 'file', rules, walk)
    }
    case 'other':
    case 'users-own':
      return undefined
  }
}

function isAbove(met: Folder, folder: Folder): boolean {
  for (let at: Folder | undefined = folder; at !== undefined; at = at.parent) {
    if (at === met) return true
  }
  return false
}

function folderStep(
  parent: Folder,
  name: string,
  target: string | undefined,
  matchedAs: 'folder' | 'file',
  rules: IgnoreRules | undefined,
  walk: RootWalk,
): Folder | undefined {
  const path = below(parent.path, name)
  const depth = parent.depth + 1
  const inPlace = parent.realPath === parent.path ? path : below(parent.realPath, name)
  const realPath = target ?? inPlace
  // From above, or through a link: what lies deeper is never come by.
  const mayBeSystem = target !== undefined || parent.realPath === '/'
  const reason =
    reasonOfName(name) ??
    (mayBeSystem && isSystemFolder(realPath) ? 'system' : undefined) ??
    (depth > walk.depth ? 'depth' : undefined)
  if (reason !== undefined) {
    walk.notEntered.add(reason, path)
    return undefined
  }
  const relative = parent.relative + name
  const ignored = decidingRule(rules, { relative, name, kind: matchedAs })
  return { kind: 'folder', path, realPath, relative: `${relative}/`, depth, rules, ignored, parent }
}
