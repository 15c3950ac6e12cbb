import { estimateTokens } from '@skillet/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message, Part } from '../../store/types.ts'
import { conversationExcerpt } from './excerpt.ts'

const said = (role: Message['role'], ...parts: readonly Part[]): Message => ({
  id: role,
  role,
  parts,
  createdAt: 0,
})
const text = (value: string): Part => ({ type: 'text', text: value })
const look = (output: string): Part => ({
  type: 'tool',
  callId: '1',
  tool: 'look',
  input: { path: 'a' },
  result: { kind: 'outcome', outcome: { ok: true, text: output } },
})

describe('what a summary is made from', () => {
  it('is who said and did what', () => {
    const messages = [
      said('user', text('look at a')),
      said('assistant', { type: 'reasoning', text: 'hm' }, look('A'), text('It is A.')),
    ]
    expect(conversationExcerpt(messages, 1_000)).toBe(
      'user: look at a\n\nassistant: [look {"path":"a"}] gave: A\nIt is A.',
    )
  })

  it('cuts long parts in the middle', () => {
    const cut = conversationExcerpt([said('user', text(`BEGIN ${'x'.repeat(9_000)} END`))], 500)
    expect(cut).toMatch(/^user: BEGIN x+ \[…\] x+ END$/u)
  })

  it('is never longer than its room, however small that is, and parts no pair', () => {
    const letters = fc.constantFrom('a', '文', '😀', 'word ')
    const long = fc.tuple(letters, fc.nat(5_000)).map(([letter, count]) => letter.repeat(count))
    fc.assert(
      fc.property(fc.array(long, { minLength: 1, maxLength: 5 }), fc.nat(300), (texts, tokens) => {
        const messages = texts.map((one, at) =>
          said(at % 2 === 0 ? 'user' : 'assistant', text(one)),
        )
        const excerpt = conversationExcerpt(messages, tokens)
        expect(estimateTokens(excerpt)).toBeLessThanOrEqual(tokens)
        expect(excerpt).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })
})
