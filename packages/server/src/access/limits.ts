import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { RequestFailure } from '../failure.ts'

/** What one request may be, and how many answers may stay open. */
export interface Limits {
  /** Milliseconds until all headers are there. */
  readonly headerMs: number
  /** Milliseconds until the whole request is there. */
  readonly bodyMs: number
  /** How often the two are looked at. */
  readonly checkEveryMs: number
  readonly bodyBytes: number
  readonly jsonDepth: number
  readonly streams: number
}

export const defaultLimits: Limits = {
  headerMs: 10_000,
  bodyMs: 30_000,
  checkEveryMs: 1_000,
  bodyBytes: 10 * 1024 * 1024,
  jsonDepth: 64,
  streams: 64,
}

/** A body is read up to the limit and no further, whatever length it says it has. */
export function limitBody({ bodyBytes }: Limits): MiddlewareHandler {
  const refuse = () => {
    throw new RequestFailure(413, {
      code: 'too-large',
      message: `A request has at most ${bodyBytes / 1024 / 1024} MiB.`,
    })
  }
  return async (c, next) => {
    const { raw } = c.req
    const said = raw.headers.get('content-length')
    // Node reads no more than the length that was said.
    if (said !== null && Number(said) > bodyBytes) return refuse()
    if (said !== null || raw.body === null) return next()
    const body = await readUpTo(raw.body, bodyBytes)
    if (body === undefined) return refuse()
    const { method, headers, signal } = raw
    const whole = body.length === 0 ? {} : { body }
    c.req.raw = new Request(raw.url, { method, headers, signal, ...whole })
    return next()
  }
}

/** All bytes; undefined where there are more than that. */
async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** A parser, and what reads its result, goes one call deeper with every bracket. */
export function limitDepth({ jsonDepth }: Limits): MiddlewareHandler {
  return async (c, next) => {
    if (isJson(c) && depthOf(await c.req.text(), jsonDepth) > jsonDepth) {
      throw new RequestFailure(400, {
        code: 'invalid',
        message: `JSON is nested at most ${jsonDepth} deep.`,
      })
    }
    return next()
  }
}

function isJson(c: Context): boolean {
  return /^application\/(?:[a-z.+-]+\+)?json\b/iu.test(c.req.header('content-type') ?? '')
}

const quote = 0x22
const backslash = 0x5c

/** How deep brackets are nested; stops beyond `enough`. Brackets in texts do not count. */
function depthOf(json: string, enough: number): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let at = 0; at < json.length && deepest <= enough; at += 1) {
    const code = json.charCodeAt(at)
    if (inText) {
      if (code === backslash) at += 1
      else if (code === quote) inText = false
    } else if (code === quote) inText = true
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      deepest = Math.max(deepest, depth)
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return deepest
}

/** Answers that stay open take one of a fixed number of places, until they end or the client is gone. */
export function limitStreams({
  streams,
}: Limits): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  let open = 0
  return async (c, next) => {
    if (isAnsweredElsewhere(c)) return next()
    if (open >= streams) {
      throw new RequestFailure(503, {
        code: 'busy',
        message: `Skillet keeps at most ${streams} streams open.`,
        hint: 'Close pages that you do not need.',
      })
    }
    open += 1
    const release = once(() => {
      open -= 1
    })
    try {
      await next()
    } catch (error) {
      release()
      throw error
    }
    const { body } = c.res
    if (body === null || !isStream(c.res)) return release()
    const cut = () => void c.env.outgoing?.destroy()
    c.res = new Response(whenOver(body, release, cut), c.res)
  }
}

/** A message whose answer comes by a stream that is open already. */
export function isAnsweredElsewhere({ req }: Context): boolean {
  return req.method === 'POST' && /\brespond-async\b/i.test(req.header('prefer') ?? '')
}

/** Who asks for the head alone reads no body: what stands behind it ends at once. */
export const headAlone: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true
}

/** @param cut ends the connection at once, where what is written fails: its reader was too slow */
function whenOver(
  body: ReadableStream<Uint8Array>,
  over: () => void,
  cut: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          over()
          controller.close()
        } catch {
          over()
          cut()
          controller.close()
        }
      },
      cancel(reason) {
        over()
        return reader.cancel(reason)
      },
    },
    // Nothing is read ahead: who is slow is slow for the log behind, which decides about it.
    { highWaterMark: 0 },
  )
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
