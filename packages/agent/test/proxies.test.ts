import type { IncomingMessage, ServerResponse } from 'node:http'
import { generateText } from 'ai'
import { describe, expect, test } from 'vitest'
import { createModels, describeFailure, type ModelsOptions } from '../src/model/index.ts'
import { type ProxyServer, says, startOpenAI, startProxy, startSocks } from './servers/index.ts'

const KEY = 'sk-test-0123456789abcdefghijklmnop'

const reply = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
}

function answerChat(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(reply))
}

/** Names behind a proxy need not be known here. */
const unknownNames = { lookup: () => Promise.reject(new Error('ENOTFOUND')) }

async function ask(
  baseURL: string,
  environment: ModelsOptions['environment'],
  guard: ModelsOptions['guard'] = unknownNames,
) {
  const models = createModels({
    environment,
    settings: { user: { providers: { own: { baseURL, apiKey: KEY } } }, project: {} },
    guard,
  })
  const choice = await models.resolve('own/m')
  if (choice.kind !== 'provider') throw new Error(JSON.stringify(choice))
  try {
    const { text } = await generateText({ model: choice.model, prompt: 'x', maxRetries: 0 })
    return { text }
  } catch (error) {
    return { failure: describeFailure(error, { provider: 'own', model: 'm' }) }
  }
}

const targets = ({ requests }: ProxyServer) =>
  requests.map(({ method, target }) => `${method} ${target}`)

describe('a proxy of the environment', () => {
  test.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])(
    '%s: an http: address is asked for in its absolute form',
    async (variable) => {
      await using proxy = await startProxy({ answer: answerChat })

      expect(await ask('http://models.example/v1', { [variable]: proxy.origin })).toEqual({
        text: 'hello',
      })
      expect(targets(proxy)).toEqual(['POST http://models.example/v1/chat/completions'])
      expect(proxy.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`)
    },
  )

  test.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'HTTP_PROXY'])(
    '%s: an https: address is reached through a tunnel, which carries nothing but TLS',
    async (variable) => {
      await using proxy = await startProxy({})

      const { failure } = await ask('https://models.example/v1', { [variable]: proxy.origin })

      expect(targets(proxy)[0]).toBe('CONNECT models.example:443')
      expect(proxy.requests[0]?.headers['authorization']).toBeUndefined()
      // A TLS handshake begins with the bytes 22 and 3.
      expect([...(proxy.tunnelled[0]?.subarray(0, 2) ?? [])]).toEqual([22, 3])
      expect(failure).toMatchObject({ class: 'cut' })
    },
  )

  test('user and password go to the proxy alone, and an address without http:// is one', async () => {
    await using proxy = await startProxy({})
    const { host } = new URL(proxy.origin)
    await ask('https://models.example/v1', { HTTPS_PROXY: `ann:pass%20word@${host}` })

    const sent = Buffer.from('ann:pass word').toString('base64')
    expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(`Basic ${sent}`)
  })

  test.each(['socks5', 'socks5h'])('%s: names are left to the proxy', async (scheme) => {
    const body = JSON.stringify(reply)
    const head = `content-type: application/json\r\ncontent-length: ${body.length}`
    await using proxy = await startSocks(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`)

    const environment = { ALL_PROXY: `${scheme}://${proxy.host}` }
    expect(await ask('http://models.example/v1', environment)).toEqual({ text: 'hello' })
    expect(proxy.names).toEqual(['models.example'])
  })

  test('small letters come first', async () => {
    await using proxy = await startProxy({ answer: answerChat })
    const environment = { http_proxy: proxy.origin, HTTP_PROXY: 'http://127.0.0.1:1' }
    expect(await ask('http://models.example/v1', environment)).toEqual({ text: 'hello' })
  })

  test('what NO_PROXY lists is called directly', async () => {
    await using proxy = await startProxy({ answer: answerChat })
    for (const except of ['models.invalid', '.invalid', '*', 'other.example,models.invalid']) {
      const environment = { HTTP_PROXY: proxy.origin, NO_PROXY: except }
      const { failure } = await ask('http://models.invalid/v1', environment)
      expect(failure).toMatchObject({ class: 'network' })
    }
    expect(proxy.requests).toEqual([])
  })

  test('this machine is always called directly', async () => {
    await using proxy = await startProxy({ answer: answerChat })
    await using server = await startOpenAI((request) => {
      expect(request.path).toBe('/v1/chat/completions')
      return says('unused')
    })
    await ask(server.baseURL, { HTTP_PROXY: proxy.origin, ALL_PROXY: proxy.origin })
    await ask(server.baseURL.replace('127.0.0.1', 'localhost'), { HTTP_PROXY: proxy.origin })

    expect(proxy.requests).toEqual([])
    expect(server.requests).toHaveLength(2)
  })

  test('threat E9: a redirect is refused through a proxy too', async () => {
    await using recorder = await startOpenAI([says('caught')])
    await using proxy = await startProxy({
      answer: (_request, response) => {
        response.writeHead(307, { location: `${recorder.baseURL}/elsewhere` })
        response.end()
      },
    })

    const { failure } = await ask('http://models.example/v1', { HTTP_PROXY: proxy.origin })

    expect(failure).toMatchObject({ class: 'request', retryable: false })
    expect(failure?.message).toContain('redirect')
    expect(proxy.requests).toHaveLength(1)
    expect(recorder.connections).toEqual([])
  })

  test('threat E9: a name that leads to a link-local address is refused before the proxy hears of it', async () => {
    await using proxy = await startProxy({ answer: answerChat })
    const lookup = () => Promise.resolve(['169.254.169.254'])
    const { failure } = await ask(
      'http://models.example/v1',
      { HTTP_PROXY: proxy.origin },
      { lookup },
    )

    expect(failure).toMatchObject({ class: 'request' })
    expect(proxy.requests).toEqual([])
  })

  test.each([
    ['https://models.example/v1', 407],
    ['https://models.example/v1', 403],
    ['https://models.example/v1', 502],
    ['http://models.example/v1', 407],
  ])('%s: a proxy that answers %i is named, and not the provider', async (baseURL, code) => {
    await using proxy = await startProxy({
      connect: code,
      answer: (_request, response) => {
        response.writeHead(code)
        response.end()
      },
    })

    const { failure } = await ask(baseURL, { ALL_PROXY: proxy.origin })

    expect(failure).toMatchObject({ class: 'network', status: code, retryable: false })
    expect(failure?.message).toContain(`ALL_PROXY`)
    expect(failure?.message).toContain(`(${code})`)
    expect(failure?.hint).toContain('NO_PROXY')
    expect(proxy.requests).toHaveLength(1)
  })

  test('an address that is no proxy’s is said, and nothing goes around it', async () => {
    for (const value of ['ftp://proxy.example:21', 'http://', 'socks4://127.0.0.1:1']) {
      const { failure } = await ask('https://models.example/v1', { HTTPS_PROXY: value })
      expect(failure).toMatchObject({ class: 'network', retryable: false })
      expect(failure?.message).toContain('HTTPS_PROXY names cannot be used')
    }
  })

  test('a proxy that is silent has the same end as a provider that is', async () => {
    await using proxy = await startProxy({ answer: () => {} })
    const { failure } = await ask(
      'http://models.example/v1',
      { HTTP_PROXY: proxy.origin },
      { ...unknownNames, headersMs: 60 },
    )
    expect(failure).toMatchObject({ class: 'timeout' })
    expect(failure?.hint).toContain('proxy')
  })
})
