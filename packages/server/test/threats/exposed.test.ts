import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isOurHost } from '../../src/access/host.ts'
import type { ExchangeAnswer, Session } from '../../src/contract/index.ts'
import { read } from '../read.ts'
import { codeOf, lines, openServer, raw, type ServerWorld } from '../server-world.ts'

const password = 'correct horse battery'
let now = 1_000_000
let world: ServerWorld
beforeEach(async () => {
  // A name of loopback that is no loopback name here, so that the test reaches nobody's network.
  world = await openServer({
    now: () => now,
    options: { access: { host: '127.0.0.2', password } },
  })
})
afterEach(() => world.close())

const at = () => `http://127.0.0.2:${world.port}`
const give = (value: unknown) =>
  fetch(`${at()}/api/access`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })

describe('threat S9: a server that others can reach', () => {
  it('is not made without a password', async () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.20', 'example.com']) {
      await expect(openServer({ options: { access: { host } } })).rejects.toThrow(
        /give it a password/u,
      )
      await expect(openServer({ options: { access: { host, password: '' } } })).rejects.toThrow()
    }
  })

  it('lets in with the password, and prints no code', async () => {
    expect(world.server.accessCode()).toBeUndefined()
    expect((await give({ password })).status).toBe(200)
    expect(await codeOf(await give({}))).toBe('password-needed')
    const asked = await fetch(`${at()}/api/session`, { headers: { 'x-skillet-key': 'old' } })
    expect([asked.status, await codeOf(asked)]).toEqual([401, 'password-needed'])
    expect(await codeOf(await give({ code: '0'.repeat(32) }))).toBe('code-unknown')
  })

  it('derives nothing from a password that nobody can have', async () => {
    for (let time = 0; time < 6; time += 1) {
      const answer = await give({ password: 'x'.repeat(1001) })
      expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid'])
    }
    expect((await give({ password })).status).toBe(200)
  })

  it('takes five tries a minute, from everybody together, the right one too', async () => {
    const wrong = await Promise.all(
      ['', 'a', password.slice(1), `${password} `, password.toUpperCase()].map((one) =>
        give({ password: one }).then(codeOf),
      ),
    )
    expect(wrong).toEqual(Array.from({ length: 5 }, () => 'password-wrong'))
    const sixth = await give({ password })
    expect([sixth.status, await codeOf(sixth)]).toEqual([429, 'too-many-tries'])
    now += 59_999
    expect((await give({ password })).status).toBe(429)
    now += 1
    expect((await give({ password })).status).toBe(200)
  })

  it('tells the page, so that it says so', async () => {
    const response = await give({ password })
    const { key } = await read<ExchangeAnswer>(response)
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const session = await fetch(`${at()}/api/session`, {
      headers: { cookie, 'x-skillet-key': key },
    })
    expect((await read<Session>(session)).exposed).toBe(true)
  })

  it('answers to its own name, and still to no other', async () => {
    const status = async (host: string) =>
      (await raw127(lines('GET / HTTP/1.1', `Host: ${host}`))).status
    expect(await status(`127.0.0.2:${world.port}`)).not.toBe(403)
    expect(await status('evil.example')).toBe(403)
    expect(await status('127.0.0.3')).toBe(403)
  })

  it('takes of all addresses the one that was called, as a number', () => {
    const asked = (name: string, localAddress: string) =>
      isOurHost({ headers: [name], localAddress }, '0.0.0.0')
    expect(asked('192.168.1.20:4747', '192.168.1.20')).toBe(true)
    expect(asked('192.168.1.20', '::ffff:192.168.1.20')).toBe(true)
    expect(asked('192.168.1.21', '192.168.1.20')).toBe(false)
    expect(asked('0.0.0.0', '192.168.1.20')).toBe(false)
    expect(asked('evil.example', '192.168.1.20')).toBe(false)
    expect(isOurHost({ headers: ['[fe80::1]:80'], localAddress: 'fe80::1' }, '::')).toBe(true)
    expect(isOurHost({ headers: ['box.lan'], localAddress: undefined }, 'box.lan')).toBe(true)
  })
})

/** To the address that the server listens on. */
function raw127(text: string) {
  return raw(world.port, text, '127.0.0.2')
}
