import ignore, { type Ignore } from 'ignore'

import { longestPattern } from './glob.ts'
import { linearGlob } from './linear-glob.ts'

/** What one ignore file says about a path relative to its folder; folders end in `/`. */
export type IgnoreVerdict = 'ignored' | 'kept' | undefined

export interface IgnoreRules {
  test(path: string): IgnoreVerdict
  /** Patterns that were skipped because of their length. */
  readonly skipped: number
}

type Group = (path: string) => IgnoreVerdict

/**
 * The rules of one ignore file, last match first. Ordinary lines go to the `ignore` library in
 * groups; lines on which it would backtrack go to a matcher that cannot; over-long ones are left out.
 */
export function parseIgnoreFile(text: string): IgnoreRules {
  const groups: Group[] = []
  let plain: string[] = []
  let skipped = 0
  const flush = (): void => {
    if (plain.length > 0) groups.push(libraryGroup(ignore().add(plain)))
    plain = []
  }
  for (const line of text.split(/\r\n|\n|\r/u)) {
    const kind = kindOf(line)
    if (kind === 'plain') plain.push(line)
    if (kind === 'too-long') skipped += 1
    if (kind === 'hostile') {
      flush()
      groups.push(linearRule(line))
    }
  }
  flush()
  return { test: (path) => lastVerdict(groups, path), skipped }
}

function lastVerdict(groups: readonly Group[], path: string): IgnoreVerdict {
  for (const group of groups.toReversed()) {
    const verdict = group(path)
    if (verdict !== undefined) return verdict
  }
  return undefined
}

function kindOf(line: string): 'blank' | 'plain' | 'hostile' | 'too-long' {
  if (line.trim() === '' || line.startsWith('#')) return 'blank'
  if (line.length > longestPattern) return 'too-long'
  const parts = line.split('/')
  const deep = parts.filter((part) => part.includes('**')).length
  const hostile = deep > 2 || parts.some((part) => part.split('*').length - 1 > 2)
  return hostile ? 'hostile' : 'plain'
}

function libraryGroup(rules: Ignore): Group {
  return (path) => {
    const { ignored, unignored } = rules.test(path)
    if (ignored) return 'ignored'
    return unignored ? 'kept' : undefined
  }
}

/** One line with the meaning that git gives it. */
function linearRule(line: string): Group {
  const negated = line.startsWith('!')
  const body = (negated ? line.slice(1) : line).trimEnd()
  const foldersOnly = body.endsWith('/')
  const bare = body.replace(/\/$/u, '')
  const anchored = bare.includes('/')
  const pattern = anchored ? bare.replace(/^\//u, '') : `**/${bare}`
  const matches = linearGlob(pattern)
  return (path) => {
    const isFolder = path.endsWith('/')
    if (foldersOnly && !isFolder) return undefined
    if (!matches(isFolder ? path.slice(0, -1) : path)) return undefined
    return negated ? 'kept' : 'ignored'
  }
}
