import type { Terminal } from '../screen/terminal.ts'

/** What was written last: a blank line parts one kind from the next. */
type Kind = 'start' | 'answer' | 'status' | 'output'

/** Where one stream stands: how its last piece ended, and what kind it was. */
interface Position {
  kind: Kind
  atLineStart: boolean
}

/**
 * The two streams of a run. The answer is data and goes to `stdout`, what happens around it to
 * `stderr`; where both are the same terminal they share one position, so that lines never meet.
 */
export interface RunScreen {
  /** A piece of the answer, already cleaned. */
  answer(text: string): void
  /** Ends a block of the answer: a line break, and a blank line before the next one. */
  endAnswer(): void
  /** One or more whole lines about what happens. */
  status(text: string): void
  /** Whole lines of a tool's live output, without a blank line before. */
  output(text: string): void
}

export function createRunScreen({ stdout, stderr }: Terminal): RunScreen {
  const about: Position = { kind: 'start', atLineStart: true }
  const answers: Position =
    stdout.isTerminal && stderr.isTerminal ? about : { kind: 'start', atLineStart: true }
  let blockOpen = false

  /** The line breaks needed between what stands there and a new piece of `kind`. */
  const gap = (position: Position, kind: Kind): string => {
    const breakLine = position.atLineStart ? '' : '\n'
    const parted = position.kind !== 'start' && kind !== 'output' && position.kind !== kind
    return parted ? `${breakLine}\n` : breakLine
  }
  const lines = (kind: Kind, text: string) => {
    stderr.write(`${gap(about, kind)}${text}\n`)
    about.kind = kind
    about.atLineStart = true
    if (answers === about) blockOpen = false
  }

  return {
    answer(text) {
      if (text === '') return
      const apart = !blockOpen && answers.kind === 'answer' ? '\n' : ''
      const before = blockOpen ? '' : gap(answers, 'answer') + apart
      stdout.write(before + text)
      blockOpen = true
      answers.kind = 'answer'
      answers.atLineStart = text.endsWith('\n')
    },
    endAnswer() {
      if (blockOpen && !answers.atLineStart) stdout.write('\n')
      if (blockOpen) answers.atLineStart = true
      blockOpen = false
    },
    status: (text) => lines('status', text),
    output: (text) => lines('output', text),
  }
}
