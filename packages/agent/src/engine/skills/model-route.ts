import {
  type Activation,
  activationResult,
  estimateTokens,
  readInstructions,
  type Skill,
} from '@skillet/core'
import { wordingOf } from '../../prompt/index.ts'
import type { StoredActivation } from '../../store/index.ts'
import type { ToolOutcome } from '../../tools/types.ts'
import { askingOf } from '../approvals.ts'
import { overrideModel } from '../model-choice.ts'
import type { Notice, Turn } from '../turn-state.ts'
import { untilStopped } from '../until-stopped.ts'
import { activatedEvent, readEvent } from './activated-event.ts'
import { type ActiveSkill, sameText, withActivation } from './active-skills.ts'
import { agreeToTools, type ConsentGround, overrideConsent } from './consent.ts'
import { activateSkill, instructionLimit, storedActivation } from './hand-over.ts'
import { preApprovals } from './pre-approval.ts'
import { editedNotices } from './repeat.ts'
import { loadableSkill } from './visibility.ts'

/**
 * What a tool call that loaded a skill changes in the turn: the skill is active from now on, the
 * pool shrinks, and the result carries the instructions.
 */
export async function settleActivation(turn: Turn, outcome: ToolOutcome): Promise<ToolOutcome> {
  const { activate } = outcome
  if (!outcome.ok || !activate) return outcome
  const skill = loadableSkill(turn.prepared, activate.name)
  if (!skill) return outcome
  return activate.route === 'read'
    ? recordRead(turn, skill, outcome)
    : handOver(turn, skill, activate.arguments ?? '')
}

/** The model's own route: instructions in the result, arguments after their end marker. */
async function handOver(turn: Turn, skill: Skill, given: string): Promise<ToolOutcome> {
  const result = await activateSkill(turn.world, skill, {
    given,
    route: 'model',
    language: turn.prepared.language,
    limit: instructionLimit(turn.world, turn.model.contextWindow),
  })
  if (result.kind === 'refused') return { ok: false, text: result.error.message }
  const { activation } = result
  const present = activeAt(turn, skill)
  await makeActive(turn, storedActivation(activation, turn.answer.id, turn.active))
  turn.emit(activatedEvent(activation))
  for (const notice of editedNotices(present?.latest, {
    name: skill.name,
    hash: activation.hash,
  })) {
    turn.emit({ type: 'notice', ...notice })
  }
  await grantTools(turn, skill)
  await followModel(turn, skill)
  const { name, location } = skill
  const activate = { name, location, arguments: activation.arguments.text, route: 'tool' as const }
  return { ok: true, text: resultText(turn, activation, present), activate }
}

function activeAt({ active }: Turn, { location }: Skill): ActiveSkill | undefined {
  return active.find((skill) => skill.location === location)
}

/**
 * A body that the model has before it is not sent twice (bug 63): a note, and the new arguments.
 * What it read as a file is another text: without the frame, and with nothing filled in.
 */
function resultText(turn: Turn, activation: Activation, present: ActiveSkill | undefined): string {
  const { system } = turn
  const { language } = turn.prepared
  const isBefore =
    present !== undefined &&
    !system.leftOut.some(({ location }) => location === present.location) &&
    sameText(present.latest, activation)
  if (!isBefore) return activationResult(activation, language)
  const note = wordingOf(language).alreadyActive(activation.skill.name)
  return activationResult({ ...activation, instructions: note }, language)
}

/**
 * A whole file read by the model counts as an activation: the skill is active and its `tools`
 * hold, but it pre-approves nothing, and sets neither model nor hooks.
 */
async function recordRead(turn: Turn, skill: Skill, outcome: ToolOutcome): Promise<ToolOutcome> {
  const { hash } = await readInstructions(skill)
  // Looked at after the wait: another read of the same file may have come first.
  if (activeAt(turn, skill)) return outcome
  const { name, location, tools, source } = skill
  const tokens = estimateTokens(outcome.text)
  await makeActive(turn, {
    messageId: turn.answer.id,
    name,
    location,
    hash,
    arguments: '',
    route: 'read',
    scope: source.scope,
    boundary: '',
    instructions: outcome.text,
    tokens,
    tools,
  })
  turn.emit(readEvent(skill, tokens))
  return { ...outcome, activate: { name, location, route: 'read' } }
}

/** From here on the pool is narrower, for the calls of this step too: at once, then in the store. */
async function makeActive(turn: Turn, activation: StoredActivation): Promise<void> {
  turn.active = withActivation(turn.active, activation)
  await turn.world.store.addActivation(turn.conversation.id, activation)
}

async function grantTools(turn: Turn, skill: Skill): Promise<void> {
  const { rules: listed, notices } = preApprovals(skill, turn.prepared.askedBy)
  for (const notice of notices) tellOnce(turn, notice)
  const rules = listed.filter(({ source }) => !turn.rules.some((rule) => rule.source === source))
  if (rules.length === 0) return
  if (await agreeToTools(groundOf(turn), skill)) turn.rules = [...turn.rules, ...rules]
}

function tellOnce({ toldOnce, prepared, emit }: Turn, notice: Notice): void {
  const { code } = notice
  if (toldOnce.has(code) || prepared.notices.some((one) => one.code === code)) return
  toldOnce.add(code)
  emit({ type: 'notice', ...notice })
}

/** The skill's model starts with the next step and ends with the turn. */
async function followModel(turn: Turn, skill: Skill): Promise<void> {
  const { world, prepared } = turn
  if (prepared.modelBy === 'person') return
  const consent = overrideConsent(groundOf(turn))
  const choice = overrideModel(world.model, turn.model, skill, consent)
  const chosen = await untilStopped(choice, turn.signal)
  if (!chosen) return
  const { model, notices } = chosen
  // Guided stays as it was made; what replaces it is a provider's model, ready as it is.
  if ('model' in model) turn.model = model
  for (const notice of notices) turn.emit({ type: 'notice', ...notice })
}

function groundOf(turn: Turn): ConsentGround {
  return { world: turn.world, approvals: turn.conversation.approvals, asking: askingOf(turn) }
}
