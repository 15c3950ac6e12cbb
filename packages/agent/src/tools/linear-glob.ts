/**
 * Globs without regular expressions: the work is at most the product of both lengths, so no
 * pattern can keep it busy. Known are `*`, `**`, `?`, `[…]`, `{a,b}` and `\`.
 */

type Token =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'many' }
  | {
      readonly kind: 'set'
      readonly negated: boolean
      readonly ranges: readonly [string, string][]
    }

type Part = { readonly kind: 'deep' } | { readonly kind: 'part'; readonly tokens: readonly Token[] }

/** More alternatives than this are left as they are written. */
const mostAlternatives = 64

export function linearGlob(pattern: string): (path: string) => boolean {
  const alternatives = expandBraces(pattern).map(parseParts)
  return (path) => {
    const parts = path.split('/')
    return alternatives.some((alternative) => matchParts(alternative, parts))
  }
}

function parseParts(pattern: string): readonly Part[] {
  return pattern
    .split('/')
    .map((part) => (part === '**' ? { kind: 'deep' } : { kind: 'part', tokens: parseTokens(part) }))
}

function parseTokens(part: string): Token[] {
  const characters = Array.from(part)
  const tokens: Token[] = []
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? ''
    const set = character === '[' ? parseSet(characters, at) : undefined
    if (set !== undefined) {
      tokens.push(set.token)
      at = set.end
    } else if (character === '*') {
      if (tokens.at(-1)?.kind !== 'many') tokens.push({ kind: 'many' })
    } else if (character === '?') {
      tokens.push({ kind: 'one' })
    } else if (character === '\\' && at + 1 < characters.length) {
      at += 1
      tokens.push({ kind: 'literal', character: characters[at] ?? '' })
    } else {
      tokens.push({ kind: 'literal', character })
    }
  }
  return tokens
}

function parseSet(
  characters: readonly string[],
  start: number,
): { readonly token: Token; readonly end: number } | undefined {
  let at = start + 1
  const negated = characters[at] === '!' || characters[at] === '^'
  if (negated) at += 1
  const ranges: [string, string][] = []
  for (let first = true; at < characters.length; at += 1, first = false) {
    let low = characters[at] ?? ''
    if (low === ']' && !first) return { token: { kind: 'set', negated, ranges }, end: at }
    if (low === '\\') low = characters[++at] ?? ''
    const high = characters[at + 2]
    if (characters[at + 1] === '-' && high !== undefined && high !== ']') {
      ranges.push([low, high])
      at += 2
    } else {
      ranges.push([low, low])
    }
  }
  return undefined
}

/** Which prefixes of the path the pattern's parts can have consumed, part by part. */
function matchParts(pattern: readonly Part[], path: readonly string[]): boolean {
  let reached = new Set([0])
  for (const part of pattern) {
    const next = new Set<number>()
    for (const at of reached) {
      if (part.kind === 'deep') {
        for (let to = at; to <= path.length; to += 1) next.add(to)
      } else if (at < path.length && matchTokens(part.tokens, path[at] ?? '')) {
        next.add(at + 1)
      }
    }
    reached = next
  }
  return reached.has(path.length)
}

/** Goes back to the last `*` only, which is enough and never repeats work beyond the product. */
function matchTokens(tokens: readonly Token[], name: string): boolean {
  const characters = Array.from(name)
  let token = 0
  let at = 0
  let star = -1
  let starAt = 0
  while (at < characters.length) {
    const present = tokens[token]
    if (present?.kind === 'many') {
      star = token
      starAt = at
      token += 1
    } else if (present !== undefined && takes(present, characters[at] ?? '')) {
      token += 1
      at += 1
    } else if (star !== -1) {
      token = star + 1
      starAt += 1
      at = starAt
    } else {
      return false
    }
  }
  while (tokens[token]?.kind === 'many') token += 1
  return token === tokens.length
}

function takes(token: Token, character: string): boolean {
  switch (token.kind) {
    case 'literal':
      return token.character === character
    case 'one':
      return true
    case 'many':
      return false
    case 'set':
      return (
        token.ranges.some(([low, high]) => low <= character && character <= high) !== token.negated
      )
  }
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
