import type { Writable } from 'node:stream'
import type { Style } from '../screen/terminal.ts'
import { withoutColours } from '../screen/width.ts'
import { askKey } from './key.ts'
import type { Questions } from './types.ts'

type Clack = typeof import('@clack/prompts')
type Cancelled = Clack['CANCEL_SYMBOL']

/** Keys pressed before a question is on screen must not answer it: they are thrown away this long. */
const typedAheadMs = 250

/** Where questions are asked. */
export interface QuestionScreen {
  readonly openInput: () => NodeJS.ReadStream
  readonly openOutput: () => NodeJS.WriteStream
  readonly style: Style
  readonly columns: number
  /** Milliseconds in which keys are thrown away. Default 250. */
  readonly typedAheadMs?: number
}

/** Asks with the keyboard; it and `@clack/prompts` are opened when the first question comes. */
export function createQuestions(screen: QuestionScreen): Questions {
  const { openInput, openOutput, style } = screen
  const ask = async <Answer>(
    prompt: (
      clack: Clack,
      shared: {
        readonly input: NodeJS.ReadStream
        readonly output: Writable
        readonly signal: AbortSignal
      },
    ) => Promise<Answer | Cancelled>,
    signal?: AbortSignal,
  ): Promise<Answer | undefined> => {
    const clack = await import('@clack/prompts')
    const input = openInput()
    await discardTypedAhead(input, screen.typedAheadMs ?? typedAheadMs)
    if (signal?.aborted || input.readableEnded) return undefined
    const terminal = withSize(openOutput())
    const output = style.isColorSupported ? terminal : await withoutColour(terminal)
    const ended = endOf(input)
    const signals = signal === undefined ? [ended.signal] : [ended.signal, signal]
    const answer = await prompt(clack, { input, output, signal: AbortSignal.any(signals) })
    ended.unlisten()
    input.pause()
    if (!clack.isCancel(answer)) return answer
    openOutput().write(`${style.dim('│')}  ${style.dim('stopped')}\n`)
    return undefined
  }
  return {
    async key(message, keys, signal) {
      const input = openInput()
      await discardTypedAhead(input, screen.typedAheadMs ?? typedAheadMs)
      const { columns } = screen
      const write = (text: string) => void openOutput().write(text)
      return askKey(input, { style, columns, write }, message, keys, signal)
    },
    line: (message, placeholder, signal) =>
      ask(
        (clack, shared) => clack.text({ message, placeholder, defaultValue: '', ...shared }),
        signal,
      ),
    secret: (message, signal) =>
      ask((clack, shared) => clack.password({ message, ...shared }), signal),
    choice: (message, choices) =>
      ask((clack, shared) =>
        clack.select<string>({
          message,
          options: choices.map(({ value, label, hint }) =>
            hint === undefined ? { value, label } : { value, label, hint },
          ),
          ...shared,
        }),
      ).then((answer) => choices.find(({ value }) => value === answer)?.value),
  }
}

/** A terminal that is written to, as far as a question needs to know it. */
type ColourTarget = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows'> & {
  write(text: string): boolean
}

/** A terminal that says it is 0 cells wide does not know; a line would be one letter long. */
export function withSize<Target extends Pick<NodeJS.WriteStream, 'columns' | 'rows'>>(
  output: Target,
): Target {
  output.columns ||= 80
  output.rows ||= 24
  return output
}

/** `@clack/prompts` colours whatever `NO_COLOR` and `--no-color` say; its other sequences stay. */
export async function withoutColour(output: ColourTarget): Promise<Writable> {
  const { Writable } = await import('node:stream')
  const plain = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      output.write(withoutColours(String(chunk)))
      done()
    },
  })
  return Object.defineProperties(plain, {
    isTTY: { get: () => output.isTTY },
    columns: { get: () => output.columns },
    rows: { get: () => output.rows },
  })
}

/** Fires on Ctrl-D, after which `@clack/prompts` neither reads on nor answers. */
export function endOf(input: Pick<NodeJS.ReadableStream, 'on' | 'off'>) {
  const stop = new AbortController()
  const heard = (chunk: Buffer | string) => {
    if (String(chunk).includes('\u0004')) stop.abort()
  }
  input.on('data', heard)
  return { signal: stop.signal, unlisten: () => void input.off('data', heard) }
}

async function discardTypedAhead(input: NodeJS.ReadStream, milliseconds: number): Promise<void> {
  input.setRawMode(true)
  const discard = () => {}
  input.on('data', discard)
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  input.off('data', discard)
  input.pause()
  input.setRawMode(false)
}
