import { estimateTokens } from '@skillet/core'
import { cutAtPair } from '../../cut-text.ts'
import { wordingOf } from '../../prompt/index.ts'
import type { Compaction, Message } from '../../store/types.ts'
import { blankSecrets } from '../../tools/index.ts'
import { addUsage, askProvider } from '../ask-provider.ts'
import { knownSecrets } from '../model-choice.ts'
import type { StepOutcome } from '../step.ts'
import type { Turn } from '../turn-state.ts'
import { estimatedWindow } from './calibration.ts'
import { conversationExcerpt } from './excerpt.ts'
import { keepRequest } from './record.ts'
import { cutToTokens } from './size.ts'
import { summaryWording } from './summary-wording.ts'

/** The part of the window that is read for a summary, so that asking for it fits by itself. */
const excerptShare = 0.5
/** A summary's own size at most, in tokens, and as a part of the window. */
const longestSummary = 2_000
const summaryShare = 0.1

/** Estimated tokens that a summary may have. */
export function summaryTokens(turn: Turn): number {
  const share = estimatedWindow(turn) * summaryShare
  return Math.max(1, Math.floor(Math.min(longestSummary, share)))
}

/** What stands in the place of the messages that are left out, and whether the model wrote it now. */
export interface Summary {
  readonly kind: 'written' | 'none' | 'kept'
  readonly summary: string
}

interface SummaryGround {
  /** The summary that is there already. */
  readonly present: Compaction | undefined
  readonly messages: readonly Message[]
  /** That the room is made for. */
  readonly step: number
}

/**
 * The model's summary of messages that are left out, one that was there before included. Guided
 * writes none. Where the model fails, what was there before stays, and a notice says so.
 */
export async function summarise(
  turn: Turn,
  { present, messages, step }: SummaryGround,
): Promise<Summary> {
  const before = present?.summary ?? ''
  if (turn.model.kind === 'guided') return { kind: 'none', summary: before }
  const outcome = await askForSummary(turn, { before, messages, step })
  const summary = cutToTokens(textOf(outcome), summaryTokens(turn), cutEnd)
  if (outcome.kind === 'answered' && summary !== '') return { kind: 'written', summary }
  if (outcome.kind !== 'aborted') sayItFailed(turn, outcome)
  if (before === '') return { kind: 'none', summary: '' }
  const note = wordingOf(turn.prepared.language).leftOut(messages.length)
  return { kind: 'none', summary: `${before}\n${note}` }
}

/** One request without tools, in which the conversation stands as data between random marks. */
async function askForSummary(
  turn: Turn,
  { before, messages, step }: Omit<SummaryGround, 'present'> & { readonly before: string },
): Promise<StepOutcome> {
  const { world, model, prepared } = turn
  const wording = summaryWording(prepared.language)
  const boundary = world.random(16)
  const room = estimatedWindow(turn) * excerptShare - estimateTokens(before)
  const text = [
    ...(before === '' ? [] : [wording.earlier(boundary), before]),
    wording.start(boundary),
    conversationExcerpt(messages, Math.max(room, 100)),
    wording.end(boundary),
  ].join('\n')
  const system = wording.instructions(boundary, Math.floor(summaryTokens(turn) * 0.6))
  const content = blankSecrets(text, knownSecrets(world.model))
  const request = { system, messages: [{ role: 'user' as const, content }], tools: [] }
  const sections = [
    { kind: 'summary', title: 'Summary', text: system, tokens: estimateTokens(system) },
  ]
  const kept = keepRequest(turn, { ...request, sections }, step)
  const { messages: sent } = request
  const outcome = await askProvider(
    turn,
    { model: model.model, system, messages: sent, tools: {}, step },
    () => {},
  )
  await kept
  addUsage(turn, outcome, step)
  return outcome
}

function textOf({ parts }: StepOutcome): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('')
    .trim()
}

/** A model that was asked for a short text may write a long one. */
function cutEnd(text: string, length: number): string {
  return `${cutAtPair(text, length)}…`
}

function sayItFailed({ emit }: Turn, outcome: StepOutcome): void {
  const why = outcome.kind === 'failed' ? ` (${outcome.failure.message})` : ''
  const message = `The oldest messages were left out without a summary, since the model wrote none${why}.`
  emit({
    type: 'notice',
    code: 'summary-failed',
    message,
    hint: 'They are kept in the conversation.',
  })
}
