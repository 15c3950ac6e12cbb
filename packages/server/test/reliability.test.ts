import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createModels, openSqliteStore } from '@skillet/agent'
import type { Settings } from '@skillet/core'
import type { LiveEvent, SkilletChunk } from '@skillet/server/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { says, scripted, sqliteStore } from '../../agent/test/engine-world.ts'
import { startOpenAI, stream, text } from '../../agent/test/servers/index.ts'
import { lockStore } from '../../agent/test/store/lock.ts'
import type { ChatAccepted, ConversationPage, Failure } from '../src/contract/index.ts'
import {
  type ChatOptions,
  type ChatWorld,
  chunksOf,
  decider,
  heldModel,
  type LiveStream,
  openChat,
  reduced,
  typed,
} from './chat-world.ts'
import { read } from './read.ts'

let world: ChatWorld
afterEach(() => world.stop())
const open = async (options: ChatOptions) => {
  world = await openChat(options)
}

const isEnd = (event: LiveEvent): boolean =>
  event.type === 'message' && event.message.metadata?.end !== undefined

const told = ({ events }: LiveStream): readonly SkilletChunk[] =>
  events.flatMap((event) => (event.type === 'chunk' ? [event.chunk as SkilletChunk] : []))

const holds = (chunk: { readonly [field: string]: unknown }, word: string): boolean => {
  const { delta } = chunk
  return typeof delta === 'string' && delta.includes(word)
}

const textOf = async (chunks: readonly SkilletChunk[]): Promise<string> => {
  const message = await reduced(chunks)
  return (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** Comes again where the server has not yet heard that those before it are gone, as a page does. */
async function openPage(conversation: string): Promise<LiveStream> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const page = world.live({ conversation })
    if (await page.opened) return page
  }
  throw new Error('The server takes no page.')
}

/** Bytes of the heap that are in use, once all that is not has been taken back. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

describe('fifty conversations at once', () => {
  const conversations = Array.from({ length: 50 }, (_, at) => `c${at}`)
  const words = Array.from({ length: 120 }, (_, at) => `word${at} `)

  it('reach fifty pages, each its own, whole and in order; and leave nothing behind', async () => {
    // The provider tells each conversation its own name.
    await using provider = await startOpenAI((request) => {
      const name = /Say (c\d+)\./.exec(JSON.stringify(request.body))?.[1] ?? 'nobody'
      return stream(words.map((word) => text(`${name}:${word}`)))
    })
    const model = createModels({ environment: {}, settings: settingsFor(provider.baseURL) })
    await open({ model })
    const round = async (number: number) => {
      const pages = await Promise.all(conversations.map(openPage))
      const init = { headers: { prefer: 'respond-async' } }
      const sent = conversations.map(async (id) => {
        const messages = [typed(`Say ${id}. Round ${number}.`)]
        const response = await world.post('/api/chat', { id, messages }, init)
        expect(response.status).toBe(202)
        return (await read<ChatAccepted>(response)).answerId
      })
      const answers = await Promise.all(sent)
      await Promise.all(
        pages.map(async (page, at) => {
          const isOwn = (event: LiveEvent) =>
            isEnd(event) && event.type === 'message' && event.message.id === answers[at]
          await page.next('message', isOwn)
          const chunks = told(page)
          const own = words.map((word) => `c${at}:${word}`).join('')
          expect(await textOf(chunks)).toBe(own)
          const numbers = page.events.map(({ id }) => Number(id.split('-')[1]))
          expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
          page.close()
        }),
      )
    }
    await round(0)
    await round(1)
    const before = heapInUse()
    for (const number of [2, 3, 4]) await round(number)
    const grown = heapInUse() - before
    // Three rounds more are 150 stored answers of 2 KB, and what the log keeps for pages that come back.
    expect(grown).toBeLessThan(24 * 1024 * 1024)
  }, 120_000)
})

describe('threat S6: a reader that is slow', () => {
  it('at a byte a second is given up once it is 8 MiB behind, and holds nobody up', async () => {
    await open({ model: scripted([says('ok')]) })
    const slow = await openRaw(world.origin, '/api/live')
    const byte = setInterval(() => slow.socket.read(1), 1_000).unref()
    const fast = world.live()
    await fast.opened
    const { hub } = world.server
    const title = 'x'.repeat(10_000)
    const conversation = (number: number) => ({
      id: `n${number}`,
      title,
      workspace: '/',
      here: false,
      createdAt: 0,
      updatedAt: 0,
      messageCount: 0,
      state: 'idle' as const,
    })
    // Three times what may wait for it, and what the system keeps of a connection.
    const count = 4_000
    for (let number = 0; number < count; number += 1) {
      hub.publish({ type: 'conversation', conversation: conversation(number) })
      // On time: never as much as a tenth of the limit waits for a reader that reads.
      if (number % 50 === 49) {
        await fast.next('conversation', (event) => event.conversation.id === `n${number}`)
      }
    }
    expect(fast.events).toHaveLength(count)
    clearInterval(byte)
    // What the system still holds of it, and then the end.
    slow.socket.resume()
    await slow.closed
    expect(slow.bytes()).toBeLessThan(count * title.length)
    await chunksOf(await world.say('hi'))
    await fast.next('conversation', (event) => event.conversation.id === 'c')
  }, 60_000)

  it('of an answer is given up alone: the answer goes on', async () => {
    const held = heldModel()
    await open({ model: held.model })
    const body = JSON.stringify({ id: 'c', messages: [typed('hi')] })
    const slow = await openRaw(world.origin, '/api/chat', body)
    const live = world.live({ conversation: 'd' })
    await live.opened
    const piece = 'y'.repeat(200_000)
    held.tell({ type: 'text-start', id: 't' })
    for (let number = 0; number < 150; number += 1) {
      held.tell({ type: 'text-delta', id: 't', delta: piece })
    }
    held.tell({ type: 'text-end', id: 't' })
    held.end()
    await live.next('conversation', (event) => event.conversation.state === 'idle')
    slow.socket.resume()
    await slow.closed
    expect(slow.bytes()).toBeLessThan(150 * piece.length)
    const [, answer] = await world.store.messages('c')
    expect(answer?.end).toEqual({ reason: 'done' })
  }, 60_000)

  it('takes one of 64 places, and the next reader gets the one that is free', async () => {
    await open({ model: scripted([says('ok')]) })
    const sockets = await Promise.all(
      Array.from({ length: 64 }, () => openRaw(world.origin, '/api/live')),
    )
    expect((await world.call('/api/live')).status).toBe(503)
    expect((await world.say('hi')).status).toBe(503)
    const last = sockets.at(-1)
    last?.socket.destroy()
    await last?.closed
    // The server hears of it a moment later than we do.
    let status = 503
    for (let tries = 0; tries < 1_000 && status === 503; tries += 1) {
      const stop = new AbortController()
      status = (await world.call('/api/live', { signal: stop.signal })).status
      stop.abort()
    }
    expect(status).toBe(200)
    for (const { socket } of sockets) socket.destroy()
  })
})

describe('a page in the middle of an answer', () => {
  const say = (held: ReturnType<typeof heldModel>, ...words: readonly string[]) => {
    for (const delta of words) held.tell({ type: 'text-delta', id: 't', delta })
  }

  it('that is gone and comes back with its last id has all of it, once', async () => {
    const held = heldModel()
    await open({ model: held.model })
    await world.say('hi')
    held.tell({ type: 'text-start', id: 't' })
    say(held, 'one ')
    const first = world.live({ conversation: 'c' })
    await first.next('chunk', ({ chunk }) => holds(chunk, 'one'))
    const after = first.events.at(-1)?.id ?? ''
    first.close()
    say(held, 'two ')
    const second = world.live({ conversation: 'c', after })
    await second.next('chunk', ({ chunk }) => holds(chunk, 'two'))
    say(held, 'three')
    held.tell({ type: 'text-end', id: 't' })
    held.end()
    await second.next('message', isEnd)
    expect(await textOf(told(second))).toBe('one two three')
  })

  it('that is loaded anew reads what is stored, then the same answer from its start', async () => {
    const held = heldModel()
    await open({ model: held.model })
    await world.say('hi')
    held.tell({ type: 'text-start', id: 't' })
    say(held, 'one ')
    const page = await read<ConversationPage>(world.call('/api/conversations/c'))
    expect(page.running).toMatchObject({ here: true })
    say(held, 'two')
    const live = world.live({ conversation: 'c', after: page.lastEventId })
    await live.next('chunk', ({ chunk }) => holds(chunk, 'two'))
    held.tell({ type: 'text-end', id: 't' })
    held.end()
    const { message } = await live.next('message', isEnd)
    expect(message.id).toBe(page.running?.answerId)
    expect(await textOf(told(live))).toBe('one two')
    expect((await world.messages())[1]).toEqual(message)
  })

  it('that was away until the answer ended gets it whole', async () => {
    const held = heldModel()
    await open({ model: held.model })
    const response = await world.say('hi')
    const after = world.server.hub.lastEventId()
    held.tell({ type: 'text-start', id: 't' })
    say(held, 'all')
    held.end()
    await response.text()
    const live = world.live({ conversation: 'c', after })
    const { message } = await live.next('message', isEnd)
    expect(message.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: 'all' }])
    expect(told(live)).toEqual([])
  })
})

describe('a server that ends in the middle of an answer', () => {
  it('leaves it interrupted to the next start, where it is answered once more', async () => {
    const held = heldModel()
    await open({ model: held.model, openStore: sqliteStore })
    await world.say('hi')
    held.tell({ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'half' })
    await world.server.close()
    const next = await openChat({
      model: scripted([says('whole')]),
      openStore: () => openSqliteStore({ folder: `${world.root}/state`, stateOf: () => 'gone' }),
      server: { workspace: world.workspace },
    })
    const opened = await read<ConversationPage>(next.call('/api/conversations/c'))
    expect(opened.conversation.state).toBe('interrupted')
    expect(opened.messages[1]?.metadata?.end).toEqual({ reason: 'interrupted' })
    const retry = { id: 'c', messages: [], trigger: 'regenerate-message' }
    const again = await reduced(await chunksOf(await next.post('/api/chat', retry)))
    expect(again?.parts.at(-1)).toMatchObject({ text: 'whole' })
    const [, answer] = await next.messages()
    expect(answer).toMatchObject({ id: again?.id, metadata: { end: { reason: 'done' } } })
    expect(answer?.metadata?.siblings).toHaveLength(2)
    await next.stop()
  })
})

describe('a store that another program locks', () => {
  it('is told of in time: nothing of the message is kept, and all goes on when it is free', async () => {
    await open({
      model: scripted([says('one'), says('two')]),
      openStore: (root) => openSqliteStore({ folder: `${root}/state`, patienceMs: 100 }),
    })
    await (await world.say('first')).text()
    const unlock = lockStore(`${world.root}/state`)
    const title = { method: 'PATCH', body: JSON.stringify({ title: 'new' }) }
    const headers = { 'content-type': 'application/json' }
    const refused = await Promise.all([
      world.say('second'),
      world.call('/api/conversations/c', { ...title, headers }),
      world.post('/api/chat', { id: 'c', messages: [], trigger: 'regenerate-message' }),
    ])
    for (const response of refused) {
      expect(response.status).toBe(503)
      expect((await read<Failure>(response)).error).toEqual({
        code: 'store',
        message: `Another program holds ${world.root}/state/conversations.db, and did not let go of it in time.`,
        hint: 'Wait for it to end, or end it, then try again.',
      })
    }
    expect(await world.messages()).toHaveLength(2)
    unlock()
    await (await world.say('second')).text()
    expect(await world.messages()).toMatchObject([
      { role: 'user' },
      { parts: [{ type: 'step-start' }, { text: 'one' }] },
      { parts: [{ text: 'second' }] },
      { parts: [{ type: 'step-start' }, { text: 'two' }] },
    ])
  })
})

interface RawReader {
  readonly socket: Socket
  /** Read so far, headers among them. */
  readonly bytes: () => number
  readonly closed: Promise<void>
}

/** A connection that reads its answer's headers, and nothing more by itself. */
async function openRaw(origin: string, path: string, body?: string): Promise<RawReader> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let bytes = 0
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  const request = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${decider}`,
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  socket.write(`${request.join('\r\n')}\r\n\r\n${body ?? ''}`)
  await new Promise<void>((resolve) => {
    socket.once('data', (piece) => {
      bytes += piece.length
      socket.pause()
      resolve()
    })
  })
  socket.on('data', (piece) => {
    bytes += piece.length
  })
  socket.pause()
  return { socket, bytes: () => bytes, closed }
}

function settingsFor(baseURL: string): Settings {
  const user = { model: 'local/m', providers: { local: { baseURL, apiKey: 'not-a-real-key-1' } } }
  return { user, project: {}, userFile: '', projectFile: '', diagnostics: [] }
}
