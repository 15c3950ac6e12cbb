import { AnswerTooLongError, MOST_EVENTS, MOST_REPEATS } from './answer-size.ts'
import type { Fetch } from './guarded-fetch.ts'

/** The JSON of an event. */
export type Json = Readonly<Record<string, unknown>>

/** One stream's filter: each whole event as it goes on, or nothing, or the one behind which it is over. */
export type EventFilter = (event: string) => string | LastEvent

/** What a provider sends behind it is no part of the answer, and may not even fit it. */
export interface LastEvent {
  readonly last: string
}

export interface EventOptions {
  /** Makes the filter of one stream. Default: events stay as they are. */
  readonly filterOf?: (() => EventFilter) | undefined
  /** Most events of one stream, comments among them. Default 250,000. */
  readonly mostEvents?: number | undefined
}

/**
 * The same fetch, whose event streams (HTML, 9.2) are mended on their way to a provider's package:
 * the last event counts also where its blank line is missing, a filter may change each one and end
 * the stream, and there is an end to how many may come.
 */
export function withEvents(fetch: Fetch, options: EventOptions = {}): Fetch {
  const { filterOf = () => same, mostEvents = MOST_EVENTS } = options
  return async (input, init) => {
    const response = await fetch(input, init)
    const { body, ok, status, statusText, headers } = response
    if (body === null || !ok || isNoStream(mediaTypeOf(headers.get('content-type')))) {
      return response
    }
    const events = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(eachEvent(counted(filterOf(), mostEvents)))
      .pipeThrough(new TextEncoderStream())
    return new Response(events, { status, statusText, headers })
  }
}

/** `text/html` of `text/html; charset=utf-8`. */
export const mediaTypeOf = (header: string | null | undefined): string | undefined =>
  /^[\w.+-]+\/[\w.+-]+/.exec(header?.trim() ?? '')?.[0].toLowerCase()

/** Some servers name no type, or call their stream plain text: they get the benefit of the doubt. */
export const isNoStream = (mediaType: string | undefined): boolean =>
  mediaType !== undefined && neverAStream.test(mediaType)

const neverAStream = /^(?:text\/html|application\/(?:[\w.-]+\+)?(?:json|xml)|text\/xml|image\/.*)$/

const same: EventFilter = (event) => event

/** Empty events cost nothing to send, and would never fill an answer. */
function counted(pass: EventFilter, most: number): EventFilter {
  let count = 0
  let repeats = 0
  let former: string | undefined
  return (event) => {
    count += 1
    repeats = event === former ? repeats + 1 : 0
    former = event
    if (count > most || repeats >= MOST_REPEATS) throw new AnswerTooLongError()
    return pass(event)
  }
}

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
        const event = held.splice(0).join('') + fresh.slice(from, index + blank.length)
        from = index + blank.length
        if (passOn(pass(event), controller) === 'over') return controller.terminate()
      }
      keep(fresh.slice(from))
    },
    flush(controller) {
      const rest = held.join('') + tail
      if (rest.trim() === '') return
      // Half an event stays half: of a whole one only the line breaks are missing.
      passOn(pass(dataOf(rest) === undefined ? rest : `${rest.trimEnd()}\n\n`), controller)
    },
  })
}

function passOn(
  passed: string | LastEvent,
  controller: TransformStreamDefaultController<string>,
): 'on' | 'over' {
  const event = typeof passed === 'string' ? passed : passed.last
  if (event !== '') controller.enqueue(event)
  return typeof passed === 'string' ? 'on' : 'over'
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
