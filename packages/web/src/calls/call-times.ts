import type { SkilletMessage } from '@skillet/server/contract'
import { groupCalls } from './group-calls.ts'

/** When a call was seen to begin and to end, in milliseconds since 1970. */
export interface CallTime {
  readonly startedAt: number
  readonly endedAt?: number
}

/** By call id. What nobody saw begin is not there: its time is not known, and never guessed. */
export type CallTimes = ReadonlyMap<string, CallTime>

/** States in which a call runs, or will. */
const ahead = new Set(['preparing', 'waiting', 'running'])

/**
 * The times with what an answer shows now. A call that is met running was begun at a time that
 * nobody saw, unless the answer was seen without it before.
 *
 * @param before the same answer as it was seen last; undefined at the first sight of it
 */
export function watchCalls(
  times: CallTimes,
  before: SkilletMessage | undefined,
  message: SkilletMessage,
  now: number,
): CallTimes {
  if (before === undefined) return times
  const former = statesOf(before)
  const changed = [...statesOf(message)].flatMap(([id, state]): [string, CallTime][] => {
    const was = former.get(id)
    if (was === state) return []
    if (state === 'running') return [[id, { startedAt: now }]]
    const time = times.get(id)
    if (time === undefined || time.endedAt !== undefined || ahead.has(state)) return []
    return [[id, { ...time, endedAt: now }]]
  })
  return changed.length === 0 ? times : new Map([...times, ...changed])
}

function statesOf({ parts, metadata }: SkilletMessage): ReadonlyMap<string, string> {
  const calls = groupCalls(parts, metadata?.end).flatMap((item) => {
    if (item.kind === 'call') return [item.call]
    return item.kind === 'folded' || item.kind === 'waiting' ? item.calls : []
  })
  return new Map(calls.map(({ part, state }) => [part.toolCallId, state]))
}
