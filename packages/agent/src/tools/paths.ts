import { type BigIntStats, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import type { Access, ToolContext } from './types.ts'

/** The part of a context that paths are worked out from. */
export type PathContext = Pick<ToolContext, 'workspace' | 'home'>

/** A path as a model types it. */
export const typedPath = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !path.includes('\0'), 'A path cannot hold a NUL character.')

/**
 * The absolute path that a typed one means: `~` is the home folder, relative paths start at the
 * workspace. Links are not resolved. Models copy the `@` of a mention into the path, so a leading
 * one is dropped unless a file of that very name exists.
 */
export function absolutePath(typed: string, context: PathContext): string {
  if (typed === '~') return context.home
  if (typed.startsWith('~/')) return join(context.home, typed.slice(2))
  const path = resolve(context.workspace, typed)
  if (!typed.startsWith('@') || typed.length === 1 || statsOf(path) !== undefined) return path
  return absolutePath(typed.slice(1), context)
}

/** What stands at a path, links followed; undefined where that cannot be told, whatever the reason. */
export function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

/**
 * `path` with every link resolved. What does not exist keeps its name below the real path of its
 * nearest existing parent.
 */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPathOf(parent), basename(path))
  }
}

/** Whether `path` is `folder` or lies below it; both absolute. */
export function isWithin(path: string, folder: string): boolean {
  const rest = relative(folder, path)
  return rest === '' || (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest))
}

/** The folders above a path, from the nearest to the root. */
export function parentsOf(path: string): readonly string[] {
  const above: string[] = []
  for (let at = path; dirname(at) !== at; at = dirname(at)) above.push(dirname(at))
  return above
}

/** The path as people know it: relative to the workspace where it lies there. */
export function shownPath(path: string, workspace: string): string {
  for (const base of [workspace, realPathOf(workspace)]) {
    if (isWithin(path, base)) return relative(base, path) || '.'
  }
  return path
}

/** What reading or writing one typed path would touch. */
export function pathAccess(
  kind: 'read' | 'write',
  typed: string,
  context: PathContext,
): Extract<Access, { kind: 'read' | 'write' }> {
  const named = absolutePath(typed, context)
  const real = realPathOf(named)
  return { kind, paths: [real], ...(real === named ? {} : { named: [named] }) }
}

/** Letters that show as nothing, or turn the writing direction: a name with them looks like another. */
const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u

/**
 * Why a name may not be written, where some system reads it as another name: Windows drops
 * trailing dots and blanks, keeps short names such as `GIT~1`, and opens streams after a colon.
 * The same forms are refused on every system, so that a repository means the same everywhere.
 */
export function refusedForm(
  path: string,
  context: Pick<PathContext, 'workspace'>,
): string | undefined {
  const base = [context.workspace, realPathOf(context.workspace)].find((at) => isWithin(path, at))
  const parts = (base === undefined ? path : relative(base, path))
    .split(sep)
    .filter((part) => part !== '')
  for (const part of parts) {
    const what = refusedPart(part)
    if (what !== undefined) return `The name ${JSON.stringify(part)} ${what}; choose a plain name.`
  }
  return undefined
}

function refusedPart(part: string): string | undefined {
  if (/[. ]$/u.test(part)) return 'ends with a dot or a blank'
  if (/~\d/u.test(part))
    return 'looks like a short name of Windows, which can stand for another file'
  if (/::|:\$/u.test(part) || (sep === '\\' && /.:./u.test(part))) {
    return 'names a stream of another file'
  }
  if (part.includes('\\')) return 'holds a backslash'
  if (invisible.test(part)) return 'holds invisible characters'
  return undefined
}

/** The name by which two spellings of one file are compared: NFKC, case-folded, nothing invisible. */
export function foldedName(name: string): string {
  return name
    .replace(new RegExp(invisible.source, 'gu'), '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[. ]+$/u, '')
}
