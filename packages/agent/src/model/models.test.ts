import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import type { SettingsFile } from '@skillet/core'
import { describe, expect, test } from 'vitest'
import { call, startOpenAI, stream } from '../../test/servers/index.ts'
import { createModels, type Environment, type ModelsOptions } from './index.ts'

const KEY = 'sk-ant-0123456789abcdef'

/** A port that nothing listens on: servers of tests take ports far above. */
const NOBODY = 'http://127.0.0.1:1'
const nowhere = { ollama: NOBODY, lmstudio: NOBODY, llamacpp: NOBODY }

function modelsWith(
  given: {
    environment?: Environment
    user?: SettingsFile
    project?: SettingsFile
    origins?: Readonly<Record<string, string>>
  } & Omit<ModelsOptions, 'environment' | 'settings'>,
) {
  const { environment = {}, user = {}, project = {}, origins = {}, ...rest } = given
  return createModels({
    environment,
    settings: { user, project },
    probe: { origins: { ...nowhere, ...origins } },
    ...rest,
  })
}

/** Takes connections and never says a word. */
async function startSilent() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    connections: () => sockets.length,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const ids = async (given: Parameters<typeof modelsWith>[0], wanted?: string) => {
  const { kind, id } = await modelsWith(given).choose(wanted)
  return `${kind} ${id}`
}

describe('the order of the choice', () => {
  const environment = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY }
  const user = { model: 'openai/gpt-5-mini' }

  test('the wanted model comes first', async () => {
    expect(await ids({ environment, user }, 'gemini-2.5-flash')).toBe(
      'provider google/gemini-2.5-flash',
    )
  })

  test("then the settings': the user's, or a trusted project's", async () => {
    const project = { model: 'haiku' }
    expect(await ids({ environment, user })).toBe('provider openai/gpt-5-mini')
    expect(await ids({ environment, user, project })).toBe('provider openai/gpt-5-mini')
    expect(await ids({ environment, user, project, projectTrusted: true })).toBe(
      'provider anthropic/claude-haiku-4-5',
    )
  })

  test('then the first key, in the order Anthropic, OpenAI, Google', async () => {
    expect(await ids({ environment })).toBe('provider anthropic/claude-sonnet-4-6')
    expect(await ids({ environment: { OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY } })).toBe(
      'provider openai/gpt-5.2',
    )
    expect(await ids({ environment: { GEMINI_API_KEY: KEY } })).toBe(
      'provider google/gemini-2.5-pro',
    )
    expect(await ids({ environment: { GOOGLE_GENERATIVE_AI_API_KEY: KEY } })).toBe(
      'provider google/gemini-2.5-pro',
    )
  })

  test('an empty key is none', async () => {
    expect(await ids({ environment: { ANTHROPIC_API_KEY: '  ', OPENAI_API_KEY: '' } })).toBe(
      'guided guided',
    )
  })

  test('then a server on loopback, Ollama before LM Studio, and it is named', async () => {
    await using ollama = await startOpenAI([], { models: ['nomic-embed-text', 'qwen3:8b'] })
    await using studio = await startOpenAI([], { models: ['gemma-3'] })
    const origins = { ollama: ollama.origin, lmstudio: studio.origin }

    const choice = await modelsWith({ origins }).choose()
    expect(choice).toMatchObject({ id: 'ollama/qwen3:8b', local: true })
    expect(choice.kind === 'provider' && choice.reason).toContain(`Ollama at ${ollama.origin}`)
    expect(await ids({ origins: { lmstudio: studio.origin } })).toBe('provider lmstudio/gemma-3')
  })

  test('at last guided', async () => {
    expect(await modelsWith({}).choose()).toMatchObject({
      kind: 'guided',
      reason: 'no key and no local server was found',
    })
  })

  test('a chosen model that cannot be had is said, and no other one takes its place', async () => {
    expect(
      await modelsWith({
        environment: { OPENAI_API_KEY: KEY },
        user: { model: 'sonnet' },
      }).choose(),
    ).toMatchObject({
      kind: 'unavailable',
      id: 'anthropic/claude-sonnet-4-6',
      hint: expect.stringContaining('ANTHROPIC_API_KEY'),
    })
  })

  test('loopback is asked once, and not at all where a key is there', async () => {
    await using ollama = await startOpenAI([], { models: [] })
    const origins = { ollama: ollama.origin }
    await modelsWith({ origins, environment: { OPENAI_API_KEY: KEY } }).choose()
    expect(ollama.connections).toEqual([])

    const models = modelsWith({ origins })
    await Promise.all([models.choose(), models.choose(), models.findings()])
    expect(ollama.connections.map(({ path }) => path)).toEqual(['/api/tags'])
  })
})

describe('names', () => {
  const environment = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY }

  test.each([
    ['claude-opus-4-6', 'anthropic/claude-opus-4-6'],
    ['gpt-4.1', 'openai/gpt-4.1'],
    ['o3', 'openai/o3'],
    ['o4-mini', 'openai/o4-mini'],
    ['gemini-3-pro-preview', 'google/gemini-3-pro-preview'],
    ['sonnet', 'anthropic/claude-sonnet-4-6'],
    ['Haiku', 'anthropic/claude-haiku-4-5'],
    ['opus', 'anthropic/claude-opus-4-6'],
    [' Anthropic/claude-x ', 'anthropic/claude-x'],
  ])('%s is %s', async (name, id) => {
    expect(await modelsWith({ environment }).resolve(name)).toMatchObject({ kind: 'provider', id })
  })

  test('guided can be named', async () => {
    expect(await modelsWith({ environment }).choose('guided')).toMatchObject({ kind: 'guided' })
  })

  test.each([
    ['nobody/model', 'No provider is called nobody.', 'anthropic, openai, google, ollama'],
    ['mystery-7b', 'No provider is known for the model mystery-7b.', 'provider/model'],
    ['openai/', 'openai/ names a provider and no model.', 'openai/'],
    ['', 'The name of the model is empty.', 'provider/model'],
    ['constructor/x', 'No provider is called constructor.', 'Known are'],
  ])('%s: %s', async (name, message, hint) => {
    expect(await modelsWith({ environment }).resolve(name)).toMatchObject({
      kind: 'unavailable',
      message,
      hint: expect.stringContaining(hint),
    })
  })

  test('a bare name that a server on loopback holds is found there', async () => {
    await using ollama = await startOpenAI([], { models: ['llama3.2:latest'] })
    const models = modelsWith({ origins: { ollama: ollama.origin } })
    expect(await models.resolve('llama3.2')).toMatchObject({ id: 'ollama/llama3.2', local: true })
  })
})

describe('servers on loopback', () => {
  test('a model that the server does not have, and a server that is not there, are said', async () => {
    await using ollama = await startOpenAI([], { models: ['qwen3:8b'] })
    const models = modelsWith({ origins: { ollama: ollama.origin } })

    expect(await models.resolve('ollama/llama3')).toMatchObject({
      kind: 'unavailable',
      hint: 'It has qwen3:8b.',
    })
    expect(await models.resolve('lmstudio/x')).toMatchObject({
      kind: 'unavailable',
      message: `LM Studio does not answer at ${NOBODY}, so lmstudio/x cannot be used.`,
    })
  })

  test('llama.cpp answers to every name; a server without models is not chosen', async () => {
    await using llama = await startOpenAI([], { models: ['whatever.gguf'] })
    await using ollama = await startOpenAI([], { models: ['nomic-embed-text'] })
    const models = modelsWith({ origins: { llamacpp: llama.origin, ollama: ollama.origin } })
    expect(await models.resolve('llamacpp/my-model')).toMatchObject({ id: 'llamacpp/my-model' })
    expect(await models.choose()).toMatchObject({ id: 'llamacpp/whatever.gguf' })
    expect(await models.resolve('ollama/x')).toMatchObject({
      hint: 'It has none yet. Load one into Ollama first.',
    })
  })

  test('threat E9: a stranger on the port is no model', async () => {
    await using stranger = await startOpenAI([], {})
    const origins = { ollama: `${stranger.origin}/nothing-here` }
    const models = modelsWith({ origins })

    expect(await models.choose()).toMatchObject({ kind: 'guided' })
    expect(await models.findings()).toContainEqual(
      expect.objectContaining({ found: false, detail: 'something else answers there' }),
    )
  })

  test('a server that takes the connection and says nothing costs the time limit alone', async () => {
    await using silent = await startSilent()
    const models = createModels({
      environment: {},
      probe: { timeoutMs: 50, origins: { ...nowhere, ollama: silent.origin } },
    })
    expect(await models.choose()).toMatchObject({ kind: 'guided' })
    expect(silent.connections()).toBe(1)
    expect(await models.findings()).toContainEqual(
      expect.objectContaining({ looked: `Ollama at ${silent.origin}`, detail: 'nothing answers' }),
    )
  })

  test('names that would trip a terminal are not listed', async () => {
    await using ollama = await startOpenAI([], { models: ['\u001b[31mred', 'a\nb', 'fine'] })
    expect(await modelsWith({ origins: { ollama: ollama.origin } }).choose()).toMatchObject({
      id: 'ollama/fine',
    })
  })

  test('the model answers at the address where it was found', async () => {
    await using ollama = await startOpenAI([stream([call('look', {})])], { models: ['m'] })
    const choice = await modelsWith({ origins: { ollama: ollama.origin } }).choose()
    if (choice.kind !== 'provider') throw new Error('no model')

    await choice.model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }],
    })

    expect(ollama.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions'])
  })
})

describe('the time that looking takes', () => {
  test('where nothing listens, nothing is waited for', async () => {
    // A refused connection that waited out its time would outlast this test.
    const patient = { timeoutMs: 60_000, origins: nowhere }
    expect(await modelsWith({ probe: patient }).choose()).toMatchObject({ kind: 'guided' })
  })

  test('all servers are asked side by side', async () => {
    const asked: (() => void)[] = []
    /** Answers only once all three have been asked. */
    const together = async () => {
      const server = createHttpServer((_request, response) => {
        asked.push(() => response.end('{"models":[{"name":"m"}]}'))
        if (asked.length === 3) for (const answer of asked) answer()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('no port')
      return { server, origin: `http://127.0.0.1:${address.port}` }
    }
    const [ollama, lmstudio, llamacpp] = await Promise.all([together(), together(), together()])
    const origins = {
      ollama: ollama.origin,
      lmstudio: lmstudio.origin,
      llamacpp: llamacpp.origin,
    }
    const findings = await modelsWith({ probe: { timeoutMs: 2_000, origins } }).findings()
    for (const { server } of [ollama, lmstudio, llamacpp]) {
      server.close()
      server.closeAllConnections()
    }
    expect(findings.filter(({ place, found }) => place === 'loopback' && found)).toHaveLength(3)
  })
})

describe('what a choice says about its model', () => {
  const window = async (id: string, environment: Environment) => {
    const choice = await modelsWith({ environment }).resolve(id)
    return choice.kind === 'provider' ? choice.contextWindow : undefined
  }

  test('the context window: known, else 128,000', async () => {
    expect(await window('sonnet', { ANTHROPIC_API_KEY: KEY })).toBe(200_000)
    expect(await window('gpt-4.1', { OPENAI_API_KEY: KEY })).toBe(1_047_576)
    expect(await window('gpt-5-chat-latest', { OPENAI_API_KEY: KEY })).toBe(128_000)
    expect(await window('openai/something-new', { OPENAI_API_KEY: KEY })).toBe(128_000)
    expect(await window('gemini-2.5-pro', { GEMINI_API_KEY: KEY })).toBe(1_048_576)
  })

  test('the window of Ollama is what it says, capped, and 32,768 where it says nothing', async () => {
    const at = async (contextLength?: number) => {
      await using ollama = await startOpenAI([], {
        models: ['m'],
        ...(contextLength === undefined ? {} : { contextLength }),
      })
      return (await modelsWith({ origins: { ollama: ollama.origin } }).choose()).kind === 'provider'
        ? await modelsWith({ origins: { ollama: ollama.origin } }).choose()
        : undefined
    }
    expect(await at(8_192)).toMatchObject({ contextWindow: 8_192 })
    expect(await at(131_072)).toMatchObject({ contextWindow: 32_768 })
    expect(await at()).toMatchObject({ contextWindow: 32_768 })
  })

  test('images: of messages where a model is known to see, in results where the protocol has them', async () => {
    const images = async (id: string, user: SettingsFile = {}) => {
      const choice = await modelsWith({
        environment: { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY },
        user,
      }).resolve(id)
      return choice.kind === 'provider' && [choice.images, choice.imagesInResults]
    }
    expect(await images('sonnet')).toEqual([true, true])
    expect(await images('gpt-5')).toEqual([true, true])
    expect(await images('gemini-2.5-pro')).toEqual([true, true])
    const own = { baseURL: 'https://models.example/v1' }
    const at = (model: string, said: object = {}) =>
      images(`own/${model}`, { providers: { own: { ...own, ...said } } })
    expect(await at('model')).toEqual([false, false])
    expect(await at('openai/gpt-4o-mini')).toEqual([true, false])
    expect(await at('qwen2.5vl:7b')).toEqual([true, false])
    expect(await at('llama-3.2-11b-vision-instruct')).toEqual([true, false])
    expect(await at('gemma3:1b')).toEqual([false, false])
    expect(await at('o3-mini')).toEqual([false, false])
    expect(await at('gpt-oss:20b')).toEqual([false, false])
    expect(await at('model', { images: true })).toEqual([true, false])
    expect(await at('gpt-4o', { images: false })).toEqual([false, false])
    expect(await at('model', { kind: 'anthropic', apiKey: KEY, images: false })).toEqual([
      false,
      false,
    ])
  })
})

describe('addresses and keys of the settings', () => {
  test.each([
    ['http://169.254.169.254/v1', 'link-local or metadata'],
    ['http://2852039166/v1', 'link-local or metadata'],
    ['http://[fe80::1]/v1', 'link-local or metadata'],
    ['http://[::ffff:169.254.169.254]/v1', 'link-local or metadata'],
    ['http://metadata.google.internal/', 'link-local or metadata'],
    ['ftp://models.example', 'http: or https:'],
    ['not a url', 'not a URL'],
    ['https://ann:secret-word@models.example/v1', 'user name or password'],
  ])('threat E9: %s is refused', async (baseURL, message) => {
    const models = modelsWith({ user: { providers: { own: { baseURL, apiKey: KEY } } } })
    const choice = await models.resolve('own/model')
    expect(choice).toMatchObject({ kind: 'unavailable', message: expect.stringContaining(message) })
    expect(JSON.stringify([choice, await models.findings()])).not.toContain('secret-word')
  })

  test('threat T1: addresses and keys in project settings are never read', async () => {
    await using recorder = await startOpenAI([])
    const project = {
      providers: { own: { baseURL: recorder.baseURL }, anthropic: { baseURL: recorder.baseURL } },
    }
    const models = modelsWith({
      project,
      projectTrusted: true,
      environment: { ANTHROPIC_API_KEY: KEY },
    })
    expect(await models.resolve('own/model')).toMatchObject({ kind: 'unavailable' })
    expect(JSON.stringify(await models.findings())).not.toContain(recorder.origin)
    expect(recorder.connections).toEqual([])
  })

  test('a base URL in the environment is used, with or without /v1 at Anthropic', async () => {
    for (const suffix of ['', '/', '/v1']) {
      await using server = await startOpenAI([])
      const models = modelsWith({
        environment: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `${server.origin}${suffix}` },
      })
      const choice = await models.resolve('sonnet')
      if (choice.kind !== 'provider') throw new Error('no model')
      await choice.model
        .doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] })
        .then(undefined, () => undefined)
      expect(server.connections.map(({ path }) => path)).toEqual(['/v1/messages'])
    }
  })

  test("Anthropic's bearer token is sent as one, and an own header instead of a key is enough", async () => {
    await using server = await startOpenAI([])
    const send = async (given: Parameters<typeof modelsWith>[0], id: string) => {
      const choice = await modelsWith(given).resolve(id)
      if (choice.kind !== 'provider') throw new Error('no model')
      await choice.model
        .doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] })
        .then(undefined, () => undefined)
      return server.connections.at(-1)?.headers
    }
    const environment = { ANTHROPIC_AUTH_TOKEN: 'token-0123', ANTHROPIC_BASE_URL: server.origin }
    const byToken = await send({ environment }, 'sonnet')
    expect(byToken?.['authorization']).toBe('Bearer token-0123')
    expect(byToken).not.toHaveProperty('x-api-key')

    const headers = { Authorization: 'Bearer own-0123' }
    const user: SettingsFile = { providers: { anthropic: { baseURL: server.origin, headers } } }
    expect((await send({ user }, 'sonnet'))?.['authorization']).toBe('Bearer own-0123')
  })

  test('a provider without an address or a key says which is missing', async () => {
    const user: SettingsFile = { providers: { own: {}, far: { kind: 'google' } } }
    expect(await modelsWith({ user }).resolve('own/m')).toMatchObject({
      message: 'own/m cannot be used: The provider own has no address.',
    })
    expect(await modelsWith({ user }).resolve('far/m')).toMatchObject({
      hint: expect.stringContaining('Set FAR_API_KEY, or write apiKey under providers.far'),
    })
  })

  test('an address in the environment is in the findings by its origin alone', async () => {
    const environment = {
      OPENAI_BASE_URL: 'https://models.example/secret-path?key=1',
      ANTHROPIC_BASE_URL: 'http://169.254.169.254',
    }
    const findings = await modelsWith({ environment }).findings()
    expect(findings).toContainEqual({
      place: 'environment',
      looked: 'OPENAI_BASE_URL',
      found: true,
      detail: 'openai is called at https://models.example',
    })
    expect(findings).toContainEqual(
      expect.objectContaining({ looked: 'ANTHROPIC_BASE_URL', found: false }),
    )
  })

  test('a provider of the settings finds its key in NAME_API_KEY', async () => {
    await using server = await startOpenAI([stream([])])
    const choice = await modelsWith({
      environment: { MY_GATEWAY_API_KEY: KEY },
      user: { providers: { 'my-gateway': { baseURL: server.baseURL } } },
    }).resolve('my-gateway/a/b')
    if (choice.kind !== 'provider') throw new Error('no model')
    await choice.model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }],
    })
    expect(server.requests[0]).toMatchObject({
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: 'a/b' },
    })
  })
})

describe('secrets', () => {
  const environment = {
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_AUTH_TOKEN: 'token-0123456789',
    OPENAI_API_KEY: 'short',
    GEMINI_API_KEY: ' gemini-0123456789 ',
    OWN_API_KEY: 'own-0123456789',
    HTTPS_PROXY: 'http://ann:proxy-password@proxy.example:3128',
  }
  const user: SettingsFile = {
    providers: {
      own: {
        baseURL: 'https://ann:url-password@models.example/v1?token=in-the-query',
        apiKey: 'settings-0123456789',
        headers: { Authorization: 'Bearer header-0123456789', 'X-Title': 'A title of ours' },
      },
    },
  }

  test('every known key, longest first, without what is too short to be one', () => {
    expect([...modelsWith({ environment, user }).secrets].sort()).toEqual(
      [
        KEY,
        'token-0123456789',
        'gemini-0123456789',
        'own-0123456789',
        'settings-0123456789',
        'Bearer header-0123456789',
        'header-0123456789',
        'url-password',
        'proxy-password',
        // As a header carries them: `ann:…` in base64.
        'YW5uOnVybC1wYXNzd29yZA==',
        'YW5uOnByb3h5LXBhc3N3b3Jk',
      ].sort(),
    )
  })

  test('none is in findings, choices or refusals', async () => {
    const models = modelsWith({ environment, user: { ...user, model: 'own/model' } })
    const findings = await models.findings()
    const shown = JSON.stringify([
      findings,
      await models.choose(),
      await models.resolve('nobody/x'),
      await models.resolve('own/x'),
    ])
    for (const secret of models.secrets) expect(shown).not.toContain(secret)
    expect(shown).not.toContain('proxy-password')
    expect(shown).not.toContain('in-the-query')
  })

  test('findings name every place in the order of the choice, with what to do about a proxy', async () => {
    const findings = await modelsWith({ environment }).findings()
    expect(findings.map(({ place, looked, found }) => `${place} ${looked} ${found}`)).toEqual([
      'settings model false',
      'environment ANTHROPIC_API_KEY true',
      'environment ANTHROPIC_AUTH_TOKEN true',
      'environment OPENAI_API_KEY true',
      'environment GOOGLE_GENERATIVE_AI_API_KEY false',
      'environment GEMINI_API_KEY true',
      `loopback Ollama at ${NOBODY} false`,
      `loopback LM Studio at ${NOBODY} false`,
      `loopback llama.cpp at ${NOBODY} false`,
      'environment HTTPS_PROXY true',
      'guided built-in true',
    ])
    const unusable = await modelsWith({ environment: { ALL_PROXY: 'ftp://x' } }).findings()
    expect(unusable.find(({ looked }) => looked === 'ALL_PROXY')).toMatchObject({
      found: false,
      detail: expect.stringContaining('cannot be used'),
    })
  })
})
