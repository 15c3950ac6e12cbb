import { describe, expect, it } from 'vitest'
import type { ApprovalRequest } from '../permission/types.ts'
import { Approvals } from './approvals.ts'
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

function ask() {
  const events: EventBody[] = []
  const stop = new AbortController()
  const approvals = new Approvals()
  const emit = (event: EventBody) => void events.push(event)
  const answer = approvals.ask(request, { emit, signal: stop.signal })
  return { events, stop, approvals, answer }
}

describe('a question to the person', () => {
  it('takes the first answer, and every surface hears of it', async () => {
    const { approvals, answer, events } = ask()
    expect(approvals.answer('q', { decision: 'once', digest: 'd' })).toBe(true)
    expect(approvals.answer('q', { decision: 'no' })).toBe(false)
    expect((await answer).decision).toBe('once')
    expect(events.map((event) => event.type)).toEqual(['approval-request', 'approval-resolved'])
  })

  it('goes on waiting where a consent is about something else than what was shown', async () => {
    const { approvals, answer } = ask()
    expect(approvals.answer('q', { decision: 'once', digest: 'other' })).toBe(false)
    expect(approvals.answer('q', { decision: 'always', digest: '' })).toBe(false)
    expect(approvals.answer('q', { decision: 'no' })).toBe(true)
    expect((await answer).decision).toBe('no')
  })

  it('is a no where the turn is stopped', async () => {
    const { stop, answer, approvals } = ask()
    stop.abort()
    expect(approvals.answer('q', { decision: 'once', digest: 'd' })).toBe(false)
    expect((await answer).decision).toBe('no')
  })

  it('is unknown under another id', () => {
    expect(ask().approvals.answer('other', { decision: 'no' })).toBe(false)
  })
})
