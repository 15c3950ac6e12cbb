import type { Activation, Catalogue, Language, Skill, Snapshot } from '@skillet/core'
import { formatCatalogue } from '@skillet/core'
import { parseRule } from '../permission/index.ts'
import type { Rule } from '../permission/types.ts'
import { basePrompt, type SystemPrompt, systemPrompt } from '../prompt/index.ts'
import type { Message, Part, StoredActivation } from '../store/index.ts'
import { toolsForSkills } from '../tools/index.ts'
import { type ActiveSkill, activeSkills, sameText, withActivation } from './active-skills.ts'
import type { TurnError } from './events.ts'
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
  const asked = askedFor(options, snapshot, (name) => world.library.find(name))
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

interface ActivationGround {
  readonly language: Language | undefined
  readonly messageId: string
  readonly limit: number
  readonly active: readonly ActiveSkill[]
}

async function activatePicked(
  world: World,
  asked: Asked,
  { language, messageId, limit, active }: ActivationGround,
): Promise<PreparedTurn['picked'] | TurnError> {
  if (asked.kind !== 'skill') return undefined
  try {
    const activation = await world.library.activate(asked.skill.location, {
      arguments: asked.arguments ?? asked.text,
      route: 'user',
      boundary: world.random(16),
      limit,
      ...(language && { language }),
    })
    return { activation, stored: storedActivation(activation, messageId, active) }
  } catch (error) {
    return activationError(asked.skill.name, error)
  }
}

/** As it is kept: with the present copy's text and boundary where nothing changed. */
export function storedActivation(
  activation: Activation,
  messageId: string,
  active: readonly ActiveSkill[],
): StoredActivation {
  const { skill, hash, route, tokens } = activation
  const present = active.find(({ location }) => location === skill.location)?.section
  const { boundary, instructions } = present && sameText(present, activation) ? present : activation
  const { name, location, tools } = skill
  const given = activation.arguments.text
  return {
    messageId,
    name,
    location,
    hash,
    arguments: given,
    route,
    boundary,
    instructions,
    tokens,
    tools,
  }
}

/** A skill that cannot be handed over: its file is gone, changed its trust, or may not be called. */
export function activationError(name: string, error: unknown): TurnError {
  const why = error instanceof Error ? error.message : String(error)
  return {
    class: 'skill',
    message: `The skill ${JSON.stringify(name)} could not be activated: ${why}`,
    hint: `Run \`skillet why ${name}\` to see each step.`,
  }
}

/** Characters of instructions: the smaller of 60,000 and 15 % of the window, at 3.5 characters a token. */
export function instructionLimit(contextWindow: number): number {
  return Math.min(60_000, Math.floor(contextWindow * 0.15 * 3.5))
}

/** What a skill pre-approves, for the turn in which a person picked it or agreed to the list. */
export function preApprovals(skill: Skill): readonly Rule[] {
  return skill.allowedTools.map((source) => parseRule(source, 'allow', 'skill'))
}

interface CatalogueChoice {
  readonly text: string
  readonly tools: World['tools']
  readonly shown: Catalogue | undefined
}

/** The catalogue, and which of the skill tools there is any use for: no skills, no block, no tool. */
function catalogueFor(
  world: World,
  visible: readonly Skill[],
  active: readonly ActiveSkill[],
  snapshot: Snapshot,
  contextWindow: number,
): CatalogueChoice {
  const all = toolsForSkills(world.tools, visible)
  const without = (...names: readonly string[]) => all.filter((tool) => !names.includes(tool.name))
  if (visible.length === 0) {
    return { text: '', tools: without('activate_skill', 'search_skills'), shown: undefined }
  }
  const { tools } = toolPool(all, active, snapshot.skills, world)
  const has = (name: string) => tools.some((tool) => tool.name === name)
  const loader = has('activate_skill') ? 'activate_skill' : has('read') ? 'read' : 'none'
  const shown = formatCatalogue(visible, { loader, contextWindow })
  return { text: shown.text, tools: shown.search ? all : without('search_skills'), shown }
}

function baseFor(world: World, tools: World['tools'], language: Language | undefined): string {
  return basePrompt({
    tools,
    workspace: world.workspace,
    now: world.now(),
    ...(language && { language }),
  })
}

function catalogueNotices(shown: Catalogue | undefined): readonly Notice[] {
  if (!shown) return []
  const { shortened, omitted } = shown
  const notices: Notice[] = []
  if (shortened.length > 0) {
    const message = `The catalogue was shortened to fit the model: ${count(shortened.length, 'description')} cut. Every name stays callable.`
    notices.push({ code: 'catalogue-shortened', message })
  }
  if (omitted.length > 0) {
    const message = `${count(omitted.length, 'skill')} found no room in the catalogue; the model can search for them.`
    notices.push({ code: 'catalogue-omitted', message })
  }
  return notices
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
