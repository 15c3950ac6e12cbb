import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openKeyboard } from './keyboard.ts'
import { createKeyReader } from './keys.ts'
import { plainEmoji } from './plain-emoji.ts'
import type { KeyInput } from './types.ts'

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

describe('the keyboard', () => {
  it('is given back at once, as it was found', () => {
    const written: string[] = []
    const close = openKeyboard(
      { columns: 10, rows: 2, write: (text) => void written.push(text), listen: () => () => {} },
      { input: () => {}, resize: () => {}, end: () => {} },
    )
    close()
    expect(written.at(-1)).toBe('\u001b[?2004l')
  })
})

describe('a paste whose end is lost', () => {
  /** What the chat hears of what a terminal sends. */
  function heard() {
    const inputs: KeyInput[] = []
    const hearers: ((text: string) => void)[] = []
    const close = openKeyboard(
      {
        columns: 10,
        rows: 2,
        write: () => {},
        listen: ({ data }) => {
          hearers.push(data)
          return () => {}
        },
      },
      { input: (input) => void inputs.push(input), resize: () => {}, end: () => {} },
    )
    const send = (text: string) => {
      for (const hear of hearers) hear(text)
    }
    return { inputs, close, send }
  }

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends with the silence behind it, and nothing of it is lost', () => {
    const { inputs, close, send } = heard()
    send('\u001b[20')
    send('0~one\rtwo')
    send(' three')
    vi.advanceTimersByTime(999)
    expect(inputs).toEqual([])
    vi.advanceTimersByTime(1)
    expect(inputs).toEqual([{ kind: 'paste', text: 'one\rtwo three' }])
    send('x')
    expect(inputs.slice(1)).toEqual([{ kind: 'text', text: 'x' }])
    close()
  })

  it.each(['\u0003', '\u001b[99;5u'])('leaves Ctrl-C to act at once: %j', (interrupt) => {
    const { inputs, close, send } = heard()
    send('\u001b[200~one')
    send(interrupt)
    expect(inputs).toEqual([
      { kind: 'paste', text: 'one' },
      { kind: 'key', name: 'ctrl+c' },
    ])
    close()
  })

  it('is none where the end comes late, in pieces, with a start in its text', () => {
    const { inputs, close, send } = heard()
    send('\u001b[200~one \u001b[200~ ')
    vi.advanceTimersByTime(900)
    send('two\u001b[2')
    vi.advanceTimersByTime(900)
    send('01~')
    vi.advanceTimersByTime(5_000)
    expect(inputs).toEqual([{ kind: 'paste', text: 'one \u001b[200~ two' }])
    close()
  })

  it('is a paste also where its rest comes late: no line break of it is a key', () => {
    const { inputs, close, send } = heard()
    send('\u001b[200~one\r')
    vi.advanceTimersByTime(1_000)
    send('two\rthree\r')
    vi.advanceTimersByTime(1_000)
    send('four\r\u001b[201~')
    send('x\r')
    expect(inputs).toEqual([
      { kind: 'paste', text: 'one\r' },
      { kind: 'paste', text: 'two\rthree\r' },
      { kind: 'paste', text: 'four\r' },
      { kind: 'text', text: 'x' },
      { kind: 'key', name: 'enter' },
    ])
    close()
  })

  it('leaves another paste after it as it is', () => {
    const { inputs, close, send } = heard()
    send('\u001b[200~one')
    vi.advanceTimersByTime(1_000)
    send('\u001b[200~two\u001b[201~')
    expect(inputs).toEqual([
      { kind: 'paste', text: 'one' },
      { kind: 'paste', text: 'two' },
    ])
    close()
  })

  it.each(['\r', 'x', '文', '\u001b[A', '\u001b'])('leaves the next key a key: %j', (pressed) => {
    const { inputs, close, send } = heard()
    send('\u001b[200~one')
    vi.advanceTimersByTime(1_000)
    send(pressed)
    vi.advanceTimersByTime(20)
    send('y\r')
    expect(inputs.map(({ kind }) => kind).filter((kind) => kind === 'paste')).toHaveLength(1)
    expect(inputs.at(-1)).toEqual({ kind: 'key', name: 'enter' })
    close()
  })

  it('leaves no timer behind when the terminal is given back', () => {
    const { inputs, close, send } = heard()
    send('\u001b[200~one')
    close()
    vi.advanceTimersByTime(5_000)
    expect(inputs).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('joined emoji are shown by their first, which takes two cells everywhere', () => {
  expect(plainEmoji('a 👩‍👩‍👧 b 👍🏽 c ❤️ 文')).toBe('a 👩 b 👍 c ❤️ 文')
  expect(plainEmoji('plain')).toBe('plain')
})
