/** What a scripted provider says. The same script runs against every protocol. */

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly tool: string
      /** The arguments as sent, which need not be JSON. */
      readonly json: string
      readonly id?: string
    }
  /** An error inside a stream that began well. It is the last piece, and nothing closes after it. */
  | { readonly kind: 'error'; readonly message: string; readonly type: string }

export interface ReplyUsage {
  readonly input: number
  readonly output: number
  /** US dollars, as OpenRouter says them. */
  readonly cost?: number
}

/**
 * How a stream ends.
 * - `finish`: as the protocol wants it.
 * - `no-finish`: the connection closes in good order, the closing events are missing.
 * - `cut`: the socket is destroyed.
 * - `reset`: the connection is reset, and what was under way is lost.
 * - `stall`: the connection stays open and no further byte comes.
 */
export type Ending = 'finish' | 'no-finish' | 'cut' | 'reset' | 'stall'

export type Reply =
  | {
      readonly kind: 'stream'
      readonly pieces: readonly Piece[]
      readonly usage?: ReplyUsage
      readonly ending?: Ending
      /** Whether the closing events are sent. Default: where it ends with `finish`. */
      readonly closes?: boolean
      /** Default: `calls` where a piece is a call, else `stop`. */
      readonly finish?: 'stop' | 'calls' | 'length'
      /** How the whole body is written: one write for each piece. Default: one for each event. */
      readonly travel?: (body: string) => Iterable<string | Uint8Array>
      /** Default: `text/event-stream`. */
      readonly contentType?: string
    }
  /** Exactly these bytes. A source without an end is read until the client goes. */
  | {
      readonly kind: 'bytes'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly pieces: Iterable<string | Uint8Array>
      readonly ending?: Exclude<Ending, 'no-finish'>
    }
  | {
      readonly kind: 'status'
      readonly status: number
      readonly message: string
      /** The protocol's word for the error, such as `rate_limit_error`. */
      readonly type?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'redirect'; readonly status: 301 | 302 | 307 | 308; readonly to: string }
  /** The request is taken and never answered. */
  | { readonly kind: 'silence' }
  /** The socket is destroyed before any header. */
  | { readonly kind: 'hang-up' }
  /** Whatever a server that is no provider says. */
  | { readonly kind: 'raw'; readonly contentType: string; readonly body: string }

export type StreamReply = Extract<Reply, { kind: 'stream' }>
export type RawReply = Extract<Reply, { kind: 'raw' }>

export const text = (value: string): Piece => ({ kind: 'text', text: value })

export const reasoning = (value: string): Piece => ({ kind: 'reasoning', text: value })

/** `input` as a value is written as JSON; as a string it is sent as it stands. */
export const call = (tool: string, input: unknown, id?: string): Piece => ({
  kind: 'call',
  tool,
  json: typeof input === 'string' ? input : JSON.stringify(input),
  ...(id === undefined ? {} : { id }),
})

export const stream = (
  pieces: readonly Piece[],
  rest: Omit<StreamReply, 'kind' | 'pieces'> = {},
): Reply => ({ kind: 'stream', pieces, ...rest })

/** A whole answer of one text. */
export const says = (value: string): Reply => stream([text(value)])

export const status = (
  code: number,
  message: string,
  rest: { readonly type?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Reply => ({ kind: 'status', status: code, message, ...rest })

export const redirect = (to: string, code: 301 | 302 | 307 | 308 = 307): Reply => ({
  kind: 'redirect',
  status: code,
  to,
})

export const bytes = (
  pieces: Iterable<string | Uint8Array>,
  rest: Partial<Omit<Extract<Reply, { kind: 'bytes' }>, 'kind' | 'pieces'>> = {},
): Reply => ({
  kind: 'bytes',
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  pieces,
  ...rest,
})

export const silence: Reply = { kind: 'silence' }
export const hangUp: Reply = { kind: 'hang-up' }

/** Texts arrive in several pieces, as from a real provider; long ones in a thousand. */
export function slices(value: string): string[] {
  const characters = Array.from(value)
  const size = Math.max(12, Math.ceil(characters.length / 1_000))
  const parts: string[] = []
  for (let at = 0; at < characters.length; at += size) {
    parts.push(characters.slice(at, at + size).join(''))
  }
  return parts
}

export function finishOf(reply: StreamReply): 'stop' | 'calls' | 'length' {
  return reply.finish ?? (reply.pieces.some((piece) => piece.kind === 'call') ? 'calls' : 'stop')
}
