import { afterEach, describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  type NotedTool,
  noted,
  says,
  scripted,
} from '../../../agent/test/engine-world.ts'
import { type ChatWorld, decider, openChat, reader, typed } from '../chat-world.ts'

const worlds: ChatWorld[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop()
})

const skills = { git: 'allowed-tools: Bash(git add *)\n---\nBody.' }
const add = calls(calling('bash', { command: 'git add a' }))

/** A model that runs a pre-approved command in each turn, and holds where it is told to. */
async function open(): Promise<
  ChatWorld & { readonly bash: NotedTool; readonly goOn: () => void }
> {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const hold = noted('hold', 'none', async () => {
    await held
    return { ok: true, text: '' }
  })
  const bash = noted('bash', 'run')
  const model = scripted([
    ({ prompt }) => (JSON.stringify(prompt).includes('HOLD') ? calls(calling('hold', {})) : add),
    says('Done.'),
    add,
    says('Done.'),
  ])
  const world = await openChat({ model, tools: [bash, hold], skills })
  worlds.push(world)
  return { ...world, bash, goOn }
}

const picked = { id: 'c', messages: [typed('now')], skill: { skill: 'git' } }
const named = { id: 'c', messages: [typed('/git now')] }
const asked = (world: ChatWorld) => world.store.approvals('c')

describe('threats S8, E7: a token that may not decide picks a skill with pre-approved tools', () => {
  it.each([
    ['by the field `skill`', picked],
    ['by `/name` in the text', named],
  ])('%s: each call is asked about', async (_, body) => {
    const world = await open()
    const answer = await world.post('/api/chat', body, { token: reader })
    await answer.body?.cancel()
    await expect.poll(() => asked(world)).toMatchObject([{ request: { tool: 'bash' } }])
    expect(world.bash.ran).toEqual([])
  })

  it('by having a message of the person answered once more', async () => {
    const world = await open()
    await (await world.post('/api/chat', picked)).text()
    expect(world.bash.ran).toHaveLength(1)
    const again = { id: 'c', messages: [], trigger: 'regenerate-message' }
    const answer = await world.post('/api/chat', again, { token: reader })
    await answer.body?.cancel()
    await expect.poll(() => asked(world)).toMatchObject([{ request: { tool: 'bash' } }])
    expect(world.bash.ran).toHaveLength(1)
  })

  it('by a message that waits for its turn', async () => {
    const world = await open()
    const first = await world.say('HOLD')
    const waiting = await world.post('/api/chat', picked, { token: reader })
    expect(waiting.status).toBe(202)
    world.goOn()
    await first.text()
    await expect.poll(() => asked(world)).toMatchObject([{ request: { tool: 'bash' } }])
    expect(world.bash.ran).toEqual([])
  })

  it('while a token that may decide picks for the person', async () => {
    const world = await open()
    const answer = await world.post('/api/chat', picked, { token: decider })
    await answer.text()
    expect(world.bash.ran).toHaveLength(1)
  })
})
