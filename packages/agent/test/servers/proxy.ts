import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** One request that reached the proxy. */
export interface ProxiedRequest {
  readonly method: string
  /** Absolute, or `host:port` of a tunnel. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export interface ProxyServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  readonly requests: readonly ProxiedRequest[]
  /** The first bytes that went through each tunnel. */
  readonly tunnelled: readonly Buffer[]
}

export interface ProxyAnswers {
  /** Answers a request for an `http:` address. Default: 200, with no body. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void
  /** Status of the answer to CONNECT. Default 200. */
  readonly connect?: number
}

/** A proxy on 127.0.0.1 that answers in the place of the servers behind it. */
export async function startProxy({ answer, connect = 200 }: ProxyAnswers): Promise<ProxyServer> {
  const requests: ProxiedRequest[] = []
  const tunnelled: Buffer[] = []
  const tunnels: Duplex[] = []
  const note = ({ method = '', url = '', headers }: IncomingMessage) =>
    requests.push({ method, target: url, headers })

  const server = createServer((request, response) => {
    note(request)
    if (answer) answer(request, response)
    else response.end()
  })
  server.on('connect', (request, socket) => {
    note(request)
    tunnels.push(socket)
    socket.on('error', () => {})
    socket.write(`HTTP/1.1 ${connect} Answered\r\n\r\n`)
    if (connect !== 200) {
      socket.end()
      return
    }
    // What is in a tunnel is nobody's business but the two ends': it is noted and cut off.
    socket.once('data', (bytes: Buffer) => {
      tunnelled.push(bytes)
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    tunnelled,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const tunnel of tunnels) tunnel.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A SOCKS5 proxy (RFC 1928) on 127.0.0.1 that answers each request with this text itself. */
export async function startSocks(answer: string) {
  const names: string[] = []
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    const replies = [
      () => Buffer.from([5, 0]),
      (bytes: Buffer) => {
        names.push(bytes.subarray(5, 5 + (bytes[4] ?? 0)).toString('latin1'))
        return Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
      },
      () => answer,
    ]
    socket.on('data', (bytes: Buffer) => {
      const reply = replies.shift()
      if (reply) socket.write(reply(bytes))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    host: `127.0.0.1:${address.port}`,
    /** The names that the proxy was asked to reach. */
    names,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
