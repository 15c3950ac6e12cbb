import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createStyle } from '../screen/terminal.ts'
import { endOf, withoutColour, withSize } from './clack.ts'
import { askKey } from './key.ts'
import { createPlainQuestions } from './plain.ts'

const keys = [
  { key: 'y', label: 'once' },
  { key: 't', label: 'for this turn' },
  { key: 'n', label: 'no' },
] as const

/** Presses keys, one chunk each, once the question is on screen; gives the answer and the screen. */
async function pressing(...chunks: string[]) {
  const keyboard = Object.assign(new PassThrough(), { setRawMode: () => keyboard })
  let screen = ''
  const write = (text: string) => {
    screen += text
  }
  const asked = askKey(
    keyboard,
    { style: createStyle(false), columns: 80, write },
    'Allow it?',
    keys,
  )
  const shown = screen
  for (const chunk of chunks) {
    keyboard.emit('data', Buffer.from(chunk))
  }
  return { answer: await asked, shown, receipt: screen.slice(shown.length) }
}

describe('one key', () => {
  it('shows every key alike: none looks like the one that Enter takes', async () => {
    const { shown } = await pressing('n')
    expect(shown).toBe(
      '│\n◆  Allow it?\n│  y  once\n│  t  for this turn\n│  n  no\n└  Press one of these keys. Escape stops.\n',
    )
  })

  it.each(['y', 'Y'])('%s answers, and what was answered stays on screen', async (key) => {
    const { answer, receipt } = await pressing(key)
    expect(answer).toBe('y')
    expect(receipt).toContain('◇  Allow it?\n│  once\n')
  })

  it('Enter, blanks, other letters, arrows and pasted text answer nothing', async () => {
    const { answer } = await pressing('\r', '\n', ' ', 'x', '\u001b[A', 'yes', 'n')
    expect(answer).toBe('n')
  })

  it('a signal stops, before the question and during it; so does a keyboard that is gone', async () => {
    const keyboard = Object.assign(new PassThrough(), { setRawMode: () => keyboard })
    const screen = { style: createStyle(false), columns: 80, write() {} }
    const stop = new AbortController()
    const asked = askKey(keyboard, screen, 'Allow it?', keys, stop.signal)
    stop.abort()
    expect(await asked).toBeUndefined()
    expect(await askKey(keyboard, screen, 'Allow it?', keys, stop.signal)).toBeUndefined()
    keyboard.end()
    keyboard.resume()
    await new Promise((resolve) => keyboard.once('close', resolve))
    expect(await askKey(keyboard, screen, 'Allow it?', keys)).toBeUndefined()
  })

  it.each([
    ['Escape', '\u001b'],
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('%s stops, and the receipt says so', async (_, key) => {
    const { answer, receipt } = await pressing(key)
    expect(answer).toBeUndefined()
    expect(receipt).toContain('│  stopped\n')
    expect(receipt).not.toContain('once')
  })
})

describe('TERM=dumb', () => {
  const asking = (lines: string) => {
    const input = new PassThrough()
    let screen = ''
    let interrupt = () => {}
    const questions = createPlainQuestions({
      openInput: () => input,
      write(text) {
        screen += text
      },
      interrupts: {
        listen(listener) {
          interrupt = () => listener(130)
          return () => {}
        },
        beforeLeaving: () => () => {},
      },
    })
    input.write(lines)
    return { questions, screen: () => screen, interrupt: () => interrupt(), input }
  }

  it('reads a line for a key, and asks again after one that answers nothing', async () => {
    const { questions, screen } = asking('\nperhaps\nY\n')
    expect(await questions.key('Allow it?', keys)).toBe('y')
    expect(screen()).toBe(
      'Allow it?\n  y  once\n  t  for this turn\n  n  no\ny, t, n? y, t, n? y, t, n? ',
    )
  })

  it('numbers choices, and takes a line as it is', async () => {
    const choices = [
      { value: 'no', label: 'No', hint: 'nothing changes' },
      { value: 'mine', label: 'Mine' },
    ] as const
    const { questions, screen } = asking('2\n')
    expect(await questions.choice('Trust?', choices)).toBe('mine')
    expect(screen()).toContain('  1  No (nothing changes)\n  2  Mine\n')
    expect(await asking('a reason\n').questions.line('Why?', 'Enter for none')).toBe('a reason')
  })

  it('an end of the input, and Ctrl-C, stop', async () => {
    const ended = asking('')
    ended.input.end()
    expect(await ended.questions.key('Allow it?', keys)).toBeUndefined()
    const interrupted = asking('')
    const answer = interrupted.questions.line('Why?', '')
    await new Promise((resolve) => setImmediate(resolve))
    interrupted.interrupt()
    expect(await answer).toBeUndefined()
    expect(interrupted.screen()).toContain('stopped')
    const stop = new AbortController()
    const stopped = asking('').questions.key('Allow it?', keys, stop.signal)
    stop.abort()
    expect(await stopped).toBeUndefined()
  })
})

it('Ctrl-D ends a question of @clack/prompts, which would wait for ever', () => {
  const input = new PassThrough()
  const { signal, unlisten } = endOf(input)
  input.emit('data', Buffer.from('why'))
  expect(signal.aborted).toBe(false)
  input.emit('data', Buffer.from('\u0004'))
  expect(signal.aborted).toBe(true)
  unlisten()
  expect(input.listenerCount('data')).toBe(0)
})

it('a terminal that does not know its size counts as one of 80 by 24', () => {
  expect(withSize({ columns: 0, rows: 0 })).toEqual({ columns: 80, rows: 24 })
  expect(withSize({ columns: 60, rows: 10 })).toEqual({ columns: 60, rows: 10 })
})

it('NO_COLOR takes every colour out of a question, and leaves what moves the cursor', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 70, rows: 20 })
  const output = await withoutColour(terminal)
  output.write('\u001b[?25l\u001b[36m◆\u001b[39m  Trust?\u001b[2A\u001b[7mx\u001b[27m')
  expect(String(terminal.read())).toBe('\u001b[?25l◆  Trust?\u001b[2Ax')
  expect(output).toMatchObject({ isTTY: true, columns: 70 })
})
