import { join } from 'node:path'
import { MemoryStore, openSqliteStore, type TurnOwner } from '@skillet/agent'
import { afterEach, describe, expect, it } from 'vitest'
import { currentOwner } from '../src/store/index.ts'
import {
  calling,
  calls,
  collect,
  messagesOf,
  noted,
  openWorld,
  says,
  scripted,
  sqliteStore,
  stores,
  systemOf,
  type TestWorld,
  type WorldOptions,
} from './engine-world.ts'

let world: TestWorld
afterEach(() => world.close())

async function open(options: WorldOptions): Promise<TestWorld> {
  world = await openWorld({ openStore: sqliteStore, ...options })
  return world
}

/** Looks until it is so; what never becomes so fails instead of hanging. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 10_000; looks += 1) {
    if (await isSo()) return
    await new Promise(setImmediate)
  }
  throw new Error('It never came to that.')
}

/** Somebody whose process ended long ago. */
const nobody: TurnOwner = { host: 'elsewhere', pid: 1, started: 'never' }

describe.each(stores)('two engines on one conversation in a %s', (_, openStore) => {
  it('agree on one order, lose and double nothing, and keep each message its own skill', async () => {
    const model = scripted([says('ok')])
    world = await openWorld({ openStore, model, skills: { red: 'RED', blue: 'BLUE' } })
    const engines = [world.engine, world.another()]
    const all = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((at) => {
        const text = at % 2 === 0 ? `/red ${at}` : `/blue ${at}`
        return collect(
          (engines[at % 2] ?? world.engine).submitMessage({ conversationId: 'c', text }),
        )
      }),
    )
    expect(all.map((events) => events.at(-1))).toMatchObject(all.map(() => ({ reason: 'done' })))
    const messages = await world.store.messages('c')
    const order = messages.filter(({ role }) => role === 'user')
    expect(messages).toHaveLength(12)
    expect(new Set(order.map(({ id }) => id)).size).toBe(6)
    expect(model.requests.map((request) => messagesOf(request).at(-1))).toEqual(
      order.map(({ parts }) => {
        const [skill, text] = parts
        return `user: /${skill?.type === 'skill' && skill.name} ${text?.type === 'text' && text.text}`
      }),
    )
    expect(model.requests.map((request) => messagesOf(request).length)).toEqual([1, 3, 5, 7, 9, 11])
    for (const engine of engines) {
      const view = await engine.conversation('c')
      expect(view?.messages.map(({ message }) => message.id)).toEqual(messages.map(({ id }) => id))
      expect(view?.running).toBeUndefined()
    }
  })

  it('wait for each other, and say how many come first', async () => {
    const model = scripted([calls(calling('look', {})), says('a1'), says('a2')])
    let second: Promise<readonly unknown[]> = Promise.resolve([])
    const look = noted('look', 'none', async () => {
      second = collect(world.another().submitMessage({ conversationId: 'c', text: 'two' }))
      await until(async () => (await world.store.turns('c')).length === 2)
      return { ok: true, text: '' }
    })
    world = await openWorld({ openStore, model, tools: [look] })
    await world.send('one')
    const events = await second
    expect(events[0]).toMatchObject({ type: 'queued', place: 1 })
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    expect(messagesOf(model.requests[2])).toEqual([
      'user: one',
      'assistant: look({})',
      expect.stringContaining('tool: '),
      'assistant: a1',
      'user: two',
    ])
  })
})

describe('a process that is gone', () => {
  async function leaveTurns(): Promise<void> {
    const { store, workspace } = world
    await store.create({ id: 'c', workspace, now: 0 })
    const message = (id: string) => ({
      id,
      role: 'user' as const,
      createdAt: 0,
      parts: [{ type: 'text' as const, text: id }],
    })
    const answer = (id: string) => ({ id, role: 'assistant' as const, createdAt: 0, parts: [] })
    await store.enqueueTurn('c', { message: message('ran'), answer: answer('a1'), owner: nobody })
    await store.claimTurn('c', 'a1')
    await store.put('c', { ...answer('a1'), parts: [{ type: 'text', text: 'half' }] })
    await store.enqueueTurn('c', {
      message: { ...message('waited'), state: 'queued' },
      answer: { ...answer('a2'), state: 'queued' },
      owner: nobody,
    })
  }

  const gone = async (root: string) =>
    openSqliteStore({
      folder: join(root, 'state'),
      stateOf: ({ host }) => (host === nobody.host ? 'gone' : 'alive'),
    })

  it('leaves an interrupted turn, and messages that were never sent', async () => {
    const model = scripted([says('whole'), says('late')])
    await open({ model, openStore: gone })
    await leaveTurns()
    const view = await world.another().conversation('c')
    expect(view?.running).toBeUndefined()
    expect(view?.messages.map(({ message }) => [message.id, message.state, message.end])).toEqual([
      ['ran', undefined, undefined],
      ['a1', undefined, { reason: 'interrupted' }],
      ['waited', 'unsent', undefined],
      ['a2', 'unsent', undefined],
    ])
    const again = await collect(world.engine.retry({ conversationId: 'c', messageId: 'ran' }))
    expect(again.at(-1)).toMatchObject({ reason: 'done' })
    expect(messagesOf(model.requests[0])).toEqual(['user: ran'])
    const late = await collect(world.engine.retry({ conversationId: 'c', messageId: 'waited' }))
    expect(late.at(-1)).toMatchObject({ reason: 'done' })
    expect(messagesOf(model.requests[1])).toEqual(['user: ran', 'assistant: half', 'user: waited'])
  })

  it('holds nobody up: the next message runs, and nothing that waited is sent with it', async () => {
    const model = scripted([says('ok')])
    await open({ model, openStore: gone })
    await leaveTurns()
    const events = await world.send('next')
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    expect(messagesOf(model.requests[0])).toEqual(['user: ran', 'assistant: half', 'user: next'])
  })

  it('holds up no move', async () => {
    await open({ openStore: gone })
    await leaveTurns()
    expect(await world.engine.moveTo({ conversationId: 'c', messageId: 'ran' })).toEqual({
      kind: 'moved',
      head: 'ran',
    })
  })
})

describe('a turn that loses its place', () => {
  /** Time stands still, but that turns say that they live as soon as they are told to. */
  function renewing() {
    const waiting: (() => void)[] = []
    const wait = (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
        if (ms === 5_000) waiting.push(resolve)
        if (ms === 2_000) resolve()
      })
    const renew = () => {
      for (const resolve of waiting.splice(0)) resolve()
    }
    return { wait, renew }
  }

  /** Another process takes all others for dead. */
  async function endAll(): Promise<void> {
    const folder = join(world.root, 'state')
    const impatient = await openSqliteStore({ folder, stateOf: () => 'gone' })
    await impatient.endDeadTurns()
    await impatient.close()
  }

  it.each([
    ['another process took it for dead', endAll],
    ['its conversation was deleted', () => world.store.delete('c')],
  ])('since %s stops, says so, and writes no more', async (_, lose) => {
    const time = renewing()
    const look = noted('look', 'none', async () => {
      await lose()
      time.renew()
      return new Promise(() => {})
    })
    const model = scripted([calls(calling('look', {})), says('a1')])
    await open({ model, tools: [look], wait: time.wait })
    const events = await world.send('one')
    expect(events.at(-1)).toMatchObject({
      type: 'turn-end',
      reason: 'error',
      error: { class: 'place', hint: expect.any(String) },
    })
    expect(model.requests).toHaveLength(1)
    const [, answer] = await world.store.messages('c')
    expect(answer?.end?.reason ?? 'deleted').toMatch(/interrupted|deleted/u)
    expect(answer?.parts.some((part) => part.type === 'tool' && part.result) ?? false).toBe(false)
  })

  it('while it waits sends nothing', async () => {
    const model = scripted([calls(calling('look', {})), says('a1')])
    let second: Promise<readonly unknown[]> = Promise.resolve([])
    const look = noted('look', 'none', async () => {
      second = collect(world.another().submitMessage({ conversationId: 'c', text: 'two' }))
      await until(async () => (await world.store.turns('c')).length === 2)
      const [, waiting] = await world.store.turns('c')
      await world.store.releaseTurn('c', waiting?.answerId ?? '')
      return { ok: true, text: '' }
    })
    await open({ model, tools: [look] })
    await world.send('one')
    expect((await second).at(-1)).toMatchObject({ error: { class: 'place' } })
    expect(model.requests).toHaveLength(2)
  })

  const losses: readonly (readonly [string, () => Promise<unknown>, unknown])[] = [
    ['another process took this one for dead', endAll, ['unsent', undefined]],
    ['its conversation was deleted', () => world.store.delete('c'), undefined],
  ]

  it.each(losses)(
    'while it waits in its own engine, since %s: leaves that as it is',
    async (_, lose, left) => {
      const time = renewing()
      let second: Promise<readonly unknown[]> = Promise.resolve([])
      const look = noted('look', 'none', async () => {
        second = world.send('two')
        await until(async () => (await world.store.turns('c')).length === 2)
        await lose()
        time.renew()
        return new Promise(() => {})
      })
      await open({ model: scripted([calls(calling('look', {}))]), tools: [look], wait: time.wait })
      expect((await world.send('one')).at(-1)).toMatchObject({ error: { class: 'place' } })
      expect((await second).at(-1)).toMatchObject({ reason: 'error', error: { class: 'place' } })
      const last = (await world.store.messages('c')).at(-1)
      expect(last && [last.state, last.end]).toEqual(left)
    },
  )

  it('while it waits, and its person stops it before it hears of that: the same', async () => {
    const stop = new AbortController()
    let second: Promise<readonly unknown[]> = Promise.resolve([])
    const look = noted('look', 'none', async () => {
      second = world.send({ text: 'two', signal: stop.signal })
      await until(async () => (await world.store.turns('c')).length === 2)
      await endAll()
      stop.abort()
      return { ok: true, text: '' }
    })
    const { wait } = renewing()
    await open({ model: scripted([calls(calling('look', {})), says('a')]), tools: [look], wait })
    await world.send('one')
    expect((await second).at(-1)).toMatchObject({ reason: 'aborted' })
    const last = (await world.store.messages('c')).at(-1)
    expect([last?.state, last?.end]).toEqual(['unsent', undefined])
  })

  it('is not what a store that fails for a moment means', async () => {
    const time = renewing()
    let failures = 0
    const look = noted('look', 'none', async () => {
      time.renew()
      await new Promise(setImmediate)
      return { ok: true, text: '' }
    })
    await open({
      model: scripted([calls(calling('look', {})), says('a1')]),
      tools: [look],
      wait: time.wait,
      openStore: async () => {
        const store = new MemoryStore()
        store.renewTurn = async () => {
          failures += 1
          throw new Error('busy')
        }
        return store
      },
    })
    expect((await world.send('one')).at(-1)).toMatchObject({ reason: 'done' })
    expect(failures).toBe(1)
  })

  it('is given up even where the store does not take that at once, and its turn ends as it did', async () => {
    let tries = 0
    await open({
      model: scripted([says('a')]),
      openStore: async () => {
        const store = new MemoryStore()
        const release = store.releaseTurn.bind(store)
        store.releaseTurn = async (...given) => {
          tries += 1
          if (tries < 3) throw new Error('busy')
          return release(...given)
        }
        return store
      },
    })
    expect((await world.send('one')).at(-1)).toMatchObject({ reason: 'done' })
    expect(await world.store.turns('c')).toHaveLength(1)
    expect((await world.send('two')).at(-1)).toMatchObject({ reason: 'done' })
    expect(tries).toBe(4)
  })
})

describe.each(stores)(
  'another process that begins a turn at the last moment, in a %s',
  (_, openStore) => {
    /** Answers the first message once more as soon as its branch was looked at. */
    async function rival(): Promise<string> {
      world = await openWorld({ openStore, model: scripted([says('a')]) })
      await world.send('one')
      const [question] = await world.store.messages('c')
      const parent = question?.id ?? ''
      const answer = { id: 'rival', role: 'assistant' as const, createdAt: 0, parts: [], parent }
      for (const read of ['messages', 'allMessages'] as const) {
        const plain = world.store[read].bind(world.store)
        world.store[read] = async (id) => {
          const found = await plain(id)
          world.store[read] = plain
          await world.store.enqueueTurn('c', { answer, owner: currentOwner() })
          return found
        }
      }
      return parent
    }

    it('is not moved away from', async () => {
      const messageId = await rival()
      const moved = await world.engine.moveTo({ conversationId: 'c', messageId })
      expect(moved).toMatchObject({ kind: 'refused', why: 'running' })
      expect((await world.store.get('c'))?.head).toBe('rival')
    })

    it.each([
      ['retry', () => world.engine.retry({ conversationId: 'c' })],
      [
        'edit',
        (edits: string) => world.engine.submitMessage({ conversationId: 'c', text: 'x', edits }),
      ],
    ])('answers alone: no %s beside it', async (_, act) => {
      const [end, ...more] = await collect(act(await rival()))
      expect(end).toMatchObject({ type: 'turn-end', error: { class: 'request' } })
      expect(end).toMatchObject({
        error: { message: expect.stringContaining('is being answered') },
      })
      expect(more).toEqual([])
      expect(await world.store.turns('c')).toHaveLength(1)
    })
  },
)

describe('an edit while another turn runs', () => {
  it('runs after it, on its own branch, and leaves the running one where it was', async () => {
    const model = scripted([says('a0'), calls(calling('look', {})), says('a1'), says('a2')])
    let edit: Promise<readonly unknown[]> = Promise.resolve([])
    const look = noted('look', 'none', async () => {
      const [first] = await world.store.messages('c')
      edit = world.send({ text: '/red other', ...(first && { edits: first.id }) })
      await until(async () => (await world.store.turns('c')).length === 2)
      return { ok: true, text: '' }
    })
    await open({ model, tools: [look], skills: { red: 'RED' } })
    await world.send('zero')
    await world.send('one')
    expect((await edit).at(-1)).toMatchObject({ reason: 'done' })
    // The turn that ran is not on the branch that is shown any more: it goes on from its own.
    expect(messagesOf(model.requests[2]).slice(0, 3)).toEqual([
      'user: zero',
      'assistant: a0',
      'user: one',
    ])
    expect(systemOf(model.requests[2])).not.toContain('RED')
    expect(messagesOf(model.requests[3])).toEqual(['user: /red other'])
    const view = await world.engine.conversation('c')
    expect(view?.messages.map(({ message }) => message.end?.reason)).toEqual([undefined, 'done'])
  })
})

describe('a conversation with many turns', () => {
  it('is read once in each turn, its branch alone, and nothing is read of its past in a step', async () => {
    const reads: Record<string, number> = { messages: 0, allMessages: 0, activations: 0 }
    const counted = (store: MemoryStore): MemoryStore => {
      const watch = {
        get: (target: MemoryStore, name: string) => {
          if (name in reads) reads[name] = (reads[name] ?? 0) + 1
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      }
      return new Proxy(store, watch)
    }
    const model = scripted([calls(calling('look', {})), calls(calling('look', {}, '2')), says('a')])
    await open({
      model,
      tools: [noted('look')],
      openStore: async () => counted(new MemoryStore()),
    })
    await world.send('one')
    await world.send('two')
    expect(reads).toEqual({ messages: 2, allMessages: 0, activations: 2 })
  })
})
