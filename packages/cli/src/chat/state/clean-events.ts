import type { EngineEvent } from '@skillet/agent'
import { type Cleaner, createCleaner } from '../../screen/clean.ts'

/**
 * Cleans what streams in pieces, in which a sequence may be cut between two of them. Everything else
 * that comes from outside is cleaned where it enters the state.
 */
export function createEventCleaner(): (event: EngineEvent) => readonly EngineEvent[] {
  const cleaners = new Map<string, Cleaner>()
  const cleanerOf = (key: string) => {
    const cleaner = cleaners.get(key) ?? createCleaner()
    cleaners.set(key, cleaner)
    return cleaner
  }
  return (event) => {
    if (event.type === 'tool-output') {
      const cleaner = cleanerOf(event.callId)
      if (event.final) return [event]
      return withDelta(event, cleaner.push(event.delta))
    }
    if (event.type !== 'text' && event.type !== 'reasoning') return [event]
    const cleaner = cleanerOf(`${event.type} ${event.id}`)
    if (event.phase === 'start') return [event]
    if (event.phase === 'end') {
      const rest = cleaner.end()
      return rest === '' ? [event] : [{ ...event, phase: 'delta', delta: rest }, event]
    }
    return withDelta(event, cleaner.push(event.delta ?? ''))
  }
}

/** The same piece with other text; nothing where none is left. */
function withDelta<E extends EngineEvent>(event: E, delta: string): readonly E[] {
  return delta === '' ? [] : [{ ...event, delta }]
}
