import { readInstructions, type Skill } from '@skillet/core'
import { approvalRequest } from '../../permission/index.ts'
import type { Approvals, Asking } from '../approvals.ts'
import type { OverrideConsent } from '../model-choice.ts'
import type { World } from '../turn-state.ts'

/** A question that is about no tool call: a skill wants something for the rest of the turn. */
interface Wish {
  readonly about: 'allowed-tools' | 'model'
  readonly skill: string
  readonly input: unknown
  readonly reason: string
}

/** Where a wish is put, and to whom. */
export interface ConsentGround {
  readonly world: World
  readonly approvals: Approvals
  readonly asking: Asking
}

/** A skill that the model loaded pre-approves tools only where a person agrees to the list. */
export function agreeToTools(ground: ConsentGround, skill: Skill): Promise<boolean> {
  return consent(ground, {
    about: 'allowed-tools',
    skill: skill.name,
    input: { skill: skill.name, patterns: skill.allowedTools },
    reason: `The skill ${JSON.stringify(skill.name)}, loaded by the model, wants these calls to run without a question for the rest of this turn.`,
  })
}

/** Once for each skill as it is on disk, and provider, for as long as the engine lives. */
export function overrideConsent(ground: ConsentGround): OverrideConsent {
  return async (skill, model) => {
    const { agreedOverrides } = ground.world
    const pair = await overrideOf(skill, model)
    if (agreedOverrides.has(pair)) return true
    const { name } = skill
    const agreed = await consent(ground, {
      about: 'model',
      skill: name,
      input: { skill: name, model: model.id, provider: model.provider },
      reason: `The skill ${JSON.stringify(name)} asks for ${model.id}: this conversation would be sent to ${model.provider}, and leave this machine.`,
    })
    if (agreed) agreedOverrides.add(pair)
    return agreed
  }
}

/** Nobody is asked: what was agreed to before holds. */
export function overrideAgreed({ agreedOverrides }: World): OverrideConsent {
  return async (skill, model) => agreedOverrides.has(await overrideOf(skill, model))
}

/** A namesake, or the same file with another text, is another skill: it inherits no consent. */
async function overrideOf(skill: Skill, { provider }: { readonly provider: string }) {
  const { hash } = await readInstructions(skill)
  return JSON.stringify([skill.location, hash, provider])
}

async function consent({ world, approvals, asking }: ConsentGround, wish: Wish): Promise<boolean> {
  // `--yes` speaks for tool calls; it does not send a conversation elsewhere.
  if (world.asking === 'allow') return wish.about === 'allowed-tools'
  if (world.asking === 'deny') return false
  const id = world.random(8)
  const request = approvalRequest({
    id,
    callId: id,
    tool: wish.about,
    input: wish.input,
    access: { kind: 'none' },
    workspace: world.workspace,
    reason: wish.reason,
    skill: wish.skill,
  })
  const answer = await approvals.ask(request, asking)
  return answer.decision !== 'no'
}
