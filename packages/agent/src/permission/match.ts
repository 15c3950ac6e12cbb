import { normaliseName } from '@skillet/core'
import type { Access } from '../tools/types.ts'
import { covers, judgeLine, type LinePlace } from './command-cover.ts'
import {
  allowsPath,
  hasWildcard,
  matchesPath,
  namesPath,
  type PatternPlace,
} from './path-pattern.ts'
import { matchesWildcard, ruleTool } from './rule.ts'
import type { CallInQuestion, Rule } from './types.ts'

/**
 * What a rule about one of our tools limits in every tool, a program's own too: whoever may not
 * `edit` a file may not `write` it, and what may not be `read` may not be searched. Only limits
 * spread so, permissions never do.
 */
const limitedKind: ReadonlyMap<string, Access['kind']> = new Map([
  ['read', 'read'],
  ['write', 'write'],
  ['edit', 'write'],
  ['bash', 'run'],
  ['skill', 'skill'],
])

/** A tool, and what it does in this call. */
export interface Asking {
  readonly tool: string
  readonly access: Pick<Access, 'kind'>
}

/** Whether the rule is about the tool of this call, or limits what it does. */
export function speaksOf(rule: Rule, { tool, access }: Asking): boolean {
  const named = ruleTool(rule.tool)
  if (named === ruleTool(tool)) return true
  return rule.effect !== 'allow' && limitedKind.get(named) === access.kind
}

/** Whether the pattern of a rule about files or skills covers a call; lines are judged elsewhere. */
export function matchesAccess(rule: Rule, call: CallInQuestion, place: PatternPlace): boolean {
  const { access } = call
  const { pattern } = rule
  if (pattern === undefined) return true
  switch (access.kind) {
    case 'read':
    case 'write':
      return matchesFiles(rule, pattern, [access.paths, access.named ?? []], place)
    case 'skill':
      return matchesWildcard(normaliseName(pattern), normaliseName(access.name))
    case 'run':
    case 'none':
      return false
  }
}

/**
 * A permission must hold for every real path, and one that *always* kept for the very path that was
 * shown; a limit holds where any path, by any name, is meant.
 */
function matchesFiles(
  { effect, origin }: Rule,
  pattern: string,
  [real, named]: readonly [readonly string[], readonly string[]],
  place: PatternPlace,
): boolean {
  if (effect === 'allow' && origin === 'state' && !hasWildcard(pattern)) {
    return real.length > 0 && real.every((path) => namesPath(pattern, path, place))
  }
  if (effect === 'allow') {
    return real.length > 0 && real.every((path) => allowsPath(pattern, path, place))
  }
  return [...real, ...named].some((path) => matchesPath(pattern, path, place))
}

/**
 * Whether allow rules together cover a call. Of a line each command of a line must be covered,
 * and each may be by another rule.
 *
 * @param place.readable absolute folders outside the workspace in which commands may run too.
 */
export function coveredBy(
  rules: readonly Rule[],
  call: CallInQuestion,
  place: PatternPlace & Pick<LinePlace, 'readable'>,
): boolean {
  const about = rules.filter((rule) => speaksOf(rule, call))
  const { access } = call
  if (access.kind !== 'run') return about.some((rule) => matchesAccess(rule, call, place))
  if (about.some((rule) => rule.pattern === undefined)) return true
  const line = judgeLine(access.command, { ...place, cwd: access.cwd })
  if (line.commands.length === 0) return false
  // A limit says what may be asked for, and what is asked for is judged once more by the rules: so
  // it does not matter here whose it is, nor what else the programs that it names can do.
  const own = about.map((rule): Rule => ({ ...rule, origin: 'turn' }))
  const commands = line.commands.map((command) => ({
    ...command,
    hazard: undefined,
    elsewhere: undefined,
    strangeScript: undefined,
  }))
  return commands.every((command) => own.some((rule) => covers(rule, command, line)))
}
