import type { Style } from '../screen/terminal.ts'
import { displayWidth } from '../screen/width.ts'
import { wrapText } from '../screen/wrap.ts'
import type { Choice } from './types.ts'

/** The keyboard, as far as a question needs it. */
export interface Keyboard {
  /** Whether its end was read already: then no key will ever come. */
  readonly readableEnded?: boolean
  setRawMode(raw: boolean): unknown
  on(event: 'data', listener: (chunk: Buffer | string) => void): unknown
  on(event: 'end', listener: () => void): unknown
  off(event: 'data', listener: (chunk: Buffer | string) => void): unknown
  off(event: 'end', listener: () => void): unknown
  resume(): unknown
  pause(): unknown
}

export interface KeyScreen {
  readonly style: Style
  readonly columns: number
  write(text: string): void
}

/**
 * Asks for one key. Own, since a prompt that takes Enter for its first answer would agree to what
 * nobody chose: here only the keys that are shown answer, in either case, and Escape, Ctrl-C,
 * Ctrl-D and the signal stop. What was answered stays on screen.
 */
export async function askKey<Key extends string>(
  keyboard: Keyboard,
  screen: KeyScreen,
  question: string,
  keys: readonly Choice<Key>[],
  signal?: AbortSignal,
): Promise<Key | undefined> {
  const lines = questionLines(screen, question, keys)
  screen.write(`${lines.join('\n')}\n`)
  const answer = await pressed(keyboard, keys, signal)
  const rows = lines.reduce((sum, line) => sum + rowsOf(line, screen.columns), 0)
  screen.write(`\u001b[${rows}A\r\u001b[J${receipt(screen.style, question, answer?.label)}\n`)
  return answer?.key
}

function questionLines({ style, columns }: KeyScreen, question: string, keys: readonly Choice[]) {
  const bar = style.cyan('│')
  return [
    style.dim('│'),
    `${style.cyan('◆')}  ${style.bold(question)}`,
    ...keys.flatMap(({ key, label }) =>
      wrapText(label, { columns, first: `${bar}  ${style.bold(key)}  `, rest: `${bar}     ` }),
    ),
    `${style.cyan('└')}  ${style.dim('Press one of these keys. Escape stops.')}`,
  ]
}

function rowsOf(line: string, columns: number): number {
  return Math.max(1, Math.ceil(displayWidth(line) / columns))
}

/** The question and what came of it. */
export function receipt(style: Style, question: string, answer: string | undefined): string {
  const said = answer ?? 'stopped'
  return `${style.green('◇')}  ${question}\n${style.dim('│')}  ${style.dim(said)}`
}

function pressed<Key extends string>(
  keyboard: Keyboard,
  keys: readonly Choice<Key>[],
  signal: AbortSignal | undefined,
): Promise<Choice<Key> | undefined> {
  if (signal?.aborted || keyboard.readableEnded) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const end = (answer: Choice<Key> | undefined) => {
      keyboard.off('data', heard)
      keyboard.off('end', closed)
      signal?.removeEventListener('abort', closed)
      keyboard.setRawMode(false)
      keyboard.pause()
      resolve(answer)
    }
    const closed = () => end(undefined)
    const heard = (chunk: Buffer | string) => {
      const text = String(chunk)
      if (text === '\u001b' || text.includes('\u0003') || text.includes('\u0004'))
        return end(undefined)
      // An arrow key, or a paste: nobody means the letters in it.
      if (text.length > 1) return
      const answer = keys.find(({ key }) => key === text.toLowerCase())
      if (answer !== undefined) end(answer)
    }
    keyboard.on('data', heard)
    keyboard.on('end', closed)
    signal?.addEventListener('abort', closed)
    keyboard.setRawMode(true)
    keyboard.resume()
  })
}
