import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Ending, type Reply, type StreamReply, status } from './script.ts'

/** One request as it came in. */
export interface RecordedRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON; the text where it is none; `undefined` where there was no body. */
  readonly body: unknown
}

/** Replies one after the other, or a function of the request and its number (from 0). */
export type Script =
  | readonly Reply[]
  | ((request: RecordedRequest, index: number) => Reply | Promise<Reply>)

/** A server on 127.0.0.1 that speaks one protocol and remembers what it was sent. */
export interface ProtocolServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** What a provider takes as its base URL. */
  readonly baseURL: string
  readonly port: number
  /** The requests that the script answered. */
  readonly requests: readonly RecordedRequest[]
  /** Everything that came in, lists of models too. */
  readonly connections: readonly RecordedRequest[]
  close(): Promise<void>
}

export interface Protocol {
  /** Path that follows the origin in `baseURL`, such as `/v1`. */
  readonly base: string
  /** Answers what is no generation, such as a list of models. False: not known here. */
  lookUp?(request: RecordedRequest, response: ServerResponse): boolean
  /** Whether the script answers this request. */
  generates(request: RecordedRequest): boolean
  /** The bytes of a stream without its closing events: one string for each write. */
  encode(reply: StreamReply, request: RecordedRequest): readonly string[]
  /** The closing events, which some endings leave out. */
  encodeEnd(reply: StreamReply, request: RecordedRequest): readonly string[]
  errorBody(reply: Extract<Reply, { kind: 'status' }>): unknown
}

const BODY_LIMIT = 8 * 1024 * 1024

export async function startServer(protocol: Protocol, script: Script): Promise<ProtocolServer> {
  const requests: RecordedRequest[] = []
  const connections: RecordedRequest[] = []

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy())
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const { port } = address

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(incoming)
    connections.push(request)
    if (protocol.lookUp?.(request, response)) return
    if (!protocol.generates(request)) {
      sendJson(response, 404, { error: { message: `There is no ${request.path} here.` } })
      return
    }
    requests.push(request)
    send(protocol, request, await replyTo(script, request, requests.length - 1), response)
  }

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    baseURL: `${origin}${protocol.base}`,
    port,
    requests,
    connections,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A test that asks more often than its script answers fails loudly, and is not retried. */
async function replyTo(script: Script, request: RecordedRequest, index: number): Promise<Reply> {
  if (typeof script === 'function') return script(request, index)
  return script[index] ?? status(400, `The script has no reply for request ${index + 1}.`)
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > BODY_LIMIT) throw new Error('The request is larger than a test needs.')
    chunks.push(bytes)
  }
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers,
    body: parseBody(Buffer.concat(chunks).toString('utf8')),
  }
}

function parseBody(body: string): unknown {
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

export function sendJson(
  response: ServerResponse,
  code: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(code, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

function send(
  protocol: Protocol,
  request: RecordedRequest,
  reply: Reply,
  response: ServerResponse,
): void {
  switch (reply.kind) {
    case 'status':
      sendJson(response, reply.status, protocol.errorBody(reply), reply.headers)
      return
    case 'redirect':
      response.writeHead(reply.status, { location: reply.to })
      response.end()
      return
    case 'raw':
      response.writeHead(200, { 'content-type': reply.contentType })
      response.end(reply.body)
      return
    case 'silence':
      return
    case 'hang-up':
      response.destroy()
      return
    case 'bytes':
      response.writeHead(reply.status, reply.headers)
      response.flushHeaders()
      void sendPieces(reply.pieces, reply.ending ?? 'finish', response)
      return
    case 'stream':
      sendStream(protocol, request, reply, response)
  }
}

/** Writes no faster than the client reads, and stops once it has gone. */
async function sendPieces(
  pieces: Iterable<string | Uint8Array>,
  ending: Ending,
  response: ServerResponse,
): Promise<void> {
  for (const piece of pieces) {
    if (response.destroyed) return
    // A write of its own each time, so that the client gets it as a chunk of its own.
    await new Promise<void>((resolve) => {
      response.once('close', resolve)
      response.write(piece, () => {
        response.off('close', resolve)
        setImmediate(resolve)
      })
    })
  }
  end(ending, response)
}

function end(ending: Ending, response: ServerResponse): void {
  switch (ending) {
    case 'finish':
    case 'no-finish':
      response.end()
      return
    case 'cut':
      // An empty write calls back once everything before it has reached the socket.
      response.write('\n', () => response.destroy())
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'stall':
      return
  }
}

function sendStream(
  protocol: Protocol,
  request: RecordedRequest,
  reply: StreamReply,
  response: ServerResponse,
): void {
  const type = reply.contentType ?? 'text/event-stream'
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
  response.flushHeaders()
  const ending = reply.ending ?? 'finish'
  // After an error a provider sends nothing more.
  const closes =
    (reply.closes ?? ending === 'finish') && !reply.pieces.some((piece) => piece.kind === 'error')
  const events = [
    ...protocol.encode(reply, request),
    ...(closes ? protocol.encodeEnd(reply, request) : []),
  ]
  if (reply.travel) {
    void sendPieces(reply.travel(events.join('')), ending, response)
    return
  }
  for (const event of events) response.write(event)
  end(ending, response)
}

/** One server-sent event. */
export function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
}
