import type { Usage } from '../../model/types.ts'
import type { Part } from '../../store/types.ts'
import type { Turn } from '../turn-state.ts'

type StepSize = NonNullable<Extract<Part, { type: 'step' }>['size']>

/**
 * Estimates are off by less than this, whatever the language. A provider that counts fewer leaves
 * out what it had in its cache, or counts nothing: it is not believed. One that counts more than
 * the upper bound is believed up to it.
 */
const lowest = 0.5
const highest = 3

/** What a conversation has heard of a model's sizes, beside what is said of the model. */
export interface LearntSizes {
  /** What the provider counted of a request, over what was estimated. */
  readonly ratio?: number
  /** Tokens of its window that the provider itself named, by its own count. */
  readonly stated?: number
  readonly refused?: RefusedSize
}

/** Requests that were found too long by somebody who named no size. */
interface RefusedSize {
  /** Estimated tokens of the smallest. */
  readonly tokens: number
  /** Answers that it happened to. */
  readonly answers: ReadonlySet<string>
}

/** Estimates times this are what the conversation's model counts. 1 until it has counted anything. */
export function sizeRatio(turn: Turn): number {
  return learnt(turn).ratio ?? 1
}

/**
 * In a process that has seen nothing of the conversation yet: what the provider counted of the last
 * step that it counted, over what was estimated of that very request.
 */
export function recallRatio(turn: Turn): void {
  if (learnt(turn).ratio !== undefined) return
  const step = lastCounted(turn)
  if (step) learnRatio(turn, step.estimated, { inputTokens: step.counted })
}

function lastCounted({ prepared, model }: Turn): StepSize | undefined {
  for (const { parts } of [...prepared.earlier].reverse()) {
    for (const part of [...parts].reverse()) {
      if (part.type === 'step' && part.model === model.id && part.size) return part.size
    }
  }
  return undefined
}

/** Learns from the provider's own count of a request. */
export function learnRatio(turn: Turn, estimated: number, { inputTokens }: Usage): void {
  if (turn.model.kind === 'guided' || inputTokens === undefined || estimated <= 0) return
  const ratio = inputTokens / estimated
  if (ratio >= lowest) keepLearnt(turn, { ...learnt(turn), ratio: Math.min(highest, ratio) })
}

/**
 * The model's window in what `estimateTokens` counts: less than is said of the model where the
 * provider named a smaller one, or found requests too long in two turns, as servers with a window
 * of their own do. A single refusal may be a gateway's, about bytes.
 */
export function estimatedWindow(turn: Turn): number {
  const { stated = Number.POSITIVE_INFINITY, refused } = learnt(turn)
  const named = Math.min(turn.model.contextWindow, stated) / sizeRatio(turn)
  return refused && refused.answers.size > 1 ? Math.min(named, refused.tokens) : named
}

/** No window is this small: who finds such a request too long refuses it for another reason. */
const smallestWindow = 2_000

/**
 * Learns from a request that the provider found too long.
 *
 * @param stated tokens of its window, where it named them
 */
export function learnOverflow(turn: Turn, estimated: number, stated: number | undefined): void {
  const known = learnt(turn)
  if (stated !== undefined) {
    keepLearnt(turn, { ...known, stated: Math.min(known.stated ?? stated, stated) })
  } else if (estimated >= smallestWindow) {
    const { tokens = estimated, answers = [] } = known.refused ?? {}
    const refused = {
      tokens: Math.min(tokens, estimated),
      answers: new Set([...answers, turn.answer.message.id]),
    }
    keepLearnt(turn, { ...known, refused })
  }
}

/** Learns from a request that was answered: who takes this much refused less for another reason. */
export function learnFit(turn: Turn, estimated: number): void {
  const { refused, ...known } = learnt(turn)
  if (refused && estimated >= refused.tokens) keepLearnt(turn, known)
}

function learnt({ conversation, model }: Turn): LearntSizes {
  return conversation.learnt.get(model.id) ?? {}
}

function keepLearnt({ conversation, model }: Turn, sizes: LearntSizes): void {
  conversation.learnt.set(model.id, sizes)
}
