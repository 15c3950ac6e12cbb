import type { Approval, SkilletMessage, SkilletPart, ToolOutput } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { callState, type ToolPart } from './call-state.ts'
import { watchCalls } from './call-times.ts'
import { countQuiet, groupCalls, type Item } from './group-calls.ts'

const tool = (toolName: string, id: string, rest: Partial<ToolPart> = {}): ToolPart =>
  ({
    type: 'dynamic-tool',
    toolName,
    toolCallId: id,
    input: {},
    state: 'input-available',
    ...rest,
  }) as ToolPart

const ended = (toolName: string, id: string, output: Partial<ToolOutput> = {}): ToolPart =>
  tool(toolName, id, { state: 'output-available', output: { ok: true, text: '', ...output } })

const request = (callId: string): Approval => ({
  id: `q-${callId}`,
  conversationId: 'c',
  messageId: 'm',
  callId,
  tool: 'edit',
  input: {},
  access: { kind: 'write', paths: ['/w/a'] },
  workspace: '/w',
  reason: '',
  rule: '',
  digest: 'd',
  askedAt: 0,
})

const question = (callId: string, decision?: 'once' | 'no'): SkilletPart => ({
  type: 'data-approval',
  id: `q-${callId}`,
  data: {
    request: request(callId),
    ...(decision === undefined ? {} : { answer: { decision, answeredAt: 1 } }),
  },
})

const step: SkilletPart = { type: 'step-start' }
const text = (value: string): SkilletPart => ({ type: 'text', text: value })

const shape = (items: readonly Item[]) =>
  items.map((item) => {
    if (item.kind === 'call') return `${item.call.part.toolName} ${item.call.state}`
    if (item.kind === 'folded' || item.kind === 'waiting')
      return `${item.kind} ${item.calls.length}`
    return item.kind
  })

describe('states of a tool call', () => {
  it.each([
    ['preparing', tool('bash', '1', { state: 'input-streaming' })],
    ['running', tool('bash', '1')],
    [
      'running',
      tool('bash', '1', {
        state: 'output-available',
        preliminary: true,
        output: { ok: true, text: 'a', live: true },
      }),
    ],
    ['waiting', tool('bash', '1', { state: 'approval-requested', approval: { id: 'q' } })],
    ['done', ended('bash', '1', { exitCode: 0 })],
    ['failed', ended('bash', '1', { ok: false, exitCode: 2 })],
    ['refused', ended('bash', '1', { ok: false, denied: { by: 'rule', reason: 'deny bash' } })],
    [
      'refused',
      tool('bash', '1', { state: 'output-denied', approval: { id: 'q', approved: false } }),
    ],
  ] as const)('%s', (state, part) => {
    expect(callState(part)).toBe(state)
  })

  it('a call without an outcome was stopped with its answer, or interrupted with the process', () => {
    expect(callState(tool('bash', '1'), undefined, { reason: 'aborted' })).toBe('stopped')
    expect(callState(tool('bash', '1'), undefined, { reason: 'interrupted' })).toBe('interrupted')
    const unknown = tool('bash', '1', { state: 'output-error', errorText: 'not known' })
    expect(callState(unknown, undefined, { reason: 'aborted' })).toBe('stopped')
    expect(callState(unknown, undefined, { reason: 'interrupted' })).toBe('interrupted')
    expect(callState(unknown, undefined, { reason: 'done' })).toBe('failed')
  })

  it('a call whose question was open when its answer was stopped was refused by nobody', () => {
    const reason = 'The turn was stopped.'
    const part = ended('bash', '1', { ok: false, denied: { by: 'stop', reason } })
    const end = { reason: 'aborted' as const }
    expect(callState(part, undefined, end)).toBe('stopped')
    const said = ended('bash', '1', { ok: false, denied: { by: 'person', reason: 'Not now' } })
    expect(callState(said, undefined, end)).toBe('refused')
    const answer = { decision: 'no' as const, stopped: true, answeredAt: 1 }
    const denied = tool('bash', '1', {
      state: 'output-denied',
      approval: { id: 'q', approved: false },
    })
    expect(callState(denied, { request: request('1'), answer }, end)).toBe('stopped')
  })

  it('a command that was ended by the stop of its answer did not fail', () => {
    const part = ended('bash', '1', { ok: false, exitCode: null })
    expect(callState(part, undefined, { reason: 'aborted' })).toBe('stopped')
    expect(callState(part, undefined, { reason: 'done' })).toBe('failed')
  })

  it('a question about one more run waits although there is output', () => {
    const part = tool('bash', '1', {
      state: 'output-available',
      preliminary: true,
      output: { ok: false, text: 'no network', live: true },
    })
    expect(callState(part, { request: request('1') })).toBe('waiting')
  })

  it('runs once it was allowed, before anything comes out', () => {
    const part = tool('bash', '1', { state: 'approval-requested', approval: { id: 'q' } })
    const asked = { request: request('1'), answer: { decision: 'once' as const, answeredAt: 1 } }
    expect(callState(part, asked)).toBe('running')
  })
})

describe('calls of an answer', () => {
  it('neighbouring finished reads and searches fold, across steps', () => {
    const parts = [
      step,
      ended('read', '1'),
      ended('grep', '2'),
      step,
      ended('read', '3'),
      text('So'),
      ended('read', '4'),
    ]
    const items = groupCalls(parts)
    expect(shape(items)).toEqual(['folded 3', 'text', 'read done'])
    const [first] = items
    expect(first?.kind === 'folded' && countQuiet(first.calls)).toEqual({ reads: 2, searches: 1 })
  })

  it('what failed, was asked about, or read an image stays on its own', () => {
    const parts = [
      ended('read', '1'),
      ended('read', '2', { ok: false }),
      ended('read', '3'),
      ended('read', '4', { image: { mediaType: 'image/png', url: '/api/a' } }),
      ended('read', '5'),
      question('5', 'once'),
    ]
    expect(shape(groupCalls(parts))).toEqual([
      'read done',
      'read failed',
      'read done',
      'read done',
      'read done',
    ])
  })

  it('waiting calls of one step are one list, those of another step another', () => {
    const asking = (id: string) => [
      tool('edit', id, { state: 'approval-requested', approval: { id } }),
      question(id),
    ]
    const parts = [step, ...asking('1'), ...asking('2'), step, ...asking('3')]
    expect(shape(groupCalls(parts))).toEqual(['waiting 2', 'waiting 1'])
  })

  it('a question about no call stands where it was asked', () => {
    expect(shape(groupCalls([text('a'), question('nowhere')]))).toEqual(['text', 'question'])
  })

  it('an empty text is not shown', () => {
    expect(groupCalls([text(' \n')])).toEqual([])
  })
})

describe('how long a call runs', () => {
  const message = (...parts: SkilletPart[]): SkilletMessage => ({
    id: 'm',
    role: 'assistant',
    parts,
  })

  it('is known only where its beginning was seen', () => {
    const running = message(tool('bash', '1'))
    expect(watchCalls(new Map(), undefined, running, 5).size).toBe(0)
    const times = watchCalls(new Map(), message(), running, 5)
    expect(times.get('1')).toEqual({ startedAt: 5 })
    const after = watchCalls(times, running, message(ended('bash', '1')), 9)
    expect(after.get('1')).toEqual({ startedAt: 5, endedAt: 9 })
  })

  it('leaves out the time in which it waited for the person', () => {
    const waiting = message(
      tool('bash', '1', { state: 'approval-requested', approval: { id: 'q' } }),
      question('1'),
    )
    const allowed = message(
      tool('bash', '1', { state: 'approval-requested', approval: { id: 'q' } }),
      question('1', 'once'),
    )
    let times = watchCalls(new Map(), message(), waiting, 1)
    times = watchCalls(times, waiting, allowed, 100)
    expect(times.get('1')).toEqual({ startedAt: 100 })
  })
})
