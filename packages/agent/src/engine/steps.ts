import { describeFailure, type FailureContext } from '../model/index.ts'
import { runCalls } from './calls/index.ts'
import type { TurnError } from './events.ts'
import { toTurnError } from './failure.ts'
import { knownSecrets } from './model-choice.ts'
import { modelRequest, toToolSet } from './request.ts'
import { retryDelay, retryLimit } from './retry.ts'
import { poolOf } from './skills/index.ts'
import { type StepOutcome, streamStep } from './step.ts'
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

/** One step, tried again while nothing of it was shown. */
async function askModel(turn: Turn): Promise<StepOutcome> {
  const { world, answer, model, emit, signal } = turn
  const request = modelRequest({
    prepared: turn.prepared,
    model,
    tools: poolOf(turn).tools,
    answer,
  })
  turn.steps += 1
  emit({ type: 'step-start', step: turn.steps, model: model.id })
  for (let attempt = 1; ; attempt++) {
    const outcome = await streamStep(
      {
        model: model.model,
        system: request.system,
        messages: request.messages,
        tools: toToolSet(request.tools),
        step: turn.steps,
      },
      {
        emit,
        signal,
        stallMs: world.stallMs,
        wait: world.wait,
        usedCallIds: turn.usedCallIds,
        secrets: knownSecrets(world.model),
        describe: (error) => describeFailure(error, failureContext(turn)),
      },
    )
    const delayMs = outcome.kind === 'failed' ? delayBefore(turn, outcome, attempt) : undefined
    if (outcome.kind !== 'failed' || delayMs === undefined) return keep(turn, outcome)
    const reason = outcome.failure.message
    emit({ type: 'retrying', attempt, of: retryLimit, delayMs, reason })
    await world.wait(delayMs, signal)
    if (signal.aborted) return keep(turn, { ...outcome, kind: 'aborted' })
  }
}

function failureContext({ model, signal, world }: Turn): FailureContext {
  const name = model.id.slice(model.id.indexOf('/') + 1)
  const secrets = knownSecrets(world.model)
  return { provider: model.provider, model: name, signal, secrets, now: world.now() }
}

function delayBefore(
  { world }: Turn,
  outcome: Extract<StepOutcome, { kind: 'failed' }>,
  attempt: number,
): number | undefined {
  if (outcome.shown) return undefined
  return retryDelay(outcome.failure, attempt, Number.parseInt(world.random(4), 16) / 0xffffffff)
}

/** What arrived belongs to the conversation, also of an answer that broke off. */
function keep(turn: Turn, outcome: StepOutcome): StepOutcome {
  const { answer, model, emit, steps: step } = turn
  if (outcome.parts.length > 0) answer.add({ type: 'step', model: model.id }, ...outcome.parts)
  answer.keepNotes(model.id, outcome.notes)
  if (outcome.usage && Object.keys(outcome.usage).length > 0) {
    answer.addUsage(outcome.usage)
    emit({ type: 'usage', step, usage: outcome.usage })
  }
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
