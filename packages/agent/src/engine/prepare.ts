import { type Language, lookUp } from '@skillet/core'
import { basePrompt, type SystemPrompt, systemPrompt } from '../prompt/index.ts'
import type { Message, Part } from '../store/index.ts'
import { type ActiveSkill, activeSkills, withActivation } from './active-skills.ts'
import { catalogueFor, catalogueNotices } from './catalogue-choice.ts'
import type { TurnError } from './events.ts'
import { activatePicked, instructionLimit, preApprovals } from './hand-over.ts'
import { type Asked, askedFor } from './invocation.ts'
import { chooseModel, type OverrideConsent, overrideModel } from './model-choice.ts'
import { deniedSkill, visibleSkills } from './skill-visibility.ts'
import { toolPool } from './tool-pool.ts'
import type { Notice, PreparedTurn, World } from './turn-state.ts'
import type { SubmitOptions } from './types.ts'

/** A turn that can begin, or the one sentence why it cannot: then nothing is sent. */
export type Preparation =
  | { readonly kind: 'ready'; readonly turn: PreparedTurn }
  | { readonly kind: 'refused'; readonly error: TurnError }

/**
 * All that happens before the first request, for a turn and for its preview alike: the snapshot is
 * pinned, the skill resolved and activated, tools narrowed, the model chosen, the prompt assembled.
 */
export async function prepareTurn(
  world: World,
  options: SubmitOptions,
  message: Pick<Message, 'id' | 'createdAt'>,
  consent: OverrideConsent,
): Promise<Preparation> {
  const snapshot = world.library.snapshot
  const language = options.language ?? world.language
  const asked = askedFor(options, snapshot, (name) => lookUp(snapshot, name))
  if (asked.kind === 'refused') return asked
  const denied = asked.kind === 'skill' && deniedSkill(world, asked.skill)
  if (denied) return { kind: 'refused', error: denied }

  const chosen = await chooseModel(world.model, options.model)
  if ('class' in chosen) return { kind: 'refused', error: chosen }
  const override =
    asked.kind === 'skill' && options.model === undefined
      ? await overrideModel(world.model, chosen, asked.skill, consent)
      : { model: chosen, notices: [] }

  const past = await readPast(world, options, message.id)
  const picked = await activatePicked(world, asked, {
    language,
    messageId: message.id,
    limit: instructionLimit(override.model.contextWindow),
    active: past.active,
  })
  if (picked && 'class' in picked) return { kind: 'refused', error: picked }

  const active = picked ? withActivation(past.active, picked.stored) : past.active
  const visible = visibleSkills(world, snapshot)
  const catalogue = catalogueFor(world, visible, active, snapshot, override.model.contextWindow)
  const pool = toolPool(catalogue.tools, active, snapshot.skills, world)
  const { model } = override
  const system = systemPrompt({
    skills: active.flatMap(({ name, section }) =>
      section ? [{ name, instructions: section.instructions }] : [],
    ),
    base: world.basePrompt ?? baseFor(world, pool.tools, language),
    catalogue: catalogue.text,
    contextWindow: model.contextWindow,
  })
  return {
    kind: 'ready',
    turn: {
      snapshot,
      visible,
      language,
      earlier: past.messages,
      message: { ...message, role: 'user', parts: messageParts(asked, past.dropped) },
      dropped: past.dropped,
      picked,
      active,
      tools: catalogue.tools,
      pool,
      model,
      modelBy: options.model === undefined ? 'engine' : 'person',
      system,
      granted: picked ? preApprovals(picked.activation.skill) : [],
      notices: [
        ...override.notices,
        ...catalogueNotices(catalogue.shown),
        ...roomNotices(system),
        ...pool.unknown.map(unknownTool),
      ],
    },
  }
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

/** What the message is stored as: who typed what, apart from anything that is sent. */
function messageParts(asked: Exclude<Asked, { kind: 'refused' }>, dropped: Past['dropped']) {
  const parts: Part[] = dropped.map(({ name, location }) => ({
    type: 'skill-dropped',
    name,
    location,
  }))
  if (asked.kind === 'skill') {
    const { skill, typed, arguments: given } = asked
    const apart = given !== undefined && { arguments: given }
    const { name, location } = skill
    parts.push({ type: 'skill', name, location, ...apart, ...(typed !== undefined && { typed }) })
  }
  if (asked.text !== '' || asked.kind === 'text') parts.push({ type: 'text', text: asked.text })
  return parts
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
  const message = `The active skills are too long together. Left out of this request, and still active: ${leftOut.join(', ')}.`
  return [{ code: 'skills-left-out', message, hint: 'Drop a skill that is no longer needed.' }]
}

function unknownTool({ skill, tool }: { readonly skill: string; readonly tool: string }): Notice {
  const message = `The skill ${JSON.stringify(skill)} names the tool ${tool}, which nobody here has.`
  return { code: 'tool-unknown', message }
}
