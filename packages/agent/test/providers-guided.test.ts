import { builtInTools, type EngineEvent } from '@skillet/agent'
import { expect, test } from 'vitest'
import { collect, ofType, openWorld, type TestWorld } from './engine-world.ts'

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
