import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/access/index.ts'
import type { Failure } from '../../src/contract/index.ts'
import { read } from '../read.ts'
import { codeOf, decider, lines, openServer, raw, type ServerWorld } from '../server-world.ts'

const worlds: ServerWorld[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

async function open(limits: Partial<typeof defaultLimits> = {}): Promise<ServerWorld> {
  const world = await openServer({ limits: { ...defaultLimits, ...limits } })
  worlds.push(world)
  return world
}

const withToken = `Authorization: Bearer ${decider}`
const post = [
  'POST /api/chat HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  withToken,
]

describe('threat S6: somebody who takes all there is', () => {
  it('has the limits of the threat model', () => {
    expect(defaultLimits).toMatchObject({
      headerMs: 10_000,
      bodyMs: 30_000,
      bodyBytes: 10 * 1024 * 1024,
      jsonDepth: 64,
      streams: 64,
    })
  })

  it('waits so long for headers, and no longer', async () => {
    const { port } = await open({ headerMs: 100, bodyMs: 60_000, checkEveryMs: 20 })
    const answer = await raw(port, 'GET /api/session HTTP/1.1\r\nHost: localhost\r\nX: ')
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([408, 'too-slow'])
  })

  it('waits so long for a body, and no longer', async () => {
    const { port } = await open({ headerMs: 50, bodyMs: 100, checkEveryMs: 20 })
    const answer = await raw(port, `${[...post, 'Content-Length: 100'].join('\r\n')}\r\n\r\n{"id"`)
    expect(answer.status).toBe(408)
  })

  it('reads no more of a body than the limit, whatever length it says', async () => {
    const world = await open({ bodyBytes: 1000 })
    const said = await world.call('/api/chat', { method: 'POST', json: { id: 'x'.repeat(2000) } })
    expect([said.status, await codeOf(said)]).toEqual([413, 'too-large'])
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`
    const unsaid = await raw(
      world.port,
      `${lines(...post, 'Transfer-Encoding: chunked')}${chunk}${chunk}0\r\n\r\n`,
    )
    expect(unsaid.status).toBe(413)
  })

  it('reads no JSON that is nested deeper than 64, and every bracket in a text', async () => {
    const world = await open()
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const send = (body: string) =>
      fetch(`${world.origin}/api/chat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${decider}`, 'content-type': 'application/json' },
        body,
      })
    const deep = await send(nested(65))
    expect([deep.status, (await read<Failure>(deep)).error.message]).toEqual([
      400,
      'JSON is nested at most 64 deep.',
    ])
    const bomb = await send('['.repeat(5_000_000))
    expect(bomb.status).toBe(400)
    for (const body of [nested(64), JSON.stringify({ id: '['.repeat(1000) }), '"\\"[[["']) {
      expect((await read<Failure>(send(body))).error.message).not.toContain('nested')
    }
  })

  it('keeps no more streams open than the limit, and takes a new one when one is gone', async () => {
    const world = await open({ streams: 6 })
    const controllers = Array.from({ length: 6 }, () => new AbortController())
    const stream = (signal: AbortSignal) =>
      fetch(`${world.origin}/api/live`, {
        headers: { authorization: `Bearer ${decider}` },
        signal,
      })
    for (const { signal } of controllers) expect((await stream(signal)).status).toBe(200)
    const seventh = await world.call('/api/live')
    expect([seventh.status, await codeOf(seventh)]).toEqual([503, 'busy'])
    // Everything else goes on.
    expect((await world.call('/api/session')).status).toBe(200)
    controllers[0]?.abort()
    const control = new AbortController()
    await expect.poll(async () => (await stream(control.signal)).status).toBe(200)
    control.abort()
    for (const one of controllers) one.abort()
  })

  it('cuts a reader that does not read, while another stays on time', async () => {
    const world = await open()
    const slow = connect(world.port, '127.0.0.1')
    const isCut = new Promise<void>((resolve) => slow.on('close', () => resolve()))
    slow.on('error', () => {})
    slow.pause()
    slow.write(`${['GET /api/live HTTP/1.1', 'Host: localhost', withToken].join('\r\n')}\r\n\r\n`)
    const control = new AbortController()
    const fast = await fetch(`${world.origin}/api/live`, {
      headers: { authorization: `Bearer ${decider}` },
      signal: control.signal,
    })
    const received = readEvents(fast, 40)
    const id = 'x'.repeat(1024 * 1024)
    for (let count = 0; count < 40; count += 1) {
      world.server.hub.publish({ type: 'conversation-deleted', id })
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await received).toBe(40)
    slow.resume()
    await isCut
    control.abort()
  })
})

/** Counts events as they come, up to a number of them. */
async function readEvents(response: Response, wanted: number): Promise<number> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let seen = 0
  let rest = ''
  while (reader !== undefined && seen < wanted) {
    const { done, value } = await reader.read()
    if (done) break
    const parts = (rest + decoder.decode(value, { stream: true })).split(
      'event: conversation-deleted',
    )
    seen += parts.length - 1
    rest = (parts.at(-1) ?? '').slice(-30)
  }
  return seen
}
