import { ForeignAnswerError } from '../checked-stream.ts'
import { ProxyError } from '../proxy.ts'
import { StallError } from '../stall.ts'

/** What an error from a provider's package says, read once and without its secrets. */
export interface Facts {
  /** HTTP status of a refusal, 400 and above, or what a package took an event of a stream for. */
  readonly status: number | undefined
  /** Whether a server sent that status: what a stream carries came with 200. */
  readonly statusWasSent: boolean
  /** The provider's own words for the kind of error: `overloaded_error`, `insufficient_quota`. */
  readonly types: readonly string[]
  /** Codes of the error and its causes: `ECONNREFUSED`, `UND_ERR_SOCKET`. */
  readonly codes: readonly string[]
  /** Names of the error and its causes. */
  readonly names: readonly string[]
  /** The provider's sentence. Foreign text, and it may repeat what was sent. */
  readonly said: string
  /** Scheme, host and port. */
  readonly origin: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** What was sent: only for comparing, never for showing. */
  readonly sent: unknown
  readonly retryDelayMs: number | undefined
  /** Our own error, also where a package wrapped it. */
  readonly stall: StallError | undefined
  /** The media type of an answer that was no stream. */
  readonly mediaType: string | undefined
  /** The variable that names a proxy which let nothing through. */
  readonly proxy: string | undefined
}

const DEPTH = 6

export function readFacts(error: unknown): Facts {
  const chain = causesOf(error)
  const first = chain[0] ?? {}
  const url = text(first['url'])
  const body = text(first['responseBody']) ?? ''
  const event = eventIn(first, body)
  return {
    status: event === undefined ? statusOf(chain) : undefined,
    statusWasSent: !isOfStream(first),
    types: typesOf(event === undefined ? chain : [...chain, event]),
    codes: chain.flatMap((link) => text(link['code']) ?? []),
    names: [...chain, ...(event ? [event] : [])].flatMap((link) => text(link['name']) ?? []),
    said: typeof error === 'string' ? error : (wordsIn(body) ?? text(first['message']) ?? ''),
    origin: url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined,
    headers: headersOf(first['responseHeaders']),
    sent: first['requestBodyValues'],
    retryDelayMs: retryDelayIn(body),
    stall: causeOf(error, StallError),
    mediaType: causeOf(error, ForeignAnswerError)?.mediaType,
    proxy: causeOf(error, ProxyError)?.variable,
  }
}

type Link = Readonly<Record<string, unknown>>

/** Everything of an error that is looked at. */
const read = [
  'name',
  'message',
  'code',
  'status',
  'statusCode',
  'type',
  'url',
  'data',
  'error',
  'responseBody',
  'responseHeaders',
  'requestBodyValues',
] as const

/** The error, what it wraps and so on. Errors keep `message` on themselves and `name` above. */
function causesOf(error: unknown): readonly Link[] {
  const chain: Link[] = []
  let current = error
  while (isObject(current) && chain.length < DEPTH) {
    const link = current
    chain.push(Object.fromEntries(read.map((field) => [field, link[field]])))
    current = link['lastError'] ?? link['cause']
  }
  return chain
}

/** Our own error, also where a package wrapped it. */
function causeOf<Cause extends Error>(
  error: unknown,
  kind: new (...given: never) => Cause,
): Cause | undefined {
  let current = error
  for (let depth = 0; depth < DEPTH && current instanceof Error; depth += 1) {
    if (current instanceof kind) return current
    current = current.cause
  }
  return undefined
}

/**
 * Anthropic's package reports a first event that is an error, or that it cannot read, as a refused
 * request with a status of 500 or 529. The event is what says what happened.
 */
function eventIn(first: Link, body: string): Link | undefined {
  if (!isOfStream(first) || first['data'] !== undefined) return undefined
  const event = parsed(body)
  return isObject(event) ? event : undefined
}

/** An error of OpenAI's package in mid-stream is a bare object with the event in it. */
const isOfStream = (link: Link): boolean =>
  (link['name'] === undefined && link['data'] !== undefined) ||
  /^text\/event-stream\b/i.test(headersOf(link['responseHeaders'])['content-type'] ?? '')

/**
 * The sentence of a refusal. Packages know their own provider's shape; servers that copy a protocol
 * also say `{ message }`, `{ error: "…" }`, `{ detail: "…" }` or put the whole into a list.
 */
function wordsIn(body: string): string | undefined {
  const value = parsed(body)
  const whole: unknown = Array.isArray(value) ? value[0] : value
  if (!isObject(whole)) return undefined
  const { error, message, detail } = whole
  const inner = isObject(error) ? error['message'] : error
  return [inner, message, detail].map(text).find((words) => words?.trim())
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** A body that breaks off comes with its status of 200, which says nothing about the failure. */
function statusOf(chain: readonly Link[]): number | undefined {
  for (const { statusCode, status } of chain) {
    const value = typeof statusCode === 'number' ? statusCode : status
    if (typeof value === 'number' && value >= 400 && value <= 599) return value
  }
  return undefined
}

/** Providers put it at the top, under `error`, or under `data.error`, as type, code or status. */
function typesOf(chain: readonly Link[]): readonly string[] {
  const places = chain.flatMap(({ type, code, error, data }) => [
    { type, code },
    error,
    data,
    isObject(data) ? data['error'] : undefined,
  ])
  return places.flatMap((place) =>
    isObject(place)
      ? [place['type'], place['code'], place['status']].flatMap((value) => text(value) ?? [])
      : [],
  )
}

function headersOf(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {}
  const headers: Record<string, string> = {}
  for (const [name, header] of Object.entries(value)) {
    if (typeof header === 'string') headers[name.toLowerCase()] = header
  }
  return headers
}

/** Google says how long to wait in the body. */
function retryDelayIn(body: string): number | undefined {
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1]
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
