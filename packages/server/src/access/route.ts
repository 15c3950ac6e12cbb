import { createRoute } from '@hono/zod-openapi'
import { setCookie } from 'hono/cookie'
import { exchangeAnswer, exchangeRequest } from '../contract/index.ts'
import { RequestFailure } from '../failure.ts'
import { body, gives } from '../routes/answers.ts'
import { newRoutes } from '../routes/app.ts'
import type { Codes } from './codes.ts'
import type { Password } from './password.ts'
import type { Sessions } from './sessions.ts'

export interface ExchangeOptions {
  readonly codes: Codes
  readonly sessions: Sessions
  /** Undefined on loopback: there is none. */
  readonly password: Password | undefined
  readonly cookieName: () => string
}

const route = createRoute({
  method: 'post',
  path: '/api/access',
  tags: ['Access'],
  summary: 'Exchange a code or the password for a cookie and a key',
  request: { body: body(exchangeRequest) },
  responses: gives('The key; the cookie is in `Set-Cookie`.', exchangeAnswer),
})

/** `POST /api/access`: the one thing that somebody without access may ask. */
export function accessRoutes({ codes, sessions, password, cookieName }: ExchangeOptions) {
  return newRoutes().openapi(route, async (c) => {
    const given = c.req.valid('json')
    if (given.code !== undefined) takeCode(codes, given.code)
    else if (given.password !== undefined) await tryPassword(password, given.password)
    else throw needed(password)
    const { cookie, key } = sessions.open()
    setCookie(c, cookieName(), cookie, { httpOnly: true, sameSite: 'Strict', path: '/api' })
    return c.json({ key }, 200)
  })
}

const another = 'Press Enter in the terminal where Skillet runs: it prints another address.'

function takeCode(codes: Codes, code: string): void {
  switch (codes.exchange(code)) {
    case 'exchanged':
      return
    case 'used':
      throw new RequestFailure(403, {
        code: 'code-used',
        message: 'This address was opened already, and opens one page only.',
        hint: another,
      })
    case 'late':
      throw new RequestFailure(403, {
        code: 'code-late',
        message: 'This address is older than five minutes.',
        hint: another,
      })
    case 'unknown':
      throw new RequestFailure(403, {
        code: 'code-unknown',
        message: 'Skillet does not know the code of this address. It may be of an earlier start.',
        hint: another,
      })
  }
}

async function tryPassword(password: Password | undefined, given: string): Promise<void> {
  if (password === undefined) throw needed(password)
  const outcome = await password.try(given)
  if (outcome.kind === 'right') return
  if (outcome.kind === 'wrong') {
    throw new RequestFailure(403, {
      code: 'password-wrong',
      message: 'This is not the password.',
    })
  }
  throw new RequestFailure(429, {
    code: 'too-many-tries',
    message: 'There were too many wrong passwords.',
    hint: `Try again in ${outcome.retryAfterSeconds} seconds.`,
  })
}

function needed(password: Password | undefined): RequestFailure {
  return new RequestFailure(403, {
    code: password === undefined ? 'code-needed' : 'password-needed',
    message:
      password === undefined
        ? 'The code of an address that Skillet printed is needed.'
        : 'The password is needed.',
    ...(password === undefined ? { hint: another } : {}),
  })
}
