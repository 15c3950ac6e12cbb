import { describe, expect, it } from 'vitest'
import { chip, content, entries, review, writing } from './pretend-page.ts'
import { boxAt } from './state.ts'

const submit = { type: 'submit' }

describe('Enter', () => {
  it('sends, and nothing else does', () => {
    const page = writing()
    page.type('words')
    for (const key of ['Tab', 'Escape', 'PageDown', 'End']) expect(page.press(key)).toBe(false)
    expect(page.press('Enter', { shiftKey: true })).toBe(false)
    expect(page.press('Enter', { repeat: true })).toBe(true)
    expect(page.asked()).toEqual([])
    page.press('Enter')
    expect(page.asked()).toEqual([submit])
  })

  it('runs a command that is the whole text, and takes it out of the text', () => {
    const page = writing()
    page.type('/model fast')
    page.press('Enter')
    expect(page.asked()).toEqual([{ type: 'run', command: 'model', argument: 'fast' }])
    expect(page.state().content.text).toBe('')
    expect(page.box().text).toBe('')
  })

  it('runs a command that is written out although the menu is open on it', () => {
    const page = writing()
    page.type('/help')
    expect(page.menu()).toBeDefined()
    page.press('Enter')
    expect(page.asked()).toEqual([{ type: 'run', command: 'help', argument: '' }])
  })

  it.each(['/usr/bin/env what is this', '/etc', '/ hello', '//comment'])(
    'bug 46 text that only looks like a command: %j is sent as it stands',
    (text) => {
      const page = writing()
      page.type(text)
      page.press('Enter')
      expect(page.asked()).toEqual([submit])
      expect(page.state().content).toEqual(content(text))
    },
  )

  it('is a new line on a coarse pointer; the button sends and runs commands', () => {
    const page = writing({ coarse: true })
    page.type('words')
    expect(page.press('Enter')).toBe(false)
    page.tell({ type: 'send-pressed' })
    expect(page.asked()).toEqual([submit])
    const other = writing({ coarse: true })
    other.type('/clear')
    other.press('Escape')
    other.tell({ type: 'send-pressed' })
    expect(other.asked()).toEqual([{ type: 'run', command: 'clear', argument: '' }])
  })
})

describe('earlier messages', () => {
  const history = [content('one'), content('two\nlines', { chip: chip(review), fields: ['a'] })]

  it('come with Up in an empty text, chip and fields with them, and Down comes back', () => {
    const page = writing({ history }, content('', { chip: chip(entries[1] ?? review) }))
    page.press('ArrowUp')
    expect(page.state().content).toEqual(history[1])
    expect(page.box()).toEqual(boxAt('two\nlines', 9))
    expect(page.press('ArrowUp')).toBe(false)
    page.caret(0)
    page.press('ArrowUp')
    expect(page.state().content).toEqual(history[0])
    expect(page.press('ArrowUp')).toBe(true)
    expect(page.state().content).toEqual(history[0])
    page.press('ArrowDown')
    page.press('ArrowDown')
    expect(page.state().content).toEqual(content('', { chip: chip(entries[1] ?? review) }))
  })

  it('do not come into a text, nor after one was changed', () => {
    const page = writing({ history })
    page.type('x')
    expect(page.press('ArrowUp')).toBe(false)
    page.erase()
    page.press('ArrowUp')
    page.type('!')
    expect(page.press('ArrowDown')).toBe(false)
    expect(page.state().content.text).toBe('two\nlines!')
  })

  it('are none in a new conversation', () => {
    expect(writing().press('ArrowUp')).toBe(false)
  })
})

describe('input methods', () => {
  it('bug 43 IME Enter: no key sends, picks, moves or recalls, in whichever order they come', () => {
    const page = writing({ history: [content('before')] })
    page.type('/g')
    const { highlight } = page.state()
    const keys = ['Enter', 'Tab', 'Escape', 'ArrowDown', 'ArrowUp', 'Backspace']
    for (const key of keys) expect(page.press(key, { keyCode: 229 })).toBe(false)
    for (const key of keys) expect(page.press(key, { isComposing: true })).toBe(false)
    page.tell({ type: 'composition-started' })
    for (const key of keys) expect(page.press(key)).toBe(false)
    expect(page.state().highlight).toBe(highlight)
    expect(page.menu()).toBeDefined()
    expect(page.asked()).toEqual([])
    page.settle()
    expect(page.press('Enter')).toBe(true)
    expect(page.state().content.chip?.name).toBe('gs')
  })

  it('show the menu only what they committed', () => {
    const page = writing()
    page.compose('/')
    expect(page.menu()).toBeUndefined()
    page.settle()
    const rows = page.menu()?.rows.length
    page.compose('zhou')
    expect(page.menu()?.rows).toHaveLength(rows ?? 0)
    page.caret(0)
    expect(page.menu()?.rows).toHaveLength(rows ?? 0)
    page.caret(5)
    for (let at = 0; at < 4; at++) page.erase()
    page.put('周')
    page.settle()
    expect(page.highlight()).toBe('周报')
  })

  it('in an argument field leave the text as it is', () => {
    const page = writing({}, content('text', { chip: chip(review) }))
    page.tell({ type: 'composition-started' })
    page.tell({ type: 'composition-settled', box: undefined })
    expect(page.state().composing).toBe(false)
    expect(page.state().content.text).toBe('text')
  })
})
