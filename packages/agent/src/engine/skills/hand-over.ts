import { type Activation, type Language, type Skill, SkillUnavailableError } from '@skillet/core'
import type { StoredActivation } from '../../store/index.ts'
import type { TurnError } from '../events.ts'
import type { Picked, Refused, World } from '../turn-state.ts'
import { type ActiveSkill, sameText } from './active-skills.ts'
import type { Asked } from './invocation.ts'
import { handOverOf } from './repeat.ts'

interface PickGround {
  readonly language: Language | undefined
  readonly messageId: string
  /** Characters of instructions. */
  readonly limit: number
  readonly active: readonly ActiveSkill[]
}

/** Hands over the skill that the person picked, if they did. */
export async function activatePicked(
  world: World,
  asked: Asked,
  { messageId, active, ...ground }: PickGround,
): Promise<{ readonly kind: 'ready'; readonly picked: Picked | undefined } | Refused> {
  if (asked.kind !== 'skill') return { kind: 'ready', picked: undefined }
  const given = asked.arguments ?? asked.text
  const result = await activateSkill(world, asked.skill, { ...ground, given, route: 'user' })
  if (result.kind === 'refused') return result
  const { activation } = result
  const stored = storedActivation(activation, messageId, active)
  return { kind: 'ready', picked: { activation, stored } }
}

interface ActivationGround {
  readonly route: 'user' | 'model'
  readonly given: string | readonly string[]
  readonly language: Language | undefined
  /** Characters of instructions. */
  readonly limit: number
}

/** The hand-over itself, on either route. What is in its way is a sentence, never an exception. */
export async function activateSkill(
  world: World,
  skill: Skill,
  { route, given, language, limit }: ActivationGround,
): Promise<{ readonly kind: 'activated'; readonly activation: Activation } | Refused> {
  try {
    const activation = await world.library.activate(skill.location, {
      arguments: given,
      route,
      boundary: world.random(16),
      limit,
      ...(language && { language }),
    })
    return { kind: 'activated', activation }
  } catch (error) {
    return { kind: 'refused', error: activationError(skill.name, error) }
  }
}

/** As it is kept: with the present copy's text and boundary where nothing changed. */
export function storedActivation(
  activation: Activation,
  messageId: string,
  active: readonly ActiveSkill[],
): StoredActivation {
  const { skill, hash, route, tokens, truncated } = activation
  const present = active.find(({ location }) => location === skill.location)?.section
  const { boundary, instructions } = present && sameText(present, activation) ? present : activation
  const { name, location, tools, source } = skill
  const given = activation.arguments.text
  return {
    messageId,
    name,
    location,
    hash,
    arguments: given,
    route,
    scope: source.scope,
    ...(truncated > 0 && { truncated }),
    boundary,
    instructions,
    tokens,
    tools,
    ...(route === 'user' && { handOver: handOverOf(activation, instructions) }),
  }
}

/** A skill that cannot be handed over: its file is gone, changed its trust, or may not be called. */
function activationError(name: string, error: unknown): TurnError {
  const why = error instanceof Error ? error.message : String(error)
  const state = error instanceof SkillUnavailableError ? error.state : undefined
  return {
    class: 'skill',
    ...(state !== undefined && { state }),
    message: `The skill ${JSON.stringify(name)} could not be activated: ${why}`,
    hint: `Run \`skillet why ${name}\` to see each step.`,
  }
}

/** Of a token, on average. */
const characters = 3.5

/** Characters of instructions: the smaller of 60,000 and 15 % of the window, unless set otherwise. */
export function instructionLimit({ context }: Pick<World, 'context'>, window: number): number {
  const { instructionCharacters = 60_000, instructions = 15 } = context
  return Math.min(instructionCharacters, Math.floor((window * instructions * characters) / 100))
}
