import { parseToolPattern, toolName } from '@skillet/core'
import type { Access } from '../tools/types.ts'
import { hasWildcard } from './path-pattern.ts'
import type { Rule, RuleEffect, RuleOrigin } from './types.ts'

/** What rules call the built-in tools. */
const ownTools = new Set([
  'read',
  'write',
  'edit',
  'bash',
  'grep',
  'find',
  'ls',
  'skill',
  'search_skills',
])

/** The tool as rules know it: without case, through the names of other clients; `activate_skill` is `skill`. */
export function ruleTool(name: string): string {
  const own = toolName(name.trim())
  return own === 'activate_skill' ? 'skill' : own
}

/**
 * Whether any tool answers to the rule; one that has none (`Task`, `mcp__*`) is worth an info, no
 * more. Throws nothing.
 *
 * @param rule as `parseRule` gives it
 * @param tools names of your own tools. Default: the nine built-in ones alone are known
 * @returns false for a rule that never matches
 * @example
 * isKnownTool({ tool: 'bash' }) // → true
 * isKnownTool({ tool: 'order' }, ['order']) // → true
 */
export function isKnownTool(rule: Pick<Rule, 'tool'>, tools: readonly string[] = []): boolean {
  const named = ruleTool(rule.tool)
  return ownTools.has(named) || tools.some((tool) => ruleTool(tool) === named)
}

/**
 * Reads a rule such as `bash(git diff *)`, `Edit(src/**)`, `skill(internal-*)`, or a bare name.
 * Throws nothing: every text is a rule; one for a tool that nobody has never matches
 * (`isKnownTool`). Empty parentheses mean the bare name.
 *
 * @param source as written
 * @param effect what the rule does
 * @param origin where it comes from, which decides between rules
 * @returns the rule
 * @example
 * parseRule('Bash(git:*)', 'allow', 'state').pattern // → 'git:*'
 */
export function parseRule(source: string, effect: RuleEffect, origin: RuleOrigin): Rule {
  const { name, argument } = parseToolPattern(source.trim())
  const pattern = argument === undefined || argument.trim() === '' ? {} : { pattern: argument }
  return { effect, tool: ruleTool(name), ...pattern, origin, source }
}

/**
 * Reads a rule that *always* stores; undefined where it has a wildcard, or no pattern at all, since
 * neither is ever stored.
 *
 * @param kind what the tool does: patterns of paths have wildcards of their own
 */
export function exactRule(
  source: string,
  kind: Access['kind'],
): Pick<Rule, 'tool' | 'pattern' | 'source'> | undefined {
  const { tool, pattern } = parseRule(source, 'allow', 'state')
  if (pattern === undefined) return undefined
  const wild = kind === 'read' || kind === 'write' ? hasWildcard(pattern) : isWild(pattern)
  return wild ? undefined : { tool, pattern, source }
}

function isWild(pattern: string): boolean {
  return literalText(pattern) === undefined
}

/** One piece of a pattern: text taken as it is, or any text at all. */
export type PatternPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'any' }

/** Takes a pattern apart at its `*`; `\*` and `\\` stand for themselves. */
export function patternPieces(pattern: string): readonly PatternPiece[] {
  const pieces: PatternPiece[] = []
  let text = ''
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? ''
    const next = pattern[at + 1]
    if (character === '\\' && (next === '*' || next === '\\')) {
      text += next
      at += 1
    } else if (character === '*') {
      if (text !== '') pieces.push({ kind: 'text', text })
      if (pieces.at(-1)?.kind !== 'any') pieces.push({ kind: 'any' })
      text = ''
    } else {
      text += character
    }
  }
  if (text !== '') pieces.push({ kind: 'text', text })
  return pieces
}

/** The one text that a pattern without wildcard means, else undefined. */
export function literalText(pattern: string): string | undefined {
  const pieces = patternPieces(pattern)
  if (pieces.some((piece) => piece.kind === 'any')) return undefined
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
}

/** A text as a pattern that means exactly it. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*]/gu, '\\$&')
}

/**
 * How exact a rule is: the characters it takes literally. Of two rules that match, the one with
 * more counts.
 */
export function literalCharacters(rule: Rule): number {
  if (rule.pattern === undefined) return 0
  let count = 0
  for (const piece of patternPieces(rule.pattern)) {
    if (piece.kind === 'text') count += Array.from(piece.text).length
  }
  return count
}

/** Whether the whole of `text` is the pattern's; never takes longer than the product of both lengths. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const pieces = patternPieces(pattern)
  const first = pieces[0]
  const last = pieces.at(-1)
  if (first === undefined || last === undefined) return text === ''
  if (pieces.length === 1) return first.kind === 'any' || first.text === text
  let at = 0
  let end = text.length
  if (first.kind === 'text') {
    if (!text.startsWith(first.text)) return false
    at = first.text.length
  }
  if (last.kind === 'text') {
    if (!text.endsWith(last.text)) return false
    end -= last.text.length
  }
  if (at > end) return false
  for (const piece of pieces.slice(
    first.kind === 'text' ? 1 : 0,
    last.kind === 'text' ? -1 : undefined,
  )) {
    if (piece.kind === 'any') continue
    const found = text.indexOf(piece.text, at)
    if (found === -1 || found + piece.text.length > end) return false
    at = found + piece.text.length
  }
  return true
}
