import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isChatCommand, menuTrigger, replaceToken } from './index.ts'

/** Reads a text in which `|` shows the caret. */
function at(shown: string) {
  const caret = shown.indexOf('|')
  const text = shown.replace('|', '')
  return { text, token: menuTrigger(text, caret) }
}

describe('menuTrigger', () => {
  it.each([
    ['/|', ''],
    ['/re|', 're'],
    ['please /re|', 're'],
    ['帮我写周报/|', ''],
    ['帮我写周报/周|', '周'],
    ['你好，/re|', 're'],
    ['「/re|', 're'],
    ['ありがとう/re|', 're'],
    ['한국어/re|', 're'],
    ['𠮷/re|', 're'],
    ['first /a then /b|', 'b'],
    ['line\n/re|', 're'],
    ['全角\u3000/re|', 're'],
    ['、re|', 're'],
    ['/skill:re|', 'skill:re'],
  ])('bug 44 where a trigger counts: %j opens with %j', (shown, typed) => {
    expect(at(shown).token?.typed).toBe(typed)
  })

  it.each([
    'https://x.y/z|',
    'https:/|',
    '3/4|',
    'src/a|',
    '//|',
    'and/or|',
    'é/x|',
    './a|',
    '(/a|',
    '你好、re|',
    '/re |',
    'no slash|',
    '|/re',
    '|',
  ])('bug 44 where a trigger counts: %j does not open', (shown) => {
    expect(at(shown).token).toBeUndefined()
  })

  it('takes the rest of a word behind the caret, but not the sentence', () => {
    expect(at('/re|view the diff').token).toEqual({ start: 0, end: 7, typed: 're' })
    expect(at('/re|写周报').token).toEqual({ start: 0, end: 3, typed: 're' })
    expect(at('/|word').token).toEqual({ start: 0, end: 1, typed: '' })
  })
})

describe('replaceToken', () => {
  it('bug 45 what a pick replaces: only the token, caret after one blank', () => {
    const { text, token } = at('please /re| the diff')
    if (!token) throw new Error('no token')
    const replaced = replaceToken(text, token, '/review ')
    expect(replaced).toEqual({ text: 'please /review  the diff', caret: 15 })
  })

  it('ancestor C: a pick takes the token out of the text and leaves the rest', () => {
    const { text, token } = at('/re| the diff')
    if (!token) throw new Error('no token')
    expect(replaceToken(text, token, '')).toEqual({ text: ' the diff', caret: 0 })
  })

  it('never touches what stands before or behind the token', () => {
    const text = fc.string({ unit: fc.constantFrom('/', ' ', 'a', '周', '、', '。', '𠮷') })
    fc.assert(
      fc.property(text, fc.nat(30), fc.string(), (given, place, replacement) => {
        const caret = Math.min(place, given.length)
        const token = menuTrigger(given, caret)
        if (!token) return
        const replaced = replaceToken(given, token, replacement)
        expect(token.start).toBeLessThan(caret)
        expect(token.end).toBeGreaterThanOrEqual(caret)
        expect(replaced.text.slice(0, token.start)).toBe(given.slice(0, token.start))
        expect(replaced.text.slice(replaced.caret)).toBe(given.slice(token.end))
      }),
    )
  })
})

describe('isChatCommand', () => {
  it('bug 34 clash with built-in commands: whole names are compared', () => {
    expect(isChatCommand('help')).toBe(true)
    expect(isChatCommand('Help')).toBe(true)
    expect(isChatCommand('help-desk')).toBe(false)
    expect(isChatCommand('model-builder')).toBe(false)
  })
})
