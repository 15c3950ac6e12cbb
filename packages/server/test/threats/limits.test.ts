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

  it('keeps nothing open for who asks for the head alone', async () => {
    const world = await open({ streams: 2 })
    const headers = { authorization: `Bearer ${decider}` }
    for (const path of ['/api/live', '/api/live?conversation=c', '/api/chat/c/stream']) {
      for (let time = 0; time < 3; time += 1) {
        const answer = await fetch(`${world.origin}${path}`, { method: 'HEAD', headers })
        expect([200, 204]).toContain(answer.status)
      }
    }
  })

  it('lets no wish of a client pass by the limit where a stream is what it asks for', async () => {
    const world = await open({ streams: 1 })
    const control = new AbortController()
    const headers = { authorization: `Bearer ${decider}`, prefer: 'respond-async' }
    const stream = () => fetch(`${world.origin}/api/live`, { headers, signal: control.signal })
    expect((await stream()).status).toBe(200)
    expect((await stream()).status).toBe(503)
    control.abort()
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
    const seen = countEvents(fast)
    const id = 'x'.repeat(1024 * 1024)
    for (let count = 1; count <= 40; count += 1) {
      world.server.hub.publish({ type: 'conversation-deleted', id })
      expect((await seen.next()).value).toBe(count)
    }
    slow.resume()
    await isCut
    control.abort()
  })
})

/** Counts events as they come. */
async function* countEvents({ body }: Response): AsyncGenerator<number> {
  const decoder = new TextDecoder()
  let seen = 0
  let rest = ''
  for await (const bytes of body ?? []) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) if (part.includes('event: conversation-deleted')) yield ++seen
  }
}
