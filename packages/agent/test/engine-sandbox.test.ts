import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { parseRule } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import type { EngineEvent } from '../src/engine/events.ts'
import { whyNoSandbox } from '../src/sandbox/sandbox-fixture.ts'
import {
  calling,
  calls,
  messagesOf,
  ofType,
  openWorld,
  says,
  scripted,
  type TestWorld,
} from './engine-world.ts'

const absence = await whyNoSandbox()
const title = absence === undefined ? 'an engine with a sandbox' : `left out: ${absence}`

/** A server on loopback that greets; `using` closes it. */
async function greeter() {
  let visits = 0
  const server: Server = createServer((socket) => {
    visits += 1
    socket.on('error', () => undefined)
    socket.end('HELLO')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const command = `exec 9<>/dev/tcp/127.0.0.1/${port} && cat <&9 || { echo 'connection to 127.0.0.1 refused'; false; }`
  return { command, visits: () => visits, [Symbol.dispose]: () => server.close() }
}

const allowAll = [parseRule('bash', 'allow', 'user-settings')]

/** Answers each question in turn, and gives all events. */
async function answering(
  world: TestWorld,
  decisions: readonly ('once' | 'turn' | 'no')[],
): Promise<readonly EngineEvent[]> {
  const events: EngineEvent[] = []
  const left = [...decisions]
  for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
    events.push(event)
    if (event.type !== 'approval-request') continue
    const { id, digest } = event.request
    await world.engine.answer(id, { decision: left.shift() ?? 'no', digest })
  }
  return events
}

describe.skipIf(absence !== undefined)(title, () => {
  it('threat S8: keeps commands from loopback, and offers one run with the network', async () => {
    using server = await greeter()
    const { command } = server
    const model = scripted([calls(calling('bash', { command })), says('done')])
    const world = await openWorld({ model, permissions: { attended: true } })
    const events = await answering(world, ['once', 'once'])
    const requests = ofType(events, 'approval-request').map(({ request }) => request)
    expect(requests).toMatchObject([
      { tool: 'bash', sandbox: { kind: 'bubblewrap', network: 'closed' } },
      { tool: 'bash', openings: ['network'], rule: '', input: { command } },
    ])
    expect(requests[1]?.digest).not.toBe(requests[0]?.digest)
    expect(server.visits()).toBe(1)
    const outcome = ofType(events, 'tool-output').flatMap(({ outcome }) => outcome ?? [])
    expect(outcome).toMatchObject([{ ok: true, text: expect.stringContaining('HELLO') }])
    expect(ofType(events, 'notice')).toEqual([])
    world.close()
  })

  it('leaves it closed after a no, and tells the model', async () => {
    using server = await greeter()
    const { command } = server
    const model = scripted([calls(calling('bash', { command })), says('done')])
    const world = await openWorld({ model, permissions: { attended: true, rules: allowAll } })
    await answering(world, ['no'])
    expect(server.visits()).toBe(0)
    expect(messagesOf(model.requests.at(-1)).join('\n')).toContain('[The person said no.]')
    world.close()
  })

  it.each([
    ['where nobody answers', { unattended: 'deny', rules: allowAll }],
    ['where every call is allowed', { unattended: 'allow' }],
  ] as const)('says what was missing and does not open it, %s', async (_, permissions) => {
    using server = await greeter()
    const { command } = server
    const model = scripted([calls(calling('bash', { command })), says('done')])
    const world = await openWorld({ model, permissions })
    const events = await world.send('go')
    expect(server.visits()).toBe(0)
    expect(ofType(events, 'approval-request')).toEqual([])
    const said = messagesOf(model.requests.at(-1)).join('\n')
    expect(said).toContain('[The sandbox has no network')
    expect(said).toContain('[Nobody is here to open it for one run]')
    world.close()
  })

  it("threat T5: hides the engine's own state from commands", async () => {
    const command = 'cat state/trust.json; ls -A state'
    const model = scripted([calls(calling('bash', { command })), says('done')])
    const files = { 'state/trust.json': 'SECRET' }
    const first = await openWorld({ model, files, permissions: { unattended: 'allow' } })
    const engine = first.another({ places: { state: join(first.workspace, 'state') } })
    const events: EngineEvent[] = []
    for await (const event of engine.submitMessage({ text: 'go' })) events.push(event)
    const outcome = ofType(events, 'tool-output').flatMap(({ outcome }) => outcome ?? [])
    expect(outcome).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain('SECRET')
    first.close()
  })
})

describe.skipIf(absence !== undefined)('what a person is told of a sandbox', () => {
  it('says what was put aside after a command', async () => {
    const model = scripted([calls(calling('bash', { command: 'echo x > .envrc' })), says('done')])
    const world = await openWorld({ model, permissions: { unattended: 'allow' } })
    expect(ofType(await world.send('go'), 'notice')).toMatchObject([
      { code: 'sandbox/put-aside', message: expect.stringContaining('it is now .envrc.put-aside') },
    ])
    world.close()
  })

  it('says what was closed to a command where nobody is there to open it', async () => {
    const command = 'cat ~/notes'
    const model = scripted([calls(calling('bash', { command })), says('done')])
    const world = await openWorld({ model, permissions: { unattended: 'allow' } })
    writeFileSync(join(world.workspace, '../home/notes'), 'NOTES')
    expect(ofType(await world.send('go'), 'notice')).toMatchObject([
      { code: 'sandbox/closed', hint: expect.stringContaining('sandbox.readable') },
    ])
    world.close()
  })
})

describe('an engine without a sandbox', () => {
  const twice = () => [
    calls(calling('bash', { command: 'echo a' }, '1'), calling('bash', { command: 'echo b' }, '2')),
    says('done'),
  ]

  it('says so once in a conversation, with the reason', async () => {
    const environment = { PATH: '/nowhere' }
    const model = scripted([...twice(), ...twice()])
    const permissions = { unattended: 'allow' } as const
    const world = await openWorld({ model, environment, permissions })
    const notices = ofType(await world.send('go'), 'notice')
    expect(notices).toMatchObject([{ code: 'sandbox/none', hint: expect.any(String) }])
    expect(notices[0]?.message).toContain('Commands run without a sandbox')
    expect(ofType(await world.send('go'), 'notice')).toEqual([])
    world.close()
  })

  it('says it in each question, also where a person turned it off', async () => {
    const model = scripted(twice())
    const world = await openWorld({
      model,
      sandbox: { mode: 'off' },
      permissions: { attended: true },
    })
    const events = await answering(world, ['once', 'once'])
    const requests = ofType(events, 'approval-request').map(({ request }) => request)
    expect(requests).toMatchObject([{ sandbox: { kind: 'none' } }, { sandbox: { kind: 'none' } }])
    expect(ofType(events, 'notice')).toEqual([])
    world.close()
  })
})
