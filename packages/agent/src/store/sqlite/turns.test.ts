import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentOwner, type OwnerState, stateOfOwner } from '../owner.ts'
import type { ConversationStore, Message, TurnOwner } from '../types.ts'
import { openSqliteStore } from './index.ts'

const here: TurnOwner = { host: 'here', pid: 1, started: 'a' }
const other: TurnOwner = { host: 'here', pid: 2, started: 'b' }

let folder: string
let store: ConversationStore
let now: number
let states: Map<number, OwnerState>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillet-store-'))
  now = 1_000_000
  states = new Map()
  store = await openSqliteStore({
    folder,
    now: () => now,
    stateOf: ({ pid }) => states.get(pid) ?? 'alive',
  })
  await store.create({ id: 'c', workspace: '/w', now: 1 })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const enqueue = (at: number, owner: TurnOwner, state?: Message['state']) =>
  store.enqueueTurn('c', {
    message: {
      id: `q${at}`,
      role: 'user',
      parts: [{ type: 'text', text: 'go' }],
      createdAt: 1,
      ...(state && { state }),
    },
    answer: { id: `a${at}`, role: 'assistant', parts: [], createdAt: 1, ...(state && { state }) },
    owner,
  })
const found = async () =>
  (await store.allMessages('c')).map(({ id, state, end }) => [id, state ?? end?.reason])

describe('two that write at once', () => {
  it('keep one message of an id, whole: the other hears that it is known', async () => {
    const second = await openSqliteStore({ folder })
    const send = (to: ConversationStore, text: string) =>
      to.enqueueTurn('c', {
        message: { id: 'same', role: 'user', parts: [{ type: 'text', text }], createdAt: 1 },
        answer: { id: `answer to ${text}`, role: 'assistant', parts: [], createdAt: 1 },
        owner: here,
      })
    const outcomes = await Promise.all([send(store, 'one'), send(second, 'two')])
    expect(outcomes.toSorted()).toEqual(['kept', 'known'])
    const kept = outcomes[0] === 'kept' ? 'one' : 'two'
    expect((await store.allMessages('c')).map(({ id }) => id)).toEqual([
      'same',
      `answer to ${kept}`,
    ])
    expect((await store.allMessages('c'))[0]?.parts).toEqual([{ type: 'text', text: kept }])
    await second.close()
  })
})

describe('turns of a process that is gone', () => {
  it('are ended where the next turn asks: what ran is interrupted, what waited was not sent', async () => {
    await enqueue(1, other)
    await store.claimTurn('c', 'a1')
    await enqueue(2, other, 'queued')
    await enqueue(3, here, 'queued')
    expect(await store.claimTurn('c', 'a3')).toEqual({ kind: 'waiting', before: 2 })
    states.set(other.pid, 'gone')
    expect(await store.claimTurn('c', 'a3')).toEqual({ kind: 'granted' })
    expect(await found()).toEqual([
      ['q1', undefined],
      ['a1', 'interrupted'],
      ['q2', 'unsent'],
      ['a2', 'unsent'],
      ['q3', 'queued'],
      ['a3', 'queued'],
    ])
    expect(await store.claimTurn('c', 'a1')).toEqual({ kind: 'lost' })
    expect(await store.renewTurn('c', 'a1')).toBe(false)
  })

  it('leaves turns behind the one that asks alone', async () => {
    await enqueue(1, here)
    await enqueue(2, other, 'queued')
    states.set(other.pid, 'gone')
    expect(await store.claimTurn('c', 'a1')).toEqual({ kind: 'granted' })
    expect(await store.turns('c')).toHaveLength(2)
  })

  it('are ended at a start, with the conversations they belong to', async () => {
    await store.create({ id: 'd', workspace: '/w', now: 1 })
    await enqueue(1, other)
    await store.claimTurn('c', 'a1')
    expect(await store.endDeadTurns()).toEqual([])
    states.set(other.pid, 'gone')
    expect(await store.endDeadTurns()).toEqual(['c'])
    expect(await store.endDeadTurns()).toEqual([])
    expect(await found()).toEqual([
      ['q1', undefined],
      ['a1', 'interrupted'],
    ])
  })

  it('keep what the answer has: its parts, its usage, and an end that came first', async () => {
    await enqueue(1, other)
    await store.claimTurn('c', 'a1')
    const parts = [{ type: 'text' as const, text: 'half an' }]
    const usage = { inputTokens: 3 }
    const answer = { id: 'a1', role: 'assistant', parts, createdAt: 1, usage } as const
    await store.put('c', answer)
    await enqueue(2, other)
    await store.put('c', { ...answer, id: 'a2', end: { reason: 'done' } })
    states.set(other.pid, 'gone')
    await store.endDeadTurns()
    const [, first, , second] = await store.allMessages('c')
    expect(await store.turns('c')).toEqual([])
    expect(first).toEqual({ ...answer, parent: 'q1', end: { reason: 'interrupted' } })
    expect(second?.end).toEqual({ reason: 'done' })
  })

  it('are no news where the answer had its end: nothing was left unfinished', async () => {
    await enqueue(1, other)
    await store.claimTurn('c', 'a1')
    const end = { reason: 'done' } as const
    await store.put('c', { id: 'a1', role: 'assistant', parts: [], createdAt: 1, end })
    states.set(other.pid, 'gone')
    expect(await store.endDeadTurns()).toEqual([])
    expect(await store.turns('c')).toEqual([])
    expect((await store.messages('c')).at(-1)?.end).toEqual(end)
  })

  it('was not sent where the process ended between its turn and its first word', async () => {
    await enqueue(1, other, 'queued')
    await store.claimTurn('c', 'a1')
    states.set(other.pid, 'gone')
    await store.endDeadTurns()
    expect(await found()).toEqual([
      ['q1', 'unsent'],
      ['a1', 'unsent'],
    ])
  })

  it('take along the questions that nobody hears the answer of', async () => {
    await enqueue(1, other)
    const ask = (id: string) =>
      store.addApproval({
        conversationId: 'c',
        messageId: 'a1',
        askedAt: 1,
        request: {
          id,
          callId: id,
          tool: 'bash',
          input: {},
          access: { kind: 'none' },
          workspace: '/w',
          reason: 'Asks.',
          rule: '',
          digest: 'd',
        },
      })
    await ask('open')
    await ask('answered')
    await store.answerApproval('answered', { decision: 'no' }, 2)
    states.set(other.pid, 'gone')
    await store.endDeadTurns()
    expect((await store.approvals('c')).map(({ request }) => request.id)).toEqual(['answered'])
    expect(await store.answerApproval('open', { decision: 'no' }, 3)).toBe(false)
  })

  it('of another host live as long as they say so: 30 s', async () => {
    states.set(other.pid, 'unknown')
    await enqueue(1, other)
    await store.claimTurn('c', 'a1')
    now += 30_000
    expect(await store.endDeadTurns()).toEqual([])
    await store.renewTurn('c', 'a1')
    now += 30_000
    expect(await store.endDeadTurns()).toEqual([])
    now += 1
    expect(await store.endDeadTurns()).toEqual(['c'])
  })
})

describe('who runs a turn', () => {
  it('is told from a later process of the same number, and from one of another host', () => {
    const me = currentOwner()
    expect(me.pid).toBe(process.pid)
    expect(stateOfOwner(me)).toBe('alive')
    expect(stateOfOwner({ ...me, host: 'elsewhere' })).toBe('unknown')
    expect(stateOfOwner({ ...me, started: `${me.started}1` })).toBe('gone')
  })

  it('is gone as soon as it was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
    const owner = { ...currentOwner(), pid: child.pid ?? 0 }
    // Another start than ours: it is there, and not the one that is meant.
    expect(stateOfOwner(owner)).toBe('gone')
    expect(stateOfOwner({ ...owner, started: '' })).toBe('unknown')
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.kill('SIGKILL')
    await ended
    expect(stateOfOwner({ ...owner, started: '' })).toBe('gone')
  })
})
