import { randomBytes } from 'node:crypto'
import { createServer as createHttpServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import {
  answerOddities,
  createAccess,
  defaultLimits,
  inAddress,
  isLoopback,
  type Limits,
  throughDoor,
} from './access/index.ts'
import { createHub } from './live/index.ts'
import { createApp } from './routes/index.ts'
import { watchSkills } from './skills/index.ts'
import type { ListeningServer, ServerOptions, SkilletServer, World } from './types.ts'

/**
 * Makes a server: conversations, skills and settings over HTTP, and the page where it was built.
 *
 * @param options the engine and all that belongs to it, and who may do what
 * @param limits what one request may be. Default: `defaultLimits`
 * @throws TypeError where it would be reached from elsewhere without a password
 * @example
 * const server = createServer({ engine, store, library, models, settings, rules, trust, … })
 * const { origin } = await server.listen(4747)
 * console.log(`${origin}/#code=${server.accessCode()}`)
 */
export function createServer(
  options: ServerOptions,
  limits: Limits = defaultLimits,
): SkilletServer {
  const { host = '127.0.0.1', password } = options.access
  if (!isLoopback(host) && !password) {
    throw new TypeError(`A server on ${host} can be reached from elsewhere: give it a password.`)
  }
  const world = worldOf(options)
  const access = createAccess(world, () => portOf(http))
  const { fetch } = createApp(world, access, limits)
  const inside = getRequestListener(fetch, { overrideGlobalObjects: false })
  const http = createHttpServer(
    {
      headersTimeout: limits.headerMs,
      requestTimeout: limits.bodyMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // A missing one is refused at our own door, with all headers.
      requireHostHeader: false,
    },
    throughDoor(host, (request, response) => void inside(request, response)),
  )
  answerOddities(http)
  const watching = watchSkills(world)
  return {
    hub: world.hub,
    listen: (port) => listen(http, port, host),
    accessCode: () => (password ? undefined : access.codes.make()),
    exchanged: (code) => access.codes.exchanged(code),
    async close() {
      watching[Symbol.dispose]()
      access.codes.close()
      world.hub.close()
      await closeServer(http)
    },
  }
}

function worldOf(options: ServerOptions): World {
  const { now = Date.now, random = (bytes) => randomBytes(bytes).toString('hex') } = options
  const base = {
    ...options,
    now,
    random,
    start: random(8),
    language: () => options.settings.read().user.language ?? options.language ?? 'en',
  }
  return { ...base, hub: createHub(base) }
}

function listen(http: Server, port: number, host: string): Promise<ListeningServer> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    // `localhost` may be either family; the address that we print has to be the one we listen on.
    http.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host, exclusive: true }, () => {
      http.off('error', reject)
      const taken = portOf(http)
      resolve({ port: taken, origin: `http://${inAddress(host)}:${taken}` })
    })
  })
}

function portOf(http: Server): number {
  const address = http.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function closeServer(http: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!http.listening) return resolve()
    http.close((error) => (error === undefined ? resolve() : reject(error)))
    http.closeAllConnections()
  })
}
