import { describeFailure, type FailureContext } from '../model/index.ts'
import type { EventBody } from './events.ts'
import { knownSecrets } from './model-choice.ts'
import { retryDelay, retryLimit } from './retry.ts'
import { type StepOutcome, type StepRequest, streamStep } from './step.ts'
import type { Turn } from './turn-state.ts'

/**
 * One call of the model, tried again while nothing of it was shown.
 *
 * @param show where its pieces go. Default: to the turn's readers
 */
export async function askProvider(
  turn: Turn,
  request: StepRequest,
  show: (body: EventBody) => void = turn.emit,
): Promise<StepOutcome> {
  const { world, emit, signal } = turn
  for (let attempt = 1; ; attempt++) {
    const outcome = await streamStep(request, {
      emit: show,
      signal,
      stallMs: world.stallMs,
      wait: world.wait,
      usedCallIds: turn.usedCallIds,
      secrets: knownSecrets(world.model),
      describe: (error) => describeFailure(error, failureContext(turn)),
    })
    const delayMs = outcome.kind === 'failed' ? delayBefore(turn, outcome, attempt) : undefined
    if (outcome.kind !== 'failed' || delayMs === undefined) return outcome
    const reason = outcome.failure.message
    emit({ type: 'retrying', attempt, of: retryLimit, delayMs, reason })
    await world.wait(delayMs, signal)
    if (signal.aborted) return { ...outcome, kind: 'aborted' }
  }
}

/** What a call cost goes with the answer, and to the turn's readers. */
export function addUsage({ answer, emit }: Turn, { usage }: StepOutcome, step: number): void {
  if (!usage || Object.keys(usage).length === 0) return
  answer.addUsage(usage)
  emit({ type: 'usage', step, usage })
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
