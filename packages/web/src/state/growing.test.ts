import type { SkilletChunk, SkilletMessage } from '@skillet/server/contract'
import { readUIMessageStream } from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grow, seed } from './growing.ts'
import { streamOf } from './test-stream.ts'

const start: SkilletChunk = { type: 'start', messageId: 'a', messageMetadata: { createdAt: 1 } }

function whole(chunks: readonly SkilletChunk[]): SkilletMessage {
  return chunks.reduce(grow, seed('a', { createdAt: 0 })).message
}

/** What the AI SDK makes of the same chunks. */
async function reference(chunks: readonly SkilletChunk[]): Promise<SkilletMessage | undefined> {
  const stream = streamOf(chunks)
  let last: SkilletMessage | undefined
  for await (const message of readUIMessageStream<SkilletMessage>({ stream })) last = message
  return last
}

/**
 * As JSON, since the reference writes fields that are undefined. It keeps the raw input of a call,
 * which nobody reads here, and does not say that a call which ran was allowed, although its types do.
 */
const unsaid = new Set(['rawInput', 'approved'])

function plain(message: SkilletMessage | undefined): unknown {
  return JSON.parse(
    JSON.stringify(message, (key, value: unknown) => (unsaid.has(key) ? undefined : value)),
  )
}

const text = (id: string, kind: 'text' | 'reasoning') =>
  fc
    .array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 })
    .map((deltas) => [
      { type: `${kind}-start`, id } as SkilletChunk,
      ...deltas.map((delta) => ({ type: `${kind}-delta`, id, delta }) as SkilletChunk),
      { type: `${kind}-end`, id } as SkilletChunk,
    ])

const outcomes = ['output', 'live', 'error', 'denied', 'asked', 'allowed'] as const

const call = (toolCallId: string) =>
  fc.constantFrom(...outcomes).map((outcome): SkilletChunk[] => {
    const ask: SkilletChunk = { type: 'tool-approval-request', approvalId: 'q', toolCallId }
    const done: SkilletChunk = {
      type: 'tool-output-available',
      toolCallId,
      output: { ok: true, text: 'x' },
      dynamic: true,
    }
    const rest: Record<(typeof outcomes)[number], readonly SkilletChunk[]> = {
      output: [done],
      live: [{ ...done, preliminary: true }, done],
      error: [{ type: 'tool-output-error', toolCallId, errorText: 'no', dynamic: true }],
      denied: [ask, { type: 'tool-output-denied', toolCallId }],
      asked: [ask],
      allowed: [ask, done],
    }
    return [
      { type: 'tool-input-start', toolCallId, toolName: 'bash', dynamic: true },
      {
        type: 'tool-input-available',
        toolCallId,
        toolName: 'bash',
        input: { command: 'ls' },
        dynamic: true,
      },
      ...rest[outcome],
    ]
  })

const data = (id: string) =>
  fc.constant<SkilletChunk[]>([
    { type: 'data-skill', id, data: { name: 'review', location: '/s', tokens: 3 } },
    { type: 'data-notice', data: { code: 'c', message: 'm' }, transient: true },
    { type: 'data-skill', id, data: { name: 'review', location: '/s', tokens: 4 } },
  ])

/** Steps of a turn, each with blocks whose ids are unique within the turn. */
const turn = fc
  .array(fc.array(fc.constantFrom('text', 'reasoning', 'call', 'data'), { maxLength: 4 }), {
    maxLength: 3,
  })
  .chain((steps) =>
    fc.tuple(
      ...steps.map((kinds, step) =>
        fc
          .tuple(
            ...kinds.map((kind, at) => {
              const id = `${step}-${at}`
              if (kind === 'call') return call(id)
              if (kind === 'data') return data(id)
              return text(id, kind as 'text' | 'reasoning')
            }),
          )
          .map((blocks) => [
            { type: 'start-step' } as SkilletChunk,
            ...blocks.flat(),
            { type: 'finish-step' } as SkilletChunk,
          ]),
      ),
    ),
  )
  .map((steps): SkilletChunk[] => [
    start,
    ...steps.flat(),
    { type: 'finish', messageMetadata: { createdAt: 1, end: { reason: 'done' } } },
  ])

describe('an answer that grows', () => {
  it('ends as the message that the AI SDK makes of the same chunks', async () => {
    await fc.assert(
      fc.asyncProperty(turn, async (chunks) => {
        expect(plain(whole(chunks))).toEqual(plain(await reference(chunks)))
      }),
    )
  })

  it('changes nothing for a chunk about something that is not there', () => {
    const growing = seed('a', { createdAt: 0 })
    const strays: SkilletChunk[] = [
      { type: 'text-delta', id: 'none', delta: 'x' },
      { type: 'tool-output-available', toolCallId: 'none', output: 1 },
      { type: 'data-notice', data: { code: 'c', message: 'm' }, transient: true },
    ]
    for (const stray of strays) expect(grow(growing, stray)).toBe(growing)
  })

  it('replaces what changes and keeps the objects of all else', () => {
    const before = [
      start,
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'one' },
      { type: 'text-end', id: '1' },
      { type: 'text-start', id: '2' },
    ] as SkilletChunk[]
    const first = before.reduce(grow, seed('a', { createdAt: 0 }))
    const second = grow(first, { type: 'text-delta', id: '2', delta: 'two' })
    expect(second.message.parts[0]).toBe(first.message.parts[0])
    expect(second.message.parts[1]).not.toBe(first.message.parts[1])
  })
})
