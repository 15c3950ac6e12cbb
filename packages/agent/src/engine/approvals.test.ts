import { describe, expect, it } from 'vitest'
import { timer } from '../model/index.ts'
import type { ApprovalAnswer, ApprovalRequest } from '../permission/types.ts'
import { MemoryStore } from '../store/index.ts'
import { Approvals, waitingApprovals } from './approvals.ts'
import type { EventBody } from './events.ts'

const request: ApprovalRequest = {
  id: 'q',
  callId: '1',
  tool: 'bash',
  input: { command: 'ls' },
  access: { kind: 'run', command: 'ls', cwd: '/w' },
  workspace: '/w',
  reason: '',
  rule: 'bash(ls)',
  digest: 'd',
}

const owner = { host: 'here', pid: process.pid, started: 'now' }
const yes = { decision: 'once', digest: 'd' } as const

/** A store with one turn that runs, and any number of engines over it. */
async function openStore() {
  const store = new MemoryStore(() => 1)
  await store.create({ id: 'c', workspace: '/w', now: 1 })
  const answer = { id: 'a', role: 'assistant', parts: [], createdAt: 1 } as const
  await store.enqueueTurn('c', { answer, owner })
  const looks: number[] = []
  /** Time passes as soon as everything else has been done. */
  const wait = (ms: number, signal: AbortSignal) => {
    looks.push(ms)
    return timer(0, signal)
  }
  return { store, looks, engine: () => new Approvals({ store, now: () => 7, wait }) }
}

async function ask() {
  const { store, looks, engine } = await openStore()
  const events: EventBody[] = []
  const stop = new AbortController()
  const approvals = engine()
  let shown = () => {}
  const isShown = new Promise<void>((resolve) => {
    shown = resolve
  })
  const emit = (event: EventBody) => {
    events.push(event)
    if (event.type === 'approval-request') shown()
  }
  const asking = { conversationId: 'c', messageId: 'a', emit, signal: stop.signal }
  const answer = approvals.ask(request, asking)
  await isShown
  return { store, looks, events, stop, approvals, other: engine(), answer }
}

describe('a question to the person', () => {
  it('takes the first answer, and every surface hears of it', async () => {
    const { approvals, answer, events } = await ask()
    expect(await approvals.answer('q', yes)).toBe(true)
    expect(await approvals.answer('q', { decision: 'no' })).toBe(false)
    expect((await answer).decision).toBe('once')
    expect(events.map((event) => event.type)).toEqual(['approval-request', 'approval-resolved'])
  })

  it.each(['deny', 'NO', ' no', 'reject', '', undefined, null, false, 0, 'toString', ['once']])(
    'takes no consent from a decision that is none: %j',
    async (decision) => {
      const { approvals, answer } = await ask()
      // As it comes from a page or a program that knows no types.
      const given: ApprovalAnswer = JSON.parse(JSON.stringify({ decision, digest: 'd' }))
      expect(await approvals.answer('q', given)).toBe(false)
      expect(await approvals.answer('q', { decision: 'no' })).toBe(true)
      expect(await answer).toEqual({ decision: 'no' })
    },
  )

  it('of two answers at the same time counts one', async () => {
    const { approvals, other, answer } = await ask()
    const counted = await Promise.all([
      approvals.answer('q', yes),
      other.answer('q', { decision: 'no' }),
    ])
    expect(counted.filter(Boolean)).toHaveLength(1)
    expect((await answer).decision).toBe(counted[0] ? 'once' : 'no')
  })

  it('goes on waiting where a consent is about something else than what was shown', async () => {
    const { approvals, answer } = await ask()
    expect(await approvals.answer('q', { decision: 'once', digest: 'other' })).toBe(false)
    expect(await approvals.answer('q', { decision: 'always', digest: '' })).toBe(false)
    expect(await approvals.answer('q', { decision: 'no' })).toBe(true)
    expect((await answer).decision).toBe('no')
  })

  it('is a no where the turn is stopped, for every process', async () => {
    const { stop, answer, approvals, store } = await ask()
    stop.abort()
    expect(await answer).toEqual({ decision: 'no', stopped: true })
    expect(await approvals.answer('q', yes)).toBe(false)
    expect((await store.approval('q'))?.answer?.decision).toBe('no')
  })

  it('is not asked in a turn that was stopped', async () => {
    const { store, engine } = await openStore()
    const emit = () => expect.unreachable()
    const asking = { conversationId: 'c', messageId: 'a', emit, signal: AbortSignal.abort() }
    expect((await engine().ask(request, asking)).decision).toBe('no')
    expect(await store.approvals('c')).toEqual([])
  })

  it('is unknown under another id', async () => {
    const { approvals } = await ask()
    expect(await approvals.answer('other', { decision: 'no' })).toBe(false)
  })

  it('is stored with its answer, and both with their time', async () => {
    const { approvals, answer, store } = await ask()
    expect(await store.approval('q')).toMatchObject({ messageId: 'a', request, askedAt: 7 })
    await approvals.answer('q', yes)
    await answer
    expect(await store.approval('q')).toMatchObject({ answer: yes, answeredAt: 7 })
  })
})

describe('a question of another process', () => {
  it('is answered through the store, and the one that waits looks every 500 ms', async () => {
    const { other, answer, looks, events } = await ask()
    expect(await other.answer('q', yes)).toBe(true)
    expect(await answer).toEqual(yes)
    expect(new Set(looks)).toEqual(new Set([500]))
    expect(events.at(-1)).toMatchObject({ type: 'approval-resolved', id: 'q', answer: yes })
  })

  it('takes no consent to something else there either', async () => {
    const { other, answer, store } = await ask()
    expect(await other.answer('q', { decision: 'turn', digest: 'e' })).toBe(false)
    // As a faulty process would write it.
    await store.answerApproval('q', { decision: 'once', digest: 'e' }, 1)
    expect((await answer).decision).toBe('no')
  })

  it('counts no more once the turn that asked it is over', async () => {
    const { store, engine } = await openStore()
    await store.addApproval({ conversationId: 'c', messageId: 'a', request, askedAt: 1 })
    expect(await waitingApprovals(store, 'c')).toHaveLength(1)
    await store.releaseTurn('c', 'a')
    expect(await waitingApprovals(store, 'c')).toEqual([])
    expect(await engine().answer('q', yes)).toBe(false)
    expect((await store.approval('q'))?.answer).toBeUndefined()
  })

  it('is a no where its conversation was deleted', async () => {
    const { store, answer } = await ask()
    await store.delete('c')
    expect((await answer).decision).toBe('no')
  })
})
