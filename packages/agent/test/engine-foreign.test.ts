import type { Access, Knowledge, Models, Tool } from '@skillet/agent'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  calling,
  calls,
  collect,
  messagesOf,
  modelsOf,
  noted,
  ofType,
  openWorld,
  says,
  scripted,
  stores,
  type TestWorld,
  untyped,
  type WorldOptions,
} from './engine-world.ts'

const never = () => new Promise<never>(() => {})

describe.each(stores)('what a program brings along, over a %s', (_, openStore) => {
  let world: TestWorld
  afterEach(() => world.close())

  async function open(options: WorldOptions): Promise<TestWorld> {
    world = await openWorld({ openStore, ...options })
    return world
  }

  describe('that hears of no signal', () => {
    const asked = () => {
      let tell: () => void = () => {}
      const isAsked = new Promise<void>((resolve) => {
        tell = resolve
      })
      const ask = () => {
        tell()
        return never()
      }
      return { ask, isAsked }
    }
    const model = modelsOf(scripted([says('ok')]))

    it.each(['stop', 'signal'] as const)('its models: a turn ends at once on %s', async (how) => {
      const { ask, isAsked } = asked()
      const models: Models = { ...model, choose: ask }
      await open({ model: models })
      const stop = new AbortController()
      const events = world.send({ text: 'hello', signal: stop.signal })
      await isAsked
      if (how === 'stop') world.engine.stop('c')
      else stop.abort()
      expect((await events).at(-1)).toMatchObject({ type: 'turn-end', reason: 'aborted' })
      expect((await world.store.messages('c'))[0]).toMatchObject({ state: 'unsent' })
    })

    it('its knowledge: a turn ends at once', async () => {
      const { ask, isAsked } = asked()
      const knowledge: Knowledge = {
        autoInject: true,
        search: ask,
        problems: () => [],
      }
      await open({ model, knowledge })
      const events = world.send('hello')
      await isAsked
      world.engine.stop('c')
      expect((await events).at(-1)).toMatchObject({ reason: 'aborted' })
    })

    it('its models, for a skill that the model loads: a turn ends at once', async () => {
      const { ask, isAsked } = asked()
      const loads = scripted([calls(calling('activate_skill', { name: 'other' })), says('ok')])
      const models: Models = { ...modelsOf(loads), resolve: ask }
      await open({ model: models, skills: { other: 'model: a/b\n---\nBODY' } })
      const events = world.send('hello')
      await isAsked
      world.engine.stop('c')
      expect((await events).at(-1)).toMatchObject({ reason: 'aborted' })
      expect(loads.requests).toHaveLength(1)
    })
  })

  describe('a conversation that is deleted', () => {
    it('while a tool runs: the turn ends with a sentence, of class `place`', async () => {
      const look = noted('look', 'none', async () => {
        await world.store.delete('c')
        return { ok: true, text: '' }
      })
      await open({ model: scripted([calls(calling('look', {})), says('ok')]), tools: [look] })
      const end = (await world.send('hello')).at(-1)
      expect(end).toMatchObject({ reason: 'error', error: { class: 'place' } })
      expect(end).toMatchObject({ error: { message: expect.stringContaining('was deleted') } })
      expect(await world.store.list()).toEqual([])
    })

    it('while its model is chosen: the same', async () => {
      const base = modelsOf(scripted([says('ok')]))
      const choose: Models['choose'] = async (wanted) => {
        await world.store.delete('c')
        return base.choose(wanted)
      }
      await open({ model: { ...base, choose } })
      expect((await world.send('hello')).at(-1)).toMatchObject({ error: { class: 'place' } })
      expect(await world.store.list()).toEqual([])
    })
  })

  describe('a tool that gives back something else than an outcome', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const hostile = {
      ok: true,
      get text(): string {
        throw new Error('not today')
      },
    }
    const wrong = 'it gave back nothing that has `ok` and `text`.'

    it.each<[string, unknown, string, boolean]>([
      ['nothing', undefined, wrong, false],
      ['a text', 'done', wrong, false],
      ['a BigInt as its text', { ok: true, text: 1n }, 'it gave back a "text"', false],
      ['no text', { ok: true }, 'it gave back a "text"', false],
      ['an error as its text', { ok: false, text: new Error('x') }, 'a "text"', false],
      ['a BigInt as its exit code', { ok: true, text: 'a', exitCode: 2n }, '"exitCode"', false],
      ['a circle as its image', { ok: true, text: 'a', image: circle }, '"image"', false],
      ['a diff that is a function', { ok: true, text: 'a', diff: () => '' }, '"diff"', false],
      ['a text that throws', hostile, 'not today', false],
      ['a circle beside', { ok: true, text: 'all fine', circle }, 'all fine', true],
      ['a function beside', { ok: true, text: 'all fine', run: () => 1 }, 'all fine', true],
      ['a BigInt beside', { ok: true, text: 'all fine', big: 1n }, 'all fine', true],
      ['a date beside', { ok: true, text: 'all fine', at: new Date(0) }, 'all fine', true],
      ['undefined beside', { ok: true, text: 'all fine', diff: undefined }, 'all fine', true],
    ])('%s: is its own failure, and never the turn’s', async (_, given, says_, ok) => {
      const model = scripted([calls(calling('look', {})), says('ok')])
      await open({ model, tools: [noted('look', 'none', () => untyped(given))] })
      const events = await world.send('go')
      expect(events.at(-1)).toMatchObject({ reason: 'done' })
      const outcomes = ofType(events, 'tool-output').flatMap((event) =>
        event.final ? [event.outcome] : [],
      )
      expect(outcomes).toMatchObject([{ ok, text: expect.stringContaining(says_) }])
      if (!ok) expect(outcomes[0]?.text).toContain('look failed: ')
      expect(messagesOf(model.requests[1]).join()).toContain(says_)
    })
  })

  it('a tool whose schema makes dates and large numbers gets them; the rest sees what was written', async () => {
    const ran: unknown[] = []
    const plan: Tool<{ at: Date; size: bigint }> = {
      name: 'plan',
      description: 'plans',
      summary: 'plans',
      schema: z.object({
        at: z.string().transform((text) => new Date(text)),
        size: z.string().transform(BigInt),
      }),
      access: () => ({ kind: 'none' }),
      async run(input) {
        ran.push(input)
        return { ok: true, text: 'planned' }
      },
    }
    const input = { at: '2026-01-02T00:00:00.000Z', size: '12345678901234567890' }
    await open({ model: scripted([calls(calling('plan', input)), says('ok')]), tools: [plan] })
    const events = await world.send('go')
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    expect(ran).toEqual([{ at: new Date(input.at), size: 12345678901234567890n }])
    expect(ofType(events, 'tool-call')[0]?.input).toEqual(input)
    const part = (await world.store.messages('c'))[1]?.parts.find(({ type }) => type === 'tool')
    expect(part).toMatchObject({ input })
  })

  it('a tool that changes its input in its hands changes nothing of what is kept', async () => {
    const spoil = noted('spoil', 'none', (input) => {
      Object.assign(untyped<object>(input), { circle: input, big: 1n })
      return { ok: true, text: 'spoilt' }
    })
    await open({ model: scripted([calls(calling('spoil', {})), says('ok')]), tools: [spoil] })
    expect((await world.send('go')).at(-1)).toMatchObject({ reason: 'done' })
  })

  it('a tool that says it touches something unheard of is told so', async () => {
    const model = scripted([calls(calling('look', {})), says('ok')])
    const access = () => untyped<Access>({ kind: 'everything', size: 1n })
    const look: Tool = { ...noted('look'), access }
    await open({ model, tools: [look] })
    expect((await world.send('go')).at(-1)).toMatchObject({ reason: 'done' })
    expect(messagesOf(model.requests[1]).join()).toContain('nothing that can be decided on')
    await collect(world.engine.retry({ conversationId: 'c' }))
  })
})
