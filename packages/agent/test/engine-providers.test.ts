import { builtInTools, createModels, type EngineEvent } from '@skillet/agent'
import type { ProviderSettings } from '@skillet/core'
import { describe, expect, it } from 'vitest'
import { ofType, openWorld, skipDelays } from './engine-world.ts'
import {
  call,
  hangUp,
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

const apiKey = 'sk-test-0123456789abcdefghijklmnop'

interface Route {
  readonly name: string
  readonly id: string
  start(script: Script): Promise<ProtocolServer>
  settings(baseURL: string): Readonly<Record<string, ProviderSettings>>
  /** The system text of a request's body, as the protocol has it. */
  system(body: unknown): string
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const inner = field(first(value), 'text')
  return typeof inner === 'string' ? inner : ''
}

const routes: readonly Route[] = [
  {
    name: 'Anthropic',
    id: 'anthropic/claude-sonnet-4-6',
    start: startAnthropic,
    settings: (baseURL) => ({ anthropic: { baseURL, apiKey } }),
    system: (body) => textOf(field(body, 'system')),
  },
  {
    name: 'OpenAI responses',
    id: 'openai/gpt-5.1',
    start: startOpenAI,
    settings: (baseURL) => ({ openai: { kind: 'openai', baseURL, apiKey } }),
    system: (body) => textOf(field(first(field(body, 'input')), 'content')),
  },
  {
    name: 'an OpenAI-compatible provider',
    id: 'gateway/vendor/some-model',
    start: startOpenAI,
    settings: (baseURL) => ({ gateway: { baseURL, apiKey } }),
    system: (body) => textOf(field(first(field(body, 'messages')), 'content')),
  },
  {
    name: 'Google',
    id: 'google/gemini-2.5-flash',
    start: startGoogle,
    settings: (baseURL) => ({ google: { baseURL, apiKey } }),
    system: (body) => textOf(field(field(body, 'systemInstruction'), 'parts')),
  },
]

describe.each(routes)('the engine over $name', (route) => {
  async function run(replies: readonly Reply[], message = '/review a.txt') {
    const server = await route.start(replies)
    const settings = {
      user: { providers: route.settings(server.baseURL), model: route.id },
      project: {},
    }
    const time = skipDelays()
    const world = await openWorld({
      model: createModels({ environment: {}, settings }),
      tools: builtInTools,
      wait: time.wait,
      skills: { review: 'Read every line.' },
      files: { 'a.txt': 'line one\nline two\n' },
    })
    const events: readonly EngineEvent[] = await world.send(message)
    world.close()
    await server.close()
    return { events, requests: server.requests, waited: time.waited }
  }

  it('runs a skill: one system text at every step, tool results and arguments where they belong', async () => {
    const { events, requests } = await run([
      stream([reasoning('hm'), text('I read it.'), call('read', { path: 'a.txt' })]),
      says('Two lines.'),
    ])
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', reason: 'done', steps: 2 })
    expect(requests).toHaveLength(2)
    const systems = requests.map(({ body }) => route.system(body))
    expect(systems[0]).toContain('Read every line.')
    expect(systems[1]).toBe(systems[0])
    const second = JSON.stringify(requests[1]?.body)
    expect(second).toContain('/review a.txt')
    expect(second).toContain('line two')
    const shown = ofType(events, 'text').map((event) => event.delta ?? '')
    expect(shown.join('')).toBe('I read it.Two lines.')
    expect(ofType(events, 'usage')).toHaveLength(2)
    expect(JSON.stringify(events)).not.toContain(apiKey)
  })

  // Google's protocol carries arguments as an object: they cannot be broken.
  it.skipIf(route.name === 'Google')('gives a call that is no JSON back to the model', async () => {
    const { events, requests } = await run([stream([call('read', '{"path": ')]), says('Sorry.')])
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    expect(JSON.stringify(requests[1]?.body)).toMatch(/not valid JSON|does not fit/u)
  })

  it('tries again after a busy server and a lost connection', async () => {
    const { events, waited } = await run([status(503, 'busy'), hangUp, says('ok')])
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    expect(waited).toHaveLength(2)
  })

  it('names a cut answer, keeps it, and does not repeat what was shown', async () => {
    const { events, requests } = await run([
      stream([text('Half an answer that goes on')], { ending: 'cut' }),
      says('again'),
    ])
    expect(requests).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ reason: 'error' })
    expect(ofType(events, 'turn-end')[0]?.error?.class).toMatch(/^(?:cut|network)$/u)
  })

  it('names a refused key without showing it', async () => {
    const { events, requests } = await run([status(401, `bad key ${apiKey}`)])
    expect(requests).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ error: { class: 'auth' } })
    expect(JSON.stringify(events)).not.toContain(apiKey)
  })
})

describe('the engine without any model', () => {
  it('is guided: it follows the skill through the same loop, tools and approvals', async () => {
    const world = await openWorld({
      tools: builtInTools,
      skills: { count: '# Count\n\nRun this:\n\n```bash\necho counted\n```\n' },
      permissions: { unattended: 'allow' },
      environment: { PATH: process.env['PATH'] },
    })
    const events = await world.send('/count')
    expect(ofType(events, 'turn-start')[0]).toMatchObject({ guided: true, model: 'guided' })
    expect(ofType(events, 'tool-call')[0]).toMatchObject({ tool: 'bash' })
    expect(ofType(events, 'usage')).toEqual([])
    expect(ofType(events, 'tool-output').at(-1)?.outcome?.text).toContain('counted')
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    world.close()
  })
})
