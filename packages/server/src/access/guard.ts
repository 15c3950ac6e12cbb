import type { Asker } from '@skillet/agent'
import type { Context, MiddlewareHandler } from 'hono'
import { keyHeader } from '../contract/index.ts'
import { RequestFailure } from '../failure.ts'
import type { Caller, ClientToken, ServerEnvironment } from '../types.ts'
import { originOf } from './origin.ts'
import { digestOf, findSecret } from './secrets.ts'
import type { Sessions } from './sessions.ts'

export interface GuardOptions {
  readonly sessions: Sessions
  readonly tokens: readonly ClientToken[]
  readonly allowedOrigins: readonly string[]
  /** Beyond loopback: pages are opened with a password, not by an address. */
  readonly needsPassword: boolean
  /** Of our cookie: it has the port in it, since browsers send cookies to every port of a host. */
  readonly cookieName: () => string
}

/** The one path below `/api` that is asked without a cookie and a key: it gives them. */
const exchangePath = '/api/access'

/**
 * Stands before every route below `/api`: lets in our own page with cookie and key, and other programs
 * with a token. That a browser sends no `Origin` says nothing: it sends none with an image either.
 */
export function guard(options: GuardOptions): MiddlewareHandler<ServerEnvironment> {
  const tokens = options.tokens.map(({ token, mayDecide = false }) => ({
    digest: digestOf(token),
    mayDecide,
  }))
  return async (c, next) => {
    const from = originOf(
      {
        host: c.req.header('host') ?? '',
        origin: c.req.header('origin'),
        site: c.req.header('sec-fetch-site'),
      },
      options.allowedOrigins,
    )
    if (from === 'foreign') throw foreignOrigin()
    if (from === 'allowed') {
      allowOrigin(c)
      if (isPreflight(c)) return c.body(null, 204)
    }
    if (c.req.path === exchangePath && from === 'own') return next()
    const bearer = bearerOf(c.req.header('authorization'))
    const caller =
      bearer === undefined ? from === 'own' && pageOf(c, options) : tokenCaller(bearer, tokens)
    if (!caller) throw bearer === undefined ? pageRefusal(c, options) : unknownToken()
    c.set('caller', caller)
    return next()
  }
}

/** Of routes that are a person's: tokens open them only where they may decide for one. */
export const forDeciders = {
  description: 'For a person in the page, and for tokens that may decide (`--client-may-approve`).',
  middleware: (async (c, next) => {
    requireDecider(c)
    await next()
  }) satisfies MiddlewareHandler<ServerEnvironment>,
} as const

/** As whose the engine takes what is asked: of a token that may not decide, nothing is a person's. */
export function askerOf(c: Context<ServerEnvironment>): Asker {
  return c.get('caller').mayDecide ? 'person' : 'program'
}

/** For what only a part of a request asks for. */
export function requireDecider(c: Context<ServerEnvironment>): void {
  if (c.get('caller').mayDecide) return
  throw new RequestFailure(403, {
    code: 'not-for-tokens',
    message: 'This is for a person to decide, and this token may not decide for one.',
    hint: 'Decide in the page, or start Skillet with --client-may-approve.',
  })
}

function pageOf(c: Context, { sessions, cookieName }: GuardOptions): Caller | undefined {
  const key = c.req.header(keyHeader)
  if (key === undefined) return undefined
  const cookies = cookiesCalled(cookieName(), c.req.header('cookie') ?? '')
  return sessions.holds(cookies, key) ? { kind: 'page', mayDecide: true } : undefined
}

/** All of that name: another port can put one with a longer path before ours. */
function cookiesCalled(name: string, header: string): readonly string[] {
  return header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
  })
}

function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : (/^bearer +(\S+)$/iu.exec(header)?.[1] ?? '')
}

function tokenCaller(
  given: string,
  tokens: readonly { readonly digest: Buffer; readonly mayDecide: boolean }[],
): Caller | undefined {
  const token = findSecret(given, tokens)
  return token && { kind: 'token', mayDecide: token.mayDecide }
}

function isPreflight(c: Context): boolean {
  return c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined
}

/** No cookie goes with such a request: its page has a token, or gets nothing. */
function allowOrigin(c: Context): void {
  c.header('Access-Control-Allow-Origin', c.req.header('origin') ?? '')
  c.header('Vary', 'Origin')
  if (!isPreflight(c)) return
  c.header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
  c.header(
    'Access-Control-Allow-Headers',
    'authorization, content-type, last-event-id, prefer, user-agent',
  )
  c.header('Access-Control-Max-Age', '600')
}

function foreignOrigin(): RequestFailure {
  return new RequestFailure(403, {
    code: 'foreign-origin',
    message: 'Another page asked, so nothing was done.',
    hint: 'For a page of your own, start Skillet with --allow-origin and give that page a token.',
  })
}

function unknownToken(): RequestFailure {
  return new RequestFailure(401, {
    code: 'no-access',
    message: 'Skillet does not know this token.',
    hint: 'Start it with: skillet serve --client-token FILE',
  })
}

function pageRefusal(c: Context, { needsPassword }: GuardOptions): RequestFailure {
  if (needsPassword) {
    return new RequestFailure(401, { code: 'password-needed', message: 'The password is needed.' })
  }
  if (c.req.header(keyHeader) === undefined) {
    return new RequestFailure(401, {
      code: 'no-access',
      message: 'This page was not opened by Skillet.',
      hint: 'Open it by the address that `skillet serve` prints.',
    })
  }
  return new RequestFailure(401, {
    code: 'earlier-start',
    message: 'This page is of an earlier start of Skillet.',
    hint: 'Open the address that `skillet serve` printed last.',
  })
}
