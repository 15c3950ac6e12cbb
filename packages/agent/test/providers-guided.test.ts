import { cpSync } from 'node:fs'
import { join } from 'node:path'
import {
  builtInTools,
  createEngine,
  type Engine,
  type EngineEvent,
  openSqliteStore,
} from '@skillet/agent'
import { describe, expect, test } from 'vitest'
import { collect, ofType, openWorld, sqliteStore, stores, type TestWorld } from './engine-world.ts'

/** Guided in a conversation: every turn finds its own place, whatever was before it. */

const skills = {
  steps: 'Begin:\n\n```sh\necho one\n```\n\nThen:\n\n```sh\necho two\n```\n\nEnd.',
  other: 'Only this:\n\n```sh\necho other\n```\n',
}

const open = () => openWorld({ tools: builtInTools, skills, permissions: { unattended: 'allow' } })

const textOf = (events: readonly EngineEvent[]): string =>
  ofType(events, 'text')
    .map((event) => event.delta ?? '')
    .join('')

const commandsOf = (events: readonly EngineEvent[]): readonly unknown[] =>
  ofType(events, 'tool-call').map(({ input }) => input)

async function sendTo(world: TestWorld, text: string): Promise<readonly EngineEvent[]> {
  return collect(world.engine.submitMessage({ conversationId: 'c', text }))
}

test('each message walks its own skill from its beginning to its end', async () => {
  const world = await open()
  const first = await world.send('/steps')
  const second = await world.send('/other and thanks')
  const third = await world.send('/steps')
  const last = await world.send('what now')
  world.close()

  const both = [{ command: 'echo one' }, { command: 'echo two' }]
  expect([first, second, third, last].map(commandsOf)).toEqual([
    both,
    [{ command: 'echo other' }],
    both,
    [],
  ])
  for (const events of [first, third]) expect(textOf(events)).toContain('- Ran: 2 commands')
  expect(textOf(second)).toContain('Your text is kept with the conversation')
  const ids = [first, second, third].flatMap((events) =>
    ofType(events, 'tool-call').map(({ callId }) => callId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('messages that wait for each other walk their own skills', async () => {
  const world = await open()
  const all = await Promise.all(['/steps', '/other', '/steps'].map((text) => sendTo(world, text)))
  world.close()
  expect(all.map((events) => commandsOf(events).length)).toEqual([2, 1, 2])
  expect(all.map((events) => events.at(-1))).toMatchObject(Array(3).fill({ reason: 'done' }))
})

test('a skill that is dropped is not walked on', async () => {
  const world = await open()
  await world.send('/steps')
  const next = await world.send({ text: 'go on', drop: ['steps'] })
  world.close()
  expect(commandsOf(next)).toEqual([])
})

test('a refused command is skipped, said, and the walk goes on', async () => {
  const world = await openWorld({
    tools: builtInTools,
    skills,
    permissions: { attended: true },
  })
  const events: EngineEvent[] = []
  for await (const event of world.engine.submitMessage({ conversationId: 'c', text: '/steps' })) {
    events.push(event)
    if (event.type !== 'approval-request') continue
    const { id, digest, input } = event.request
    const isFirst = JSON.stringify(input).includes('one')
    await world.engine.answer(id, { decision: isFirst ? 'no' : 'once', digest })
  }
  world.close()
  expect(textOf(events)).toContain('It was refused, so it did not run.')
  expect(textOf(events)).toContain('- Ran: 1 command\n- Skipped: `echo one` (it was refused)')
})

test('a turn that was stopped in the middle is walked from its beginning by the next one', async () => {
  const world = await open()
  const stopped: EngineEvent[] = []
  for await (const event of world.engine.submitMessage({ conversationId: 'c', text: '/steps' })) {
    stopped.push(event)
    if (event.type === 'tool-output' && event.final) world.engine.stop('c')
  }
  const again = await world.send('/steps')
  world.close()
  expect(stopped.at(-1)).toMatchObject({ reason: 'aborted' })
  expect(commandsOf(again)).toEqual([{ command: 'echo one' }, { command: 'echo two' }])
  expect(textOf(again)).toContain('- Ran: 2 commands')
})

/** Runs a turn to its end, with an answer for each question. */
async function answering(
  engine: Engine,
  turn: AsyncIterable<EngineEvent>,
  decide: (command: string) => 'once' | 'no',
): Promise<readonly EngineEvent[]> {
  const events: EngineEvent[] = []
  for await (const event of turn) {
    events.push(event)
    if (event.type !== 'approval-request') continue
    const { id, digest, input } = event.request
    await engine.answer(id, { decision: decide(JSON.stringify(input)), digest })
  }
  return events
}

const one = { command: 'echo one' }
const two = { command: 'echo two' }
const attended = { tools: builtInTools, skills, permissions: { attended: true } } as const

describe.each(stores)('a message of guided, in a %s,', (_, openStore) => {
  test('that is answered once more is walked from its beginning, and asks again', async () => {
    const world = await openWorld({ ...attended, openStore })
    const { engine } = world
    const submitted = engine.submitMessage({ conversationId: 'c', text: '/steps' })
    const refused = await answering(engine, submitted, () => 'no')
    expect(textOf(refused)).toContain('- Skipped: `echo two` (it was refused)')
    await answering(
      engine,
      engine.submitMessage({ conversationId: 'c', text: '/other' }),
      () => 'no',
    )

    const [message] = await world.store.messages('c')
    const again = engine.retry({ conversationId: 'c', messageId: message?.id ?? '' })
    const allowed = await answering(engine, again, () => 'once')
    const view = await engine.conversation('c')
    world.close()
    expect(commandsOf(allowed)).toEqual([one, two])
    expect(ofType(allowed, 'approval-request')).toHaveLength(2)
    expect(textOf(allowed)).toContain('It ended with exit code 0, 1 line.')
    expect(textOf(allowed)).toContain('- Ran: 2 commands')
    expect(textOf(allowed)).not.toContain('refused')
    // As the first message of its branch, it says again how to connect a model.
    expect(textOf(allowed)).toContain('To connect a language model')
    expect(view?.messages.map(({ siblings }) => siblings.length)).toEqual([1, 2])
  })

  test('that stands in the place of another walks its own skill alone', async () => {
    const world = await openWorld({ ...attended, openStore })
    const { engine } = world
    const send = (text: string, edits?: string) =>
      answering(
        engine,
        engine.submitMessage({ conversationId: 'c', text, ...(edits && { edits }) }),
        () => 'once',
      )
    await send('/steps')
    await send('/steps again')
    const messages = await world.store.messages('c')
    const edited = await send('/other instead', messages[2]?.id)
    expect(commandsOf(edited)).toEqual([{ command: 'echo other' }])
    expect(textOf(edited)).toContain('- Ran: 1 command')
    const first = await send('steps, without a skill', messages[0]?.id)
    expect(commandsOf(first)).toEqual([])
    expect(textOf(first)).toContain('These skills come nearest to your message:')
    // The branch that was left goes on where it ended.
    const end = messages.at(-1)?.id ?? ''
    expect(await engine.moveTo({ conversationId: 'c', messageId: end })).toMatchObject({
      kind: 'moved',
    })
    expect(commandsOf(await send('/steps'))).toEqual([one, two])
    world.close()
  })

  test('is walked as it was handed over, also where its file is another one now', async () => {
    const world = await openWorld({ ...attended, openStore })
    const { engine } = world
    await answering(
      engine,
      engine.submitMessage({ conversationId: 'c', text: '/other' }),
      () => 'no',
    )
    world.writeSkill('other', 'Now this:\n\n```sh\necho changed\n```\n')
    await world.library.reload()
    const again = await answering(engine, engine.retry({ conversationId: 'c' }), () => 'once')
    world.close()
    expect(commandsOf(again)).toEqual([{ command: 'echo other' }])
  })
})

test('a walk whose process died in the middle is marked, and retried from its beginning', async () => {
  const world = await openWorld({ ...attended, openStore: sqliteStore })
  const { engine, library, workspace, root } = world
  const died = join(root, 'died')
  const events: EngineEvent[] = []
  for await (const event of engine.submitMessage({ conversationId: 'c', text: '/steps' })) {
    events.push(event)
    if (event.type !== 'approval-request') continue
    const { id, digest, input } = event.request
    const decision = JSON.stringify(input).includes('one') ? 'once' : 'no'
    // What is on the disk while the second question waits is what a killed process leaves.
    if (decision === 'no') cpSync(join(root, 'state'), died, { recursive: true })
    await engine.answer(id, { decision, digest })
  }
  expect(commandsOf(events)).toEqual([one, two])

  const store = await openSqliteStore({ folder: died, stateOf: () => 'gone' })
  const permissions = { unattended: 'allow' } as const
  const next = createEngine({ library, workspace, home: root, store, permissions, titles: 'cut' })
  const view = await next.conversation('c')
  expect(view?.messages.at(-1)?.message.end).toMatchObject({ reason: 'interrupted' })
  const again = await collect(next.retry({ conversationId: 'c' }))
  const after = await collect(next.submitMessage({ conversationId: 'c', text: '/other' }))
  await store.close()
  world.close()
  expect(commandsOf(again)).toEqual([one, two])
  expect(textOf(again)).toContain('- Ran: 2 commands')
  expect(textOf(again)).not.toContain('Skipped')
  expect(commandsOf(after)).toEqual([{ command: 'echo other' }])
})
