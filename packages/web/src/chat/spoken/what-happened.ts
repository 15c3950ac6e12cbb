import type { MessageEnd, SkilletMessage } from '@skillet/server/contract'
import { groupCalls } from '../../calls/index.ts'

/** What of the last answer those hear who do not see it. */
export interface Heard {
  /** Of the answer. */
  readonly id: string | undefined
  readonly end: MessageEnd['reason'] | undefined
  /** The call that runs, and its tool. */
  readonly running: { readonly callId: string; readonly tool: string } | undefined
}

/** Something to be said. */
export type Said =
  | { readonly kind: 'started' | 'finished' | 'stopped' | 'failed' }
  | { readonly kind: 'running'; readonly tool: string }

export function heard(messages: readonly SkilletMessage[]): Heard {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return { id: undefined, end: undefined, running: undefined }
  const end = last.metadata?.end
  const running = groupCalls(last.parts, end).findLast(
    (item) => item.kind === 'call' && item.call.state === 'running',
  )
  return {
    id: last.id,
    end: end?.reason,
    running:
      running?.kind === 'call'
        ? { callId: running.call.part.toolCallId, tool: running.call.part.toolName }
        : undefined,
  }
}

/** What happened between two looks at the same conversation. The text itself is never said. */
export function whatHappened(before: Heard, after: Heard): readonly Said[] {
  if (after.id === undefined) return []
  if (before.id !== after.id) return after.end === undefined ? [{ kind: 'started' }] : []
  if (before.end === undefined && after.end !== undefined) return [{ kind: ending(after.end) }]
  const { running } = after
  if (running === undefined || running.callId === before.running?.callId) return []
  return [{ kind: 'running', tool: running.tool }]
}

function ending(reason: MessageEnd['reason']): 'finished' | 'stopped' | 'failed' {
  if (reason === 'done') return 'finished'
  return reason === 'aborted' || reason === 'step-limit' ? 'stopped' : 'failed'
}
