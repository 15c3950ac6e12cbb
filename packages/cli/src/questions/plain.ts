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
  ): Promise<Key | undefined> => {
    const list = keys.map(({ key, label }) => `  ${key}  ${label}\n`).join('')
    terminal.write(`${question}\n${list}`)
    return readUntil(terminal, `${keys.map(({ key }) => key).join(', ')}? `, (line) => {
      const word = line.trim().toLowerCase()
      return keys.find(({ key }) => key === word)?.key
    })
  }
  return {
    key: pick,
    line: (question, placeholder) =>
      readUntil(terminal, `${question} (${placeholder}) `, (line) => line),
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
): Promise<Answer | undefined> {
  const { createInterface } = await import('node:readline')
  return new Promise((resolve) => {
    const lines = createInterface({ input: openInput(), terminal: false })
    let answer: Answer | undefined
    const unlisten = interrupts.listen(() => lines.close())
    lines.on('line', (line) => {
      if (answer !== undefined) return
      answer = read(line)
      if (answer === undefined) write(prompt)
      else lines.close()
    })
    lines.on('close', () => {
      unlisten()
      if (answer === undefined) write('stopped\n')
      resolve(answer)
    })
    write(prompt)
  })
}
