import type { Diagnostic } from '../diagnostic.ts'
import { isGone, isSystemError, reasonOf, takeFile } from './candidates.ts'
import { limitReached, unreadable, vanished, wrongCase } from './diagnostics.ts'
import { decidingRule, type IgnoreRules } from './ignore-files.ts'
import type { LinkRules } from './links.ts'
import { stepsBelow } from './listing.ts'
import { reportNotEntered } from './not-entered.ts'
import { notePassedOver, reportPassedOver } from './passed-over.ts'
import { below } from './paths.ts'
import type { Place } from './roots.ts'
import { findSkillFile, type SkillFile } from './skill-file.ts'
import type { Folder, RootWalk, SingleFile, Step, WalkContext } from './steps.ts'
import { Tallies } from './tallies.ts'
import { VisitedFolders } from './visited-folders.ts'

/** Walks one root from top to bottom, in the order of the relative paths. */
export async function walkRoot(
  place: Place,
  links: LinkRules,
  context: WalkContext,
): Promise<void> {
  const walk = startWalk(place, links, context)
  const started = performance.now()
  const steps: Step[] = [rootFolder(place)]
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    for (const next of takeStep(step, walk).toReversed()) steps.push(next)
    context.deliver()
    const now = performance.now()
    const limit = reachedLimit(walk, now - started)
    if (limit !== undefined) {
      context.report(limitReached(place.root.path, limit.text, limit.setting))
      break
    }
    const pause = context.slices.pause(now)
    if (pause !== undefined) await pause
  }
  reportNotEntered(place.root.path, walk.depth, walk.notEntered, context.report)
  reportPassedOver(place.root.path, walk.passedOver, context.report)
}

function startWalk(place: Place, links: LinkRules, context: WalkContext): RootWalk {
  const { depth, explicitDepth } = context.limits
  return {
    place,
    links,
    context,
    depth: place.root.origin === 'named' ? explicitDepth : depth,
    notEntered: new Tallies(),
    passedOver: new Tallies(),
    visited: new VisitedFolders(context.disk),
    folders: 0,
    entries: 0,
  }
}

function rootFolder({ root: { path, realPath = path } }: Place): Folder {
  return {
    kind: 'folder',
    path,
    realPath,
    relative: '',
    depth: 0,
    rules: undefined,
    ignored: undefined,
    parent: undefined,
  }
}

const nothing: readonly Step[] = []
const none: readonly Diagnostic[] = []

/** One step and the steps below it. Whatever fails in it is one diagnostic, and the rest loads. */
function takeStep(step: Step, walk: RootWalk): readonly Step[] {
  try {
    if (step.kind === 'file') return takeSingleFile(step, walk)
    return step.ignored === undefined ? takeFolder(step, walk) : takeIgnoredFolder(step, walk)
  } catch (error) {
    if (!isSystemError(error)) throw error
    const path = step.kind === 'folder' ? step.path : below(step.folder.path, step.name)
    walk.context.report(isGone(error) ? vanished(path) : unreadable(path, reasonOf(error)))
    return nothing
  }
}

/** A skill's folder is a leaf (bug 22); any other is listed, once, by whatever way it is reached first. */
function takeFolder(folder: Folder, walk: RootWalk): readonly Step[] {
  const { disk, folding } = walk.context
  const list = () => (walk.visited.enter(folder) ? disk.list(folder.path) : undefined)
  walk.folders += 1
  const found = findSkillFile(folder.path, list, disk, folding)
  const isSkill = found.file !== undefined && takeSkillFile(folder, found.file, walk) === 'taken'
  // Straight in a client's root it is an oversight, and must not hide the skills beside it (bug 25).
  if (isSkill && !isClientRoot(folder, walk)) return nothing
  const listing = found.listing ?? (found.file && list())
  if (listing === undefined) return nothing
  walk.entries += listing.length
  walk.context.listed(folder.path, listing)
  if (!isSkill) notePassedOver(folder, listing, walk)
  return stepsBelow(folder, listing, walk)
}

/** An excluded folder that directly holds `SKILL.md` is listed as left out; any other is counted. */
function takeIgnoredFolder(folder: Folder, walk: RootWalk): readonly Step[] {
  walk.folders += 1
  const { disk, folding } = walk.context
  const { file } = findSkillFile(folder.path, () => disk.list(folder.path), disk, folding)
  const isSkill = file !== undefined && takeSkillFile(folder, file, walk) === 'taken'
  if (!isSkill) walk.notEntered.add('ignored', folder.path)
  return nothing
}

function takeSkillFile(folder: Folder, file: SkillFile, walk: RootWalk): 'taken' | 'no file' {
  const { name, path, stats, others } = file
  const atRoot = isClientRoot(folder, walk)
  const found = {
    path,
    realPath: realPathIn(folder, name, path),
    stats,
    singleFile: atRoot,
    atRoot,
    ignored: folder.ignored ?? ruleFor(folder, name, folder.rules),
    diagnostics: name === 'SKILL.md' ? none : [wrongCase(path, name, others)],
  }
  return takeFile(found, walk.place.root, walk.links, walk.context)
}

function takeSingleFile({ name, folder, rules }: SingleFile, walk: RootWalk): readonly Step[] {
  const path = below(folder.path, name)
  const stats = walk.context.disk.lstat(path)
  if (stats === undefined) {
    walk.context.report(vanished(path))
    return nothing
  }
  const found = {
    path,
    realPath: realPathIn(folder, name, path),
    stats,
    singleFile: true,
    atRoot: false,
    ignored: ruleFor(folder, name, rules),
    diagnostics: none,
  }
  takeFile(found, walk.place.root, walk.links, walk.context)
  return nothing
}

function ruleFor(folder: Folder, name: string, rules: IgnoreRules | undefined) {
  if (rules === undefined) return undefined
  return decidingRule(rules, { relative: folder.relative + name, name, kind: 'file' })
}

/** Where no link was met the same string serves, which spares building each path twice. */
function realPathIn(folder: Folder, name: string, path: string): string {
  return folder.realPath === folder.path ? path : below(folder.realPath, name)
}

function isClientRoot(folder: Folder, walk: RootWalk): boolean {
  return folder.parent === undefined && walk.place.root.origin === 'client'
}

function reachedLimit(walk: RootWalk, elapsed: number) {
  const { folders, entries, milliseconds } = walk.context.limits
  if (walk.folders > folders) return { text: `${folders} folders`, setting: 'folders' }
  if (walk.entries > entries) return { text: `${entries} entries`, setting: 'entries' }
  if (elapsed <= milliseconds) return undefined
  return { text: `${milliseconds} milliseconds`, setting: 'milliseconds' }
}
