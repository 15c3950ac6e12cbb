import { createModels, type EngineEvent } from '@skillet/agent'
import type { ProviderSettings } from '@skillet/core'
import { describe, expect, it } from 'vitest'
import { noted, ofType, openWorld, skipDelays } from './engine-world.ts'
import { FaultTable, type Seen } from './fault-table.ts'
import {
  type Expected,
  type Fault,
  faults,
  mended as mendedText,
  type Wire,
} from './servers/faults/index.ts'
import {
  type ProtocolServer,
  type Script,
  says,
  startAnthropic,
  startGoogle,
  startOpenAI,
  status,
} from './servers/index.ts'

const apiKey = 'sk-test-0123456789abcdefghijklmnop'

interface Route {
  readonly wire: Wire
  readonly title: string
  readonly model: string
  start(script: Script): Promise<ProtocolServer>
  settings(baseURL: string): Readonly<Record<string, ProviderSettings>>
}

const routes: readonly Route[] = [
  {
    wire: 'anthropic',
    title: 'Anthropic',
    model: 'anthropic/claude-sonnet-4-6',
    start: startAnthropic,
    settings: (baseURL) => ({ anthropic: { baseURL, apiKey } }),
  },
  {
    wire: 'responses',
    title: 'OpenAI',
    model: 'openai/gpt-5.1',
    start: startOpenAI,
    settings: (baseURL) => ({ openai: { kind: 'openai', baseURL, apiKey } }),
  },
  {
    wire: 'openai-chat',
    title: 'OpenAI',
    model: 'openai/gpt-5.1',
    start: startOpenAI,
    settings: (baseURL) => ({ openai: { baseURL, apiKey } }),
  },
  {
    wire: 'chat',
    title: 'gateway',
    model: 'gateway/some-model',
    start: startOpenAI,
    settings: (baseURL) => ({ gateway: { baseURL, apiKey } }),
  },
  {
    wire: 'google',
    title: 'Google',
    model: 'google/gemini-2.5-flash',
    start: startGoogle,
    settings: (baseURL) => ({ google: { baseURL, apiKey } }),
  },
]

async function meet(fault: Fault, route: Route): Promise<Seen | undefined> {
  await using other = await startOpenAI([])
  const reply = fault.reply(route.wire, other.origin)
  if (reply === undefined) return undefined
  let mended = false
  let asked = 0
  await using server = await route.start(() => {
    asked += 1
    if (mended || (fault.once && asked > 1)) return says(mendedText)
    // A model that asks for ever would hold the test up for ever.
    return asked > 60 ? status(400, 'That is enough.') : reply
  })
  const user = { providers: route.settings(server.baseURL), model: route.model }
  const guard = {
    ...(fault.silent && { headersMs: 150, stallMs: 150 }),
    mostEvents: 5_000,
    // Once with the real limit; 128 MiB for each protocol would only take longer.
    ...(route.wire !== 'anthropic' && { longest: 16 * 1_048_576 }),
  }
  const world = await openWorld({
    model: createModels({ environment: {}, settings: { user, project: {} }, guard }),
    tools: [noted('look')],
    wait: skipDelays().wait,
  })
  try {
    const events = await world.send('go')
    const attempts = asked
    mended = true
    const next = await world.send('go on')
    return { events, next, attempts, elsewhere: other.connections.length }
  } finally {
    world.close()
  }
}

const expectedOf = (fault: Fault, wire: Wire): Expected => fault.except?.[wire] ?? fault.expected

const table = new FaultTable()

describe.each(routes.map((route) => [route.wire, route] as const))(
  'a provider that misbehaves over %s',
  (_, route) => {
    it.each(faults.map((fault) => [fault.what, fault] as const))(
      'that %s',
      async (__, fault) => {
        const seen = await meet(fault, route)
        table.add(fault, route, seen)
        if (seen === undefined) return
        const { events, next, attempts, elsewhere } = seen

        const ends = ofType(events, 'turn-end')
        expect(ends).toHaveLength(1)
        expect(events.at(-1)?.type).toBe('turn-end')
        const expected = expectedOf(fault, route.wire)
        const said = ends[0]?.error
        const reason = ends[0]?.reason
        expect({
          reason,
          ...(said && { class: said.class }),
          ...(reason === 'done' && { text: textOf(events) }),
        }).toEqual(expected)
        if (said) {
          expect(said.message).toMatch(/^[^\n]{10,400}[.”]$/u)
          expect(said.hint).toMatch(/^[^\n]{10,200}\.$/u)
          // Tried again only where nothing of the answer was shown.
          expect(attempts).toBe(ofType(events, 'retrying').length + 1)
          if (ofType(events, 'text').length > 0) expect(attempts).toBe(1)
        }
        expect(JSON.stringify([events, next])).not.toContain(apiKey)
        expect(elsewhere).toBe(0)

        expect(next.at(-1)).toMatchObject({ type: 'turn-end', reason: 'done' })
        expect(textOf(next)).toBe(mendedText)
      },
      60_000,
    )
  },
)

describe('each way to misbehave', () => {
  it.each(faults.map((fault) => [fault.what, fault] as const))(
    'one protocol can: %s',
    (_, fault) => {
      const replies = routes.map(({ wire }) => fault.reply(wire, 'http://127.0.0.1:9'))
      expect(replies.some((reply) => reply !== undefined)).toBe(true)
    },
  )
})

describe('docs/provider-faults.md', () => {
  it('is what these tests saw', async (context) => {
    // A run of a few of them alone sees a part of it.
    if (!table.isWhole(faults, routes)) context.skip()
    await expect(table.page(faults)).toMatchFileSnapshot('../../../docs/provider-faults.md')
  })
})

const textOf = (events: readonly EngineEvent[]): string =>
  ofType(events, 'text')
    .map((event) => event.delta ?? '')
    .join('')
