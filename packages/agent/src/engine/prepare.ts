import type { Language, Snapshot } from '@skillet/core'
import { basePrompt, type SystemPrompt, systemPrompt } from '../prompt/index.ts'
import type { Message } from '../store/index.ts'
import { messageParts } from './message-parts.ts'
import { type OverrideConsent, turnModel } from './model-choice.ts'
import {
  type ActiveSkill,
  type Asked,
  activatePicked,
  activeSkills,
  askedFor,
  catalogueFor,
  catalogueNotices,
  deniedSkill,
  instructionLimit,
  preApprovals,
  toolPool,
  visibleSkills,
  withActivation,
} from './skills/index.ts'
import type { Notice, PreparedTurn, Refused, TurnStart, World } from './turn-state.ts'
import type { SubmitOptions } from './types.ts'

/** A turn that can begin, or the one sentence why it cannot: then nothing is sent. */
export type Preparation =
  | { readonly kind: 'ready'; readonly prepared: PreparedTurn; readonly start: TurnStart }
  | Refused

/**
 * All that happens before the first request, for a turn and for its preview alike: the snapshot is
 * pinned, the skill resolved, the model chosen, the skill handed over, tools narrowed, the prompt
 * assembled.
 */
export async function prepareTurn(
  world: World,
  options: SubmitOptions,
  message: Pick<Message, 'id' | 'createdAt'>,
  consent: OverrideConsent,
): Promise<Preparation> {
  const snapshot = world.library.snapshot
  const asked = resolveMessage(world, options, snapshot)
  if (asked.kind === 'refused') return asked
  const skill = asked.kind === 'skill' ? asked.skill : undefined
  const chosen = await turnModel(world.model, options.model, skill, consent)
  if (chosen.kind === 'refused') return chosen
  const past = await readPast(world, options, message.id)
  const language = options.language ?? world.language
  const handedOver = await activatePicked(world, asked, {
    language,
    messageId: message.id,
    limit: instructionLimit(chosen.model.contextWindow),
    active: past.active,
  })
  if (handedOver.kind === 'refused') return handedOver

  const { picked } = handedOver
  const active = picked ? withActivation(past.active, picked.stored) : past.active
  const told = whatModelIsTold(world, {
    snapshot,
    language,
    active,
    contextWindow: chosen.model.contextWindow,
  })
  return {
    kind: 'ready',
    prepared: {
      snapshot,
      visible: told.visible,
      language,
      earlier: past.messages,
      message: { ...message, role: 'user', parts: messageParts(asked, past.dropped) },
      dropped: past.dropped,
      picked,
      tools: told.tools,
      modelBy: options.model === undefined ? 'engine' : 'person',
      system: told.system,
      notices: [...chosen.notices, ...told.notices],
    },
    start: {
      model: chosen.model,
      active,
      rules: picked ? preApprovals(picked.activation.skill) : [],
    },
  }
}

/** What a message asks for. A skill that a rule denies is refused here, with the rule named. */
export function resolveMessage(world: World, options: SubmitOptions, snapshot: Snapshot): Asked {
  const asked = askedFor(options, snapshot)
  const denied = asked.kind === 'skill' && deniedSkill(world, asked.skill, snapshot)
  return denied ? { kind: 'refused', error: denied } : asked
}

interface PromptGround {
  readonly snapshot: Snapshot
  readonly language: Language | undefined
  readonly active: readonly ActiveSkill[]
  /** Of the model, in tokens. */
  readonly contextWindow: number
}

/** The system prompt, and the tools and skills that it speaks of. */
function whatModelIsTold(
  world: World,
  { snapshot, language, active, contextWindow }: PromptGround,
): Pick<PreparedTurn, 'visible' | 'tools' | 'system' | 'notices'> {
  const visible = visibleSkills(world, snapshot)
  const catalogue = catalogueFor(world, { visible, active, snapshot, contextWindow })
  const pool = toolPool(catalogue.tools, active, snapshot.skills, world)
  const system = systemPrompt({
    skills: active.flatMap(({ name, location, section }) =>
      section ? [{ name, location, instructions: section.instructions }] : [],
    ),
    base: world.basePrompt ?? baseFor(world, pool.tools, language),
    catalogue: catalogue.text,
    contextWindow,
  })
  const notices = [
    ...catalogueNotices(catalogue.shown),
    ...roomNotices(system),
    ...pool.unknown.map(unknownTool),
  ]
  return { visible, tools: catalogue.tools, system, notices }
}

interface Past {
  readonly messages: readonly Message[]
  readonly active: readonly ActiveSkill[]
  readonly dropped: readonly ActiveSkill[]
}

async function readPast(world: World, options: SubmitOptions, own: string): Promise<Past> {
  const { conversationId: id, drop = [] } = options
  if (id === undefined) return { messages: [], active: [], dropped: [] }
  const messages = (await world.store.messages(id)).filter((message) => message.id !== own)
  const all = activeSkills(messages, await world.store.activations(id))
  const isDropped = ({ name, location }: ActiveSkill) =>
    drop.includes(name) || drop.includes(location)
  return {
    messages,
    active: all.filter((skill) => !isDropped(skill)),
    dropped: all.filter(isDropped),
  }
}

function baseFor(world: World, tools: World['tools'], language: Language | undefined): string {
  return basePrompt({
    tools,
    workspace: world.workspace,
    now: world.now(),
    ...(language && { language }),
  })
}

function roomNotices({ leftOut }: SystemPrompt): readonly Notice[] {
  if (leftOut.length === 0) return []
  const names = leftOut.map((skill) => skill.name).join(', ')
  const message = `The active skills are too long together. Left out of this request, and still active: ${names}.`
  return [{ code: 'skills-left-out', message, hint: 'Drop a skill that is no longer needed.' }]
}

function unknownTool({ skill, tool }: { readonly skill: string; readonly tool: string }): Notice {
  const message = `The skill ${JSON.stringify(skill)} names the tool ${tool}, which nobody here has.`
  return { code: 'tool-unknown', message }
}
