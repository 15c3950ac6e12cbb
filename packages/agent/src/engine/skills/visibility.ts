import { lookUp, type Skill, type Snapshot } from '@skillet/core'
import { decide } from '../../permission/index.ts'
import type { Verdict } from '../../permission/types.ts'
import type { TurnError } from '../events.ts'
import { permissionContext } from '../permission-context.ts'
import type { PreparedTurn, World } from '../turn-state.ts'

/**
 * The skills that the model is told of and may load. A denied one is absent everywhere: catalogue,
 * tool and search (bug 61).
 */
export function visibleSkills(world: World, snapshot: Snapshot): readonly Skill[] {
  const verdict = skillVerdict(world, snapshot)
  return snapshot.skills.filter(
    (skill) => skill.modelInvocable && skill.description !== '' && verdict(skill).effect !== 'deny',
  )
}

/** The skill that the model means, where it may load it. */
export function loadableSkill(
  { snapshot, visible }: Pick<PreparedTurn, 'snapshot' | 'visible'>,
  name: string,
): Skill | undefined {
  const { skill } = lookUp(snapshot, name)
  return skill && visible.find(({ location }) => location === skill.location)
}

/** A person's own call of a denied skill is refused too, with the rule named. */
export function deniedSkill(world: World, skill: Skill, snapshot: Snapshot): TurnError | undefined {
  const { effect, rule, reason } = skillVerdict(world, snapshot)(skill)
  if (effect !== 'deny') return undefined
  const because = rule ? `the rule ${rule.source} denies it` : reason
  return {
    class: 'skill',
    message: `The skill ${JSON.stringify(skill.name)} cannot be called: ${because}. Nothing was sent.`,
    hint: 'Change the rule in the settings where it stands.',
  }
}

function skillVerdict(world: World, snapshot: Snapshot): (skill: Skill) => Verdict {
  const rules = [...world.rules, ...world.lasting.values()]
  const context = permissionContext(world, snapshot, [])
  return ({ name }) =>
    decide({ tool: 'skill', input: { name }, access: { kind: 'skill', name } }, rules, context)
}
