import type { Skill } from '@skillet/core'
import {
  forbiddenBy,
  toolPool as namesInPool,
  type PatternPlace,
  parseRule,
  type Restriction,
  unknownTools,
  visibleText,
} from '../../permission/index.ts'
import type { CallInQuestion } from '../../permission/types.ts'
import type { StoredActivation } from '../../store/index.ts'
import type { Tool } from '../../tools/types.ts'
import type { Turn } from '../turn-state.ts'
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

/** The tools that remain in a turn at this moment. */
export function poolOf({ world, prepared, active }: Turn): ToolPool {
  return toolPool(prepared.tools, active, prepared.snapshot.skills, world)
}

export interface Forbidding {
  readonly skill: string
  readonly reason: string
}

/**
 * The pool is the intersection over all active skills that restrict: it can only shrink. An empty
 * `tools` restricts nothing (ancestor A). What a skill restricts is what it said when it was
 * handed over, so an edit or a deleted file changes nothing in mid-conversation.
 */
export function toolPool(
  tools: readonly Tool[],
  active: readonly ActiveSkill[],
  skills: readonly Skill[],
  place: PatternPlace,
): ToolPool {
  const restrictions = active
    .flatMap(({ narrowing }) => narrowing)
    .filter((handedOver) => handedOver.tools.length > 0)
    .map((handedOver) => restrictionOf(handedOver, skills))
  const names = tools.map((tool) => tool.name)
  const remaining = namesInPool(names, restrictions)
  return {
    tools: tools.filter((tool) => remaining.includes(tool.name)),
    unknown: restrictions.flatMap((restriction) =>
      unknownTools(restriction, names).map((tool) => ({ skill: restriction.skill.name, tool })),
    ),
    forbids(call) {
      const against = forbiddenBy(restrictions, call, place)
      return against && { skill: against.skill.name, reason: refusal(against, call.tool) }
    },
  }
}

function restrictionOf(
  { name, location, tools }: StoredActivation,
  skills: readonly Skill[],
): Restriction {
  const rules = tools.map((source) => parseRule(source, 'allow', 'skill'))
  const present = skills.find((skill) => skill.location === location)
  // A skill that is gone owns nothing but the file it was.
  const gone = { name, directory: location, realPath: location, singleFile: true }
  return { skill: present ?? gone, rules }
}

function refusal({ skill, rules }: Restriction, tool: string): string {
  // The patterns are the skill's own words, and stand in a sentence of ours.
  const allowed = visibleText(rules.map((rule) => rule.source).join(', '))
  return `The active skill ${JSON.stringify(skill.name)} allows only these tools: ${allowed}. ${tool} was not run.`
}
