import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ConversationStore,
  createEngine,
  createModels,
  type Message,
  openSqliteStore,
} from '@skillet/agent'
import { openLibrary } from '@skillet/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { collect } from './engine-world.ts'
import {
  type EnginePrograms,
  openEnginePrograms,
  type RunningEngine,
} from './processes/engine-programs.ts'
import { killSeed, numbersFrom } from './processes/moments.ts'
import type { Said } from './processes/program.ts'
import { call, type ProtocolServer, says, startOpenAI, stream, text } from './servers/index.ts'

let workshop: EnginePrograms
beforeAll(async () => {
  workshop = await openEnginePrograms({ red: 'BODY RED', blue: 'BODY BLUE' })
}, 60_000)
afterAll(() => workshop.remove())

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

const storeOf = (name: string) => join(workshop.root, name)

async function withStore<T>(
  name: string,
  read: (store: ConversationStore) => Promise<T>,
): Promise<T> {
  const store = await openSqliteStore({ folder: storeOf(name) })
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}

const textOf = ({ parts }: Message) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

const done = { code: 0, signal: null, stderr: '', stdout: expect.any(String) }

/** The last message of a person in a request, and everything before it. */
function asked(body: unknown): { readonly last: string; readonly whole: string } {
  const messages =
    typeof body === 'object' && body !== null && 'messages' in body ? body.messages : []
  const people = (Array.isArray(messages) ? messages : []).filter(({ role }) => role === 'user')
  return { last: String(people.at(-1)?.content), whole: JSON.stringify(messages) }
}

describe('several processes', () => {
  it('on one conversation lose and double nothing, and each message keeps its skill', async () => {
    const seen: { readonly last: string; readonly whole: string }[] = []
    await using server = await startOpenAI(({ body }) => {
      seen.push(asked(body))
      return says(`re: ${asked(body).last}`)
    })
    const folder = storeOf('shared')
    const rounds = numbers(6)
    const both = ['red', 'blue'].map((skill) =>
      workshop.start({
        folder,
        baseURL: server.baseURL,
        conversationId: 'c',
        texts: rounds.map((at) => `/${skill} ${at}`),
      }),
    )
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([done, done])
    const ends = both.flatMap(({ events }) =>
      events().filter(({ event }) => event.type === 'turn-end'),
    )
    expect(ends).toHaveLength(12)
    expect(ends.every(({ event }) => event.type === 'turn-end' && event.reason === 'done')).toBe(
      true,
    )

    const { messages, activations } = await withStore('shared', async (store) => ({
      messages: await store.messages('c'),
      activations: await store.activations('c'),
    }))
    expect(messages.map(({ role }) => role)).toEqual([...rounds, ...rounds].flatMap(() => pairs))
    for (const skill of ['red', 'blue']) {
      const own = messages.filter(({ parts }) =>
        parts.some((part) => part.type === 'skill' && part.name === skill),
      )
      expect(own.map(textOf)).toEqual(rounds.map(String))
      expect(own.map(({ id }) => activations.filter((one) => one.messageId === id))).toEqual(
        rounds.map(() => [expect.objectContaining({ name: skill })]),
      )
    }
    // Each turn was sent all that stands before it, and nothing that stands behind it.
    const order = messages.filter(({ role }) => role === 'user')
    expect(seen).toHaveLength(order.length)
    for (const [at, question] of order.entries()) {
      const skill = question.parts.find((part) => part.type === 'skill')
      expect(seen[at]?.last).toBe(`/${skill?.name} ${textOf(question)}`)
      expect(seen[at]?.whole.split('"re: ')).toHaveLength(at + 1)
      expect(messages[2 * at + 1]).toMatchObject({ end: { reason: 'done' } })
      expect(textOf(messages[2 * at + 1] ?? question)).toBe(`re: ${seen[at]?.last}`)
    }
  }, 120_000)

  it('twenty at once on one store: every turn ends well, and nobody hears of a busy store', async () => {
    await using server = await startOpenAI(({ body }) => says(`re: ${asked(body).last}`))
    const folder = storeOf('twenty')
    const all = numbers(20).map((at) =>
      workshop.start({
        folder,
        baseURL: server.baseURL,
        conversationId: `c${at % 10}`,
        texts: [`${at} first`, `${at} second`],
      }),
    )
    const ends = await Promise.all(all.map(({ ended }) => ended))
    expect(ends).toEqual(ends.map(() => done))
    const reasons = all.flatMap(({ events }) =>
      events().flatMap(({ event }) => (event.type === 'turn-end' ? [event.reason] : [])),
    )
    expect(reasons).toEqual(numbers(40).map(() => 'done'))
    await withStore('twenty', async (store) => {
      expect(await store.list()).toHaveLength(10)
      for (const at of numbers(10)) {
        const messages = await store.messages(`c${at}`)
        expect(messages.map(({ role }) => role)).toEqual(numbers(4).flatMap(() => pairs))
        expect(
          messages
            .filter(({ role }) => role === 'user')
            .map(textOf)
            .sort(),
        ).toEqual([`${at} first`, `${at} second`, `${at + 10} first`, `${at + 10} second`].sort())
        expect(await store.turns(`c${at}`)).toEqual([])
      }
    })
  }, 180_000)
})

const pairs = ['user', 'assistant']

describe(`a process that is killed (SKILLET_KILL_SEED=${killSeed})`, () => {
  it('at any of 50 moments leaves what was stored, an interrupted turn, and no child', async () => {
    const random = numbersFrom(killSeed)
    await using server = await startOpenAI(({ body }) => busyTurn(body))
    const ends: KilledEnd[] = []
    for (const round of numbers(25)) {
      const pair = [2 * round, 2 * round + 1]
      ends.push(...(await Promise.all(pair.map((at) => killOne(server, at, random(mostEvents))))))
    }
    // A kill after its last event comes too late for some.
    const killed = ends.filter(({ signal }) => signal === 'SIGKILL')
    expect(killed.length).toBeGreaterThan(ends.length / 2)
    expect(ends.filter((end) => !killed.includes(end) && end.code !== 0)).toEqual([])
  }, 400_000)
})

/** A turn has about this many events: some kills come after its end. */
const mostEvents = 75

/** Streams, writes a file, runs a command that prints and has a child, streams again. */
function busyTurn(body: unknown) {
  const { whole, last } = asked(body)
  const results = whole.split('"role":"tool"').length - 1
  const words = text(`${last}: ${'word '.repeat(60)}`)
  if (results === 0) return stream([words, call('write', { path: `${last}.txt`, content: last })])
  if (results === 1) return stream([words, call('bash', { command: busyCommand(last) })])
  return stream([words])
}

/** Named in its arguments, so that it is found among all processes of the machine. */
const sleepOf = (mark: string) => `77.0${mark}`

const busyCommand = (mark: string) =>
  `sleep ${sleepOf(mark)} & for at in 1 2 3 4 5 6; do echo "line $at"; sleep 0.02; done; kill $!`

type KilledEnd = Awaited<RunningEngine['ended']>

async function killOne(server: ProtocolServer, at: number, enough: number): Promise<KilledEnd> {
  const id = `c${at}`
  const mark = `${workshop.root.replace(/\D/gu, '').slice(-4)}${killSeed}${at}`
  const { child, events, ended } = workshop.start({
    folder: storeOf('killed'),
    baseURL: server.baseURL,
    conversationId: id,
    texts: [mark, 'waits'],
  })
  child.stdout?.on('data', () => {
    if (events().length >= enough) child.kill('SIGKILL')
  })
  const end = await ended
  expect(end.stderr).toBe('')
  const first = events().filter(({ message }) => message === 0)
  await expectNoProcess(sleepOf(mark))
  await withStore('killed', async (store) => {
    const engine = await engineOver(store, server)
    const view = await engine.conversation(id)
    const messages = view?.messages.map(({ message }) => message) ?? []
    expect(await store.turns(id)).toEqual([])
    if (first.some(({ event }) => event.type === 'turn-start')) expectKept(messages, first)
    // Whatever came of it, the conversation goes on where it was.
    if (messages.length === 0) return
    const question = messages.find(({ role }) => role === 'user')
    const again = await collect(
      engine.retry({ conversationId: id, ...(question && { messageId: question.id }) }),
    )
    expect(again.at(-1)).toMatchObject({ type: 'turn-end', reason: 'done' })
  })
  return end
}

async function engineOver(store: ConversationStore, { baseURL }: ProtocolServer) {
  const { workspace, home } = workshop
  const library = await openLibrary({ cwd: workspace, home, trust: 'all' })
  const settings = {
    user: { providers: { test: { baseURL, apiKey: 'none' } }, model: 'test/model' },
    project: {},
  }
  const model = createModels({ environment: {}, settings })
  return createEngine({ library, workspace, home, store, model, titles: 'cut', stepLimit: 5 })
}

/** All that the process had said was stored is there, and the answer says how its turn ended. */
function expectKept(messages: readonly Message[], said: readonly Said[]): void {
  const events = said.map(({ event }) => event)
  const ended = events.some(({ type }) => type === 'turn-end')
  const [question, answer, later, unanswered] = messages
  expect(question).toMatchObject({ role: 'user', parts: [{ type: 'text' }] })
  expect(question).not.toHaveProperty('state')
  expect(answer?.role).toBe('assistant')
  // A process may be killed between the end of a turn and the word of it.
  expect(ended ? ['done'] : ['done', 'interrupted']).toContain(answer?.end?.reason)
  expect(textOf(later ?? { parts: [], id: '', role: 'user', createdAt: 0 })).toBe('waits')
  if (!ended) expect(unanswered?.state ?? unanswered?.end?.reason).toBeDefined()
  // A step begins once the results of those before it are stored.
  const lastStep = events.findLastIndex(({ type }) => type === 'step-start')
  for (const event of events.slice(0, Math.max(0, lastStep))) {
    if (event.type !== 'tool-output' || !event.final) continue
    const part = answer?.parts.find((one) => one.type === 'tool' && one.callId === event.callId)
    expect(part).toMatchObject({ result: { kind: 'outcome', outcome: event.outcome } })
  }
  // A call is stored before it runs.
  const started = events.find((event) => event.type === 'tool-output' && !event.final)
  if (started?.type === 'tool-output') {
    expect(answer?.parts).toContainEqual(expect.objectContaining({ callId: started.callId }))
  }
}

/** No process has this word among its arguments; one that is being ended is given a moment. */
async function expectNoProcess(word: string): Promise<void> {
  if (process.platform !== 'linux') return
  await vi.waitFor(() => expect(processesWith(word)).toEqual([]), 5000)
}

function processesWith(word: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(argumentsOf)
    .filter((line) => line.split(' ').includes(word))
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // It ended while we looked.
    return ''
  }
}
