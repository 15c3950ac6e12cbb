import { createMarkdownView, type MarkdownView } from '../markdown/index.ts'
import type { Terminal } from '../screen/terminal.ts'
import { wrapLines } from '../screen/wrap.ts'

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
  /** A piece of the answer, already cleaned. Markdown, shown as such on a terminal alone. */
  answer(text: string): void
  /** Ends a block of the answer: a line break, and a blank line before the next one. */
  endAnswer(): void
  /** Ends the line of the answer that is open, so that a spinner can draw over a line of its own. */
  clearLine(): void
  /** One or more whole lines about what happens, wrapped. */
  status(text: string): void
  /** Whole lines about what was said last, wrapped, without a blank line before. */
  remark(text: string): void
  /** Whole lines of a tool's live output, as they stand, without a blank line before. */
  output(text: string): void
}

export function createRunScreen({ stdout, stderr }: Terminal): RunScreen {
  const about: Position = { kind: 'start', atLineStart: true }
  const isShared = stdout.isTerminal && stderr.isTerminal
  const answers: Position = isShared ? about : { kind: 'start', atLineStart: true }
  let blockOpen = false
  let markdown: MarkdownView | undefined

  /** The line breaks needed between what stands there and a new piece of `kind`. */
  const gap = (position: Position, kind: Kind): string => {
    const breakLine = position.atLineStart ? '' : '\n'
    const parted = position.kind !== 'start' && kind !== 'output' && position.kind !== kind
    return parted ? `${breakLine}\n` : breakLine
  }
  const writeAnswer = (text: string) => {
    if (text === '') return
    const apart = !blockOpen && answers.kind === 'answer' ? '\n' : ''
    const before = blockOpen ? '' : gap(answers, 'answer') + apart
    stdout.write(before + text)
    blockOpen = true
    answers.kind = 'answer'
    answers.atLineStart = text.endsWith('\n')
  }
  /** Nothing of the answer is left behind, whatever comes in between. */
  const flush = () => {
    if (markdown !== undefined) writeAnswer(markdown.flush())
    if (isShared && !answers.atLineStart) {
      stdout.write('\n')
      answers.atLineStart = true
    }
  }
  const lines = (kind: Kind, text: string) => {
    if (isShared) flush()
    stderr.write(`${gap(about, kind)}${text}\n`)
    about.kind = kind
    about.atLineStart = true
    if (isShared) blockOpen = false
  }
  const wrapped = (text: string) => wrapLines(text, stderr.columns)

  return {
    answer(text) {
      if (!stdout.isTerminal) return writeAnswer(text)
      markdown ??= createMarkdownView({ style: stdout.style, columns: () => stdout.columns })
      writeAnswer(markdown.push(text))
    },
    endAnswer() {
      flush()
      markdown = undefined
      if (blockOpen && !answers.atLineStart) stdout.write('\n')
      if (blockOpen) answers.atLineStart = true
      blockOpen = false
    },
    clearLine() {
      if (isShared) flush()
    },
    status: (text) => lines('status', wrapped(text)),
    remark: (text) => lines('output', wrapped(text)),
    output: (text) => lines('output', text),
  }
}
