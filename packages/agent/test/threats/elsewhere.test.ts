import { builtInTools, type EngineEvent } from '@skillet/agent'
import { afterEach, describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  collect,
  ofType,
  openWorld,
  says,
  scripted,
  stores,
  type TestWorld,
} from '../engine-world.ts'

let world: TestWorld
afterEach(() => world.close())

const touching = calls(calling('bash', { command: 'echo made' }))

describe.each(stores)('a question over a %s', (_, openStore) => {
  const open = async (after = says('ok')) => {
    const model = scripted([touching, after])
    const permissions = { attended: true } as const
    world = await openWorld({ model, tools: builtInTools, permissions, openStore })
    return { ...world, elsewhere: world.another() }
  }

  it('is answered by another engine of the same store, with the digest that it shows there', async () => {
    const { engine, elsewhere, store } = await open()
    const events: EngineEvent[] = []
    for await (const event of engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      events.push(event)
      if (event.type !== 'approval-request') continue
      const [waiting] = (await elsewhere.conversation('c'))?.approvals ?? []
      expect(waiting?.request).toEqual(event.request)
      const { id = '', digest = '' } = waiting?.request ?? {}
      expect(await elsewhere.answer(id, { decision: 'once', digest: 'other' })).toBe(false)
      expect(await elsewhere.answer(id, { decision: 'once', digest })).toBe(true)
      expect(await engine.answer(id, { decision: 'no' })).toBe(false)
    }
    expect(ofType(events, 'approval-resolved')[0]?.answer.decision).toBe('once')
    expect(ofType(events, 'tool-output').at(-1)?.outcome).toMatchObject({ ok: true })
    expect(await store.approvals('c')).toMatchObject([{ answer: { decision: 'once' } }])
  })

  it('waits nowhere any more once its turn was stopped, and a retry asks anew', async () => {
    const { engine, elsewhere } = await open(touching)
    const ids: string[] = []
    for await (const event of engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      if (event.type !== 'approval-request') continue
      ids.push(event.request.id)
      engine.stop('c')
    }
    expect((await elsewhere.conversation('c'))?.approvals).toEqual([])
    const again = await collect(stopAtQuestion(engine.retry({ conversationId: 'c' }), ids))
    expect(ofType(again, 'turn-end')[0]?.reason).toBe('aborted')
    expect(new Set(ids).size).toBe(2)
  })

  async function* stopAtQuestion(events: AsyncIterable<EngineEvent>, ids: string[]) {
    for await (const event of events) {
      yield event
      if (event.type !== 'approval-request') continue
      ids.push(event.request.id)
      world.engine.stop('c')
    }
  }
})
