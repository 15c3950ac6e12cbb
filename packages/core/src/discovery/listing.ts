import type { Dirent } from 'node:fs'
import { byCodePoint } from '../names.ts'
import { isMarkdownName, isSkillFileName } from '../skill-file.ts'
import { linkLoop } from './diagnostics.ts'
import { decidingRule, type IgnoreRules, ignoreFileNames, readIgnoreFile } from './ignore-files.ts'
import { followLink } from './links.ts'
import { reasonOfName } from './not-entered.ts'
import { below } from './paths.ts'
import type { Folder, RootWalk, Step } from './steps.ts'

/** What of a folder's entries is to be looked at, in order of the paths relative to the root. */
export function stepsBelow(
  folder: Folder,
  listing: readonly Dirent[],
  walk: RootWalk,
): readonly Step[] {
  const rules = rulesIn(folder, listing, walk)
  const keyed: { readonly key: string; readonly step: Step }[] = []
  for (const entry of [...listing].sort((a, b) => byCodePoint(a.name, b.name))) {
    const step = stepOf(folder, entry, rules, walk)
    // As in the whole path, where a slash follows a folder's name.
    if (step) keyed.push({ key: step.kind === 'file' ? entry.name : `${entry.name}/`, step })
  }
  return keyed.sort((a, b) => byCodePoint(a.key, b.key)).map(({ step }) => step)
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
  // Looked at before the folder was listed.
  if (isSkillFileName(name)) return undefined
  if (entry.isSymbolicLink()) return linkStep(folder, name, rules, walk)
  if (entry.isDirectory()) {
    return folderStep(folder, name, undefined, 'folder', rules, walk)
  }
  return isSingleFile(folder, name, walk) ? { kind: 'file', name, folder, rules } : undefined
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
  const reason = reasonOfName(name) ?? (depth > walk.depth ? 'depth' : undefined)
  if (reason !== undefined) {
    walk.notEntered.add(reason, path)
    return undefined
  }
  const relative = parent.relative + name
  const inPlace = parent.realPath === parent.path ? path : below(parent.realPath, name)
  const realPath = target ?? inPlace
  const ignored = decidingRule(rules, { relative, name, kind: matchedAs })
  return { kind: 'folder', path, realPath, relative: `${relative}/`, depth, rules, ignored, parent }
}
