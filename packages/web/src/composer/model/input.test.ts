import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chip, content, review, writing } from './pretend-page.ts'

describe('pasted text', () => {
  it('opens no menu, also where it is typed on', () => {
    const page = writing()
    page.paste('/idea')
    page.type('-')
    expect(page.menu()).toBeUndefined()
    page.type(' /')
    expect(page.menu()).toBeDefined()
  })

  it('opens none after text was typed before it', () => {
    const page = writing()
    page.paste('/id')
    page.caret(0)
    page.type('so ')
    page.caret(6)
    page.type('e')
    expect(page.state().pasted).toEqual([{ start: 3, end: 6 }])
    expect(page.menu()).toBeUndefined()
  })

  it('is forgotten with its last letter', () => {
    const page = writing()
    page.paste('/')
    page.erase()
    expect(page.state().pasted).toEqual([])
    page.type('/')
    expect(page.menu()).toBeDefined()
  })
})

describe('whatever comes', () => {
  const acts = fc.oneof(
    fc
      .constantFrom('a', '/', 'g', ' ', '、', 'Z')
      .map((letter) => ({ act: 'type', letter }) as const),
    fc.constantFrom('/G', 'XY', 'Q\n').map((text) => ({ act: 'paste', text }) as const),
    fc
      .constantFrom('Enter', 'Tab', 'Escape', 'ArrowUp', 'ArrowDown', 'Backspace')
      .map((key) => ({ act: 'press', key }) as const),
    fc.record({ act: fc.constant('caret' as const), start: fc.nat(9), length: fc.nat(3) }),
    fc.constantFrom('erase', 'compose', 'settle').map((act) => ({ act }) as const),
  )

  it('the state holds the text of the box, and its marks lie in it', () => {
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 40 }), (list) => {
        const page = writing({ history: [content('one'), content('two', { chip: chip(review) })] })
        for (const one of list) {
          const { text } = page.box()
          const { composing } = page.state()
          const before = page.asked().length
          switch (one.act) {
            case 'type':
              page.type(one.letter)
              break
            case 'paste':
              page.paste(one.text)
              break
            case 'press':
              page.press(one.key)
              break
            case 'caret':
              page.caret(
                Math.min(one.start, text.length),
                Math.min(one.start + one.length, text.length),
              )
              break
            case 'compose':
              page.compose('g')
              break
            case 'erase':
            case 'settle':
              page[one.act]()
          }
          const state = page.state()
          expect(state.content.text).toBe(page.box().text)
          for (const { start, end } of state.pasted) {
            expect(start).toBeLessThan(end)
            expect(end).toBeLessThanOrEqual(state.content.text.length)
          }
          if (composing) expect(page.asked()).toHaveLength(before)
          if (page.menu() !== undefined) expect(state.seen.start).toBe(state.seen.end)
        }
      }),
    )
  })

  it('exactly what was pasted counts as pasted', () => {
    const edits = fc.record({
      start: fc.nat(12),
      length: fc.nat(4),
      put: fc.oneof(
        fc.string({ unit: fc.constantFrom('A', 'B'), minLength: 1, maxLength: 4 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 1 }),
      ),
    })
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 20 }), (list) => {
        const page = writing()
        for (const { start, length, put } of list) {
          const { text } = page.box()
          const from = Math.min(start, text.length)
          page.caret(from, Math.min(from + length, text.length))
          page.put(put, /[A-Z]/u.test(put) ? 'pasted' : 'typed')
          const now = page.box().text
          const inRange = (at: number) =>
            page.state().pasted.some((range) => at >= range.start && at < range.end)
          const marked = Array.from(now, (letter, at) => (inRange(at) ? letter : ''))
          expect(marked.join('')).toBe(now.replace(/[a-z]/gu, ''))
          expect(marked.some((letter) => /[a-z]/u.test(letter))).toBe(false)
        }
      }),
    )
  })
})
