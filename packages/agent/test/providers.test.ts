import type { ProviderSettings } from '@skillet/core'
import { jsonSchema, type LanguageModelUsage, streamText, type ToolSet } from 'ai'
import { describe, expect, test } from 'vitest'
import {
  createModels,
  describeFailure,
  type ModelChoice,
  type ModelsOptions,
  type ProviderFailure,
  UnfinishedStreamError,
  watchStream,
} from '../src/model/index.ts'
import {
  type AnthropicEvent,
  anthropicEvents,
  call,
  hangUp,
  type ProtocolServer,
  type Reply,
  reasoning,
  redirect,
  type Script,
  says,
  silence,
  startAnthropic,
  startGoogle,
  startOpenAI,
  status,
  stream,
  text,
} from './servers/index.ts'

const KEY = 'sk-test-0123456789abcdefghijklmnop'
const PROMPT = 'my private question about the harvest of 1987'

/** One way to reach a local server through a real provider package. */
interface Route {
  readonly name: string
  readonly id: string
  /** Of the key, as the server sees it. */
  readonly header: readonly [string, string]
  start(script: Script): Promise<ProtocolServer>
  settings(baseURL: string): Readonly<Record<string, ProviderSettings>>
}

const anthropicRoute: Route = {
  name: 'Anthropic',
  id: 'anthropic/claude-sonnet-4-6',
  header: ['x-api-key', KEY],
  start: startAnthropic,
  settings: (baseURL) => ({ anthropic: { baseURL, apiKey: KEY } }),
}

const routes: readonly Route[] = [
  anthropicRoute,
  {
    name: 'OpenAI responses',
    id: 'openai/gpt-5.1',
    header: ['authorization', `Bearer ${KEY}`],
    start: startOpenAI,
    settings: (baseURL) => ({ openai: { kind: 'openai', baseURL, apiKey: KEY } }),
  },
  {
    name: 'OpenAI chat completions',
    id: 'openai/gpt-5.1',
    header: ['authorization', `Bearer ${KEY}`],
    start: startOpenAI,
    settings: (baseURL) => ({ openai: { baseURL, apiKey: KEY } }),
  },
  {
    name: 'an OpenAI-compatible provider of the settings',
    id: 'gateway/vendor/some-model',
    header: ['authorization', `Bearer ${KEY}`],
    start: startOpenAI,
    settings: (baseURL) => ({ gateway: { baseURL, apiKey: KEY } }),
  },
  {
    name: 'Google',
    id: 'google/gemini-2.5-flash',
    header: ['x-goog-api-key', KEY],
    start: startGoogle,
    settings: (baseURL) => ({ google: { baseURL, apiKey: KEY } }),
  },
]

type ProviderChoice = Extract<ModelChoice, { kind: 'provider' }>

async function choose(
  { id, settings }: Pick<Route, 'id' | 'settings'>,
  baseURL: string,
  guard: ModelsOptions['guard'] = {},
  through?: ModelsOptions['fetch'],
): Promise<ProviderChoice> {
  const models = createModels({
    environment: {},
    settings: { user: { providers: settings(baseURL) }, project: {} },
    guard,
    ...(through === undefined ? {} : { fetch: through }),
  })
  const choice = await models.resolve(id)
  if (choice.kind !== 'provider') throw new Error(`${id}: ${JSON.stringify(choice)}`)
  return choice
}

const tools: ToolSet = {
  look: { inputSchema: jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }) },
}

interface Outcome {
  readonly text: string
  readonly calls: readonly unknown[]
  readonly finish?: string
  readonly usage?: LanguageModelUsage
  readonly failure?: ProviderFailure
}

/** What the loop does with a step: watch, collect, and describe what went wrong. */
async function ask(choice: ProviderChoice, signal?: AbortSignal): Promise<Outcome> {
  let said = ''
  let end: Pick<Outcome, 'finish' | 'usage'> = {}
  const calls: unknown[] = []
  const failed = (error: unknown): Outcome => ({
    text: said,
    calls,
    failure: describeFailure(error, {
      provider: choice.provider,
      model: choice.id.slice(choice.provider.length + 1),
      ...(signal === undefined ? {} : { signal }),
    }),
  })
  try {
    const { fullStream } = streamText({
      model: choice.model,
      system: 'You are helpful.',
      prompt: PROMPT,
      tools,
      maxRetries: 0,
      onError: () => undefined,
      ...(signal === undefined ? {} : { abortSignal: signal }),
    })
    for await (const part of watchStream(fullStream)) {
      if (part.type === 'text-delta') said += part.text
      if (part.type === 'tool-call') calls.push(part.input)
      if (part.type === 'error') return failed(part.error)
      if (part.type === 'abort') return failed(new DOMException('stopped', 'AbortError'))
      if (part.type === 'finish' && part.finishReason === 'other') {
        return failed(new UnfinishedStreamError())
      }
      if (part.type === 'finish') end = { finish: part.finishReason, usage: part.totalUsage }
    }
  } catch (error) {
    return failed(error)
  }
  return { text: said, calls, ...end }
}

/** Nothing of the key, the prompt or the machinery may be in a sentence. */
function expectClean(failure: ProviderFailure | undefined): void {
  const shown = JSON.stringify(failure)
  expect(shown).not.toContain(KEY)
  expect(shown).not.toContain('0123456789')
  expect(shown).not.toContain('harvest')
  expect(shown).not.toMatch(/APICallError|undefined|\[object|stack/)
  expect(failure?.message).toMatch(/^[A-Z“a-z].*[.”]$/s)
  expect(failure?.hint).toMatch(/\.$/)
}

async function failureOf(route: Route, reply: Reply): Promise<ProviderFailure | undefined> {
  await using server = await route.start([reply])
  const { failure } = await ask(await choose(route, server.baseURL))
  expectClean(failure)
  return failure
}

describe.each(routes)('$name', (route) => {
  test('streams text and calls, and sends the key in its header alone', async () => {
    await using server = await route.start([
      stream([reasoning('Hm.'), text('I shall look.'), call('look', { path: 'a.md' })]),
    ])

    const outcome = await ask(await choose(route, server.baseURL))

    expect(outcome).toMatchObject({ text: 'I shall look.', calls: [{ path: 'a.md' }] })
    expect(outcome.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 })
    const [request] = server.requests
    expect(request?.headers[route.header[0]]).toBe(route.header[1])
    expect(JSON.stringify(request?.body)).toContain(PROMPT)
    expect(`${request?.path}${JSON.stringify(request?.body)}`).not.toContain(KEY)
  })

  test('hands over the arguments of a call that are no JSON as a call, not as an error', async () => {
    // Google sends arguments as a value, so this cannot happen there.
    if (route.name === 'Google') return
    await using server = await route.start([stream([call('look', '{"path": ')])])

    const outcome = await ask(await choose(route, server.baseURL))

    expect(outcome.failure).toBeUndefined()
    expect(outcome.calls).toEqual(['{"path": '])
  })

  test.each([
    [400, 'request', false],
    [401, 'auth', false],
    [403, 'auth', false],
    [404, 'not-found', false],
    [408, 'timeout', true],
    [409, 'server', true],
    [429, 'rate-limit', true],
    [500, 'server', true],
    [503, 'overloaded', true],
    [529, 'overloaded', true],
  ] as const)('status %i is %s', async (code, expected, retryable) => {
    const failure = await failureOf(route, status(code, `no: ${KEY}`))

    expect(failure).toMatchObject({ class: expected, status: code, retryable })
    expect(failure?.message).toContain(`(${code})`)
  })

  test('429 says how long to wait', async () => {
    const failure = await failureOf(
      route,
      status(429, 'slow down', { headers: { 'retry-after': '17' } }),
    )

    expect(failure).toMatchObject({ retryAfterMs: 17_000 })
    expect(failure?.hint).toContain('in 17 s')
  })

  test('a refused request quotes the provider, but never what was sent', async () => {
    const clear = await failureOf(route, status(400, 'the field temperature is not supported'))
    const echo = await failureOf(route, status(400, `cannot answer: ${PROMPT}`))

    expect(clear?.message).toContain('“the field temperature is not supported”')
    expect(echo?.message).toMatch(/refused the request \(400\)\.$/)
  })

  test('a socket cut in mid-answer is a cut, and what came before was shown', async () => {
    await using server = await route.start([stream([text('half an answer')], { ending: 'cut' })])

    const outcome = await ask(await choose(route, server.baseURL))

    expect(outcome.text).toContain('half')
    expect(outcome.failure).toMatchObject({ class: 'cut', retryable: true })
    expectClean(outcome.failure)
  })

  test('a socket cut before the answer is a cut', async () => {
    expect(await failureOf(route, hangUp)).toMatchObject({ class: 'cut', retryable: true })
  })

  test('a stream without a finish is a cut', async () => {
    expect(await failureOf(route, stream([text('half')], { ending: 'no-finish' }))).toMatchObject({
      class: 'cut',
    })
    expect(await failureOf(route, stream([], { ending: 'no-finish' }))).toMatchObject({
      class: 'cut',
    })
  })

  test('an error inside a stream has its class', async () => {
    const type = route.name === 'Google' ? 'UNAVAILABLE' : 'overloaded_error'
    const failure = await failureOf(
      route,
      stream([text('half'), { kind: 'error', message: 'Overloaded', type }]),
    )

    expect(failure).toMatchObject({ class: 'overloaded', retryable: true })
    expect(failure?.message).not.toMatch(/\d{3}/)
  })

  test('an error as the very first event has its class, and no status that nobody sent', async () => {
    const type = route.name === 'Google' ? 'INTERNAL' : 'server_error'
    const failure = await failureOf(route, stream([{ kind: 'error', message: 'Oops', type }]))

    expect(failure).toMatchObject({ class: 'server', retryable: true })
    expect(failure?.status).toBeUndefined()
    expect(failure?.message).not.toMatch(/\d{3}/)
  })

  test.each([
    ['text/html; charset=utf-8', '<h1>Log in</h1>', 'text/html'],
    ['application/json', '{"ok":true}', 'application/json'],
    ['application/problem+json', '{"title":"no"}', 'application/problem+json'],
  ])(
    '%s instead of a stream is no answer, and is not asked for again',
    async (contentType, body, named) => {
      const failure = await failureOf(route, { kind: 'raw', contentType, body })

      expect(failure).toMatchObject({ class: 'server', retryable: false })
      expect(failure?.message).toContain('does not speak')
      expect(failure?.message).toContain(`it sent ${named} instead of an event stream`)
      expect(failure?.hint).toContain('baseURL')
      expect(failure?.hint).toContain('/v1')
    },
  )

  test('a stream that is called plain text is read', async () => {
    await using plain = await route.start((_request, at) => (at === 0 ? says('hello') : silence))
    const choice = await choose(route, plain.baseURL, {}, async (input, init) => {
      const response = await fetch(input, init)
      return new Response(response.body, { headers: { 'content-type': 'text/plain' } })
    })
    expect(await ask(choice)).toMatchObject({ text: 'hello', finish: 'stop' })
  })

  test('a stall in mid-answer ends after the limit', async () => {
    await using server = await route.start([stream([text('half')], { ending: 'stall' })])

    const outcome = await ask(await choose(route, server.baseURL, { stallMs: 60 }))

    expect(outcome.failure).toMatchObject({ class: 'stall', retryable: false })
    expect(outcome.failure?.message).toContain('0.1 s')
    expectClean(outcome.failure)
  })

  test('missing headers end after the limit', async () => {
    await using server = await route.start([silence])

    const outcome = await ask(await choose(route, server.baseURL, { headersMs: 60 }))

    expect(outcome.failure).toMatchObject({ class: 'timeout', retryable: false })
    expectClean(outcome.failure)
  })

  test("an abort is the person's only when their signal fired", async () => {
    const person = new AbortController()
    await using server = await route.start(() => {
      person.abort()
      return silence
    })

    const outcome = await ask(await choose(route, server.baseURL), person.signal)

    expect(outcome.failure).toMatchObject({ class: 'aborted', retryable: false })
  })

  test('a server that is gone cannot be reached', async () => {
    const server = await route.start([])
    await server.close()

    const { failure } = await ask(await choose(route, server.baseURL))

    expect(failure).toMatchObject({ class: 'network', retryable: true })
    expect(failure?.message).toContain(server.origin)
    expectClean(failure)
  })

  test.each([301, 302, 307, 308] as const)(
    'threat E9: a redirect (%i) is refused, and its target gets neither key nor conversation',
    async (code) => {
      await using recorder = await route.start([says('caught')])
      await using server = await route.start([redirect(`${recorder.baseURL}/elsewhere`, code)])

      const { failure } = await ask(await choose(route, server.baseURL))

      expect(failure).toMatchObject({ class: 'request', retryable: false })
      expect(failure?.message).toContain('redirect')
      expect(recorder.connections).toEqual([])
      expectClean(failure)
    },
  )
})

describe("Anthropic's events, as gateways change them", () => {
  const message = { id: 'msg_1', role: 'assistant', model: 'm', content: [] }
  const counted = { ...message, usage: { input_tokens: 10, output_tokens: 1 } }
  const start = ['message_start', { message: counted }] as const
  const hello = [
    ['content_block_start', { index: 0, content_block: { type: 'text', text: '' } }],
    ['content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'hello' } }],
    ['content_block_stop', { index: 0 }],
  ] as const
  const delta = { stop_reason: 'end_turn', stop_sequence: null }
  const end = ['message_delta', { delta, usage: { output_tokens: 5 } }] as const
  const stop = ['message_stop', {}] as const

  async function answerTo(...events: readonly AnthropicEvent[]) {
    await using server = await startAnthropic([anthropicEvents(...events)])
    return await ask(await choose(anthropicRoute, server.baseURL))
  }

  const tokens = (outcome: Outcome) => [outcome.usage?.inputTokens, outcome.usage?.outputTokens]

  test.each([
    ['no usage at all', message],
    ['usage without input_tokens', { ...message, usage: { output_tokens: 1 } }],
    ['usage that is null', { ...message, usage: null }],
  ])(
    'a message_start with %s: the answer is whole, its input is not counted',
    async (_, started) => {
      const outcome = await answerTo(['message_start', { message: started }], ...hello, end, stop)

      expect(outcome).toMatchObject({ text: 'hello', finish: 'stop' })
      expect(outcome.failure).toBeUndefined()
      expect(tokens(outcome)).toEqual([undefined, 5])
    },
  )

  test('a message_delta without usage: the answer is whole, its output is not counted', async () => {
    const outcome = await answerTo(start, ...hello, ['message_delta', { delta }], stop)

    expect(outcome).toMatchObject({ text: 'hello', finish: 'stop' })
    expect(tokens(outcome)).toEqual([10, undefined])
  })

  test('an input counted with the last event alone is reported', async () => {
    const last = ['message_delta', { delta, usage: { input_tokens: 7, output_tokens: 5 } }] as const
    expect(tokens(await answerTo(['message_start', { message }], ...hello, last, stop))).toEqual([
      7, 5,
    ])
  })

  test('events, blocks and deltas that nobody knows are passed over, also as the very first', async () => {
    const outcome = await answerTo(
      ['future_event', { content: [1, 2] }],
      start,
      ['future_event', {}],
      ['content_block_start', { index: 1, content_block: { type: 'future_block', weight: 7 } }],
      ['content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'not shown' } }],
      ['content_block_stop', { index: 1 }],
      hello[0],
      ['content_block_delta', { index: 0, delta: { type: 'future_delta', colour: 'red' } }],
      hello[1],
      hello[2],
      end,
      stop,
    )
    expect(outcome).toMatchObject({ text: 'hello', finish: 'stop' })
  })

  test('line ends, comments and pieces of any size make no difference', async () => {
    const reply = anthropicEvents(['message_start', { message }], ...hello, end, stop)
    for (const eol of ['\n', '\r\n', '\r']) {
      const bytes = new TextEncoder().encode(`: hi\n\n${reply.body}`.replaceAll('\n', eol))
      for (const size of [1, 7, 64]) {
        const choice = await choose(anthropicRoute, 'http://127.0.0.1:1/v1', {}, async () => {
          const body = new ReadableStream<Uint8Array>({
            start(controller) {
              for (let at = 0; at < bytes.length; at += size) {
                controller.enqueue(bytes.subarray(at, at + size))
              }
              controller.close()
            },
          })
          return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
        })
        expect(await ask(choice)).toMatchObject({ text: 'hello', finish: 'stop' })
      }
    }
  })

  test('what is broken stays broken: the protocol is named, not a status, and nothing is tried again', async () => {
    for (const broken of [
      { message: 'not an object' },
      { message: { ...counted, content: 'text' } },
    ]) {
      const { failure } = await answerTo(['message_start', broken], ...hello, end, stop)
      expect(failure).toMatchObject({ class: 'server', retryable: false })
      expect(failure?.status).toBeUndefined()
      expect(failure?.message).toContain("does not speak Anthropic's protocol")
      expectClean(failure)
    }
  })
})

describe('what a provider is sent', () => {
  test('OpenAI is told to store nothing', async () => {
    await using server = await startOpenAI([says('hello')])
    const settings = (baseURL: string) =>
      ({ openai: { kind: 'openai', baseURL, apiKey: KEY } }) as const

    await ask(await choose({ id: 'openai/gpt-5.1', settings }, server.baseURL))

    expect(server.requests[0]?.body).toMatchObject({ store: false })
  })

  test('headers of the settings go along', async () => {
    await using server = await startOpenAI([says('hello')])
    const settings = (baseURL: string) => ({ own: { baseURL, headers: { 'x-team': 'blue' } } })

    await ask(await choose({ id: 'own/model', settings }, server.baseURL))

    expect(server.requests[0]?.headers['x-team']).toBe('blue')
    expect(server.requests[0]?.headers['authorization']).toBeUndefined()
  })
})

describe('what providers say when a conversation is too long', () => {
  test.each([
    [startAnthropic, 'anthropic', 'prompt is too long: 210000 tokens > 200000 maximum'],
    [startOpenAI, 'openai', "This model's maximum context length is 128000 tokens."],
    [startOpenAI, 'openai', 'Your input exceeds the context window of this model.'],
    [startOpenAI, 'own', 'the request exceeds the available context size. try increasing it'],
    [
      startGoogle,
      'google',
      'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
    ],
  ] as const)('%o %s: %s', async (start, name, message) => {
    await using server = await start([status(400, message)])
    const settings = (baseURL: string) => ({ [name]: { baseURL, apiKey: KEY } })

    const { failure } = await ask(await choose({ id: `${name}/model-1`, settings }, server.baseURL))

    expect(failure).toMatchObject({ class: 'context', retryable: false })
  })
})

describe('words that give a status another meaning', () => {
  test('an account without credit is not asked again', async () => {
    const route = routes[2]
    if (route === undefined) throw new Error('no route')
    const failure = await failureOf(
      route,
      status(429, 'You exceeded your current quota', { type: 'insufficient_quota' }),
    )

    expect(failure).toMatchObject({ class: 'rate-limit', retryable: false })
    expect(failure?.message).toContain('no credit')
  })

  test('Google says 400 for a wrong key', async () => {
    const route = routes[4]
    if (route === undefined) throw new Error('no route')
    const failure = await failureOf(
      route,
      status(400, 'API key not valid. Please pass a valid one.'),
    )

    expect(failure).toMatchObject({ class: 'auth' })
    expect(failure?.hint).toContain('GOOGLE_GENERATIVE_AI_API_KEY')
  })

  test('a missing model at Ollama names the command that fetches it', () => {
    const failure = describeFailure(
      { name: 'AI_APICallError', statusCode: 404, message: 'model "qwen3" not found' },
      { provider: 'ollama', model: 'qwen3' },
    )

    expect(failure).toMatchObject({ class: 'not-found' })
    expect(failure.hint).toContain('ollama pull qwen3')
  })

  test('anything at all becomes a sentence', () => {
    for (const thing of [undefined, null, 7, 'x', {}, new Error(PROMPT), [KEY]]) {
      const failure = describeFailure(thing, { provider: 'openai', model: 'm' })
      expect(failure.class).toBe('unknown')
      expectClean(failure)
    }
  })
})
