import { StdinBuffer, setKittyProtocolActive } from '@mariozechner/pi-tui'
import { createKeyReader } from './keys.ts'
import { pasteEnd, pasteStart, watchPastes } from './paste-watch.ts'
import type { Console, KeyInput } from './types.ts'

const bracketedPaste = { on: '\u001b[?2004h', off: '\u001b[?2004l' }
/** Kitty's keyboard protocol tells Shift-Enter from Enter; asked for first, as not all have it. */
const kitty = { ask: '\u001b[?u', on: '\u001b[>1u', off: '\u001b[<u' }
const xtermKeys = { on: '\u001b[>4;2m', off: '\u001b[>4;0m' }
/** So long a terminal has to say that it speaks Kitty's protocol. */
const kittyAnswerMs = 150

export interface KeyboardListener {
  readonly input: (input: KeyInput) => void
  readonly resize: () => void
  /** The keyboard is gone. */
  readonly end: () => void
}

/** Takes the keyboard of a terminal over. Gives what hands it back, as it was found. */
export function openKeyboard(
  console: Console,
  { input, resize, end }: KeyboardListener,
): () => void {
  let keys: 'plain' | 'kitty' | 'xterm' = 'plain'
  const readKey = createKeyReader()
  const take = (sequence: string) => {
    const read = readKey(sequence)
    if (read !== undefined) input(read)
  }
  const buffer = new StdinBuffer({ timeout: 10 })
  buffer.on('data', (sequence: string) => {
    if (keys === 'kitty' || !/^\u001b\[\?\d+u$/u.test(sequence)) return take(sequence)
    if (keys === 'xterm') console.write(xtermKeys.off)
    keys = 'kitty'
    setKittyProtocolActive(true)
    console.write(kitty.on)
  })
  buffer.on('paste', (text: string) => take(pasteStart + text + pasteEnd))
  const pastes = watchPastes((text) => buffer.process(text))
  const release = console.listen({ data: pastes.take, resize, end })
  console.write(bracketedPaste.on + kitty.ask)
  const timer = setTimeout(() => {
    if (keys !== 'plain') return
    keys = 'xterm'
    console.write(xtermKeys.on)
  }, kittyAnswerMs)
  return () => {
    clearTimeout(timer)
    if (keys === 'kitty') setKittyProtocolActive(false)
    pastes.stop()
    buffer.destroy()
    console.write(bracketedPaste.off + { plain: '', kitty: kitty.off, xterm: xtermKeys.off }[keys])
    release()
  }
}
