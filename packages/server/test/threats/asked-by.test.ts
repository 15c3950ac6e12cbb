import { builtInTools } from '@skillet/agent'
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
  for (const world of worlds.splice(0).reverse()) await world.stop()
})

const skills = { git: 'allowed-tools: Bash(git add *)\n---\nBody.' }
const add = calls(calling('bash', { command: 'git add a' }))
const load = calls(calling('activate_skill', { name: 'git' }))

/** Runs a pre-approved command in each turn; loads the skill for it, or holds, where it is told to. */
const model = () =>
  scripted([
    ({ prompt }) => {
      const last = prompt.at(-1)
      const said = JSON.stringify(last)
      if (last?.role === 'tool') return said.includes('activate_skill') ? add : says('Done.')
      if (said.includes('HOLD')) return calls(calling('hold', {}))
      return said.includes('LOAD') ? load : add
    },
  ])

interface AskedWorld extends ChatWorld {
  readonly bash: NotedTool
  /** Ends the tool that holds. */
  readonly goOn: () => void
}

async function open(): Promise<AskedWorld> {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const hold = noted('hold', 'none', async () => {
    await held
    return { ok: true, text: '' }
  })
  const bash = noted('bash', 'run')
  const tools = [...builtInTools.filter(({ name }) => name !== 'bash'), bash, hold]
  const world = await openChat({ model: model(), tools, skills })
  worlds.push(world)
  return { ...world, bash, goOn }
}

/** The same conversations, tools and skills behind another start of the server. */
async function restarted({ another, store, library, workspace }: ChatWorld): Promise<ChatWorld> {
  const server = { engine: another(), store, library, workspace }
  const world = await openChat({ server })
  worlds.push(world)
  return { ...world, ...server, server: world.server }
}

const picked = { id: 'c', messages: [typed('now')], skill: { skill: 'git' } }
const named = { id: 'c', messages: [typed('/git now')] }
const again = { id: 'c', messages: [], trigger: 'regenerate-message' }

/** What waits for a person, of whatever kind. */
async function waiting({ store }: ChatWorld): Promise<readonly string[]> {
  const approvals = await store.approvals('c')
  return approvals.flatMap(({ request, answer }) => (answer ? [] : [request.tool]))
}

/** Sends something as a program, until the turn asks. */
async function asProgram(world: ChatWorld, body: unknown): Promise<void> {
  const answer = await world.post('/api/chat', body, { token: reader })
  expect([200, 202]).toContain(answer.status)
  await answer.body?.cancel()
  await expect.poll(() => waiting(world)).toEqual(['bash'])
}

/** As a person, until the turn is over. */
async function asPerson(world: ChatWorld, body: unknown): Promise<void> {
  await (await world.post('/api/chat', body, { token: decider })).text()
  expect(await waiting(world)).toEqual([])
}

async function refuse(world: ChatWorld): Promise<void> {
  const [question] = (await world.store.approvals('c')).filter(({ answer }) => !answer)
  const path = `/api/conversations/c/approvals/${question?.request.id}`
  expect((await world.post(path, { decision: 'no' })).status).toBe(204)
  await expect.poll(async () => (await world.engine.conversation('c'))?.running).toBeUndefined()
}

describe('threats S8, E7: a token that may not decide picks a skill with pre-approved tools', () => {
  it.each([
    ['by the field `skill`', picked],
    ['by `/name` in the text', named],
    ['by a text that has the model load it', { id: 'c', messages: [typed('LOAD')] }],
  ])('%s: each call is asked about', async (_, body) => {
    const world = await open()
    await asProgram(world, body)
    expect(world.bash.ran).toEqual([])
  })

  it('by having a message of the person answered once more', async () => {
    const world = await open()
    await asPerson(world, picked)
    expect(world.bash.ran).toHaveLength(1)
    await asProgram(world, again)
    expect(world.bash.ran).toHaveLength(1)
  })

  it('by another version of a message of the person', async () => {
    const world = await open()
    await asPerson(world, { ...picked, messages: [typed('now', { id: 'm' })] })
    await asProgram(world, { ...picked, edits: 'm' })
    expect(world.bash.ran).toHaveLength(1)
  })

  it('by a message that waits for its turn', async () => {
    const world = await open()
    const first = await world.say('HOLD')
    const sent = await world.post('/api/chat', picked, { token: reader })
    expect(sent.status).toBe(202)
    world.goOn()
    await first.text()
    await expect.poll(() => waiting(world)).toEqual(['bash'])
    expect(world.bash.ran).toEqual([])
  })

  it('by a message that waited when Skillet ended, and is sent after the next start', async () => {
    const world = await open()
    const first = await world.say('HOLD')
    await (await world.post('/api/chat', picked, { token: reader })).text()
    const closing = world.engine.close()
    world.goOn()
    await Promise.all([closing, first.text()])
    const [, , unsent] = await world.store.messages('c')
    expect(unsent).toMatchObject({ role: 'user', state: 'unsent', askedBy: 'program' })
    const next = await restarted(world)
    await asProgram(next, { ...again, messageId: unsent?.id })
    expect(world.bash.ran).toEqual([])
  })

  it('by a change of a message of the person that waits, which is not for it', async () => {
    const world = await open()
    const first = await world.say('HOLD')
    await (await world.say('later')).text()
    const [, , later] = await world.store.messages('c')
    const changed = await world.call(`/api/conversations/c/queue/${later?.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ text: 'now', skill: 'git' }),
      headers: { 'content-type': 'application/json' },
      token: reader,
    })
    expect(changed.status).toBe(403)
    expect((await world.store.messages('c'))[2]).toEqual(later)
    world.goOn()
    await first.text()
  })
})

describe('threats S8, E7: a message of a program becomes a person’s', () => {
  it('where a person has it answered once more', async () => {
    const world = await open()
    await asProgram(world, picked)
    await refuse(world)
    await asPerson(world, again)
    expect(world.bash.ran).toHaveLength(1)
  })

  it('where a person writes another version of it', async () => {
    const world = await open()
    await asProgram(world, { ...picked, messages: [typed('now', { id: 'm' })] })
    await refuse(world)
    await asPerson(world, { ...picked, edits: 'm' })
    expect(world.bash.ran).toHaveLength(1)
  })

  it('where a person changes it while it waits', async () => {
    const world = await open()
    const first = await world.say('HOLD')
    await (await world.post('/api/chat', picked, { token: reader })).text()
    const [, , sent] = await world.store.messages('c')
    const changed = await world.call(`/api/conversations/c/queue/${sent?.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ text: 'now, please', skill: 'git' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(changed.status).toBe(204)
    world.goOn()
    await first.text()
    await expect.poll(() => world.bash.ran).toHaveLength(1)
    expect(await waiting(world)).toEqual([])
  })
})

describe('threats S8, E7: a page that is read later', () => {
  it('tells what a program sent from what the person sent', async () => {
    const world = await open()
    await asProgram(world, named)
    await refuse(world)
    await asPerson(world, named)
    const writers = (await world.messages())
      .filter(({ role }) => role === 'user')
      .map(({ metadata }) => metadata?.askedBy)
    expect(writers).toEqual(['program', undefined])
  })

  it('previews a program’s draft as it would be sent', async () => {
    const world = await open()
    const path = '/api/conversations/c/preview'
    const noticed = async (token: string) =>
      (await world.post(path, { text: '/git now' }, { token })).text()
    expect(await noticed(reader)).toContain('asked-by-program')
    expect(await noticed(decider)).not.toContain('asked-by-program')
  })
})
