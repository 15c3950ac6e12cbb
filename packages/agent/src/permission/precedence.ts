import { literalCharacters } from './rule.ts'
import type { Rule, RuleOrigin, Verdict } from './types.ts'

/** Rules of a stronger level decide before weaker ones are looked at. */
const levels: Readonly<Record<RuleOrigin, number>> = {
  'command-line': 0,
  turn: 0,
  state: 1,
  'user-settings': 1,
  'project-settings': 1,
  skill: 2,
  default: 3,
}

/**
 * The verdict of allow and ask rules that match: of the strongest level there is, the rule with
 * the most literal characters. Two that differ and are equally exact ask. Undefined without rules.
 */
export function strongest(matching: readonly Rule[]): Verdict | undefined {
  const open = matching.filter((rule) => rule.effect !== 'deny')
  const level = Math.min(...open.map((rule) => levels[rule.origin]))
  const present = open.filter((rule) => levels[rule.origin] === level)
  const most = Math.max(...present.map(literalCharacters))
  const exact = present.filter((rule) => literalCharacters(rule) === most)
  const [rule] = exact
  if (rule === undefined) return undefined
  const other = exact.find((each) => each.effect !== rule.effect)
  if (other !== undefined) {
    const asks = rule.effect === 'ask' ? rule : other
    const reason = `The rules ${rule.source} and ${other.source} are equally exact and differ.`
    return { effect: 'ask', rule: asks, reason }
  }
  return { effect: rule.effect, rule, reason: `The rule ${rule.source} says ${rule.effect}.` }
}
