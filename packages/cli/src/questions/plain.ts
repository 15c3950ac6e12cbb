import type { Interrupts } from '../context.ts'
import type { Choice, Questions } from './types.ts'

/** Where lines are read from and questions written to. */
export interface PlainTerminal {
  readonly openInput: () => NodeJS.ReadableStream
  readonly write: (text: string) => void
  readonly interrupts: Interrupts
}

/**
 * Questions for a terminal that cannot draw over what it shows (`TERM=dumb`): each is printed, and
 * answered with a line. A line that answers nothing asks again.
 */
export function createPlainQuestions(terminal: PlainTerminal): Questions {
  const pick = async <Key extends string>(
    question: string,
    keys: readonly Choice<Key>[],
    signal?: AbortSignal,
  ): Promise<Key | undefined> => {
    const list = keys.map(({ key, label }) => `  ${key}  ${label}\n`).join('')
    terminal.write(`${question}\n${list}`)
    const read = (line: string) => {
      const word = line.trim().toLowerCase()
      return keys.find(({ key }) => key === word)?.key
    }
    return readUntil(terminal, `${keys.map(({ key }) => key).join(', ')}? `, read, signal)
  }
  return {
    key: pick,
    line: (question, placeholder, signal) =>
      readUntil(terminal, `${question} (${placeholder}) `, (line) => line, signal),
    secret: (question, signal) =>
      readUntil(terminal, `${question} (it shows as you type) `, (line) => line, signal),
    async choice(question, choices) {
      const keys = choices.map(({ label, hint }, index) => ({
        key: String(index + 1),
        label: hint === undefined ? label : `${label} (${hint})`,
      }))
      const number = await pick(question, keys)
      return number === undefined ? undefined : choices[Number(number) - 1]?.value
    },
  }
}

/** The first line that is an answer; undefined where the input ends or the person stops. */
async function readUntil<Answer>(
  { openInput, write, interrupts }: PlainTerminal,
  prompt: string,
  read: (line: string) => Answer | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer | undefined> {
  const { createInterface } = await import('node:readline')
  if (signal?.aborted) return undefined
  return new Promise((resolve) => {
    const lines = createInterface({ input: openInput(), terminal: false })
    let answer: Answer | undefined
    const stop = () => lines.close()
    const unlisten = interrupts.listen(stop)
    signal?.addEventListener('abort', stop)
    lines.on('line', (line) => {
      if (answer !== undefined) return
      answer = read(line)
      if (answer === undefined) write(prompt)
      else lines.close()
    })
    lines.on('close', () => {
      unlisten()
      signal?.removeEventListener('abort', stop)
      if (answer === undefined) write('stopped\n')
      resolve(answer)
    })
    write(prompt)
  })
}
