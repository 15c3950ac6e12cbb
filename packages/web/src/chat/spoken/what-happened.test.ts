import type { MessageEnd, SkilletMessage, SkilletPart } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { heard, whatHappened } from './what-happened.ts'

const answer = (id: string, parts: readonly SkilletPart[], end?: MessageEnd): SkilletMessage => ({
  id,
  role: 'assistant',
  metadata: { createdAt: 0, ...(end === undefined ? {} : { end }) },
  parts: [...parts],
})
const question: SkilletMessage = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }
const text = (value: string): SkilletPart => ({ type: 'text', text: value })
const bash: SkilletPart = {
  type: 'dynamic-tool',
  toolName: 'bash',
  toolCallId: '1',
  state: 'input-available',
  input: {},
}

const between = (before: SkilletMessage[], after: SkilletMessage[]) =>
  whatHappened(heard(before), heard(after))

describe('what those hear who do not see the page', () => {
  it('that an answer started, and how it ended', () => {
    expect(between([question], [question, answer('a', [])])).toEqual([{ kind: 'started' }])
    const before = [answer('a', [text('x')])]
    expect(between(before, [answer('a', [text('x')], { reason: 'done' })])).toEqual([
      { kind: 'finished' },
    ])
    expect(between(before, [answer('a', [text('x')], { reason: 'aborted' })])).toEqual([
      { kind: 'stopped' },
    ])
    expect(between(before, [answer('a', [], { reason: 'interrupted' })])).toEqual([
      { kind: 'failed' },
    ])
  })

  it('which tool runs, once', () => {
    const running = [answer('a', [bash])]
    expect(between([answer('a', [])], running)).toEqual([{ kind: 'running', tool: 'bash' }])
    expect(between(running, [answer('a', [bash, text('x')])])).toEqual([])
  })

  it('never the streaming text, and nothing of an answer that was there before', () => {
    expect(between([answer('a', [text('x')])], [answer('a', [text('x y')])])).toEqual([])
    expect(between([question], [answer('old', [text('x')], { reason: 'done' })])).toEqual([])
  })
})
