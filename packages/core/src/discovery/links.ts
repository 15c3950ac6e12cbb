import { dirname, resolve } from 'node:path'
import type { Diagnostic } from '../diagnostic.ts'
import { linkDangling, linkEscapes, linkLoop } from './diagnostics.ts'
import type { Disk } from './disk.ts'
import { isInside, isInsideAny } from './paths.ts'
import { realPathOf } from './repository.ts'

/** How far the links of a root may lead. */
export interface LinkRules {
  /** Real path of the folder that links must stay in; undefined where they may lead anywhere. */
  readonly boundary: string | undefined
  /** Real paths whose skills are found through the user's own roots. */
  readonly userRoots: readonly string[]
}

/** Where a link leads, all links on the way resolved. */
export type LinkTarget =
  | { readonly kind: 'file' | 'folder' | 'other'; readonly realPath: string }
  /** Not followed, and why. */
  | {
      readonly kind: 'refused'
      readonly why: 'dangling' | 'loop' | 'escapes'
      readonly diagnostic: Diagnostic
    }
  /** What it leads to is found by another root: nothing to say. */
  | { readonly kind: 'users-own' }

/**
 * Follows one link (of a folder, a file or the root itself) to its end.
 * @throws the system's error where the way there may not be read.
 */
export function followLink(link: string, rules: LinkRules, disk: Disk): LinkTarget {
  const stats = statOf(link, disk)
  if (stats === 'loop') return refused('loop', linkLoop(link, targetOf(link, disk)))
  if (stats === undefined) return broken(link, rules, disk)
  const realPath = disk.realpath(link)
  if (rules.boundary !== undefined) {
    if (isInsideAny(realPath, rules.userRoots)) return { kind: 'users-own' }
    if (!isInside(realPath, rules.boundary)) {
      return refused('escapes', linkEscapes(link, realPath, rules.boundary))
    }
  }
  const kind = stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other'
  return { kind, realPath }
}

function statOf(link: string, disk: Disk) {
  try {
    return disk.stat(link)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return 'loop'
    throw error
  }
}

/** A link that leaves the project says so whether or not its target is there: nothing is probed. */
function broken(link: string, rules: LinkRules, disk: Disk): LinkTarget {
  const target = targetOf(link, disk)
  if (rules.boundary === undefined || isInside(target, rules.boundary)) {
    return refused('dangling', linkDangling(link, target))
  }
  return refused('escapes', linkEscapes(link, target, rules.boundary))
}

/** The text of the link as an absolute path, as far as it can be told. */
function targetOf(link: string, disk: Disk): string {
  const folder = dirname(link)
  return resolve(realPathOf(folder, disk) ?? folder, disk.readlink(link))
}

function refused(
  why: Extract<LinkTarget, { kind: 'refused' }>['why'],
  diagnostic: Diagnostic,
): LinkTarget {
  return { kind: 'refused', why, diagnostic }
}
