import type {
  ApprovalAnswer,
  ApprovalRequest,
  Engine,
  EngineEvent,
  EventBody,
} from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { createStyle } from '../screen/terminal.ts'
import { runTurn } from './turn.ts'

const request: ApprovalRequest = {
  id: 'q',
  callId: '1',
  tool: 'bash',
  input: { command: 'ls' },
  access: { kind: 'run', command: 'ls', cwd: '/shop' },
  workspace: '/shop',
  reason: 'Commands ask.',
  rule: '',
  digest: 'd',
}

/** An engine whose one turn asks, and goes on when somebody answered. */
function asking(answer: (given: ApprovalAnswer) => boolean) {
  const events: EngineEvent[] = []
  const readers = new Set<() => void>()
  let ended = false
  const append = (body: EventBody) => {
    events.push({ ...body, turn: 't', seq: events.length + 1 })
    for (const wake of readers) wake()
  }
  const settle = (given: ApprovalAnswer) => {
    append({ type: 'approval-resolved', id: 'q', answer: given })
    append({ type: 'turn-end', reason: 'done', steps: 1 })
    ended = true
    for (const wake of readers) wake()
  }
  async function* read(): AsyncGenerator<EngineEvent> {
    for (let at = 0; ; at += 1) {
      while (at >= events.length) {
        if (ended) return
        await new Promise<void>((resolve) => readers.add(resolve))
      }
      const event = events[at]
      if (event) yield event
    }
  }
  append({ type: 'approval-request', request })
  const engine: Engine = {
    submitMessage: () => ({ [Symbol.asyncIterator]: read }),
    answer: async (_, given) => {
      const counts = answer(given)
      if (counts) settle(given)
      return counts
    },
    close: async () => {},
    stop: () => {},
    ...unused,
  }
  return { engine, settle }
}

const unused = {
  preview: () => Promise.reject(new Error('nothing is previewed here')),
  retry: () => expect.unreachable(),
  moveTo: () => expect.unreachable(),
  revise: () => expect.unreachable(),
  forget: () => expect.unreachable(),
  conversation: () => expect.unreachable(),
}

/** A terminal at which a question is asked; `key` is what the person does. */
function terminalWith(key: (signal: AbortSignal | undefined) => Promise<string | undefined>) {
  const said: string[] = []
  const write = (text: string) => void said.push(text)
  const style = createStyle(false)
  const output = { isTerminal: true, redraws: true, columns: 80, style, write }
  const context: Context = {
    cwd: '/shop',
    home: '/home/ada',
    environment: {},
    platform: 'linux',
    nodeVersion: '20.0.0',
    builtin: '/builtin',
    terminal: { stdout: output, stderr: output, interactive: true },
    questions: {
      async key(_, keys, signal) {
        const pressed = await key(signal)
        return keys.find((one) => one.key === pressed)?.key
      },
      line: async () => '',
      secret: async () => undefined,
      choice: async () => undefined,
    },
    interrupts: { listen: () => () => {}, beforeLeaving: () => () => {} },
  }
  return { context, said }
}

const view = { show: async () => {}, leave() {}, close() {} }
const options = { view, submit: { text: 'go' }, strict: false }

describe('a turn whose view breaks', () => {
  it('is stopped and over before anybody hears of it: what it uses is closed then', async () => {
    const happened: string[] = []
    const { context } = terminalWith(async () => undefined)
    const { engine } = asking(() => true)
    async function* read(signal: AbortSignal | undefined): AsyncGenerator<EngineEvent> {
      yield { type: 'approval-request', request, turn: 't', seq: 1 }
      if (!signal?.aborted) await new Promise((go) => signal?.addEventListener('abort', go))
      happened.push('stopped')
      yield { type: 'turn-end', reason: 'aborted', steps: 1, turn: 't', seq: 2 }
      happened.push('over')
    }
    const submitMessage: Engine['submitMessage'] = ({ signal }) => ({
      [Symbol.asyncIterator]: () => read(signal),
    })
    const show = () => Promise.reject(new Error('the pipe is closed'))
    const broken = { ...options, view: { ...view, show } }
    const run = runTurn(context, { engine: { ...engine, submitMessage }, ...broken })
    await expect(run).rejects.toThrow('the pipe is closed')
    expect(happened).toEqual(['stopped', 'over'])
  })
})

describe('a question that somebody else answers', () => {
  it('closes here, says so, and the turn goes on', async () => {
    const { engine, settle } = asking(() => expect.unreachable())
    const { context, said } = terminalWith(
      (signal) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve(undefined))
          settle({ decision: 'once', digest: 'd' })
        }),
    )
    expect(await runTurn(context, { engine, ...options })).toBe(0)
    expect(said.join('')).toBe('! Somebody answered this question elsewhere.\n')
  })

  it('a moment before the key was pressed counts, and is said', async () => {
    const { engine, settle } = asking(() => {
      settle({ decision: 'no' })
      return false
    })
    const { context, said } = terminalWith(async () => 'y')
    expect(await runTurn(context, { engine, ...options })).toBe(0)
    expect(said.join('')).toBe('! Somebody answered this question elsewhere.\n')
  })

  it('answered here says nothing more', async () => {
    const { engine } = asking(() => true)
    const { context, said } = terminalWith(async () => 'y')
    expect(await runTurn(context, { engine, ...options })).toBe(0)
    expect(said).toEqual([])
  })
})
