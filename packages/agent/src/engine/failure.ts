import type { ProviderFailure } from '../model/types.ts'
import { StoreError } from '../store/index.ts'
import type { TurnError } from './events.ts'
import type { Refused } from './turn-state.ts'
import { PlaceLostError } from './turns/index.ts'

/** Failures that a further request can hope to get past. */
const reachable: ReadonlySet<ProviderFailure['class']> = new Set(['context', 'request', 'unknown'])

/** A provider's failure as the turn ends with it: one sentence, and what to do. */
export function toTurnError(failure: ProviderFailure): {
  readonly error: TurnError
  readonly unreachable: boolean
} {
  const { class: kind, message, hint } = failure
  return { error: { class: kind, message, hint }, unreachable: !reachable.has(kind) }
}

/** The end of a turn that another process, or the deletion of its conversation, took the place of. */
export const placeLost: TurnError = {
  class: 'place',
  message:
    'The turn stopped, since it lost its place: its conversation was deleted, or another process took this one for dead.',
  hint: 'What was stored by then is kept. Load the conversation again, and retry the message.',
}

/** A message that comes when the engine was closed. */
export const closed: Refused = {
  kind: 'refused',
  error: {
    class: 'request',
    message: 'Skillet is ending, so nothing was sent.',
    hint: 'Send it again once Skillet has started anew.',
  },
}

/** A fault of ours, or of a store or tool that a caller gave us, ends the turn with a sentence. */
export function internalError(error: unknown): TurnError {
  if (error instanceof PlaceLostError) return placeLost
  if (error instanceof StoreError) {
    return { class: 'store', message: error.message, hint: error.hint }
  }
  const why = error instanceof Error ? error.message : String(error)
  return {
    class: 'internal',
    message: `The turn stopped because of a fault: ${why}`,
    hint: 'What was answered so far is kept. Send the message again.',
  }
}
