import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { builtInTools, createModels, type EngineEvent } from '@skillet/agent'
import type { ProviderSettings } from '@skillet/core'
import { describe, expect, it } from 'vitest'
import { noted, ofType, openWorld, skipDelays } from './engine-world.ts'
import {
  anthropicEvents,
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

describe.each(routes)('stopping over $name', (route) => {
  it('ends the turn in the middle of an answer, keeps what was said, and can go on', async () => {
    await using server = await route.start([
      stream([text('The first half')], { ending: 'stall' }),
      says('and the second.'),
    ])
    const settings = {
      user: { providers: route.settings(server.baseURL), model: route.id },
      project: {},
    }
    const world = await openWorld({ model: createModels({ environment: {}, settings }) })
    const stop = new AbortController()
    const events: EngineEvent[] = []
    const turn = world.engine.submitMessage({
      conversationId: 'c',
      text: 'go',
      signal: stop.signal,
    })
    for await (const event of turn) {
      events.push(event)
      if (event.type === 'text' && event.delta !== undefined) stop.abort()
    }
    const next = await world.send('go on')
    world.close()

    expect(events.at(-1)).toMatchObject({ type: 'turn-end', reason: 'aborted' })
    expect(server.requests).toHaveLength(2)
    expect(JSON.stringify(server.requests[1]?.body)).toContain('The first')
    expect(next.at(-1)).toMatchObject({ type: 'turn-end', reason: 'done' })
  })
})

describe('a skill that names a model of another provider', () => {
  const haiku = 'anthropic/claude-haiku-4-5'

  /** The present model is a gateway's; Anthropic can be had or not. */
  async function run(anthropic: 'connected' | 'without a key') {
    await using gateway = await startOpenAI([says('one'), says('two'), says('three')])
    await using other = await startAnthropic([stream([call('note', { path: 'a' })]), says('done')])
    const providers = {
      gateway: { baseURL: gateway.baseURL, apiKey },
      ...(anthropic === 'connected' ? { anthropic: { baseURL: other.baseURL, apiKey } } : {}),
    }
    const user = { model: 'gateway/vendor/present', providers }
    const world = await openWorld({
      model: createModels({ environment: {}, settings: { user, project: {} } }),
      tools: [noted('note')],
      skills: { review: `model: ${haiku}\n---\nRead every line.` },
    })
    const before = await world.send('hello')
    const during = await world.send('/review')
    const after = await world.send('and now')
    world.close()
    return { before, during, after, gateway: gateway.requests, other: other.requests }
  }

  it('ancestor A: is answered by it at every step of the turn, and by the present one afterwards', async () => {
    const { before, during, after, gateway, other } = await run('connected')
    expect(during.at(-1)).toMatchObject({ reason: 'done', steps: 2 })
    expect(other.map(({ body }) => field(body, 'model'))).toEqual(Array(2).fill('claude-haiku-4-5'))
    expect(gateway).toHaveLength(2)
    const models = [before, during, after].map((events) =>
      ofType(events, 'step-start').map(({ model }) => model),
    )
    const present = 'gateway/vendor/present'
    expect(models).toEqual([[present], [haiku, haiku], [present]])
  })

  it('keeps the present model where it cannot be had, and says which skill and model', async () => {
    const { during, gateway, other } = await run('without a key')
    expect(during.at(-1)).toMatchObject({ reason: 'done' })
    expect(gateway).toHaveLength(3)
    expect(other).toEqual([])
    const said = ofType(during, 'notice').map(({ message }) => message)
    expect(said.some((one) => one.includes('review') && one.includes(haiku))).toBe(true)
  })
})

describe('what a model writes of a key', () => {
  const anthropic = routes[0]
  if (!anthropic) throw new Error('no route')

  async function run(replies: readonly Reply[]) {
    await using server = await anthropic?.start(replies)
    const user = { providers: anthropic?.settings(server?.baseURL ?? '') ?? {} }
    const written = noted('note', 'none', () => ({ ok: true, text: 'done' }))
    const world = await openWorld({
      model: createModels({
        environment: {},
        settings: { user: { ...user, model: anthropic?.id ?? '' }, project: {} },
      }),
      tools: [written],
    })
    const events = await world.send('go')
    const stored = await world.store.messages('c')
    world.close()
    return { events, ran: written.ran, stored, requests: server?.requests ?? [] }
  }

  it('is blanked where it is shown, stored, run and sent back, also cut into pieces', async () => {
    const { events, ran, stored, requests } = await run([
      stream([
        reasoning(`thinking of ${apiKey} now`),
        text(`Your key is ${apiKey}, and that is s`),
        call('note', { path: 'a', command: `echo ${apiKey}` }),
      ]),
      says('done'),
    ])

    expect(JSON.stringify([events, ran, stored])).not.toContain(apiKey.slice(8))
    const texts = ofType(events, 'text').map((event) => event.delta ?? '')
    expect(texts.join('')).toBe('Your key is [secret removed], and that is sdone')
    const inputs = ofType(events, 'tool-input').map((event) => event.delta ?? '')
    expect(inputs.join('')).toBe('{"path":"a","command":"echo [secret removed]"}')
    expect(ran).toEqual([{ path: 'a', command: 'echo [secret removed]' }])
    expect(JSON.stringify(requests[1]?.body)).not.toContain(apiKey)
    // Its signature was for other words, and would be refused.
    expect(JSON.stringify(requests[1]?.body)).not.toContain('c2lnbmVk')
  })

  it('leaves a signature where nothing was blanked', async () => {
    const { requests } = await run([
      stream([reasoning('thinking'), call('note', { path: 'a' })]),
      says('done'),
    ])
    expect(JSON.stringify(requests[1]?.body)).toContain('c2lnbmVk')
  })

  it('is blanked in an input that is no JSON, and at the end of an answer that broke off', async () => {
    const broken = await run([stream([call('note', `{"path": "${apiKey}`)]), says('sorry')])
    expect(JSON.stringify([broken.events, broken.stored])).not.toContain(apiKey.slice(8))
    const cut = await run([stream([text(`so: ${apiKey}`)], { ending: 'cut' })])
    expect(JSON.stringify([cut.events, cut.stored])).not.toContain(apiKey.slice(8))
    expect(cut.events.at(-1)).toMatchObject({ reason: 'error' })
  })
})

describe('a tool that the provider runs itself', () => {
  it('is not run, not answered and said once (Anthropic)', async () => {
    const message = { id: 'm', role: 'assistant', model: 'm', usage: { input_tokens: 1 } }
    const use = (index: number, id: string, name: string) =>
      [
        [
          'content_block_start',
          { index, content_block: { type: 'server_tool_use', id, name, input: {} } },
        ],
        [
          'content_block_delta',
          { index, delta: { type: 'input_json_delta', partial_json: '{"query":"x"}' } },
        ],
        ['content_block_stop', { index }],
      ] as const
    const result = { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] }
    const answer = anthropicEvents(
      ['message_start', { message }],
      ...use(0, 'srv_1', 'web_search'),
      ['content_block_start', { index: 1, content_block: result }],
      ['content_block_stop', { index: 1 }],
      ...use(2, 'srv_2', 'web_search'),
      ['content_block_start', { index: 3, content_block: { type: 'text', text: '' } }],
      ['content_block_delta', { index: 3, delta: { type: 'text_delta', text: 'Found.' } }],
      ['content_block_stop', { index: 3 }],
      ['message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } }],
      ['message_stop', {}],
    )
    await expectNotRun(startAnthropic, 'anthropic/claude-x', [answer], 'web_search')
  })

  it('is not run, not answered and said once (OpenAI responses)', async () => {
    const item = { type: 'web_search_call', id: 'ws_1', status: 'in_progress' }
    const done = { ...item, status: 'completed', action: { type: 'search', query: 'x' } }
    const body = [
      ['response.created', { response: { id: 'r', created_at: 1, model: 'm' } }],
      ['response.output_item.added', { output_index: 0, item }],
      ['response.output_item.done', { output_index: 0, item: done }],
      [
        'response.output_item.added',
        { output_index: 1, item: { type: 'message', id: 'msg', role: 'assistant' } },
      ],
      [
        'response.output_text.delta',
        { item_id: 'msg', output_index: 1, content_index: 0, delta: 'Found.' },
      ],
      [
        'response.output_item.done',
        { output_index: 1, item: { type: 'message', id: 'msg', role: 'assistant' } },
      ],
      ['response.completed', { response: { usage: { input_tokens: 1, output_tokens: 1 } } }],
    ] as const
    await expectNotRun(startOpenAI, 'openai/gpt-5.1', [anthropicEvents(...body)], 'web_search')
  })

  async function expectNotRun(
    start: Route['start'],
    id: string,
    replies: readonly Reply[],
    tool: string,
  ) {
    await using server = await start(replies)
    const [provider = ''] = id.split('/')
    const kind = provider === 'openai' ? ({ kind: 'openai' } as const) : {}
    const user = {
      model: id,
      providers: { [provider]: { ...kind, baseURL: server.baseURL, apiKey } },
    }
    const world = await openWorld({
      model: createModels({ environment: {}, settings: { user, project: {} } }),
      tools: [noted('note')],
    })
    const events = await world.send('go')
    world.close()

    expect(server.requests).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ reason: 'done', steps: 1 })
    expect(ofType(events, 'tool-call')).toEqual([])
    expect(ofType(events, 'tool-input')).toEqual([])
    expect(
      ofType(events, 'text')
        .map((event) => event.delta ?? '')
        .join(''),
    ).toBe('Found.')
    const notices = ofType(events, 'notice').filter(({ code }) => code === 'provider-tool')
    expect(notices).toHaveLength(1)
    expect(notices[0]?.message).toContain(`"${tool}"`)
  }
})

describe('a skill that names no model of its own', () => {
  it.each(['inherit', 'default', 'auto', 'Inherit', '""'])(
    '`model: %s` means the present model, and nothing is said',
    async (name) => {
      await using server = await startOpenAI([says('done')])
      const user = {
        model: 'gateway/vendor/present',
        providers: { gateway: { baseURL: server.baseURL } },
      }
      const world = await openWorld({
        model: createModels({ environment: {}, settings: { user, project: {} } }),
        skills: { review: `model: ${name}\n---\nRead every line.` },
      })
      const events = await world.send('/review')
      world.close()

      expect(events.at(-1)).toMatchObject({ reason: 'done' })
      expect(ofType(events, 'step-start')[0]?.model).toBe('gateway/vendor/present')
      expect(field(server.requests[0]?.body, 'model')).toBe('vendor/present')
      expect(ofType(events, 'notice').filter(({ code }) => code.startsWith('model'))).toEqual([])
      expect(ofType(events, 'skill-activated')[0]?.diagnostics).toEqual([])
    },
  )
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

  it('runs a script that was unpacked without its executable bit, and says where nothing came', async () => {
    const world = await openWorld({
      tools: builtInTools,
      skills: {
        count: 'Count first:\n\n- `scripts/count.sh two`\n\n```sh\ntrue\n```\n\nThat is all.',
      },
      files: { '.agents/skills/count/scripts/count.sh': 'echo counted $1\n' },
      permissions: { unattended: 'allow' },
      environment: { PATH: process.env['PATH'] },
    })
    const events = await world.send('/count')
    const script = join(realpathSync(world.workspace), '.agents/skills/count/scripts/count.sh')
    expect(ofType(events, 'tool-call')[0]?.input).toEqual({ command: `sh ${script} two` })
    expect(JSON.stringify(ofType(events, 'tool-output'))).toContain('counted two')
    const said = ofType(events, 'text')
      .map((event) => ('delta' in event ? event.delta : ''))
      .join('')
    expect(said).toContain('It ended with exit code 0, 1 line.')
    expect(said).toContain('It ended with exit code 0, no output.')
    expect(said).toContain('Count first:')
    expect(said).toContain('That is all.')
    world.close()
  })
})
