import type { Asker, EngineEvent, RevisedMessage } from '@skillet/agent'
import { afterEach, describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  collect,
  finish,
  messagesOf,
  modelsOf,
  noted,
  ofType,
  openWorld,
  type Saying,
  saying,
  says,
  scripted,
  stores,
  systemOf,
  type TestWorld,
  untyped,
  type WorldOptions,
} from './engine-world.ts'

interface WaitingOptions extends WorldOptions {
  /** What the model says to the message that waits. */
  readonly more?: readonly Saying[]
  /** Values of keys that are known here. */
  readonly secrets?: readonly string[]
}

describe.each(stores)('a message that waits, in %s', (_, openStore) => {
  let world: TestWorld
  afterEach(() => world.close())

  /** A turn that runs until it is told to go on, and one message that waits behind it. */
  async function waiting({
    more = [says('second')],
    tools = [],
    secrets,
    ...options
  }: WaitingOptions = {}) {
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const hold = noted('hold', 'none', async () => {
      await held
      return { ok: true, text: '' }
    })
    const model = scripted([calls(calling('hold', {})), says('first'), ...more])
    const models = modelsOf(model, secrets)
    world = await openWorld({ openStore, model: models, tools: [hold, ...tools], ...options })
    const running = until(world.engine.submitMessage({ conversationId: 'c', text: 'one' }))
    const second = world.engine.submitMessage({
      conversationId: 'c',
      messageId: 'm2',
      answerId: 'a2',
      text: '/fix two',
      attachments: [{ name: 'a.txt', bytes: Buffer.from('file') }],
    })
    await next(second, 'queued')
    const finished = () => {
      goOn()
      return Promise.all([running, until(second)])
    }
    return { model, finished }
  }

  it('has the ids it was given, and is in the store as soon as it says that it waits', async () => {
    const { finished } = await waiting()
    const stored = await world.store.messages('c')
    expect(stored.slice(2)).toMatchObject([
      { id: 'm2', role: 'user', state: 'queued' },
      { id: 'a2', role: 'assistant', state: 'queued' },
    ])
    const [, events] = await finished()
    expect(ofType(events, 'turn-start')).toMatchObject([{ messageId: 'm2', answerId: 'a2' }])
  })

  it.each<{ readonly last: Asker; readonly runs: number }>([
    { last: 'program', runs: 0 },
    { last: 'person', runs: 1 },
  ])('threats S8, E7: is from whoever changed it last, a $last', async ({ last, runs }) => {
    const skills = { git: 'allowed-tools: Bash(git add *)\n---\nBody.' }
    const bash = noted('bash', 'run')
    const more = [calls(calling('bash', { command: 'git add a' })), says('done')]
    const { finished } = await waiting({ skills, more, tools: [bash] })
    const revise = (change: RevisedMessage, askedBy: Asker) =>
      world.engine.revise({ conversationId: 'c', messageId: 'm2', change, askedBy })
    const first = last === 'person' ? 'program' : 'person'
    expect(await revise({ text: 'now', skill: 'git' }, first)).toBe(true)
    expect(await revise({ text: 'now!', skill: 'git' }, last)).toBe(true)
    const stored = (await world.store.messages('c')).find(({ id }) => id === 'm2')
    expect(stored?.askedBy).toBe(last === 'program' ? last : undefined)
    const [, events] = await finished()
    expect(ofType(events, 'tool-denied')).toHaveLength(1 - runs)
    expect(bash.ran).toHaveLength(runs)
    const sent = (await world.store.messages('c')).find(({ id }) => id === 'm2')
    expect(sent?.askedBy).toBe(stored?.askedBy)
  })

  it('is unsent once the engine is closed: no model hears of it, and nothing more begins', async () => {
    const { model } = await waiting()
    const closing = world.engine.close()
    const late = await world.send('three')
    await closing
    expect(model.requests).toHaveLength(1)
    expect(ofType(late, 'turn-end')).toMatchObject([
      { reason: 'error', error: { class: 'request' } },
    ])
    const stored = await world.store.messages('c')
    expect(stored).toMatchObject([
      { role: 'user' },
      { role: 'assistant', end: { reason: 'aborted' } },
      { id: 'm2', state: 'unsent' },
      { id: 'a2', state: 'unsent', end: { reason: 'aborted' } },
    ])
    await world.engine.close()
    const again = world.another()
    await collect(again.retry({ conversationId: 'c', messageId: 'm2' }))
    expect(messagesOf(model.requests[1]).at(-1)).toContain('two')
  })

  it('is changed in its place, files and all the rest stay', async () => {
    const skills = { tidy: 'BODY TIDY' }
    const { model, finished } = await waiting({ skills })
    const change = { text: 'three', skill: 'tidy', arguments: ['x y'] }
    expect(await world.engine.revise({ conversationId: 'c', messageId: 'm2', change })).toBe(true)
    const [changed] = (await world.store.messages('c')).slice(2)
    expect(changed).toMatchObject({ id: 'm2', state: 'queued' })
    expect(changed?.parts).toMatchObject([
      { type: 'skill', name: 'tidy', arguments: ['x y'] },
      { type: 'text', text: 'three' },
      { type: 'attachment', name: 'a.txt' },
    ])
    await finished()
    expect(systemOf(model.requests[2])).toContain('BODY TIDY')
    expect(messagesOf(model.requests[2]).join('\n')).not.toContain('two')
  })

  it('is changed to a text with a known key: it is stored and sent without it, and says so once', async () => {
    const key = 'sk-known-0123456789abcdef'
    const skills = { deploy: 'arguments: [token]\n---\nUse $token.' }
    const { model, finished } = await waiting({ secrets: [key], skills })
    const place = { conversationId: 'c', messageId: 'm2' }
    const change = { text: `with ${key}`, skill: 'deploy', arguments: [key] }
    expect(await world.engine.revise({ ...place, change: { text: `/${key}` } })).toBe(true)
    expect(await world.engine.revise({ ...place, change })).toBe(true)
    const [, events] = await finished()
    expect(ofType(events, 'notice').filter(({ code }) => code === 'key-removed')).toHaveLength(1)
    expect(systemOf(model.requests[2])).toContain('Use [secret removed].')
    expect(messagesOf(model.requests[2]).join()).toContain('with [secret removed]')
    const kept = [await world.store.allMessages('c'), await world.store.activations('c')]
    expect(JSON.stringify([kept, events, model.requests])).not.toContain(key)
  })

  const ids = { conversationId: 'c', messageId: 'm2' }
  it.each([
    ['nothing at all', undefined, 'options'],
    ['no conversation', { messageId: 'm2', change: null }, '`conversationId`'],
    ['an id with NUL', { conversationId: 'c', messageId: 'm2\0', change: null }, '`messageId`'],
    ['no change', ids, '`change`'],
    ['a number as its text', { ...ids, change: { text: 5 } }, '`text`'],
    ['arguments that hold one', { ...ids, change: { text: 'a', arguments: [4] } }, '`arguments`'],
    ['a skill that is an object', { ...ids, change: { text: 'a', skill: {} } }, '`skill`'],
    ['nobody as who asks', { ...ids, change: { text: 'a' }, askedBy: 'nobody' }, '`askedBy`'],
  ])(
    'is not changed by what is no change, such as %s, and that is said',
    async (_, options, says_) => {
      const { finished } = await waiting()
      const before = await world.store.allMessages('c')
      await expect(world.engine.revise(untyped(options))).rejects.toThrow(says_)
      expect(await world.store.allMessages('c')).toEqual(before)
      await finished()
    },
  )

  it('is taken away: nothing of it is sent, and nothing that was typed stays', async () => {
    const { model, finished } = await waiting()
    const gone = { conversationId: 'c', messageId: 'm2', change: null }
    expect(await world.engine.revise(gone)).toBe(true)
    expect(await world.engine.revise(gone)).toBe(false)
    const left = (await world.store.messages('c')).slice(2)
    const nothing = [
      { id: 'm2', state: 'unsent', parts: [] },
      { id: 'a2', state: 'unsent', parts: [], end: { reason: 'aborted' } },
    ]
    expect(left).toMatchObject(nothing)
    const [, events] = await finished()
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', reason: 'aborted' })
    expect(model.requests).toHaveLength(2)
    expect((await world.store.messages('c')).slice(2)).toMatchObject(nothing)
    expect(await world.engine.revise(gone)).toBe(false)
    expect(JSON.stringify(await world.store.allMessages('c'))).not.toContain('two')
  })

  it('cannot be changed once its turn has begun, nor where it never was', async () => {
    const { finished } = await waiting()
    await finished()
    for (const messageId of ['m2', 'unknown']) {
      const change = { text: 'late' }
      expect(await world.engine.revise({ conversationId: 'c', messageId, change })).toBe(false)
    }
    expect(await world.engine.revise({ conversationId: 'x', messageId: 'm2', change: null })).toBe(
      false,
    )
  })

  it('does not take the id of one that is there', async () => {
    const { finished } = await waiting()
    const twice = await until(
      world.engine.submitMessage({ conversationId: 'c', messageId: 'm2', text: 'again' }),
      finished,
    )
    expect(twice.at(-1)).toMatchObject({ reason: 'error', error: { class: 'request' } })
    expect((await world.store.messages('c'))[2]?.parts[0]).toMatchObject({ text: '/fix two' })
  })
})

it('an answer keeps its parts in the order in which they were shown', async () => {
  const overlapping = [
    { type: 'text-start', id: 'late' } as const,
    { type: 'tool-input-start', id: 'x', toolName: 'look' } as const,
    ...saying('between', 'm'),
    { type: 'tool-input-end', id: 'x' } as const,
    { type: 'text-delta', id: 'late', delta: 'last' } as const,
    { type: 'text-end', id: 'late' } as const,
    { type: 'tool-call', toolCallId: 'x', toolName: 'look', input: '{}' } as const,
    finish('tool-calls'),
  ]
  const world = await openWorld({
    model: scripted([overlapping, says('done')]),
    tools: [noted('look')],
  })
  await world.send('go')
  const answer = (await world.store.messages('c'))[1]
  expect(answer?.parts.map((part) => ('text' in part ? part.text : part.type))).toEqual([
    'step',
    'tool',
    'between',
    'last',
    'step',
    'done',
  ])
  world.close()
})

async function until(events: AsyncIterable<EngineEvent>, meanwhile?: () => Promise<unknown>) {
  await meanwhile?.()
  const all: EngineEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

async function next(events: AsyncIterable<EngineEvent>, type: EngineEvent['type']): Promise<void> {
  for await (const event of events) if (event.type === type) return
}
