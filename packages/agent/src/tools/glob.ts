import { compileGlob as compilePattern, type Glob } from '@skillet/core'

/** Longer patterns are nobody's honest wish, and are reported instead of matched. */
const longestPattern = 256

/** More alternatives than this are left as they are written. */
const mostAlternatives = 64

/**
 * A matcher for `*`, `**`, `?`, `[…]` and `{a,b}` over the whole path, dot files included; `\`
 * takes a character literally. Undefined for patterns of more than 256 characters. Permission
 * rules and searches mean the same by one pattern, and none can keep it busy.
 */
export function compileGlob(pattern: string): Glob | undefined {
  if (pattern.length > longestPattern) return undefined
  const matchers = expandBraces(pattern).map(compileAlternative)
  return (path) => matchers.some((matches) => matches(path))
}

/** What is no pattern, such as `[a`, stands for itself. */
function compileAlternative(pattern: string): Glob {
  return compilePattern(pattern) ?? ((path) => path === pattern)
}

/** `a{b,c}d` as `abd` and `acd`; the pattern itself where it would become too many. */
function expandBraces(pattern: string): readonly string[] {
  let patterns = [pattern]
  for (;;) {
    const expanded = patterns.flatMap((each) => expandFirst(each) ?? [each])
    if (expanded.length > mostAlternatives) return [pattern]
    if (expanded.length === patterns.length) return expanded
    patterns = expanded
  }
}

/** The alternatives of the first innermost pair of braces that holds a comma. */
function expandFirst(pattern: string): readonly string[] | undefined {
  const found = /(?<!\\)\{([^{}]*,[^{}]*)\}/u.exec(pattern)
  if (found === null) return undefined
  const before = pattern.slice(0, found.index)
  const after = pattern.slice(found.index + found[0].length)
  return (found[1] ?? '').split(',').map((choice) => before + choice + after)
}
