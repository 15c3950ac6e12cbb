import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Failure } from '../contract/index.ts'
import { securityHeaders } from './headers.ts'
import { isOurHost } from './host.ts'

interface Refusal {
  readonly status: number
  readonly error: Failure['error']
}

/**
 * The door that every request comes through before anything looks at it: static files, errors and
 * unknown paths too. Puts the security headers on each answer.
 *
 * @param host as given with `--host`
 */
export function throughDoor(host: string, inside: RequestListener): RequestListener {
  return (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    const refusal = refusalOf(request, host)
    if (refusal !== undefined) return refuse(response, refusal)
    inside(request, response)
  }
}

function refusalOf(request: IncomingMessage, host: string): Refusal | undefined {
  const asked = {
    headers: request.headersDistinct['host'] ?? [],
    localAddress: request.socket.localAddress,
  }
  if (!isOurHost(asked, host)) return wrongHost
  if (!isPath(request.url ?? '')) return wrongTarget
  return undefined
}

/** A backslash is another slash to some who read addresses, and could name another host. */
function isPath(target: string): boolean {
  return /^\/(?!\/)[^\\]*$/u.test(target)
}

const wrongHost: Refusal = {
  status: 403,
  error: {
    code: 'wrong-host',
    message: 'This address does not name Skillet.',
    hint: 'Open it as 127.0.0.1 or localhost, with the port that Skillet printed.',
  },
}

const wrongTarget: Refusal = {
  status: 400,
  error: {
    code: 'invalid',
    message: 'A request names a path that begins with one slash and holds no backslash.',
  },
}

function refuse(response: ServerResponse, { status, error }: Refusal): void {
  const text = JSON.stringify({ error } satisfies Failure)
  // What is left of the request is not worth reading.
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  })
  response.end(text)
}

/**
 * What never becomes a request: an upgrade, a proxy's `CONNECT`, a text that is no HTTP, headers or a
 * body that do not come in time. Each gets an answer with all headers, then the connection ends.
 */
export function answerOddities(server: Server): void {
  server.on('upgrade', (_request, socket: Duplex) => answerAndEnd(socket, 400, 'no-upgrade'))
  server.on('connect', (_request, socket: Duplex) => answerAndEnd(socket, 405, 'no-proxy'))
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    refuse(response, { status: 417, error: { code: 'invalid', message: messages.invalid } })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return answerAndEnd(socket, 408, 'too-slow')
    if (error.code === 'HPE_HEADER_OVERFLOW') return answerAndEnd(socket, 431, 'too-large')
    answerAndEnd(socket, 400, 'invalid')
  })
}

const messages = {
  'no-upgrade': 'Skillet speaks plain HTTP/1.1: there are no web sockets here.',
  'no-proxy': 'Skillet is no proxy.',
  'too-slow': 'The request did not come in time.',
  'too-large': 'The headers of the request are too large.',
  invalid: 'This is no request that Skillet understands.',
} as const

function answerAndEnd(socket: Duplex, status: number, code: keyof typeof messages): void {
  const text = JSON.stringify({ error: { code, message: messages[code] } } satisfies Failure)
  const headers = {
    ...securityHeaders,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.on('error', () => socket.destroy())
  socket.end(
    [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', text].join('\r\n'),
    () => socket.destroy(),
  )
}
