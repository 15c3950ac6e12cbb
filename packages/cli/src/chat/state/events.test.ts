import type { EngineEvent, EventBody } from '@skillet/agent'
import { noMenu } from '@skillet/core/menu'
import { sentences } from '@skillet/language'
import { describe, expect, it } from 'vitest'
import { emptyComposer, emptyHistory } from '../composer/index.ts'
import { createEventCleaner } from './clean-events.ts'
import { applyEvent } from './events.ts'
import type { ChatState } from './types.ts'

const words = sentences('en')
const facts = { now: 5_000, standpoint: { cwd: '/w', home: '/h' }, words }
const running: ChatState = {
  blocks: [],
  composer: emptyComposer,
  history: emptyHistory,
  menu: noMenu,
  approvals: [],
  answering: { kind: 'open' },
  turn: {
    id: '1',
    startedAt: 0,
    doing: 'model',
    stopping: false,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    guided: false,
  },
  queue: [],
  status: { model: 'm', guided: false, active: [], dropping: [], contextTokens: 0, window: 0 },
  unfolded: false,
  retriable: false,
  leaving: false,
  lastKeyAt: 0,
}

function after(state: ChatState, ...bodies: readonly EventBody[]): ChatState {
  const clean = createEventCleaner()
  return bodies
    .map((body, index): EngineEvent => ({ ...body, turn: 't', seq: index + 1 }))
    .flatMap((event) => clean(event))
    .reduce((now, event) => applyEvent(now, event, facts), state)
}

const text = (delta: string): EventBody => ({ type: 'text', id: 'a', phase: 'delta', delta })

describe('events of a turn', () => {
  it('a sequence that is cut between two pieces is taken out all the same', () => {
    const { blocks } = after(
      running,
      { type: 'text', id: 'a', phase: 'start' },
      text('safe\u001b]52;c;'),
      text('aGk=\u0007 text'),
      { type: 'text', id: 'a', phase: 'end' },
    )
    expect(blocks).toEqual([{ kind: 'text', id: 't text a', text: 'safe text', open: false }])
  })

  it('a call goes from running over its output to what came of it', () => {
    const called = after(
      running,
      { type: 'tool-call', callId: 'c', tool: 'bash', input: { command: 'ls' } },
      { type: 'tool-output', callId: 'c', tool: 'bash', final: false, delta: 'a\n' },
    )
    expect(called.blocks).toMatchObject([{ state: 'running', output: 'a\n', subject: 'ls' }])
    const outcome = { ok: false, text: 'a', exitCode: 1 }
    const done: EventBody = { type: 'tool-output', callId: 'c', tool: 'bash', final: true, outcome }
    expect(after(called, done).blocks).toMatchObject([{ state: 'failed', endedAt: 5_000 }])
    const { turn } = called
    if (turn === undefined) throw new Error('The turn runs.')
    const stopping = { ...called, turn: { ...turn, stopping: true } }
    expect(after(stopping, done).blocks).toMatchObject([{ state: 'stopped' }])
  })

  it('a call that the stop of its turn kept from running was refused by nobody', () => {
    const { blocks } = after(
      running,
      { type: 'tool-call', callId: 'c', tool: 'bash', input: { command: 'ls' } },
      { type: 'tool-denied', callId: 'c', tool: 'bash', by: 'stop', reason: 'Stopped.' },
    )
    expect(blocks).toMatchObject([{ state: 'stopped', remark: 'It was stopped with the answer' }])
  })

  it('keeps the last lines of an endless output', () => {
    const many = 'line\n'.repeat(1_000)
    const { blocks } = after(
      running,
      { type: 'tool-call', callId: 'c', tool: 'bash', input: {} },
      { type: 'tool-output', callId: 'c', tool: 'bash', final: false, delta: many },
    )
    expect(blocks).toMatchObject([{ earlier: 601 }])
  })

  it('the end closes what is open, sums up, and can be retried where it was no success', () => {
    const ended = after(
      running,
      { type: 'usage', step: 1, usage: { inputTokens: 10, outputTokens: 2 } },
      { type: 'text', id: 'a', phase: 'start' },
      text('half'),
      { type: 'tool-call', callId: 'c', tool: 'read', input: { path: '/w/a' } },
      { type: 'turn-end', steps: 1, reason: 'aborted' },
    )
    expect(ended.turn).toBeUndefined()
    expect(ended.retriable).toBe(true)
    expect(ended.blocks).toMatchObject([
      { kind: 'text', text: 'half', open: false },
      { kind: 'call', state: 'stopped', subject: 'a' },
      { kind: 'end', reason: 'aborted', summary: { inputTokens: 10, outputTokens: 2, seconds: 5 } },
    ])
  })

  it('a message that was never sent is no turn that could be retried', () => {
    const error = { class: 'skill', message: 'There is no skill.', near: ['pdf'] }
    const ended = after(running, { type: 'turn-end', steps: 0, reason: 'error', error })
    expect(ended.retriable).toBe(false)
    expect(ended.blocks.map(({ kind }) => kind)).toEqual(['notice', 'notice'])
  })

  it('a question is gone once it was answered, wherever', () => {
    const request = {
      id: 'q',
      callId: 'c',
      tool: 'write',
      input: {},
      access: { kind: 'none' },
      workspace: '/w',
      reason: '',
      rule: '',
      digest: 'd',
    } as const
    const asked = after(
      running,
      { type: 'tool-call', callId: 'c', tool: 'write', input: {} },
      { type: 'approval-request', request },
    )
    expect(asked.approvals).toHaveLength(1)
    expect(asked.blocks).toMatchObject([{ state: 'waiting' }])
    const answered = after(asked, {
      type: 'approval-resolved',
      id: 'q',
      answer: { decision: 'once', digest: 'd' },
    })
    expect(answered.approvals).toEqual([])
    expect(answered.blocks).toMatchObject([{ state: 'running' }])
  })
})
