import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeyReader } from './keys.ts'
import { createPiTerminal } from './pi-terminal.ts'
import { plainEmoji } from './plain-emoji.ts'
import type { Console } from './types.ts'

describe('keys', () => {
  it.each([
    ['\r', { kind: 'key', name: 'enter' }],
    ['\n', { kind: 'key', name: 'newline' }],
    ['\u001b\r', { kind: 'key', name: 'newline' }],
    ['\u001b[13;2u', { kind: 'key', name: 'newline' }],
    ['\u001b[A', { kind: 'key', name: 'up' }],
    ['\u0003', { kind: 'key', name: 'ctrl+c' }],
    ['\u001b', { kind: 'key', name: 'escape' }],
    ['文', { kind: 'text', text: '文' }],
    ['\u001b[200~a\rb\u001b[201~', { kind: 'paste', text: 'a\rb' }],
  ])('%j', (data, wanted) => {
    expect(createKeyReader()(data)).toEqual(wanted)
  })

  it('a letter that comes in halves is one', () => {
    const read = createKeyReader()
    const [high = '', low = ''] = '😀'.split('')
    expect(read(high)).toBeUndefined()
    expect(read(low)).toEqual({ kind: 'text', text: '😀' })
  })

  it('what a terminal answers to questions is no key', () => {
    expect(createKeyReader()('\u001b[?62;4c')).toBeUndefined()
  })
})

describe('the terminal below pi-tui', () => {
  function made(rows: number) {
    const written: string[] = []
    const console: Console = {
      columns: 10,
      rows,
      write: (text) => void written.push(text),
      listen: () => () => {},
    }
    return { written, terminal: createPiTerminal(console, () => {}) }
  }

  it('never empties the scroll-back: a drawing anew touches the visible rows alone', () => {
    const { written, terminal } = made(2)
    terminal.write('\u001b[?2026h\u001b[2J\u001b[H\u001b[3Jone\r\ntwo\r\nthree\u001b[?2026l')
    terminal.flush()
    expect(written.join('')).toBe(
      '\u001b[?2026h\u001b[H\u001b[2Ktwo\r\n\u001b[2Kthree\u001b[J\u001b[?2026l',
    )
  })

  it('one drawing is one write', async () => {
    const { written, terminal } = made(2)
    terminal.write('\u001b[?2026ha\u001b[?2026l')
    terminal.write('\u001b[1A')
    terminal.showCursor()
    await Promise.resolve()
    expect(written).toEqual(['\u001b[?2026ha\u001b[1A\u001b[?25h\u001b[?2026l'])
  })

  it('gives the terminal back at once', () => {
    const { written, terminal } = made(2)
    terminal.start(
      () => {},
      () => {},
    )
    terminal.stop()
    expect(written.at(-1)).toBe('\u001b[?2004l\u001b[?25h')
  })
})

describe('a paste whose end is lost', () => {
  /** What the chat hears of what a terminal sends. */
  function heard() {
    const inputs: string[] = []
    let send = (_: string): void => {}
    const terminal = createPiTerminal(
      {
        columns: 10,
        rows: 2,
        write: () => {},
        listen: ({ data }) => {
          send = data
          return () => {}
        },
      },
      () => {},
    )
    terminal.start(
      (data) => void inputs.push(data),
      () => {},
    )
    return { inputs, terminal, send: (text: string) => send(text) }
  }

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends with the silence behind it, and nothing of it is lost', () => {
    const { inputs, terminal, send } = heard()
    send('\u001b[20')
    send('0~one\rtwo')
    send(' three')
    vi.advanceTimersByTime(999)
    expect(inputs).toEqual([])
    vi.advanceTimersByTime(1)
    expect(inputs).toEqual(['\u001b[200~one\rtwo three\u001b[201~'])
    send('x')
    expect(inputs.slice(1)).toEqual(['x'])
    terminal.stop()
  })

  it.each(['\u0003', '\u001b[99;5u'])('leaves Ctrl-C to act at once: %j', (interrupt) => {
    const { inputs, terminal, send } = heard()
    send('\u001b[200~one')
    send(interrupt)
    expect(inputs).toEqual(['\u001b[200~one\u001b[201~', interrupt])
    terminal.stop()
  })

  it('is none where the end comes late, in pieces, with a start in its text', () => {
    const { inputs, terminal, send } = heard()
    send('\u001b[200~one \u001b[200~ ')
    vi.advanceTimersByTime(900)
    send('two\u001b[2')
    vi.advanceTimersByTime(900)
    send('01~')
    vi.advanceTimersByTime(5_000)
    expect(inputs).toEqual(['\u001b[200~one \u001b[200~ two\u001b[201~'])
    terminal.stop()
  })

  it('leaves no timer behind when the terminal is given back', () => {
    const { inputs, terminal, send } = heard()
    send('\u001b[200~one')
    terminal.stop()
    vi.advanceTimersByTime(5_000)
    expect(inputs).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('joined emoji are shown by their first, which takes two cells everywhere', () => {
  expect(plainEmoji('a 👩‍👩‍👧 b 👍🏽 c ❤️ 文')).toBe('a 👩 b 👍 c ❤️ 文')
  expect(plainEmoji('plain')).toBe('plain')
})
