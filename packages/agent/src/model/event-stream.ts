import type { Fetch } from './guarded-fetch.ts'

/** The JSON of an event. */
export type Json = Readonly<Record<string, unknown>>

/** One stream's filter: each whole event as it goes on, or nothing. */
export type EventFilter = (event: string) => string

/**
 * The same fetch, whose event streams (HTML, 9.2) are mended on their way to a provider's package:
 * the last event counts also where its blank line is missing, and a filter may change each one.
 *
 * @param filterOf makes the filter of one stream; default: events stay as they are
 */
export function withEvents(fetch: Fetch, filterOf: () => EventFilter = () => same): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { body, status, statusText, headers } = response
    if (body === null || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) {
      return response
    }
    const events = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(eachEvent(filterOf()))
      .pipeThrough(new TextEncoderStream())
    return new Response(events, { status, statusText, headers })
  }
}

const same: EventFilter = (event) => event

/** Cuts a stream at its blank lines and passes each whole event through. */
function eachEvent(pass: EventFilter): TransformStream<string, string> {
  const held: string[] = []
  let tail = ''
  const keep = (text: string): void => {
    held.push(text.slice(0, -BLANK))
    tail = text.slice(-BLANK)
  }
  return new TransformStream({
    transform(chunk, controller) {
      // Only what is new can hold a blank line, and the end of the piece before it a part of one.
      const fresh = tail + chunk
      let from = 0
      for (const { index, 0: blank } of fresh.matchAll(eventEnd)) {
        const event = pass(held.splice(0).join('') + fresh.slice(from, index + blank.length))
        from = index + blank.length
        if (event !== '') controller.enqueue(event)
      }
      keep(fresh.slice(from))
    },
    flush(controller) {
      const rest = held.join('') + tail
      if (rest.trim() === '') return
      // Half an event stays half: of a whole one only the line breaks are missing.
      const event = pass(dataOf(rest) === undefined ? rest : `${rest.trimEnd()}\n\n`)
      if (event !== '') controller.enqueue(event)
    },
  })
}

/** A blank line. A CR at the very end may be half of a CRLF, so it waits for what follows. */
const eventEnd = /\r\n\r\n|\n\n|\r\r(?!$)/g
/** Characters of the longest blank line, less one. */
const BLANK = 3

/** The data of an event, where it is a JSON object. */
export function dataOf(event: string): Json | undefined {
  const data = event
    .split(/\r\n|\n|\r/)
    .flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
    .join('\n')
  try {
    const value: unknown = JSON.parse(data)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const written = (value: Json): string => `data: ${JSON.stringify(value)}\n\n`

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
