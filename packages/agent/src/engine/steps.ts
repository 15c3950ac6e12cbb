import type { Part } from '../store/types.ts'
import { addUsage, askProvider } from './ask-provider.ts'
import { runCalls } from './calls/index.ts'
import {
  fittingRequest,
  keepRequest,
  learnFit,
  learnRatio,
  requestAfterOverflow,
  requestSize,
} from './context/index.ts'
import type { TurnError } from './events.ts'
import { toTurnError } from './failure.ts'
import { type ModelRequest, toToolSet } from './request.ts'
import type { StepOutcome } from './step.ts'
import type { Turn } from './turn-state.ts'

/** How the steps of a turn came to their end. */
export type StepsEnd =
  | { readonly reason: 'done' | 'aborted' | 'step-limit' }
  | {
      readonly reason: 'error'
      readonly error: TurnError
      /** The provider cannot be had: a further request would fail like this one. */
      readonly unreachable: boolean
    }

/** Asks the model and runs its calls until it makes none, is stopped, fails, or has had its steps. */
export async function runSteps(turn: Turn, limit: number): Promise<StepsEnd> {
  for (;;) {
    if (turn.signal.aborted) return { reason: 'aborted' }
    if (turn.steps >= limit) return { reason: 'step-limit' }
    const outcome = await askModel(turn)
    await turn.answer.save()
    if (outcome.kind === 'aborted') return { reason: 'aborted' }
    if (outcome.kind === 'failed') {
      return { reason: 'error', ...toTurnError(outcome.failure) }
    }
    if (outcome.calls.length === 0) return concluded(turn, outcome)
    await runCalls(turn, outcome.calls)
    await turn.answer.save()
  }
}

/** One step: what is sent fits the model's window, or is made to once the provider says it does not. */
async function askModel(turn: Turn): Promise<StepOutcome> {
  const fitting = await fittingRequest(turn)
  if (fitting.kind === 'stopped') return { ...unsent, kind: 'aborted' }
  if (fitting.kind === 'too-long') {
    return { ...unsent, kind: 'failed', failure: fitting.failure, shown: false }
  }
  turn.steps += 1
  turn.emit({ type: 'step-start', step: turn.steps, model: turn.model.id })
  const outcome = await sendStep(turn, fitting.request)
  if (!isOverflow(outcome)) return keep(turn, outcome)
  const again = await requestAfterOverflow(turn, fitting.request, outcome.failure.window)
  if (turn.signal.aborted) return keep(turn, { ...outcome, kind: 'aborted' })
  return keep(turn, again ? await sendStep(turn, again) : outcome)
}

/** What came of a step, and how long its request was where the provider counted that. */
type SentStep = StepOutcome & Pick<Extract<Part, { type: 'step' }>, 'size'>

/** How long the request is given to be on its way, in milliseconds: what is kept of it can wait. */
const headStartMs = 20

/** Sends one request, and keeps what was sent beside it. */
async function sendStep(turn: Turn, request: ModelRequest): Promise<SentStep> {
  const over = new AbortController()
  const kept = turn.world
    .wait(headStartMs, over.signal)
    .then(() => keepRequest(turn, request, turn.steps))
  const outcome = await askProvider(turn, {
    model: turn.model.model,
    system: request.system,
    messages: request.messages,
    tools: toToolSet(request.tools),
    step: turn.steps,
  })
  over.abort()
  const { total } = requestSize(request)
  if (outcome.usage) learnRatio(turn, total, outcome.usage)
  if (outcome.kind === 'answered') learnFit(turn, total)
  await kept
  const counted = outcome.usage?.inputTokens
  return counted === undefined ? outcome : { ...outcome, size: { estimated: total, counted } }
}

/** The provider says that the request is too long, and nothing of an answer was shown. */
function isOverflow(
  outcome: StepOutcome,
): outcome is Extract<StepOutcome, { readonly kind: 'failed' }> {
  return outcome.kind === 'failed' && outcome.failure.class === 'context' && !outcome.shown
}

/** Of a step whose request never went out. */
const unsent = { parts: [], calls: [], notes: new Map() } as const

/** What arrived belongs to the conversation, also of an answer that broke off. */
function keep(turn: Turn, outcome: SentStep): StepOutcome {
  const { answer, model, steps } = turn
  const { parts, size } = outcome
  if (parts.length > 0)
    answer.add({ type: 'step', model: model.id, ...(size && { size }) }, ...parts)
  answer.keepNotes(model.id, outcome.notes)
  addUsage(turn, outcome, steps)
  return outcome
}

function concluded(turn: Turn, outcome: Extract<StepOutcome, { kind: 'answered' }>): StepsEnd {
  if (outcome.cutByLength) {
    const message = 'The answer reached the model’s longest length and stops there.'
    turn.emit({ type: 'notice', code: 'answer-cut', message, hint: 'Ask it to go on.' })
  } else if (!outcome.parts.some((part) => part.type === 'text')) {
    turn.emit({ type: 'notice', code: 'answer-empty', message: 'The model answered with nothing.' })
  }
  return { reason: 'done' }
}
