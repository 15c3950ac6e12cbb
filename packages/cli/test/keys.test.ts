import { describe, expect, it, vi } from 'vitest'
import { echoes, keys, spellingsOf } from '../../agent/test/servers/echoes.ts'
import { type Fault, faults, type Wire } from '../../agent/test/servers/faults/index.ts'
import {
  type ProtocolServer,
  type Reply,
  redirect,
  says,
  startAnthropic,
  startGoogle,
  startOpenAI,
  startProxy,
  status,
} from '../../agent/test/servers/index.ts'
import { createWorld, type Ran } from './world.ts'

/** A key that comes back from a provider is on no screen and in no line of `--json`. */

// Five tries take up to half a minute; that they are made is what counts here.
vi.mock(import('../../agent/src/engine/retry.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    retryDelay: (...given) => (real.retryDelay(...given) === undefined ? undefined : 1),
  }
})

interface Route {
  readonly model: string
  readonly start: typeof startOpenAI
  readonly settings: object
}

const routes: Readonly<Record<Wire, Route>> = {
  anthropic: { model: 'anthropic/claude-x', start: startAnthropic, settings: {} },
  responses: { model: 'openai/gpt-5.1', start: startOpenAI, settings: { kind: 'openai' } },
  'openai-chat': { model: 'openai/gpt-5.1', start: startOpenAI, settings: {} },
  chat: { model: 'work/some-model', start: startOpenAI, settings: {} },
  google: { model: 'google/gemini-2.5-flash', start: startGoogle, settings: {} },
}

/** What the command writes as text and as JSON, with a provider that answers like this. */
async function written(
  wire: Wire,
  key: string,
  replyTo: (server: ProtocolServer, asked: number) => Reply,
): Promise<readonly Ran[]> {
  const { model, start, settings } = routes[wire]
  const [provider = ''] = model.split('/')
  const answers: Ran[] = []
  for (const json of [[], ['--json']]) {
    const server: ProtocolServer = await start((_, asked) => replyTo(server, asked))
    const world = createWorld()
    const providers = { [provider]: { ...settings, baseURL: server.baseURL, apiKey: key } }
    world.write('~/.config/skillet/settings.json', JSON.stringify({ model, providers }))
    world.skill('~/.claude/skills', 'plain', {}, 'Be plain.')
    answers.push(await world.run('run', '--yes', ...json, 'plain', 'hello'))
    world.remove()
    await server.close()
  }
  return answers
}

function expectWithout(ran: readonly Ran[], key: string, what: string): void {
  for (const { stdout, stderr, code } of ran) {
    expect([0, 1], what).toContain(code)
    expect(stdout + stderr, what).not.toBe('')
    for (const spelling of spellingsOf(key)) {
      for (const text of [spelling, JSON.stringify(spelling).slice(1, -1)]) {
        expect(stdout.includes(text) || stderr.includes(text), `${what}: ${text}`).toBe(false)
      }
    }
  }
}

describe('a key that a provider sends back in', () => {
  it.each(echoes)(
    '%s is not written by `skillet run`',
    async (what, replies) => {
      for (const [at, key] of keys.entries()) {
        const wire = at % 2 === 0 ? 'chat' : 'anthropic'
        const all = replies(key)
        const ran = await written(wire, key, (_, asked) => all[asked % all.length] ?? says(''))
        expectWithout(ran, key, what)
      }
    },
    120_000,
  )
})

/** The same fault, with the key in every text of it. */
function withKey(reply: Reply, key: string): Reply {
  const inText = (text: string) =>
    text.replace(
      /"(message|error|detail)":\s*"/g,
      (start) => `${start}${JSON.stringify(key).slice(1, -1)} `,
    )
  switch (reply.kind) {
    case 'status':
      return { ...reply, message: `${reply.message} ${key}` }
    case 'redirect':
      return redirect(`${reply.to}?key=${encodeURIComponent(key)}`, reply.status)
    case 'raw':
      return { ...reply, body: inText(reply.body) }
    case 'stream':
      return {
        ...reply,
        pieces: reply.pieces.map((piece) => {
          if (piece.kind === 'call') return piece
          return piece.kind === 'error'
            ? { ...piece, message: `${piece.message} ${key}` }
            : { ...piece, text: `${piece.text} ${key}` }
        }),
      }
    case 'bytes':
      return Array.isArray(reply.pieces)
        ? {
            ...reply,
            pieces: reply.pieces.map((piece: string | Uint8Array) =>
              typeof piece === 'string' ? inText(piece) : piece,
            ),
          }
        : reply
    case 'hang-up':
    case 'silence':
      return reply
  }
}

const wires: readonly Wire[] = ['chat', 'anthropic', 'responses', 'google', 'openai-chat']

/** A provider that stays silent gives nothing to look through. */
const spoken = faults.filter(({ silent }) => silent === undefined)

describe('a key in what a provider sends that', () => {
  it.each(spoken.map((fault, at) => [fault.what, fault, at] as const))(
    '%s is not written by `skillet run`',
    async (what, fault: Fault, at) => {
      const key = keys[at % keys.length] ?? ''
      const wire = wires.find((one) => fault.reply(one, 'http://127.0.0.1:9') !== undefined)
      if (wire === undefined) return
      const ran = await written(wire, key, (server, asked) => {
        if (asked > 12) return status(400, 'That is enough.')
        if (fault.once && asked > 0) return says('Good.')
        const reply = fault.reply(wire, server.origin)
        return reply ? withKey(reply, key) : says('Good.')
      })
      expectWithout(ran, key, what)
    },
    60_000,
  )
})

describe('the password of a proxy', () => {
  const password = 'pl@m/window'
  const encoded = encodeURIComponent(password)

  it.each([
    ['refuses it', { connect: 407 }],
    ['breaks off', { connect: 200 }],
    [
      'sends it back',
      {
        answer: (
          _: unknown,
          response: { writeHead(code: number): void; end(text: string): void },
        ) => {
          response.writeHead(400)
          const header = Buffer.from(`ann:${password}`).toString('base64')
          const message = `no ${password}, ${encoded} or ${header}`
          response.end(JSON.stringify({ error: { message } }))
        },
      },
    ],
  ])(
    'is not written where it %s',
    async (what, answers) => {
      await using proxy = await startProxy(answers)
      const address = proxy.origin.replace('//', `//ann:${encoded}@`)
      const world = createWorld({ environment: { HTTPS_PROXY: address, HTTP_PROXY: address } })
      world.skill('~/.claude/skills', 'plain', {}, 'Be plain.')
      for (const scheme of ['http', 'https']) {
        const providers = { work: { baseURL: `${scheme}://models.example/v1`, apiKey: 'plum-key' } }
        world.write(
          '~/.config/skillet/settings.json',
          JSON.stringify({ model: 'work/some-model', providers }),
        )
        const ran = [
          await world.run('run', 'plain', 'hello'),
          await world.run('run', '--json', 'plain', 'hello'),
          await world.run('doctor'),
          await world.run('doctor', '--json'),
        ]
        expectWithout(ran, password, `${what} ${scheme}`)
        expectWithout(ran, Buffer.from(`ann:${password}`).toString('base64'), what)
        expectWithout(ran, 'plum-key', `${what} ${scheme}`)
      }
      world.remove()
    },
    60_000,
  )
})
