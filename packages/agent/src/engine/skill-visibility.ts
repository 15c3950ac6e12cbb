import type { Skill, Snapshot } from '@skillet/core'
import { decide } from '../permission/index.ts'
import type { PermissionContext, Verdict } from '../permission/types.ts'
import type { TurnError } from './events.ts'
import type { World } from './turn-state.ts'

/**
 * The skills that the model is told of and may load. A denied one is absent everywhere: catalogue,
 * tool and search (bug 61).
 */
export function visibleSkills(world: World, snapshot: Snapshot): readonly Skill[] {
  return snapshot.skills.filter(
    (skill) =>
      skill.modelInvocable &&
      skill.description !== '' &&
      skillVerdict(world, skill).effect !== 'deny',
  )
}

/** A person's own call of a denied skill is refused too, with the rule named. */
export function deniedSkill(world: World, skill: Skill): TurnError | undefined {
  const { effect, rule, reason } = skillVerdict(world, skill)
  if (effect !== 'deny') return undefined
  const because = rule ? `the rule ${rule.source} denies it` : reason
  return {
    class: 'skill',
    message: `The skill ${JSON.stringify(skill.name)} cannot be called: ${because}. Nothing was sent.`,
    hint: 'Change the rule in the settings where it stands.',
  }
}

function skillVerdict(world: World, skill: Skill): Verdict {
  const { name } = skill
  const call = { tool: 'skill', input: { name }, access: { kind: 'skill' as const, name } }
  return decide(call, [...world.rules, ...world.lasting], permissionContext(world, []))
}

/** What verdicts depend on besides the rules. */
export function permissionContext(
  world: World,
  readableSkills: readonly Skill[],
): PermissionContext {
  const { workspace, home, places, library } = world
  return {
    workspace,
    home,
    readableSkills,
    skillRoots: library.snapshot.roots.map((root) => root.path),
    ...(places.config !== undefined && { configFolder: places.config }),
    ...(places.state !== undefined && { stateFolder: places.state }),
  }
}
