import picomatch from 'picomatch'
import { linearGlob } from './linear-glob.ts'

/** Whether a path with `/` between its parts matches. */
export type GlobMatcher = (path: string) => boolean

/** Longer patterns are nobody's honest wish, and are reported instead of matched. */
export const longestPattern = 256

/**
 * A matcher for `*`, `**`, `?`, `[…]` and `{a,b}` over the whole path, dot files included; `\`
 * takes a character literally. Undefined for patterns of more than 256 characters. Patterns on
 * which a regular expression could backtrack for minutes go to a matcher that cannot.
 */
export function compileGlob(pattern: string): GlobMatcher | undefined {
  if (pattern.length > longestPattern) return undefined
  if (canBacktrack(pattern)) return linearGlob(pattern)
  const options = { dot: true, noextglob: true, nonegate: true, posixSlashes: false }
  return picomatch(pattern, options)
}

/** More than two `**`, or more than two `*` in one part. */
function canBacktrack(pattern: string): boolean {
  const parts = pattern.split('/')
  const deep = parts.filter((part) => part.includes('**')).length
  return deep > 2 || parts.some((part) => part.split('*').length - 1 > 2)
}
