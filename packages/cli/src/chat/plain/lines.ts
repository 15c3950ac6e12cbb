import type { Context } from '../../context.ts'

/**
 * Lines that a person or a program writes, one at a time. On a terminal each is asked for, so that a
 * question in between gets its own line; a pipe is read to its end.
 */
export function openLines({ terminal, questions, openInput }: Context): AsyncIterable<string> {
  return terminal.interactive ? asked(questions) : piped(openInput)
}

async function* asked(questions: Context['questions']): AsyncIterable<string> {
  for (;;) {
    const text = await questions.line('>', '/quit')
    if (text === undefined) return
    yield text
  }
}

async function* piped(openInput: Context['openInput']): AsyncIterable<string> {
  const input = openInput?.()
  if (input === undefined) return
  const { createInterface } = await import('node:readline')
  yield* createInterface({ input, terminal: false })
}
