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

/** Estimated tokens of the smallest request that was found too long, by model, for a conversation. */
const refusals = new WeakMap<ConversationState, Map<string, number>>()

/**
 * The model's window in what `estimateTokens` counts: less than is said of the model where the
 * provider found a smaller request too long, as servers with a window of their own do.
 */
export function estimatedWindow(turn: Turn): number {
  const refused = refusals.get(turn.conversation)?.get(turn.model.id) ?? Number.POSITIVE_INFINITY
  return Math.min(turn.model.contextWindow / sizeRatio(turn), refused)
}

/** No window is this small: who finds such a request too long refuses it for another reason. */
const smallestWindow = 2_000

/** Learns from a request that the provider found too long. */
export function learnOverflow({ conversation, model }: Turn, estimated: number): void {
  if (estimated < smallestWindow) return
  const known = refusals.get(conversation) ?? new Map<string, number>()
  known.set(model.id, Math.min(known.get(model.id) ?? estimated, estimated))
  refusals.set(conversation, known)
}

function keepRatio(conversation: ConversationState, model: string, ratio: number): void {
  const known = ratios.get(conversation) ?? new Map<string, number>()
  known.set(model, Math.min(highest, ratio))
  ratios.set(conversation, known)
}
