import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Compaction, Message, Part } from '../../store/types.ts'
import { toModelMessages } from '../history.ts'
import { sentMessages } from '../sent-messages.ts'
import { planCompaction } from './plan.ts'
import { messageTokens } from './size.ts'

/** A conversation of whole turns, each with some tool calls, and a turn under way. */
const conversation = fc
  .array(
    fc.record({
      typed: fc.integer({ min: 1, max: 400 }),
      calls: fc.array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 4 }),
      skill: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((turns) => turns.flatMap((turn, at) => messagesOf(turn, at)))

interface TurnShape {
  readonly typed: number
  readonly calls: readonly number[]
  readonly skill: boolean
}

function messagesOf({ typed, calls, skill }: TurnShape, at: number): readonly Message[] {
  const said: Part = { type: 'text', text: `typed ${at} ${'x'.repeat(typed)}` }
  const user: Message = { id: `u${at}`, role: 'user', createdAt: 0, parts: [said] }
  const parts = calls.flatMap((length, index): Part[] => [
    { type: 'step', model: 'm' },
    callOf(`c${at}-${index}`, 'y'.repeat(length), skill && index === 0),
  ])
  const answer: Part[] = [...parts, { type: 'step', model: 'm' }, { type: 'text', text: 'done' }]
  return [user, { id: `a${at}`, role: 'assistant', createdAt: 0, parts: answer }]
}

function callOf(callId: string, text: string, skill: boolean): Part {
  const activate = { name: 's', location: '/s', route: 'tool' as const }
  const outcome = { ok: true, text: skill ? `SKILL ${text}` : text, ...(skill && { activate }) }
  return {
    type: 'tool',
    callId,
    tool: 'look',
    input: {},
    result: { kind: 'outcome', outcome, boundary: callId },
  }
}

/** The branch with one compaction more, as the turn under way keeps it. */
function withCompaction(branch: readonly Message[], compaction: Compaction): readonly Message[] {
  const last = branch.at(-1)
  if (!last) return branch
  return [...branch.slice(0, -1), { ...last, parts: [...last.parts, compaction] }]
}

const sizes = { boundary: 'b', tokensBefore: 0, tokensAfter: 0 }

function compacted(branch: readonly Message[], limit: number): readonly Message[] | undefined {
  const plan = planCompaction({
    branch,
    limit,
    target: limit * 0.6,
    measure: ({ upTo, messages, shortened }) =>
      sizeOf(
        withCompaction(branch, {
          type: 'compaction',
          summary: 'SUMMARY',
          upTo,
          messages,
          shortened,
          ...sizes,
        }),
      ),
  })
  if (!plan) return undefined
  const { upTo, messages, shortened } = plan
  return withCompaction(branch, {
    type: 'compaction',
    summary: 'SUMMARY',
    upTo,
    messages,
    shortened,
    ...sizes,
  })
}

const sent = (branch: readonly Message[]) => toModelMessages(branch, { images: false })
const sizeOf = (branch: readonly Message[]) => messageTokens(sent(branch))

const budgets = fc.integer({ min: 50, max: 6_000 })

describe('what a compaction leaves out', () => {
  it('never exceeds the budget where anything less could be sent', () => {
    fc.assert(
      fc.property(conversation, budgets, (branch, limit) => {
        const after = compacted(branch, limit)
        if (!after || sizeOf(after) <= limit) return true
        // What is left is the least that may be sent: one more plan finds nothing to leave out.
        return compacted(after, limit) === undefined
      }),
    )
  })

  it('keeps the first message and the turn under way, always', () => {
    fc.assert(
      fc.property(conversation, budgets, (branch, limit) => {
        const after = compacted(branch, limit)
        if (!after) return
        const text = JSON.stringify(sent(after))
        expect(text).toContain('typed 0 ')
        expect(text).toContain(`typed ${branch.length / 2 - 1} `)
        expect(sentMessages(after).messages.at(-1)?.id).toBe(branch.at(-1)?.id)
      }),
    )
  })

  it('sends every call with its result, and each once', () => {
    fc.assert(
      fc.property(conversation, budgets, (branch, limit) => {
        const messages = sent(compacted(branch, limit) ?? branch)
        const idsOf = (type: string) =>
          messages.flatMap(({ content }) =>
            typeof content === 'string'
              ? []
              : content.flatMap((part) =>
                  part.type === type && 'toolCallId' in part ? [part.toolCallId] : [],
                ),
          )
        expect(idsOf('tool-result')).toEqual(idsOf('tool-call'))
        expect(new Set(idsOf('tool-call')).size).toBe(idsOf('tool-call').length)
      }),
    )
  })

  it('never shortens a skill’s text', () => {
    fc.assert(
      fc.property(conversation, budgets, (branch, limit) => {
        const after = compacted(branch, limit) ?? branch
        const kept = sentMessages(after).messages.flatMap(({ parts }) => parts)
        const text = JSON.stringify(sent(after))
        for (const part of kept) {
          const outcome = part.type === 'tool' && part.result?.kind === 'outcome'
          if (!outcome || !part.result.outcome.activate) continue
          expect(text).toContain(part.result.outcome.text)
        }
      }),
    )
  })

  it('gives the same bytes for the same messages, whatever was sent before', () => {
    fc.assert(
      fc.property(conversation, budgets, (branch, limit) => {
        const after = compacted(branch, limit) ?? branch
        expect(JSON.stringify(sent(structuredClone(after)))).toBe(JSON.stringify(sent(after)))
      }),
    )
  })

  it('goes on from the last compaction, and counts all that is no longer sent', () => {
    fc.assert(
      fc.property(conversation, conversation, budgets, (before, more, limit) => {
        const first = compacted(before, limit)
        if (!first) return
        const renamed = more.map((message) => ({ ...message, id: `later-${message.id}` }))
        const again = compacted([...first, ...renamed], limit)
        if (!again) return
        const { leftOut, compaction, messages } = sentMessages(again)
        expect(compaction?.messages ?? 0).toBe(leftOut.length)
        expect(leftOut.length + messages.length + (compaction ? 1 : 0)).toBe(again.length)
        expect(leftOut.length).toBeGreaterThanOrEqual(sentMessages(first).leftOut.length)
      }),
    )
  })
})
