import { isAbsolute, relative, sep } from 'node:path'
import { parseToolPattern, type Skill, toolName } from '@skillet/core'
import { matchesRule } from '../permission/index.ts'
import type { CallInQuestion, Rule } from '../permission/types.ts'
import type { Tool } from '../tools/types.ts'
import type { ActiveSkill } from './active-skills.ts'

/** The tools of a turn, as narrowed by its active skills. */
export interface ToolPool {
  /** What the model is offered. */
  readonly tools: readonly Tool[]
  /** What the skills name and nobody has. */
  readonly unknown: readonly { readonly skill: string; readonly tool: string }[]
  /** The skill that forbids this call, checked when it arrives and not only when tools are offered. */
  forbids(call: CallInQuestion): Forbidding | undefined
}

export interface Forbidding {
  readonly skill: string
  readonly reason: string
}

/** One active skill's `tools`. */
interface Restriction {
  readonly skill: string
  readonly rules: readonly Rule[]
  /** `read` stays allowed below this folder, or for this file alone. */
  readonly own: { readonly path: string; readonly file: boolean }
}

/** Where a pattern such as `edit(src/**)` starts, and `~`. */
export interface PatternPlace {
  readonly workspace: string
  readonly home: string
}

/**
 * The pool is the intersection over all active skills that restrict: it can only shrink. An empty
 * `tools` restricts nothing (ancestor A). `activate_skill` always remains, and `read` inside the
 * skill's own folder, since a skill could not be followed without them.
 */
export function toolPool(
  tools: readonly Tool[],
  active: readonly ActiveSkill[],
  skills: readonly Skill[],
  place: PatternPlace,
): ToolPool {
  const restrictions = active
    .filter(({ latest }) => latest.tools.length > 0)
    .map((skill) => restriction(skill, skills))
  return {
    tools: tools.filter(({ name }) => restrictions.every((one) => offers(one, name))),
    unknown: restrictions.flatMap(({ skill, rules }) =>
      rules
        .filter((rule) => !tools.some((tool) => tool.name === rule.tool))
        .map((rule) => ({ skill, tool: rule.source })),
    ),
    forbids(call) {
      const against = restrictions.find((one) => !admits(one, call, place))
      return against && { skill: against.skill, reason: refusal(against, call.tool) }
    },
  }
}

function restriction({ name, location, latest }: ActiveSkill, skills: readonly Skill[]) {
  const skill = skills.find((one) => one.location === location)
  const rules = latest.tools.map((source): Rule => {
    const { name: tool, argument } = parseToolPattern(source)
    const limit = argument === undefined ? {} : { pattern: argument }
    return { effect: 'allow', tool: toolName(tool), ...limit, origin: 'skill', source }
  })
  const own =
    skill && !skill.singleFile
      ? { path: skill.directory, file: false }
      : { path: location, file: true }
  return { skill: name, rules, own }
}

function offers({ rules }: Restriction, tool: string): boolean {
  return tool === 'activate_skill' || tool === 'read' || rules.some((rule) => rule.tool === tool)
}

function admits(one: Restriction, call: CallInQuestion, place: PatternPlace): boolean {
  if (call.tool === 'activate_skill') return true
  if (one.rules.some((rule) => rule.tool === call.tool && matchesRule(rule, call, place)))
    return true
  return call.tool === 'read' && isOwn(one, call)
}

function isOwn({ own }: Restriction, { access }: CallInQuestion): boolean {
  if (access.kind !== 'read' || access.paths.length === 0) return false
  return access.paths.every((path) => path === own.path || (!own.file && isBelow(path, own.path)))
}

function isBelow(path: string, folder: string): boolean {
  const rest = relative(folder, path)
  return rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest)
}

function refusal({ skill, rules }: Restriction, tool: string): string {
  const allowed = rules.map((rule) => rule.source).join(', ')
  return `The active skill ${JSON.stringify(skill)} allows only these tools: ${allowed}. ${tool} was not run.`
}
