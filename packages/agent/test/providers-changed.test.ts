import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInTools, createModels, type EngineEvent, type Models } from '@skillet/agent'
import type { ProviderSettings } from '@skillet/core'
import { describe, expect, it } from 'vitest'
import { type OpenStore, ofType, openWorld, skipDelays, stores } from './engine-world.ts'
import {
  call,
  type ProtocolServer,
  type Reply,
  reasoning,
  type Script,
  says,
  startAnthropic,
  startGoogle,
  startOpenAI,
  status,
  stream,
  text,
} from './servers/index.ts'
import {
  anthropicProblems,
  chatProblems,
  googleProblems,
  responsesProblems,
} from './servers/strict/index.ts'

/** A conversation that goes from one provider to the next takes with it only what all of them take. */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const apiKey = 'sk-test-0123456789abcdefghijklmnop'

interface Wire {
  readonly name: string
  readonly model: string
  /** How the provider writes the ids of its calls. */
  readonly id: (n: number) => string
  start(script: Script): Promise<ProtocolServer>
  settings(baseURL: string): Readonly<Record<string, ProviderSettings>>
  problems(body: unknown): readonly string[]
}

const wires: readonly [Wire, Wire, Wire, Wire] = [
  {
    name: 'Anthropic',
    model: 'anthropic/claude-sonnet-4-6',
    id: (n) => `toolu_01${n}`.padEnd(30, 'A'),
    start: startAnthropic,
    settings: (baseURL) => ({ anthropic: { baseURL, apiKey } }),
    problems: anthropicProblems,
  },
  {
    name: 'OpenAI responses',
    model: 'openai/gpt-5.1',
    id: (n) => `call_${n}`.padEnd(64, 'b'),
    start: startOpenAI,
    settings: (baseURL) => ({ openai: { kind: 'openai', baseURL, apiKey } }),
    problems: responsesProblems,
  },
  {
    name: 'Google',
    model: 'google/gemini-2.5-flash',
    id: () => '',
    start: startGoogle,
    settings: (baseURL) => ({ google: { baseURL, apiKey } }),
    problems: googleProblems,
  },
  {
    name: 'an OpenAI-compatible provider',
    model: 'gateway/vendor/some-model',
    // As some servers count: by name and place, and again from 0 in each answer.
    id: (n) => (n % 2 === 0 ? 'functions.read:0' : `call__thought__${'c2lnbmVk/+='.repeat(20)}`),
    start: startOpenAI,
    settings: (baseURL) => ({ gateway: { baseURL, apiKey } }),
    problems: chatProblems,
  },
]

/** A turn with everything in it that a provider could find fault with later. */
function eventful({ id, name }: Wire): readonly Reply[] {
  const broken = name === 'Google' ? '{"path": 7}' : '{"path": "a.txt'
  return [
    stream([
      reasoning('I look at both.'),
      text('Looking.'),
      call('read', { path: 'a.txt' }, id(0)),
      call('read', { path: 'a.png' }, id(1)),
    ]),
    // Nothing said, and a call that a person refuses beside one that runs.
    stream([
      reasoning('Now a command.'),
      call('bash', { command: 'rm a.txt' }, id(2)),
      call('ls', {}, id(3)),
    ]),
    stream([text('  \n'), call('read', broken, id(4))]),
    stream([call('no such tool!', {}, id(5)), call('activate_skill', { name: 'helper' }, id(6))]),
    stream([reasoning('That is all.'), text('All is done.')]),
  ]
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Servers that refuse what the real ones refuse, and a conversation over all of them. */
async function open(openStore: OpenStore) {
  const refused: string[] = []
  const queues = new Map<Wire, Reply[]>(wires.map((wire) => [wire, []]))
  const servers = await Promise.all(
    wires.map((wire) =>
      wire.start(({ body }) => {
        const problems = wire.problems(body)
        if (problems.length > 0) {
          refused.push(...problems.map((problem) => `${wire.name}: ${problem}`))
          return status(400, problems.join('; '))
        }
        // Only a summary is asked for without tools.
        if (fieldOf(body, 'tools') === undefined) return says('SUMMARY OF IT')
        return queues.get(wire)?.shift() ?? says('Well.')
      }),
    ),
  )
  const providers = Object.assign(
    {},
    ...wires.map((wire, at) => wire.settings(servers[at]?.baseURL ?? '')),
  )
  const user = { providers, model: wires[0].model }
  const real = createModels({ environment: {}, settings: { user, project: {} } })
  let contextWindow = 100_000
  const sized = async (wanted?: string) => {
    const choice = await real.choose(wanted)
    return choice.kind === 'provider' ? { ...choice, contextWindow } : choice
  }
  const models: Models = { ...real, choose: sized, resolve: sized }
  const world = await openWorld({
    openStore,
    model: models,
    tools: builtInTools,
    sandbox: { mode: 'off' },
    wait: skipDelays().wait,
    permissions: { attended: true },
    skills: { helper: 'HELP EVERYBODY.', review: 'REVIEW IT.' },
    files: { 'a.txt': 'line one\n' },
  })
  mkdirSync(world.workspace, { recursive: true })
  writeFileSync(join(world.workspace, 'a.png'), png)

  async function send(wire: Wire, replies: readonly Reply[], message: string, files = false) {
    queues.get(wire)?.push(...replies)
    const events: EngineEvent[] = []
    const attachments = [
      { name: 'b.png', bytes: new Uint8Array(png) },
      { name: 'b.txt', bytes: new TextEncoder().encode('attached') },
    ]
    const turn = world.engine.submitMessage({
      conversationId: 'c',
      text: message,
      model: wire.model,
      ...(files && { attachments }),
    })
    for await (const event of turn) {
      events.push(event)
      if (event.type !== 'approval-request') continue
      const { id, digest } = event.request
      await world.engine.answer(id, { decision: 'no', digest, reason: 'Keep it.' })
    }
    return events
  }

  return {
    world,
    send,
    refused,
    requests: (wire: Wire) => servers[wires.indexOf(wire)]?.requests ?? [],
    shrink: (tokens: number) => {
      contextWindow = tokens
    },
    close: async () => {
      world.close()
      for (const server of servers) await server.close()
    },
  }
}

describe.each(stores)('a conversation that changes its provider, in a %s', (_, openStore) => {
  it('sends each of them only what it takes', async () => {
    const { world, send, refused, requests, shrink, close } = await open(openStore)
    const [anthropic, responses, google, compatible] = wires
    const round = [anthropic, responses, google, compatible, anthropic]
    for (const [at, wire] of round.entries()) {
      const events = await send(wire, eventful(wire), at === 1 ? '/review this' : `go ${at}`, true)
      expect(refused).toEqual([])
      expect(events.at(-1)).toMatchObject({ reason: 'done', steps: 5 })
      expect(ofType(events, 'tool-denied')).toHaveLength(1)
      // A turn of which nothing came, and one that broke off.
      const failed = await send(wire, [status(400, 'not today')], 'and then')
      expect(failed.at(-1)).toMatchObject({ reason: 'error' })
      const cut = await send(wire, [stream([text('Half of')], { ending: 'cut' })], 'once more')
      expect(cut.at(-1)).toMatchObject({ reason: 'error' })
    }
    // What one provider made is answered by every other one.
    for (const wire of wires) await send(wire, [], 'hello')
    expect(refused).toEqual([])

    const bodies = (wire: Wire) => JSON.stringify(requests(wire).at(-1)?.body)
    const image = png.toString('base64')
    for (const wire of [anthropic, responses, google]) {
      // Five were attached; four were read, since the compatible one is told that it cannot.
      expect(bodies(wire).split(image).length - 1, wire.name).toBe(9)
    }
    expect(bodies(compatible)).not.toContain(image)
    for (const wire of wires) {
      expect(bodies(wire)).toContain('HELP EVERYBODY.')
      expect(bodies(wire)).toContain('Keep it.')
      expect(bodies(wire)).not.toContain('I look at both.')
    }

    shrink(9_000)
    for (const wire of [google, anthropic, compatible, responses]) {
      const events = await send(wire, eventful(wire), 'and again', true)
      expect(refused).toEqual([])
      expect(events.at(-1), wire.name).toMatchObject({ reason: 'done' })
    }
    const stored = await world.store.messages('c')
    expect(JSON.stringify(stored)).toContain('SUMMARY OF IT')
    for (const wire of wires) {
      await send(wire, [], 'bye')
      expect(bodies(wire)).toContain('SUMMARY OF IT')
    }
    expect(refused).toEqual([])
    await close()
  }, 60_000)
})
