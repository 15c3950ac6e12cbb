import { APICallError } from '@ai-sdk/provider'
import { createEngine, type EngineEvent } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
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
  saying,
  says,
  scripted,
  silentAfter,
  skipDelays,
  systemOf,
} from './engine-world.ts'

const ends = says('ok')

function status(statusCode: number, responseHeaders: Record<string, string> = {}) {
  return new APICallError({
    message: `status ${statusCode}`,
    url: 'http://127.0.0.1/v1',
    requestBodyValues: { prompt: 'THE WHOLE PROMPT' },
    statusCode,
    responseHeaders,
  })
}

describe('a provider that fails', () => {
  it('is tried again with growing delays, while nothing of the step was shown', async () => {
    const time = skipDelays()
    const model = scripted([status(503), status(529), status(500), ends])
    const world = await openWorld({ model, random: unique(), wait: time.wait })
    const events = await world.send('go')
    expect(ofType(events, 'retrying').map(({ attempt, of }) => [attempt, of])).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
    ])
    expect(ofType(events, 'retrying').map(({ delayMs }) => delayMs)).toEqual(time.waited)
    expect(ofType(events, 'step-start')).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ reason: 'done', steps: 1 })
    world.close()
  })

  it('honours `retry-after`', async () => {
    const time = skipDelays()
    const model = scripted([status(429, { 'retry-after': '7' }), ends])
    const world = await openWorld({ model, wait: time.wait })
    await world.send('go')
    expect(time.waited).toEqual([7000])
    world.close()
  })

  it('ends the turn after four further attempts, in one sentence with what to do', async () => {
    const model = scripted([status(503)])
    const world = await openWorld({ model, wait: skipDelays().wait })
    const events = await world.send('go')
    expect(model.requests).toHaveLength(5)
    const end = ofType(events, 'turn-end')[0]
    expect(end?.reason).toBe('error')
    expect(end?.error?.message).not.toBe('')
    expect(end?.error?.hint).not.toBe('')
    expect(JSON.stringify(events)).not.toContain('THE WHOLE PROMPT')
    world.close()
  })

  it('is not tried again where that cannot help', async () => {
    const model = scripted([status(401)])
    const world = await openWorld({ model, wait: skipDelays().wait })
    const events = await world.send('go')
    expect(model.requests).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ error: { class: 'auth' } })
    world.close()
  })

  it('is not tried again once something was shown, and keeps what arrived', async () => {
    const broken = [...saying('Half an'), { type: 'error' as const, error: status(503) }]
    const model = scripted([broken, ends])
    const world = await openWorld({ model, wait: skipDelays().wait })
    const events = await world.send('go')
    expect(events.at(-1)).toMatchObject({ reason: 'error' })
    const [, answer] = await world.store.messages('c')
    expect(answer?.parts).toContainEqual({ type: 'text', text: 'Half an' })
    world.close()
  })

  it.each([
    ['ends without a finish', saying('Half')],
    ['ends for an unknown reason', [...saying('Half'), finish('other')]],
  ])('was cut where the stream %s', async (_, parts) => {
    const world = await openWorld({ model: scripted([parts]), wait: skipDelays().wait })
    const events = await world.send('go')
    expect(events.at(-1)).toMatchObject({ reason: 'error', error: { class: 'cut' } })
    world.close()
  })

  it.each([
    ['before', []],
    ['in', saying('Half').slice(0, 2)],
  ])('is given up where it goes silent %s an answer', async (_, parts) => {
    const wait = async (ms: number, signal: AbortSignal) => {
      // Lets what was sent arrive first: a stall is silence, not slowness.
      for (let turn = 0; turn < 20 && !signal.aborted; turn++) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(ms).toBeGreaterThan(0)
    }
    const world = await openWorld({ model: silentAfter(parts), wait })
    const events = await world.send('go')
    expect(events.at(-1)).toMatchObject({ reason: 'error', error: { class: 'stall' } })
    world.close()
  })

  it('says that an answer was cut at the model’s length, and that nothing was answered', async () => {
    const model = scripted([[...saying('Long'), finish('length')], [finish()]])
    const world = await openWorld({ model })
    expect(ofType(await world.send('go'), 'notice')[0]).toMatchObject({ code: 'answer-cut' })
    expect(ofType(await world.send('go'), 'notice')[0]).toMatchObject({ code: 'answer-empty' })
    world.close()
  })

  it('shows no known key that a provider repeats in its refusal', async () => {
    // Nothing about it looks like a key.
    const key = 'plum-window-quiet'
    const refusal = new APICallError({
      message: `The model does not accept ${key} here.`,
      url: 'http://127.0.0.1/v1',
      requestBodyValues: {},
      statusCode: 400,
      responseBody: JSON.stringify({
        error: { message: `The model does not accept ${key} here.` },
      }),
    })
    const world = await openWorld({ model: modelsOf(scripted([refusal]), [key]) })
    const events = await world.send('go')
    expect(events.at(-1)).toMatchObject({ error: { class: 'request' } })
    expect(JSON.stringify(events)).toContain('does not accept')
    expect(JSON.stringify(events)).not.toContain(key)
    world.close()
  })

  it('a title that the store does not take ends nothing', async () => {
    const world = await openWorld({ model: scripted([ends]) })
    world.store.setTitle = async () => {
      throw new Error('disk full')
    }
    const events = await world.send('go')
    expect(ofType(events, 'notice')).toMatchObject([
      { code: 'title-not-kept', message: expect.stringContaining('disk full') },
    ])
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    world.close()
  })

  it('throws nothing where the library fails: the turn ends with it', async () => {
    const world = await openWorld({ model: scripted([ends]) })
    const { library, workspace } = world
    const broken = Object.defineProperty({ ...library }, 'snapshot', {
      get: () => {
        throw new Error('gone')
      },
    })
    const engine = createEngine({ library: broken, workspace, home: workspace })
    const events = await collect(engine.submitMessage({ text: 'go' }))
    expect(events).toMatchObject([{ reason: 'error', error: { class: 'internal' } }])
    world.close()
  })

  it('keeps the engine’s own faults to a sentence, and the conversation going', async () => {
    const model = scripted([ends])
    const world = await openWorld({ model })
    const put = world.store.put.bind(world.store)
    let full = true
    world.store.put = async (id, message) => {
      if (full) throw new Error('the disk is full')
      return put(id, message)
    }
    const events = await world.send('go')
    expect(events.at(-1)).toMatchObject({
      reason: 'error',
      error: { class: 'internal', message: expect.stringContaining('the disk is full') },
    })
    full = false
    expect((await world.send('go')).at(-1)).toMatchObject({ reason: 'done' })
    world.close()
  })
})

describe('stopping', () => {
  it('ends a stream that runs, and keeps what arrived', async () => {
    const world = await openWorld({ model: silentAfter(saying('Half').slice(0, 2)) })
    const events: EngineEvent[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      events.push(event)
      if (event.type === 'text' && event.phase === 'delta') world.engine.stop('c')
    }
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', reason: 'aborted' })
    expect(ofType(events, 'text').at(-1)?.phase).toBe('end')
    const [, answer] = await world.store.messages('c')
    expect(answer?.parts).toContainEqual({ type: 'text', text: 'Half' })
    world.close()
  })

  it('gives the signal to a tool that runs, and waits only a moment for one that does not heed it', async () => {
    const stop = new AbortController()
    let heard = false
    const tool = {
      ...noted('look'),
      run: (_: unknown, context: { signal: AbortSignal }) => {
        context.signal.addEventListener('abort', () => {
          heard = true
        })
        stop.abort()
        return new Promise<never>(() => {})
      },
    }
    const model = scripted([calls(calling('look', {}), calling('look', {}, 'later')), ends])
    const world = await openWorld({ model, tools: [tool], wait: skipDelays().wait })
    const events = await world.send({ text: 'go', signal: stop.signal })
    expect(heard).toBe(true)
    expect(events.at(-1)).toMatchObject({ reason: 'aborted' })
    expect(ofType(events, 'tool-call')).toHaveLength(1)
    await world.send('on')
    expect(messagesOf(model.requests[1])[2]).toContain('outcome of this call is unknown')
    world.close()
  })

  it('answers an open question with no', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(calling('bash', { command: 'ls' })), ends])
    const world = await openWorld({ model, tools: [bash], permissions: { attended: true } })
    const events: EngineEvent[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      events.push(event)
      if (event.type === 'approval-request') world.engine.stop('c')
    }
    expect(bash.ran).toEqual([])
    expect(events.at(-1)).toMatchObject({ reason: 'aborted' })
    world.close()
  })

  it('right after a consent runs nothing of what was agreed to', async () => {
    const write = noted('write', 'write')
    const model = scripted([
      calls(calling('write', { path: 'a' }), calling('write', { path: 'b' }, 'b')),
      ends,
    ])
    const permissions = { attended: true }
    const world = await openWorld({ model, tools: [write], permissions })
    const events: EngineEvent[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      events.push(event)
      if (event.type !== 'approval-request') continue
      const { id, digest } = event.request
      expect(await world.engine.answer(id, { decision: 'once', digest })).toBe(true)
      world.engine.stop('c')
      expect(await world.engine.answer(id, { decision: 'once', digest })).toBe(false)
    }
    expect(write.ran).toEqual([])
    expect(ofType(events, 'tool-denied')).toMatchObject([
      { by: 'stop', reason: 'The turn was stopped.' },
    ])
    expect(events.at(-1)).toMatchObject({ reason: 'aborted' })
    world.close()
  })

  it('right after the message was submitted stops it', async () => {
    const model = scripted([ends])
    const world = await openWorld({ model })
    const events = world.engine.submitMessage({ conversationId: 'c', text: 'go' })
    world.engine.stop('c')
    expect((await collect(events)).at(-1)).toMatchObject({ reason: 'aborted' })
    expect(model.requests).toEqual([])
    world.close()
  })

  it('before it began sends nothing', async () => {
    const model = scripted([ends])
    const world = await openWorld({ model })
    const events = await world.send({ text: 'go', signal: AbortSignal.abort() })
    expect(events.at(-1)).toMatchObject({ reason: 'aborted' })
    expect(model.requests).toEqual([])
    world.close()
  })

  it('is over after it: the next turn has its own model, tools and pre-approvals', async () => {
    const bash = noted('bash', 'run')
    const stop = new AbortController()
    const look = noted('look', 'none', () => {
      stop.abort()
      return { ok: true, text: '' }
    })
    const made = calls(calling('bash', { command: 'git add a' }))
    const model = scripted([calls(calling('look', {})), made, ends])
    const skills = { git: 'allowed-tools: Bash(git add *)\n---\nBody.' }
    const world = await openWorld({ model, tools: [bash, look], skills })
    await world.send({ text: '/git', signal: stop.signal })
    await world.send('on')
    expect(bash.ran).toEqual([])
    world.close()
  })
})

describe('messages sent while a turn runs', () => {
  it('are queued with their place, and expanded with their own skill when their turn comes', async () => {
    const model = scripted([ends])
    const world = await openWorld({ model, skills: { a: 'BODY A', b: 'BODY B' } })
    const submit = (text: string) =>
      collect(world.engine.submitMessage({ conversationId: 'c', text }))
    const all = await Promise.all([submit('one'), submit('/a two'), submit('/b three')])
    expect(all.map((events) => events[0])).toMatchObject([
      { type: 'turn-start' },
      { type: 'queued', place: 1 },
      { type: 'queued', place: 2 },
    ])
    expect(systemOf(model.requests[0])).not.toContain('BODY')
    expect(systemOf(model.requests[1])).not.toContain('BODY B')
    expect(messagesOf(model.requests[2])).toEqual([
      'user: one',
      'assistant: ok',
      'user: /a two',
      'assistant: ok',
      'user: /b three',
    ])
    const stored = await world.store.messages('c')
    expect(stored.map(({ role, state }) => `${role} ${state ?? 'sent'}`)).toEqual([
      'user sent',
      'assistant sent',
      'user sent',
      'assistant sent',
      'user sent',
      'assistant sent',
    ])
    world.close()
  })

  it('are in the store before their turn comes, and never sent where it cannot begin', async () => {
    const model = scripted([ends])
    const world = await openWorld({ model, skills: { review: 'Body.' } })
    const submit = (text: string) =>
      collect(world.engine.submitMessage({ conversationId: 'c', text }))
    const [, refused] = await Promise.all([submit('one'), submit('/reviw it'), submit('three')])
    expect(refused?.at(-1)).toMatchObject({ reason: 'error', error: { class: 'skill' } })
    expect(messagesOf(model.requests[1])).toEqual(['user: one', 'assistant: ok', 'user: three'])
    const stored = await world.store.messages('c')
    expect(stored[2]).toMatchObject({ state: 'unsent', parts: [{ text: '/reviw it' }] })
    world.close()
  })

  it('wait for the turn before them, also where a message behind them cannot be stored', async () => {
    let running = 0
    let most = 0
    const look = {
      ...noted('look'),
      run: async () => {
        running += 1
        most = Math.max(most, running)
        for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
        running -= 1
        return { ok: true, text: '' }
      },
    }
    const made = calls(calling('look', {}))
    const model = scripted([made, ends, made, ends])
    const world = await openWorld({ model, tools: [look] })
    const enqueue = world.store.enqueueTurn.bind(world.store)
    world.store.enqueueTurn = async (id, turn) => {
      const parts = turn.message?.parts ?? []
      const unlucky = parts.some((part) => part.type === 'text' && part.text === 'two')
      if (unlucky) throw new Error('disk full')
      return enqueue(id, turn)
    }
    const [first, second, third] = await Promise.all(
      ['one', 'two', 'three'].map((text) => world.send(text)),
    )
    expect(most).toBe(1)
    expect(first?.at(-1)).toMatchObject({ reason: 'done' })
    expect(second?.at(-1)).toMatchObject({ error: { message: expect.stringContaining('disk') } })
    expect(third?.at(-1)).toMatchObject({ reason: 'done' })
    world.close()
  })

  it.each([
    ['first', [] as readonly string[]],
    ['queued', ['before']],
  ])(
    'a %s message stays as typed, unsent, where its turn cannot be prepared',
    async (_, before) => {
      const world = await openWorld({
        model: {
          ...modelsOf(scripted([ends])),
          choose: async (wanted) => {
            if (wanted === 'broken/one') throw new Error('no such socket')
            return modelsOf(scripted([ends])).choose()
          },
        },
        skills: { a: 'Body.' },
      })
      const sent = { text: 'now', skill: 'a', arguments: ['x', 'y z'], model: 'broken/one' }
      const all = await Promise.all([...before, sent].map((message) => world.send(message)))
      expect(all.at(-1)?.at(-1)).toMatchObject({ reason: 'error', error: { class: 'internal' } })
      const stored = await world.store.messages('c')
      expect(stored.slice(2 * before.length)).toMatchObject([
        {
          role: 'user',
          state: 'unsent',
          parts: [
            { type: 'skill', name: 'a', arguments: ['x', 'y z'] },
            { type: 'text', text: 'now' },
          ],
        },
        { role: 'assistant', state: 'unsent', parts: [] },
      ])
      world.close()
    },
  )

  it('keep the name of a skill that was picked and is not there', async () => {
    const world = await openWorld({ model: scripted([ends]) })
    await Promise.all([world.send('one'), world.send({ text: 'it', skill: 'gone' })])
    expect((await world.store.messages('c'))[2]).toMatchObject({
      state: 'unsent',
      parts: [
        { type: 'skill', name: 'gone' },
        { type: 'text', text: 'it' },
      ],
    })
    world.close()
  })

  it('keep their turn when the one before is stopped', async () => {
    const look = noted('look', 'none', () => {
      world.engine.stop('c')
      return { ok: true, text: '' }
    })
    const model = scripted([calls(calling('look', {})), ends])
    const world = await openWorld({ model, tools: [look] })
    const [first, second] = await Promise.all([world.send('one'), world.send('two')])
    expect(first.at(-1)).toMatchObject({ reason: 'aborted' })
    expect(second.at(-1)).toMatchObject({ reason: 'done' })
    world.close()
  })
})

/** Hex digits that differ each time, so that ids do. */
function unique(): (bytes: number) => string {
  let count = 0
  return (bytes) => {
    count += 1
    return count
      .toString(16)
      .padStart(bytes * 2, '0')
      .slice(-bytes * 2)
  }
}
