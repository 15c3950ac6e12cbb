import type { EngineEvent, EventBody } from '@skillet/agent'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStyle, type Output } from '../screen/terminal.ts'
import { createRunView } from './view.ts'

const eraseLine = '\u001b[2K'
const tokens = new RegExp(`${eraseLine.replace('[', '\\[')}|[\\s\\S]`, 'gu')

/** A terminal as far as a run needs one: what stands on its lines after `\r`, `\n` and `ESC[2K`. */
function createEmulator() {
  const lines: string[][] = [[]]
  let column = 0
  const line = () => lines.at(-1) ?? []
  return {
    write(text: string) {
      for (const [token] of text.matchAll(tokens)) {
        if (token === eraseLine) line().length = 0
        else if (token === '\r') column = 0
        else if (token === '\n') {
          lines.push([])
          column = 0
        } else {
          while (line().length < column) line().push(' ')
          line()[column] = token
          column += 1
        }
      }
    },
    text: () => lines.map((cells) => cells.join('')).join('\n'),
  }
}

/** What stays on screen after these events, on a terminal of both streams. */
async function screenOf(bodies: readonly EventBody[]): Promise<string> {
  const emulator = createEmulator()
  const output: Output = {
    isTerminal: true,
    redraws: true,
    columns: 60,
    style: createStyle(false),
    write: (text) => emulator.write(text),
  }
  const view = createRunView(
    { stdout: output, stderr: output, interactive: true },
    {
      style: output.style,
      standpoint: { cwd: '/shop', home: '/home/ada' },
      columns: 60,
      readSource: async () => undefined,
    },
  )
  for (const [index, body] of bodies.entries()) {
    const event: EngineEvent = { ...body, turn: 't', seq: index + 1 }
    await view.show(event)
  }
  view.close()
  return emulator.text()
}

const piece = (delta: string): EventBody => ({ type: 'text', phase: 'delta', id: 'x', delta })
const around: readonly EventBody[] = [
  { type: 'text', phase: 'start', id: 'x' },
  { type: 'text', phase: 'end', id: 'x' },
  { type: 'reasoning', phase: 'start', id: 'r' },
  { type: 'reasoning', phase: 'delta', id: 'r', delta: 'hm' },
  { type: 'reasoning', phase: 'end', id: 'r' },
  { type: 'tool-input', phase: 'start', callId: '1', tool: 'bash' },
  { type: 'tool-input', phase: 'delta', callId: '1', tool: 'bash', delta: '{' },
  { type: 'tool-call', callId: '1', tool: 'bash', input: { command: 'ls' } },
  { type: 'tool-output', callId: '1', tool: 'bash', delta: 'out', final: false },
  { type: 'tool-output', callId: '1', tool: 'bash', delta: 'put\n', final: false },
  {
    type: 'tool-output',
    callId: '1',
    tool: 'bash',
    final: true,
    outcome: { ok: true, text: 'output\n', exitCode: 0 },
  },
  { type: 'tool-denied', callId: '1', tool: 'bash', by: 'rule', reason: 'No.' },
  { type: 'retrying', attempt: 1, of: 3, delayMs: 10, reason: 'It failed.' },
  { type: 'notice', code: 'n', message: 'Worth knowing.' },
  { type: 'step-start', step: 2, model: 'local/m' },
  { type: 'usage', step: 1, usage: { inputTokens: 1 } },
  { type: 'turn-end', reason: 'done', steps: 1 },
]

describe('the answer on a terminal', () => {
  it('keeps words whose line is open when a call comes, as OpenAI-compatible servers send it', async () => {
    const screen = await screenOf([
      { type: 'text', phase: 'start', id: 'x' },
      piece('I look at '),
      piece('the changes.'),
      { type: 'tool-input', phase: 'start', callId: '1', tool: 'bash' },
      { type: 'tool-call', callId: '1', tool: 'bash', input: { command: 'ls' } },
      { type: 'text', phase: 'end', id: 'x' },
      {
        type: 'tool-output',
        callId: '1',
        tool: 'bash',
        final: true,
        outcome: { ok: true, text: '', exitCode: 0 },
      },
    ])
    expect(screen).toContain('I look at the changes.\n')
    expect(screen).toContain('✓ bash ls · exit 0')
  })

  it('keeps every word, whatever the order of events around it', async () => {
    const words = fc
      .array(fc.constantFrom('one ', 'two', ' three\n', '**four** ', '`five', '[six](a)', '\n\n'), {
        maxLength: 3,
      })
      .map((parts) => parts.join(''))
    const step = fc.oneof(
      { weight: 2, arbitrary: words.map(piece) },
      { weight: 3, arbitrary: fc.constantFrom(...around) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (bodies) => {
        const said = bodies.map((body) => (body.type === 'text' ? (body.delta ?? '') : '')).join('')
        // Each word of the answer is on screen, in order; other lines may stand between.
        const screen = await screenOf([...bodies, { type: 'turn-end', reason: 'done', steps: 1 }])
        let at = 0
        for (const letter of said.replace(/\s/gu, '')) {
          at = screen.indexOf(letter, at) + 1
          expect(
            at,
            `${JSON.stringify(letter)} of ${JSON.stringify(said)} in:\n${screen}`,
          ).toBeGreaterThan(0)
        }
      }),
      { numRuns: 300 },
    )
  })
})
