import type { Usage } from '../../model/types.ts'
import type { StoredRequest } from '../../store/types.ts'
import type { ConversationState, Turn } from '../turn-state.ts'

/**
 * Estimates are off by less than this, whatever the language. A provider that counts fewer leaves
 * out what it had in its cache, or counts nothing: it is not believed. One that counts more than
 * the upper bound is believed up to it.
 */
const lowest = 0.5
const highest = 3

/** What a provider counted of a request, over what was estimated, by model, for a conversation. */
const ratios = new WeakMap<ConversationState, Map<string, number>>()

/** Estimates times this are what the conversation's model counts. 1 until it has counted anything. */
export function sizeRatio({ conversation, model }: Turn): number {
  return ratios.get(conversation)?.get(model.id) ?? 1
}

/**
 * In a process that has seen nothing of the conversation yet: what the provider counted of its last
 * answer, over what was estimated of that answer's requests.
 */
export async function recallRatio(turn: Turn): Promise<void> {
  const { conversation, model, prepared, world } = turn
  if (ratios.get(conversation)?.has(model.id)) return
  const answer = prepared.earlier.findLast(({ usage }) => usage?.inputTokens !== undefined)
  if (!answer?.usage) return
  // A store that cannot tell leaves estimates as they are.
  const requests = await world.store.requests(conversation.id, answer.id).catch(() => [])
  if (requests.some((request) => request.model !== model.id)) return
  learnRatio(turn, sum(requests.map(estimateOf)), answer.usage)
}

function estimateOf({ sections, toolTokens, messageTokens }: StoredRequest): number {
  return sum(sections.map(({ tokens }) => tokens)) + toolTokens + messageTokens
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** Learns from the provider's own count of a request. */
export function learnRatio(
  { conversation, model }: Turn,
  estimated: number,
  { inputTokens }: Usage,
): void {
  if (model.kind === 'guided' || inputTokens === undefined || estimated <= 0) return
  const ratio = inputTokens / estimated
  if (ratio >= lowest) keepRatio(conversation, model.id, ratio)
}

/** What a conversation has heard of a model's window, beside what is said of the model. */
interface KnownWindow {
  /** Tokens that the provider itself named, by its own count. */
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

const windows = new WeakMap<ConversationState, Map<string, KnownWindow>>()

/**
 * The model's window in what `estimateTokens` counts: less than is said of the model where the
 * provider named a smaller one, or found requests too long in two turns, as servers with a window
 * of their own do. A single refusal may be a gateway's, about bytes.
 */
export function estimatedWindow(turn: Turn): number {
  const { stated = Number.POSITIVE_INFINITY, refused } = knownWindow(turn)
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
  const known = knownWindow(turn)
  if (stated !== undefined) {
    keepWindow(turn, { ...known, stated: Math.min(known.stated ?? stated, stated) })
  } else if (estimated >= smallestWindow) {
    const { tokens = estimated, answers = [] } = known.refused ?? {}
    const refused = {
      tokens: Math.min(tokens, estimated),
      answers: new Set([...answers, turn.answer.message.id]),
    }
    keepWindow(turn, { ...known, refused })
  }
}

/** Learns from a request that was answered: who takes this much refused less for another reason. */
export function learnFit(turn: Turn, estimated: number): void {
  const { refused, ...known } = knownWindow(turn)
  if (refused && estimated >= refused.tokens) keepWindow(turn, known)
}

function knownWindow({ conversation, model }: Turn): KnownWindow {
  return windows.get(conversation)?.get(model.id) ?? {}
}

function keepWindow({ conversation, model }: Turn, known: KnownWindow): void {
  const all = windows.get(conversation) ?? new Map<string, KnownWindow>()
  all.set(model.id, known)
  windows.set(conversation, all)
}

function keepRatio(conversation: ConversationState, model: string, ratio: number): void {
  const known = ratios.get(conversation) ?? new Map<string, number>()
  known.set(model, Math.min(highest, ratio))
  ratios.set(conversation, known)
}
