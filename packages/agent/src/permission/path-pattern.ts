import { isAbsolute, join, sep } from 'node:path'
import { compileGlob, isWithin, realPathOf } from '../tools/index.ts'
import type { PermissionContext } from './types.ts'

/** Where patterns start: relative ones in the workspace, `~` in the home folder. */
export type PatternPlace = Pick<PermissionContext, 'workspace' | 'home'>

/**
 * Whether a path pattern without wildcard names `path` (absolute, links resolved) and nothing else: what
 * is below it, should it be a folder one day, is another path, and so is what a link leads to.
 */
export function namesPath(
  pattern: string,
  path: string,
  { workspace, home }: PatternPlace,
): boolean {
  if (hasWildcard(pattern)) return false
  const place = { workspace: realPathOf(workspace), home: realPathOf(home) }
  const { base } = splitPattern(anchored(pattern.trim(), place))
  return base === path
}

/**
 * Whether a path pattern covers `path` (absolute). Relative patterns start at the workspace, `~/`
 * at the home folder, `/` at the root; `**` is any number of folders; a pattern without wildcard
 * that names a folder covers what is in it. Patterns over 256 characters cover nothing.
 */
export function matchesPath(pattern: string, path: string, place: PatternPlace): boolean {
  return pathMatcher(pattern, place)(path)
}

/**
 * Whether a permission covers `path` (absolute, links resolved). A pattern that starts in the workspace
 * does not follow a link out of it: whoever wrote `src/**` did not mean what a repository puts there.
 */
export function allowsPath(pattern: string, path: string, place: PatternPlace): boolean {
  const workspace = realPathOf(place.workspace)
  const starts = anchored(pattern.trim(), { ...place, workspace })
  const isOwn = isWithin(splitPattern(starts).base, workspace)
  return matchesPath(pattern, path, place) && (!isOwn || isWithin(path, workspace))
}

/** The same for many paths: what the pattern alone says is worked out once. */
export function pathMatcher(pattern: string, place: PatternPlace): (path: string) => boolean {
  const { base, rest } = splitPattern(anchored(pattern.trim(), place))
  const matches = rest.length === 0 ? () => true : compileGlob(rest.join('/'))
  const coversBase = rest.length === 0 || rest.join('/') === '**'
  // The part before the first wildcard may lead through links, as the home folder often does.
  const starts = [...new Set([base, realPathOf(base)])]
  return (path) =>
    starts.some((start) => {
      if (path === start) return coversBase
      const prefix = start.endsWith(sep) ? start : start + sep
      if (matches === undefined || !path.startsWith(prefix)) return false
      return matches(path.slice(prefix.length).split(sep).join('/'))
    })
}

function anchored(pattern: string, { workspace, home }: PatternPlace): string {
  if (pattern === '~') return home
  if (pattern.startsWith('~/')) return join(escapeGlob(home), pattern.slice(2))
  if (isAbsolute(pattern)) return pattern
  return join(escapeGlob(workspace), pattern)
}

/** The folder before the first part with a wildcard, unescaped, and the parts from there on. */
function splitPattern(pattern: string): {
  readonly base: string
  readonly rest: readonly string[]
} {
  const parts = pattern.split('/')
  const first = parts.findIndex((part) => hasWildcard(part))
  const literal = first === -1 ? parts : parts.slice(0, first)
  const base = literal.map(unescapeGlob).join(sep) || sep
  return {
    base: base.length > 1 ? base.replace(/\/+$/u, '') : base,
    rest: first === -1 ? [] : parts.slice(first),
  }
}

/** Whether a path pattern means more than one path. */
export function hasWildcard(part: string): boolean {
  return /(?<!\\)[*?[{]/u.test(part)
}

/** A path as a pattern that means exactly it. */
export function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@]/gu, '\\$&')
}

function unescapeGlob(part: string): string {
  return part.replace(/\\(.)/gsu, '$1')
}

/** Whether the last part of a pattern names one file, without a wildcard. */
export function namesFile(pattern: string): boolean {
  return !hasWildcard(pattern.split('/').at(-1) ?? '')
}
