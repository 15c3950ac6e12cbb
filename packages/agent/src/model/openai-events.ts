import { dataOf, type EventFilter, isRecord, type Json, written } from './event-stream.ts'

/** OpenAI's two protocols, as servers that copy them speak them, made readable for their packages. */

/** After one of these a response is over. */
const lastOnes = /"type"\s*:\s*"response\.(?:completed|incomplete|failed)"/

export const untilResponseEnds = (): EventFilter => (event) =>
  lastOnes.test(event) ? { last: event } : event

/** Chat completions, up to their `[DONE]`. */
export function chatEvents(): EventFilter {
  const named = withNamedCalls()
  return (event) => (/^data: ?\[DONE\]\s*$/m.test(event) ? { last: event } : named(event))
}

/** Stands for the name that a model left out: a tool of that name is nowhere, and the model hears so. */
const NAMELESS = 'nameless'

/**
 * Calls whose name is empty. The packages pass over their beginning and fail at what follows. A
 * name may still come with the second piece, so one is given only once there are arguments.
 */
function withNamedCalls(): (event: string) => string {
  const named = new Set<unknown>()
  const ids = new Map<unknown, unknown>()
  const nameOf = (call: Json): Json => {
    const { index, id, function: called } = call
    if (!isRecord(called) || named.has(index)) return call
    const { name, arguments: given } = called
    if (typeof name === 'string' && name.trim() !== '') {
      named.add(index)
      return call
    }
    if (!ids.has(index)) ids.set(index, id)
    if (typeof given !== 'string' || given === '') return call
    named.add(index)
    return { ...call, id: id ?? ids.get(index), function: { ...called, name: NAMELESS } }
  }
  return (event) => {
    if (!event.includes('"tool_calls"')) return event
    const value = dataOf(event)
    const before = value === undefined ? [] : callsIn(value)
    const after = before.map(nameOf)
    const isSame = after.every((call, at) => call === before[at])
    return value === undefined || isSame ? event : written(withCalls(value, after))
  }
}

function firstChoice(value: Json): Json | undefined {
  const { choices } = value
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  return isRecord(choice) ? choice : undefined
}

function callsIn(value: Json): readonly Json[] {
  const delta = firstChoice(value)?.['delta']
  const calls = isRecord(delta) ? delta['tool_calls'] : undefined
  return Array.isArray(calls) && calls.every(isRecord) ? calls : []
}

function withCalls(value: Json, calls: readonly Json[]): Json {
  const choice = firstChoice(value)
  const delta = isRecord(choice?.['delta']) ? choice['delta'] : {}
  return { ...value, choices: [{ ...choice, delta: { ...delta, tool_calls: calls } }] }
}
