import type { ProviderFailure } from '../../model/types.ts'
import type { ModelRequest } from '../request.ts'
import type { Turn } from '../turn-state.ts'
import { estimatedWindow, learnOverflow, recallRatio } from './calibration.ts'
import { type Budget, compact, nextRequest } from './compact.ts'
import { requestSize } from './size.ts'

/** The part of the window from which on the oldest turns are summarised. */
const limitShare = 0.8
/** What is left after that: room for several more turns. */
const targetShare = 0.5
/** Estimates are too high by up to this, so only beyond it is a request surely too long. */
const certainty = 1.25

/** The next request, as it fits the model's window. */
export type Fitting =
  | { readonly kind: 'fits'; readonly request: ModelRequest }
  /** The turn was stopped while a summary was written: nothing is left out, and nothing is sent. */
  | { readonly kind: 'stopped' }
  /** Even with everything left out that can be: it is not sent. */
  | { readonly kind: 'too-long'; readonly failure: ProviderFailure }

/** Makes the next request, and summarises the oldest turns first where it has grown too long. */
export async function fittingRequest(turn: Turn): Promise<Fitting> {
  const request = nextRequest(turn)
  // A request that is small by any count needs no exact one.
  if (requestSize(request).total * 3 > budgetOf(turn).limit) recallRatio(turn)
  const budget = budgetOf(turn)
  if (requestSize(request).total <= budget.limit || !mayCompact(turn)) {
    return { kind: 'fits', request }
  }
  const fitted = (await compact(turn, budget, turn.steps + 1)) ? nextRequest(turn) : request
  tellOfSmallWindow(turn, fitted)
  if (turn.signal.aborted) return { kind: 'stopped' }
  const { total } = requestSize(fitted)
  const window = estimatedWindow(turn)
  if (turn.model.kind === 'guided' || total <= window * certainty)
    return { kind: 'fits', request: fitted }
  return { kind: 'too-long', failure: tooLong(turn, total, window) }
}

/**
 * A shorter request in the place of one that the provider found too long; undefined where nothing
 * can be left out of it.
 *
 * @param stated tokens of its window, where the provider named them
 */
export async function requestAfterOverflow(
  turn: Turn,
  refused: ModelRequest,
  stated: number | undefined,
): Promise<ModelRequest | undefined> {
  const { total } = requestSize(refused)
  learnOverflow(turn, total, stated)
  const { limit, target } = budgetOf(turn)
  const budget = { limit: Math.min(limit, total * 0.7), target: Math.min(target, total / 2) }
  if (!(await compact(turn, budget, turn.steps))) return undefined
  const shorter = nextRequest(turn)
  tellOfSmallWindow(turn, shorter)
  return shorter
}

/**
 * Where instructions and tools alone take more than a compaction is to leave, it makes room for a
 * message or two, and comes again and again: whoever waits for it should know why.
 */
function tellOfSmallWindow(turn: Turn, request: ModelRequest): void {
  const { conversation, model, emit } = turn
  const window = estimatedWindow(turn)
  const { system, tools } = requestSize(request)
  if (model.kind === 'guided' || conversation.knowsWindow || system + tools <= window * targetShare)
    return
  conversation.knowsWindow = true
  const share = Math.round(((system + tools) / window) * 100)
  emit({
    type: 'notice',
    code: 'window-small',
    message: `Instructions and tools alone take ${share} % of what ${model.id} can read, so earlier messages have to be summarised often.`,
    hint: 'Drop a skill, or give the model a larger window (Ollama: `num_ctx`), or choose another model.',
  })
}

/** Whether a request of this estimated size would be shortened before it is sent. */
export function isDue(tokens: number, contextWindow: number): boolean {
  return tokens > contextWindow * limitShare
}

/** In what `estimateTokens` counts, for a provider that counts otherwise. */
function budgetOf(turn: Turn): Budget {
  const window = estimatedWindow(turn)
  return { limit: window * limitShare, target: window * targetShare }
}

/**
 * Guided finds its place by the messages of the turn that it is sent, and has no window to fill:
 * it is sent fewer of the older ones, and only from the start.
 */
function mayCompact({ model, steps }: Turn): boolean {
  return model.kind === 'provider' || steps === 0
}

function tooLong({ model }: Turn, tokens: number, room: number): ProviderFailure {
  const size = `about ${tokens.toLocaleString('en')} tokens`
  const window = Math.floor(room).toLocaleString('en')
  return {
    class: 'context',
    message: `This is longer than ${model.id} can take: ${size}, where its window holds ${window}. Nothing was sent.`,
    hint: 'Send less at once, drop a skill, start a new conversation, or choose a model with a larger window. What you wrote is kept.',
    retryable: false,
  }
}
