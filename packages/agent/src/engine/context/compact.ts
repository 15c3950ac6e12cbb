import { estimateTokens } from '@skillet/core'
import { systemPrompt } from '../../prompt/index.ts'
import type { Compaction, Message, StoredActivation } from '../../store/types.ts'
import { type ModelRequest, modelRequest } from '../request.ts'
import { sentMessages } from '../sent-messages.ts'
import { activeSkills, poolOf } from '../skills/index.ts'
import type { Turn } from '../turn-state.ts'
import { sizeRatio } from './calibration.ts'
import { type CompactionDraft, type CompactionPlan, planCompaction } from './plan.ts'
import { requestSize } from './size.ts'
import { roomNotices, skillTexts } from './skill-texts.ts'
import { type Summary, summarise, summaryTokens } from './summarise.ts'

/** Estimated tokens: what a request may have, and what a compaction brings it down to. */
export interface Budget {
  readonly limit: number
  readonly target: number
}

/**
 * Leaves out what is oldest, with a summary in its place, and keeps that with the answer under way:
 * all later requests are worked out from it. The store keeps the messages.
 *
 * @param step that the room is made for
 * @returns false where there was nothing to leave out, or the turn was stopped meanwhile
 */
export async function compact(turn: Turn, budget: Budget, step: number): Promise<boolean> {
  const { answer, world, conversation, signal, emit } = turn
  const activations = await world.store.activations(conversation.id)
  const sizeWith = (compaction?: Compaction): number => sizeOf(turn, activations, compaction)
  const reserve = reservedSummary(turn)
  const measure = (draft: CompactionDraft) => sizeWith(compactionOf(draft, reserve))
  const plan = planCompaction({ branch: branchOf(turn), measure, ...budget })
  if (!plan) return false

  const before = sizeWith()
  const { summary, kind } = await summaryFor(turn, plan, step)
  if (signal.aborted) return false
  const known = sentMessages(branchOf(turn)).shortened
  const shortened = plan.shortened.filter((callId) => !known.has(callId)).length
  const drawn = { ...compactionOf(plan, summary), boundary: world.random(16) }
  const ratio = sizeRatio(turn)
  const compaction: Compaction = {
    ...drawn,
    tokensBefore: Math.round(before * ratio),
    tokensAfter: Math.round(sizeWith(drawn) * ratio),
  }
  answer.add(compaction)
  moveSkills(turn, activations)
  await answer.save()
  const { messages, tokensBefore, tokensAfter } = compaction
  emit({ type: 'compacted', messages, tokensBefore, tokensAfter, summary: kind, shortened })
  return true
}

/** The request that comes next, as everything stands. */
export function nextRequest(turn: Turn): ModelRequest {
  const { prepared, system, model, answer } = turn
  return modelRequest({ prepared, system, model, tools: poolOf(turn).tools, answer })
}

/** Skills whose text is no longer sent with a result stand in the system prompt from here on. */
function moveSkills(turn: Turn, activations: readonly StoredActivation[]): void {
  const { leftOut } = turn.system
  turn.active = activeWith(turn, branchOf(turn), activations)
  turn.system = systemWith(turn, turn.active)
  const known = new Set(leftOut.map(({ location }) => location))
  const more = turn.system.leftOut.filter(({ location }) => !known.has(location))
  for (const notice of roomNotices(more)) turn.emit({ type: 'notice', ...notice })
}

function branchOf({ prepared, answer }: Turn): readonly Message[] {
  return [...prepared.earlier, prepared.message, answer.message]
}

function activeWith(
  { prepared }: Turn,
  branch: readonly Message[],
  activations: readonly StoredActivation[],
): Turn['active'] {
  return activeSkills(branch, activations, prepared.language)
}

function systemWith({ prepared, model }: Turn, active: Turn['active']): Turn['system'] {
  const { systemParts } = prepared
  const skills = skillTexts(active)
  return systemPrompt({ ...systemParts, skills, contextWindow: model.contextWindow })
}

/** Estimated tokens of the next request, as it would be with this compaction. */
function sizeOf(
  turn: Turn,
  activations: readonly StoredActivation[],
  compaction: Compaction | undefined,
): number {
  const { prepared, model, answer } = turn
  const { message } = answer
  const shown = compaction ? { ...message, parts: [...message.parts, compaction] } : message
  const branch = [...prepared.earlier, prepared.message, shown]
  const system = compaction ? systemWith(turn, activeWith(turn, branch, activations)) : turn.system
  const notesOf = (id: string) => answer.notesOf(id)
  const tools = poolOf(turn).tools
  const underWay = { message: shown, notesOf }
  return requestSize(modelRequest({ prepared, system, model, tools, answer: underWay })).total
}

function compactionOf(draft: CompactionDraft, summary: string): Compaction {
  const { upTo, messages, shortened } = draft
  const sizes = { tokensBefore: 0, tokensAfter: 0 }
  const short = shortened.length > 0 && { shortened }
  return {
    type: 'compaction',
    summary,
    boundary: '0'.repeat(32),
    upTo,
    messages,
    ...sizes,
    ...short,
  }
}

/** Of the size that a new summary may have, or the one that is there. */
function reservedSummary(turn: Turn): string {
  const present = sentMessages(branchOf(turn)).compaction?.summary ?? ''
  const room = 'xxx '.repeat(summaryTokens(turn))
  return estimateTokens(present) > estimateTokens(room) ? present : room
}

/** Where no further message is left out, the summary that is there stays. */
async function summaryFor(
  turn: Turn,
  { leavingOut }: CompactionPlan,
  step: number,
): Promise<Summary> {
  const present = sentMessages(branchOf(turn)).compaction
  if (leavingOut.length === 0) return { kind: 'kept', summary: present?.summary ?? '' }
  return summarise(turn, { present, messages: leavingOut, step })
}
