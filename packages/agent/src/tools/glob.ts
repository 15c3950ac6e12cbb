import { linearGlob } from './linear-glob.ts'

/** Whether a path with `/` between its parts matches. */
export type GlobMatcher = (path: string) => boolean

/** Longer patterns are nobody's honest wish, and are reported instead of matched. */
export const longestPattern = 256

/**
 * A matcher for `*`, `**`, `?`, `[…]` and `{a,b}` over the whole path, dot files included; `\`
 * takes a character literally. Undefined for patterns of more than 256 characters. Permission
 * rules and searches mean the same by one pattern, and none can keep it busy.
 */
export function compileGlob(pattern: string): GlobMatcher | undefined {
  return pattern.length > longestPattern ? undefined : linearGlob(pattern)
}
