import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeOf,
  decider,
  lines,
  openServer,
  raw,
  reader,
  type ServerWorld,
} from '../server-world.ts'

let world: ServerWorld
beforeAll(async () => {
  world = await openServer({
    client: { 'index.html': '<!doctype html><html lang="en"><body></body></html>' },
    options: {
      access: {
        tokens: [{ token: decider, mayDecide: true }, { token: reader }],
        allowedOrigins: ['http://localhost:5173'],
      },
    },
  })
})
afterAll(() => world.close())

const ask = (headers: readonly string[], path = '/api/session') =>
  raw(world.port, lines(`GET ${path} HTTP/1.1`, ...headers))
const withToken = `Authorization: Bearer ${decider}`

describe('threat S1: a name that somebody else made lead here', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])('answers to %s', async (name) => {
    expect((await ask([`Host: ${name}:${world.port}`, withToken])).status).toBe(200)
    expect((await ask([`Host: ${name}`, withToken])).status).toBe(200)
  })

  it.each([
    ['another name', ['Host: evil.example']],
    ['a name that resolves here', ['Host: localtest.me']],
    ['a name that begins like ours', ['Host: localhost.evil.example']],
    ['an address with more behind it', ['Host: 127.0.0.1.evil.example']],
    ['a dot at the end', ['Host: localhost.']],
    ['a dot at the end, and a port', ['Host: 127.0.0.1.:80']],
    ['user information', ['Host: localhost@evil.example']],
    ['user information before ours', ['Host: evil.example@localhost']],
    ['another way to write the address', ['Host: 2130706433']],
    ['a short way to write the address', ['Host: 127.1']],
    ['another address of loopback', ['Host: 127.0.0.2']],
    ['all addresses', ['Host: 0.0.0.0']],
    ['a path in it', ['Host: localhost/evil']],
    ['two of them', ['Host: localhost', 'Host: evil.example']],
    ['two of them, ours last', ['Host: evil.example', 'Host: localhost']],
    ['nothing in it', ['Host:']],
    ['none', []],
  ])('refuses %s', async (_, headers) => {
    for (const path of ['/', '/index.html', '/api/session', '/api/openapi.json', '/none.js']) {
      const answer = await ask([...headers, withToken], path)
      expect([path, answer.status]).toEqual([path, 403])
      expect(JSON.parse(answer.body).error.code).toBe('wrong-host')
    }
  })

  it.each([
    'GET http://evil.example/api/session HTTP/1.1',
    'GET //evil.example/api/session HTTP/1.1',
    'GET /\\evil.example/api/session HTTP/1.1',
    'GET /api\\session HTTP/1.1',
    'OPTIONS * HTTP/1.1',
  ])('refuses a target that is no path: %s', async (line) => {
    const answer = await raw(world.port, lines(line, 'Host: localhost', withToken))
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, 'invalid'])
  })
})

describe('threat S2: cookies go to every port of a host', () => {
  it('opens nothing with the cookie alone, with the key alone, or with those of two pages', async () => {
    const [one, other] = [await world.openPage(), await world.openPage()]
    const at = (headers: Readonly<Record<string, string>>) =>
      fetch(`${world.origin}/api/session`, { headers })
    expect((await at({ cookie: one.cookie, 'x-skillet-key': one.key })).status).toBe(200)
    expect((await at({ cookie: one.cookie })).status).toBe(401)
    expect((await at({ 'x-skillet-key': one.key })).status).toBe(401)
    expect((await at({ cookie: one.cookie, 'x-skillet-key': other.key })).status).toBe(401)
    const renamed = one.cookie.replace(String(world.port), '4747')
    expect((await at({ cookie: renamed, 'x-skillet-key': one.key })).status).toBe(401)
  })

  it('goes on to work where another port put a cookie of the same name before ours', async () => {
    const { cookie, key } = await world.openPage()
    const [name] = cookie.split('=')
    const headers = { cookie: `${name}=planted; ${cookie}`, 'x-skillet-key': key }
    expect((await fetch(`${world.origin}/api/session`, { headers })).status).toBe(200)
  })

  it('keeps the cookie from scripts, from other sites, and in memory alone', async () => {
    const response = await fetch(`${world.origin}/api/access`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: world.server.accessCode() }),
    })
    expect(response.headers.get('set-cookie')).toMatch(
      new RegExp(`^skillet-${world.port}=[0-9a-f]{32}; Path=/api; HttpOnly; SameSite=Strict$`, 'u'),
    )
  })

  it('says to a page of an earlier start what it is', async () => {
    const response = await fetch(`${world.origin}/api/session`, {
      headers: { cookie: `skillet-${world.port}=old`, 'x-skillet-key': 'old' },
    })
    expect([response.status, await codeOf(response)]).toEqual([401, 'earlier-start'])
  })
})

describe('threat S3: requests that another page makes', () => {
  const foreign: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['fetch of another site', { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['fetch of another port', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }],
    ['a frame without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['an image', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
    ['a script', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' }],
    ['EventSource', { origin: 'http://localhost:3000', accept: 'text/event-stream' }],
    ['a link that is followed', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['another scheme', { origin: 'https://127.0.0.1' }],
    ['a browser that says nothing of the site', { origin: 'http://127.0.0.1' }],
  ]

  it.each(foreign)('refuses %s, though it brings cookie and key', async (_, headers) => {
    const page = await world.openPage()
    const response = await page.call('/api/session', { headers })
    expect([response.status, await codeOf(response)]).toEqual([403, 'foreign-origin'])
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'field=theme&value=dark'],
    ['sendBeacon, and a form of plain text', 'text/plain', '{"field":"theme","value":"dark"}'],
    ['a form with a file', 'multipart/form-data; boundary=a', '--a--'],
    ['no type', '', '{"field":"theme","value":"dark"}'],
  ])('takes no %s, also from our own page', async (_, type, body) => {
    const { cookie, key } = await world.openPage()
    const response = await fetch(`${world.origin}/api/settings`, {
      method: 'PATCH',
      headers: { cookie, 'x-skillet-key': key, 'content-type': type },
      body: new TextEncoder().encode(body),
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })

  it('lets nobody exchange a code from another page', async () => {
    const code = world.server.accessCode()
    const exchange = (origin: string) =>
      fetch(`${world.origin}/api/access`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ code }),
      })
    expect((await exchange('http://127.0.0.1:3000')).status).toBe(403)
    expect((await exchange('http://localhost:5173')).status).toBe(401)
    expect((await exchange(world.origin)).status).toBe(200)
  })

  it('gives an allowed origin what its token opens, and never our cookie', async () => {
    const origin = 'http://localhost:5173'
    const headers = { origin, 'sec-fetch-site': 'same-site' }
    const answer = await world.call('/api/session', { headers, token: reader })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    const page = await world.openPage()
    expect((await page.call('/api/session', { headers })).status).toBe(401)
    const preflight = await fetch(`${world.origin}/api/session`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
    expect(preflight.status).toBe(204)
    const other = await fetch(`${world.origin}/api/session`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5174', 'access-control-request-method': 'GET' },
    })
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  it('knows a token by all of its letters', async () => {
    for (const token of ['', 'x', decider.slice(0, -1), `${decider}x`, decider.toUpperCase()]) {
      expect((await world.call('/api/session', { token })).status).toBe(401)
    }
    expect((await world.call('/api/session')).status).toBe(200)
  })
})

describe('threat S4: the code of the printed address', () => {
  const exchange = (on: ServerWorld, code: string | undefined) =>
    fetch(`${on.origin}/api/access`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })

  it('has 128 bits, and is another one each time', () => {
    const codes = Array.from({ length: 50 }, () => world.server.accessCode())
    for (const code of codes) expect(code).toMatch(/^[0-9a-f]{32}$/u)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('works once: whoever comes second is told, and how to get another', async () => {
    const code = world.server.accessCode()
    const [first, second] = await Promise.all([exchange(world, code), exchange(world, code)])
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 403]))
    const again = await exchange(world, code)
    expect(await again.json()).toMatchObject({
      error: { code: 'code-used', hint: expect.stringContaining('prints another address') },
    })
  })

  it('works for five minutes', async () => {
    let now = 1_000_000
    const clocked = await openServer({ now: () => now })
    const [soon, late] = [clocked.server.accessCode(), clocked.server.accessCode()]
    now += 5 * 60_000
    expect((await exchange(clocked, soon)).status).toBe(200)
    now += 1
    expect(await codeOf(await exchange(clocked, late))).toBe('code-late')
    await clocked.close()
  })

  it('gives nothing for a code that it does not know, or for none', async () => {
    for (const code of ['', '0'.repeat(32), 'x'.repeat(100_000)]) {
      expect(await codeOf(await exchange(world, code))).toBe('code-unknown')
    }
    expect(await codeOf(await exchange(world, undefined))).toBe('code-needed')
  })

  it('tells who made it when it was exchanged', async () => {
    const code = world.server.accessCode() ?? ''
    const told = world.server.exchanged(code)
    await exchange(world, code)
    expect(await told).toBe(true)
    expect(await world.server.exchanged('unknown')).toBe(false)
  })

  it('leads to a page that holds nothing', async () => {
    const page = await (await fetch(`${world.origin}/`)).text()
    expect(page).toBe('<!doctype html><html lang="en" data-theme="system"><body></body></html>')
  })
})

describe('threat S5: streams and web sockets', () => {
  it.each([
    ['a web socket', ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']],
    ['HTTP/2', ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk']],
  ])('refuses to become %s', async (_, headers) => {
    const answer = await raw(
      world.port,
      `${['GET /api/live HTTP/1.1', 'Host: localhost', withToken, ...headers].join('\r\n')}\r\n\r\n`,
    )
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, 'no-upgrade'])
  })

  it('is no proxy', async () => {
    const answer = await raw(
      world.port,
      'CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n',
    )
    expect(answer.status).toBe(405)
  })

  it('opens no stream without the key, which EventSource cannot send', async () => {
    const { cookie } = await world.openPage()
    for (const path of ['/api/live', '/api/chat/c/stream']) {
      const headers = { cookie, accept: 'text/event-stream' }
      expect((await fetch(`${world.origin}${path}`, { headers })).status).toBe(401)
    }
  })

  it('gives another port nothing that it could read', async () => {
    const { cookie } = await world.openPage()
    const seen: (string | undefined)[] = []
    const other = createHttpServer((request, response) => {
      seen.push(request.headers.cookie)
      response.end()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    // What a browser does on its own: the cookie of the host goes to the other port as well.
    await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie } })
    other.close()
    expect(seen).toEqual([cookie])
    const stolen = await fetch(`${world.origin}/api/session`, {
      headers: { cookie: seen[0] ?? '' },
    })
    expect(stolen.status).toBe(401)
  })
})

describe('threat S10: frames, openers and what an answer may do', () => {
  const wanted = {
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/u,
    ),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
  }

  it.each([
    ['a page', lines('GET / HTTP/1.1', 'Host: localhost')],
    ['a page of a name that is none', lines('GET /conversations/x HTTP/1.1', 'Host: localhost')],
    ['a file that is not there', lines('GET /none.js HTTP/1.1', 'Host: localhost')],
    ['an answer', lines('GET /api/session HTTP/1.1', 'Host: localhost', withToken)],
    ['a refusal', lines('GET /api/session HTTP/1.1', 'Host: localhost')],
    ['a wrong host', lines('GET / HTTP/1.1', 'Host: evil.example')],
    ['a route that is none', lines('GET /api/none HTTP/1.1', 'Host: localhost', withToken)],
    ['a method that is none', lines('DELETE / HTTP/1.1', 'Host: localhost')],
    ['a method that no page may use', lines('TRACE / HTTP/1.1', 'Host: localhost')],
    ['a path that cannot be read', lines('GET /%zz HTTP/1.1', 'Host: localhost')],
    [
      'an upgrade',
      'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['an expectation', lines('POST /api/chat HTTP/1.1', 'Host: localhost', 'Expect: x')],
    ['headers that are too large', lines('GET / HTTP/1.1', `X: ${'x'.repeat(70_000)}`)],
    ['what is no HTTP', 'hello\r\n\r\n'],
  ])('puts every header on %s', async (_, request) => {
    const answer = await raw(world.port, request)
    expect(answer.status).toBeGreaterThanOrEqual(200)
    expect(answer.headers).toMatchObject(wanted)
  })
})
