import type { Approval } from '@skillet/server/contract'
import { afterEach, describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  noted,
  says,
  scripted,
  sqliteStore,
  untyped,
} from '../../agent/test/engine-world.ts'
import type { ChatAccepted } from '../src/contract/index.ts'
import {
  type ChatOptions,
  type ChatWorld,
  chunksOf,
  heldModel,
  openChat,
  reduced,
  typed,
} from './chat-world.ts'
import { read } from './read.ts'

let world: ChatWorld
afterEach(() => world.stop())
const open = async (options: ChatOptions = {}) => {
  world = await openChat({ model: scripted([says('ok')]), ...options })
}

const isEnd = ({
  message,
}: {
  readonly message: { readonly metadata?: { readonly end?: unknown } | undefined }
}) => message.metadata?.end !== undefined

describe('the live stream', () => {
  it('tells every page of conversations, and only those that have one open of its messages', async () => {
    await open()
    const here = world.live({ conversation: 'c' })
    await here.opened
    const other = world.live({ conversation: 'another' })
    await other.opened
    const none = world.live()
    await none.opened
    await chunksOf(await world.say('hi'))
    await here.next('message', isEnd)
    for (const stream of [other, none]) {
      await stream.next('conversation', ({ conversation }) => conversation.state === 'idle')
      expect(stream.events.map(({ type }) => type)).not.toContain('message')
      expect(stream.events.map(({ type }) => type)).not.toContain('chunk')
    }
  })

  it('goes on from an id: nothing is lost, doubled or out of order', async () => {
    await open()
    const all = world.live({ conversation: 'c' })
    await all.opened
    await chunksOf(await world.say('one'))
    await all.next('message', isEnd)
    const kept = all.events.filter(({ type }) => type !== 'chunk')
    for (const [at, { id }] of kept.entries()) {
      const resumed = world.live({ conversation: 'c', after: id })
      await resumed.opened
      const rest = kept.slice(at + 1)
      if (rest.length === 0) continue
      await resumed.next(
        rest[rest.length - 1]?.type ?? 'reset',
        (event) => event.id === rest.at(-1)?.id,
      )
      expect(resumed.events).toEqual(rest)
      resumed.close()
    }
  })

  it('takes the id from the header of a reader that reconnects by itself too', async () => {
    await open()
    const all = world.live()
    await all.opened
    await chunksOf(await world.say('one'))
    const first = await all.next('conversation')
    const response = await world.call('/api/live', { headers: { 'last-event-id': first.id } })
    const piece = await response.body?.getReader().read()
    expect(new TextDecoder().decode(piece?.value)).toContain('event: conversation')
  })

  it.each(['0000-1', 'nonsense', '-', `${'9'.repeat(99)}`])(
    'says reset where it cannot go on from %s',
    async (after) => {
      await open()
      const stream = world.live({ after })
      await stream.opened
      const { id } = await stream.next('reset')
      expect(world.server.hub.lastEventId()).toBe(id)
    },
  )

  it('says reset for an event that is still to come', async () => {
    await open()
    const [start] = world.server.hub.lastEventId().split('-')
    await world.live({ after: `${start}-99` }).next('reset')
  })

  it('replays an answer that runs to a page that opens its conversation, then goes on', async () => {
    const held = heldModel()
    await open({ model: held.model })
    const response = await world.say('hi')
    const early = world.live({ conversation: 'c' })
    await early.next('chunk', ({ chunk }) => chunk.type === 'start')
    held.tell({ type: 'text-start', id: 't' })
    for (const delta of ['a', 'b', 'c']) held.tell({ type: 'text-delta', id: 't', delta })
    await early.next('chunk', ({ chunk }) => chunk['delta'] === 'c')
    const late = world.live({ conversation: 'c' })
    await late.next('chunk', ({ chunk }) => chunk['delta'] === 'abc')
    held.tell({ type: 'text-delta', id: 't', delta: 'd' }, { type: 'text-end', id: 't' })
    held.end()
    const whole = await reduced(await chunksOf(response))
    for (const stream of [early, late]) {
      await stream.next('message', isEnd)
      const chunks = stream.events.flatMap((event) => (event.type === 'chunk' ? [event.chunk] : []))
      const seen = await reduced(untyped(chunks))
      expect(JSON.stringify(seen)).toBe(JSON.stringify(whole))
    }
  })

  it('two pages on one conversation hear the same, in the same order', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(calling('bash', { command: 'ls' })), says('done')])
    await open({ model, tools: [bash] })
    const pages = [world.live({ conversation: 'c' }), world.live({ conversation: 'c' })]
    await (await world.say('go')).text()
    const questions = await Promise.all(
      pages.map((page) => page.next('chunk', ({ chunk }) => chunk.type === 'data-approval')),
    )
    const [asked] = questions.map(({ chunk }) => chunk['data'] as { request: Approval })
    const request = asked?.request
    const path = `/api/conversations/c/approvals/${request?.id}`
    const answers = await Promise.all(
      ['once', 'turn'].map((decision) => world.post(path, { decision, digest: request?.digest })),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409])
    await Promise.all(pages.map((page) => page.next('message', isEnd)))
    const [one, two] = pages.map(({ events }) => events)
    expect(one).toEqual(two)
  })

  it('tells of a message that waits, its change and its end in every page', async () => {
    const held = heldModel()
    await open({ model: held.model })
    await world.say('one')
    const page = world.live({ conversation: 'c' })
    await page.opened
    const { messageId } = await read<ChatAccepted>(world.say('two'))
    await page.next('message', ({ message }) => message.id === messageId)
    const path = `/api/conversations/c/queue/${messageId}`
    const edited = await world.call(path, {
      method: 'PATCH',
      body: JSON.stringify({ text: 'three' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(edited.status).toBe(204)
    await page.next('conversation-changed')
    expect((await world.messages()).at(-2)?.parts).toMatchObject([{ text: 'three' }])
    expect((await world.call(path, { method: 'DELETE' })).status).toBe(204)
    await page.next('conversation-changed')
    expect(await world.messages()).toHaveLength(2)
    expect((await world.call(path, { method: 'DELETE' })).status).toBe(409)
    held.end()
    await page.next('message', isEnd)
    expect(await world.messages()).toHaveLength(2)
  })

  it('says that another branch is shown, where a message is edited', async () => {
    await open()
    await chunksOf(await world.say('', { messages: [typed('one', { id: 'm' })] }))
    const page = world.live({ conversation: 'c' })
    await page.opened
    await chunksOf(await world.say('', { messages: [typed('two', { id: 'm' })] }))
    await page.next('conversation-changed')
  })

  it('notices what another process of the store does, also in a list', async () => {
    await open({ openStore: sqliteStore, model: scripted([says('one')]) })
    await chunksOf(await world.say('hi'))
    const page = world.live({ conversation: 'c' })
    await page.opened
    const elsewhere = world.another({ model: scripted([says('two')]) })
    for await (const _ of elsewhere.submitMessage({ conversationId: 'c', text: 'there' }));
    await page.next('conversation-changed')
    expect(await world.messages()).toHaveLength(4)
    for await (const _ of elsewhere.submitMessage({ conversationId: 'd', text: 'new' }));
    await page.next('conversation', ({ conversation }) => conversation.id === 'd')
    await world.store.delete('d')
    await page.next('conversation-deleted', ({ id }) => id === 'd')
  })

  it('ends when the server does', async () => {
    await open()
    const page = world.live()
    await page.opened
    await chunksOf(await world.say('hi'))
    await page.next('conversation')
    await world.server.close()
    await page.over
  })
})
