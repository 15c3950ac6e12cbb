import type { Skill } from '@skillet/core'
import { isWithin, realPathOf } from '../tools/index.ts'
import { coveredBy } from './match.ts'
import type { PatternPlace } from './path-pattern.ts'
import { isKnownTool, parseRule, ruleTool } from './rule.ts'
import type { CallInQuestion, Rule } from './types.ts'

/** The `tools` of one active skill: what the skill may use, and nothing else. */
export interface Restriction {
  readonly skill: Pick<Skill, 'name' | 'directory' | 'realPath' | 'singleFile'>
  readonly rules: readonly Rule[]
}

/** The restrictions of the skills that have one; an empty `tools` restricts nothing. */
export function restrictionsOf(skills: readonly Skill[]): readonly Restriction[] {
  return skills
    .filter((skill) => skill.tools.length > 0)
    .map((skill) => ({
      skill,
      rules: skill.tools.map((source) => parseRule(source, 'allow', 'skill')),
    }))
}

/**
 * The tools that remain: the intersection over all restrictions. `activate_skill` and `read`
 * always do, since a skill could not be followed without them.
 */
export function toolPool(
  names: readonly string[],
  restrictions: readonly Restriction[],
): readonly string[] {
  return names.filter(
    (name) =>
      name === 'activate_skill' ||
      name === 'read' ||
      restrictions.every(({ rules }) => rules.some((rule) => rule.tool === ruleTool(name))),
  )
}

/** What a restriction names and nobody has, as written: neither built in nor one of `tools`. */
export function unknownTools(
  { rules }: Restriction,
  tools: readonly string[] = [],
): readonly string[] {
  return rules.filter((rule) => !isKnownTool(rule, tools)).map((rule) => rule.source)
}

/**
 * The first restriction that forbids a call, checked when it arrives; undefined where none does.
 * Several patterns of one skill cover a command line together.
 */
export function forbiddenBy(
  restrictions: readonly Restriction[],
  call: CallInQuestion,
  place: PatternPlace,
): Restriction | undefined {
  return restrictions.find((restriction) => !allowsCall(restriction, call, place))
}

/** Whether one skill's `tools` let a call through. `read` may always look at the skill's own files. */
export function allowsCall(
  { skill, rules }: Restriction,
  call: CallInQuestion,
  place: PatternPlace,
): boolean {
  if (call.tool === 'activate_skill') return true
  const readable = skill.singleFile ? [] : [skill.directory]
  if (coveredBy(rules, call, { workspace: place.workspace, home: place.home, readable }))
    return true
  if (call.tool !== 'read' || call.access.kind !== 'read') return false
  return call.access.paths.every((path) =>
    skill.singleFile ? path === skill.realPath : isWithin(path, realPathOf(skill.directory)),
  )
}
