import { StdinBuffer, setKittyProtocolActive, type Terminal } from '@mariozechner/pi-tui'
import { type PasteWatch, pasteEnd, pasteStart, watchPastes } from './paste-watch.ts'
import type { Console } from './types.ts'

const bracketedPaste = { on: '\u001b[?2004h', off: '\u001b[?2004l' }
/** Kitty's keyboard protocol tells Shift-Enter from Enter; asked for first, as not all have it. */
const kitty = { ask: '\u001b[?u', on: '\u001b[>1u', off: '\u001b[<u' }
const xtermKeys = { on: '\u001b[>4;2m', off: '\u001b[>4;0m' }
const cursor = { show: '\u001b[?25h', hide: '\u001b[?25l' }
/** Between these a terminal that knows them shows nothing half drawn. */
const frame = { begin: '\u001b[?2026h', end: '\u001b[?2026l' }
const clearAll = '\u001b[2J\u001b[H\u001b[3J'
/** So long a terminal has to say that it speaks Kitty's protocol. */
const kittyAnswerMs = 150

/** pi-tui's view of our console, and what it must never do to somebody's terminal. */
export interface PiTerminal extends Terminal {
  /** Writes what is still held back. */
  flush(): void
}

/**
 * pi-tui's own terminal writes each movement of the cursor apart, and empties the scroll-back at each
 * resize, with all that stood there before the chat. Here one drawing is one write, and a drawing
 * anew touches the visible rows alone.
 *
 * @param onEnd the keyboard is gone
 */
export function createPiTerminal(console: Console, onEnd: () => void): PiTerminal {
  let held = ''
  let release: (() => void) | undefined
  let stdin: StdinBuffer | undefined
  let pastes: PasteWatch | undefined
  let timer: NodeJS.Timeout | undefined
  let keys: 'plain' | 'kitty' | 'xterm' = 'plain'

  const flush = () => {
    if (held === '') return
    const drawn = held.replaceAll(frame.begin, '').replaceAll(frame.end, '')
    held = ''
    console.write(`${frame.begin}${drawn}${frame.end}`)
  }
  const write = (text: string) => {
    if (held === '') queueMicrotask(flush)
    held += text.includes(clearAll) ? visibleOnly(text, console.rows) : text
  }
  const hear = (onInput: (data: string) => void) => (sequence: string) => {
    if (keys !== 'kitty' && /^\u001b\[\?\d+u$/u.test(sequence)) {
      if (keys === 'xterm') console.write(xtermKeys.off)
      keys = 'kitty'
      setKittyProtocolActive(true)
      console.write(kitty.on)
      return
    }
    onInput(sequence)
  }
  return {
    start(onInput, onResize) {
      const buffer = new StdinBuffer({ timeout: 10 })
      stdin = buffer
      buffer.on('data', hear(onInput))
      buffer.on('paste', (text: string) => onInput(pasteStart + text + pasteEnd))
      pastes = watchPastes((text) => buffer.process(text))
      release = console.listen({
        data: pastes.take,
        resize: onResize,
        end: onEnd,
      })
      console.write(bracketedPaste.on + kitty.ask)
      timer = setTimeout(() => {
        if (keys !== 'plain') return
        keys = 'xterm'
        console.write(xtermKeys.on)
      }, kittyAnswerMs)
    },
    stop() {
      flush()
      clearTimeout(timer)
      if (keys === 'kitty') setKittyProtocolActive(false)
      const keysOff = { plain: '', kitty: kitty.off, xterm: xtermKeys.off }[keys]
      keys = 'plain'
      pastes?.stop()
      stdin?.destroy()
      console.write(bracketedPaste.off + keysOff + cursor.show)
      release?.()
      release = undefined
    },
    drainInput: async () => {},
    flush,
    write,
    get columns() {
      return console.columns
    },
    get rows() {
      return console.rows
    },
    get kittyProtocolActive() {
      return keys === 'kitty'
    },
    moveBy: (lines) => {
      if (lines !== 0) write(`\u001b[${Math.abs(lines)}${lines > 0 ? 'B' : 'A'}`)
    },
    hideCursor: () => write(cursor.hide),
    showCursor: () => write(cursor.show),
    clearLine: () => write('\u001b[K'),
    clearFromCursor: () => write('\u001b[J'),
    clearScreen: () => write('\u001b[H\u001b[J'),
    // Titles and progress of a terminal are the person's.
    setTitle: () => {},
    setProgress: () => {},
  }
}

/** Of a drawing anew, the rows that fit the screen, each cleared as it is written. */
function visibleOnly(text: string, rows: number): string {
  const [before = '', after = ''] = splitOnce(text, clearAll)
  const lines = after.replaceAll(frame.end, '').split('\r\n').slice(-rows)
  return `${before}\u001b[H${lines.map((line) => `\u001b[2K${line}`).join('\r\n')}\u001b[J`
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
