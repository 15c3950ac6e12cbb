import { createHash } from 'node:crypto'
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { type ApprovalAnswer, builtInTools } from '@skillet/agent'
import type { SkilletChunk, SkilletMessage } from '@skillet/server/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  calling,
  finish,
  noted,
  openWorld,
  saying,
  scripted,
  type TestWorld,
} from '../../agent/test/engine-world.ts'
import { readMessages } from '../src/chat/messages/index.ts'
import { ChunkLog } from '../src/chat/stream/index.ts'
import { createTurns } from '../src/chat/turns.ts'
import type { Hub } from '../src/types.ts'
import { reduced } from './chat-world.ts'

/** What a model does in one step, what tools give, and what a person says to each question. */
interface Scene {
  readonly steps: readonly (readonly Act[])[]
  readonly ending: 'stop' | 'length' | 'cut' | 'fails'
  readonly answers: readonly ('once' | 'turn' | 'always' | 'no')[]
  readonly stopAfter: number | undefined
  readonly picked: boolean
  readonly again: boolean
}

type Act =
  | { readonly kind: 'text' | 'reasoning'; readonly pieces: readonly string[] }
  | { readonly kind: 'overlap'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly input: string
      readonly whole: boolean
    }
  | { readonly kind: 'half-call'; readonly tool: string }

const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('text' as const, 'reasoning' as const),
    pieces: fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('overlap' as const), text: fc.string({ maxLength: 5 }) }),
  fc.record({
    kind: fc.constant('call' as const),
    tool: fc.constantFrom('look', 'run', 'write', 'load', 'breaks', 'unknown'),
    input: fc.constantFrom('{}', '{"command":"ls"}', '{"path":"a"}', '{"na', '7'),
    whole: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('half-call' as const), tool: fc.constantFrom('look', 'run') }),
)

const scenes: fc.Arbitrary<Scene> = fc.record({
  steps: fc.array(fc.array(acts, { maxLength: 5 }), { minLength: 1, maxLength: 4 }),
  ending: fc.constantFrom('stop', 'stop', 'stop', 'length', 'cut', 'fails'),
  answers: fc.array(fc.constantFrom('once', 'turn', 'always', 'no'), { maxLength: 6 }),
  stopAfter: fc.option(fc.nat(30), { nil: undefined, freq: 5 }),
  picked: fc.boolean(),
  again: fc.boolean(),
})

/** One skill is loaded twice in a step, and wishes for its tools each time. */
const load = { kind: 'call', tool: 'load', input: '{}', whole: true } as const
const wishedTwice: Scene = {
  steps: [[load, load], []],
  ending: 'stop',
  answers: ['no'],
  stopAfter: undefined,
  picked: true,
  again: false,
}

describe('what a page saw stream in is what it reads after a reload', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openWorld({
      skills: {
        guide: 'tools: [look, run]\n---\nGuide the work.',
        plain: 'Plain words with $1.',
        wants: 'allowed-tools: run(ls)\n---\nWants something.',
      },
    })
  })
  afterAll(() => world.close())

  it('for all that a model, its tools and a person can do', async () => {
    await fc.assert(fc.asyncProperty(scenes, sameBothWays), {
      numRuns: 150,
      endOnFailure: true,
      examples: [[wishedTwice]],
    })
  })

  const sameBothWays = async (scene: Scene) => {
    const { chunks, stored, replayed } = await played(world, scene)
    for (const [at, message] of stored.entries()) {
      const live = await reduced(chunks[at] ?? [])
      expect(comparable(live)).toEqual(comparable(message))
      // A page that came in the middle, or at the end, has the same.
      expect(comparable(await reduced(replayed[at] ?? []))).toEqual(comparable(message))
    }
  }
})

let conversations = 0

async function played(world: TestWorld, scene: Scene) {
  const conversationId = `c${++conversations}`
  const all: SkilletChunk[][] = []
  const answers = [...scene.answers]
  let seen = 0
  let chunks: SkilletChunk[] = []
  const hub: Hub = {
    publish: () => {},
    lastEventId: () => '',
    replay: () => {},
    open: () => new ReadableStream(),
    close: () => {},
    publishChunk({ chunk }) {
      chunks.push(chunk)
      seen += 1
      if (seen === scene.stopAfter) engine.stop(conversationId)
      if (chunk.type !== 'data-approval' || chunk.data.answer) return
      const { id, digest } = chunk.data.request
      const decision = answers.shift() ?? 'once'
      const answer: ApprovalAnswer =
        decision === 'no' ? { decision, reason: 'not now' } : { decision, digest }
      setImmediate(() => void engine.answer(id, answer).catch(() => {}))
    },
  }
  const engine = world.another({
    model: modelOf(scene),
    tools: toolsOf(),
    permissions: { attended: true },
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    stallMs: 60_000,
  })
  const { store, library } = world
  const random = (bytes: number) =>
    createHash('sha256')
      .update(`${Math.random()}`)
      .digest('hex')
      .slice(0, 2 * bytes)
  const rules = { file: '/state/rules.json', list: () => [], remove: async () => false }
  const clock = { now: () => performance.now() }
  const turns = createTurns(
    { engine, store, library, rules, hub, random, ...clock },
    { one: async () => undefined },
  )
  const text = 'go on'
  const first = turns.submit({ conversationId, text, ...(scene.picked && { skill: 'plain' }) })
  const ids = [first.answerId]
  await ended(first)
  all.push(chunks)
  if (scene.again) {
    chunks = []
    const second = turns.retry({ conversationId, messageId: first.messageId })
    ids.push(second.answerId)
    await ended(second)
    all.push(chunks)
  }
  const stored: SkilletMessage[] = []
  for (const id of ids) {
    await store.setHead(conversationId, id)
    const { messages } = await readMessages({ store, library, rules }, conversationId)
    const message = messages.find((one) => one.id === id)
    if (message) stored.push(message)
  }
  return { chunks: all, stored, replayed: all.map(replayOf) }
}

/** As a page gets them that comes when all is said. */
function replayOf(chunks: readonly SkilletChunk[]): readonly SkilletChunk[] {
  const log = new ChunkLog()
  for (const chunk of chunks) log.append(chunk)
  const replay = log.replay()
  expect(replay.length).toBeLessThanOrEqual(chunks.length)
  return replay
}

function ended({ log }: { readonly log: ChunkLog }): Promise<void> {
  return new Promise((resolve) => {
    log.read({ take: () => {}, end: resolve })
  })
}

function modelOf({ steps, ending }: Scene) {
  const script = steps.map((step, at) => {
    const parts = step.flatMap((act, place) => partsOf(act, `${at}-${place}`))
    const isLast = at === steps.length - 1
    if (isLast && ending === 'fails') return [...parts, { type: 'error' as const, error: 'no' }]
    if (isLast && ending === 'cut') return parts
    if (isLast && ending === 'length') return [...parts, finish('length')]
    return [
      ...parts,
      finish(parts.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop'),
    ]
  })
  return scripted([...script, [...saying('the end'), finish()]])
}

function partsOf(act: Act, id: string): readonly LanguageModelV3StreamPart[] {
  if (act.kind === 'half-call') {
    return [{ type: 'tool-input-start', id, toolName: act.tool }]
  }
  if (act.kind === 'overlap') {
    return [
      { type: 'text-start', id: `${id}a` },
      { type: 'text-start', id: `${id}b` },
      { type: 'text-delta', id: `${id}b`, delta: act.text },
      { type: 'text-delta', id: `${id}a`, delta: act.text },
      { type: 'text-end', id: `${id}a` },
      { type: 'text-end', id: `${id}b` },
    ]
  }
  if (act.kind === 'call') {
    const name = act.tool === 'load' ? 'activate_skill' : act.tool
    const skill = ['guide', 'plain', 'wants'][act.input.length % 3]
    const input = act.tool === 'load' ? JSON.stringify({ name: skill, arguments: 'x' }) : act.input
    const made = calling(name, input, `call-${id}`)
    return act.whole ? made.slice(-1) : made
  }
  const { kind, pieces } = act
  return [
    { type: `${kind}-start`, id },
    ...pieces.map((delta) => ({ type: `${kind}-delta` as const, id, delta })),
    { type: `${kind}-end`, id },
  ]
}

const image = { mediaType: 'image/png', base64: 'AAAA' }

function toolsOf() {
  return [
    noted('look', 'read', () => ({ ok: true, text: 'seen', image })),
    noted('run', 'run', () => ({ ok: false, text: 'failed', exitCode: 3, outputLines: 1 })),
    noted('write', 'write', () => ({ ok: true, text: 'written', diff: '+a' })),
    noted('breaks', 'none', () => {
      throw new Error('broken')
    }),
    ...builtInTools.filter(({ name }) => name === 'activate_skill'),
  ]
}

/**
 * What the law is about: parts in order with their states, and metadata. The AI SDK leaves ids of
 * blocks and empty fields; how many siblings there are is no part of an answer's stream; and a call
 * that never came to run may have been unknown to whoever watched, or never whole.
 */
function comparable(message: SkilletMessage | undefined) {
  const { id, parts, metadata } = JSON.parse(
    JSON.stringify(message ?? { parts: [] }),
  ) as SkilletMessage
  const { siblings: _siblings, model, ...told } = metadata ?? { createdAt: 0 }
  const whole = parts.filter((part) => !('state' in part && part.state === 'output-error'))
  // Of a step that broke off with its first call, whoever watched was told already.
  const isWhole = whole.some(({ type }) => ['text', 'reasoning', 'dynamic-tool'].includes(type))
  return {
    id,
    metadata: { ...told, ...(isWhole && { model }) },
    parts: whole.flatMap(comparablePart),
  }
}

function comparablePart(
  part: SkilletMessage['parts'][number],
  at: number,
  all: readonly unknown[],
): readonly unknown[] {
  if (part.type === 'step-start') {
    // Of a step whose only calls never came to run.
    const next = all[at + 1]
    const isEmpty = next === undefined || (next as { type: string }).type === 'step-start'
    return isEmpty ? [] : [part]
  }
  if (part.type === 'reasoning') return [{ type: part.type, text: part.text, state: part.state }]
  if (part.type !== 'dynamic-tool') return [part]
  const { approval, ...rest } = part
  return [{ ...rest, ...(approval && { approval: approval.id }) }]
}
