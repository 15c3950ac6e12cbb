import { describe, expect, test } from 'vitest'
import { isComposing, labelOf, type Press, shortcutOf } from './table.ts'

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
  ...more,
})
const ctrl = { ctrlKey: true }
const meta = { metaKey: true }

describe('a key asks for a shortcut', () => {
  test('with Ctrl, and on Apple keyboards with ⌘ instead', () => {
    expect(shortcutOf(press('b', ctrl), 'anywhere', 'other')).toBe('conversations')
    expect(shortcutOf(press('b', meta), 'anywhere', 'apple')).toBe('conversations')
    expect(shortcutOf(press('b', meta), 'anywhere', 'other')).toBeUndefined()
    expect(shortcutOf(press('b', ctrl), 'anywhere', 'apple')).toBeUndefined()
    expect(shortcutOf(press('b', { ...ctrl, ...meta }), 'anywhere', 'other')).toBeUndefined()
  })

  test('with Caps Lock too, not with Shift or Alt, which make other keys', () => {
    expect(shortcutOf(press('K', ctrl), 'anywhere', 'other')).toBe('search')
    expect(shortcutOf(press('K', { ...ctrl, shiftKey: true }), 'anywhere', 'other')).toBeUndefined()
    expect(shortcutOf(press('k', { ...ctrl, altKey: true }), 'anywhere', 'other')).toBeUndefined()
  })

  test('though a layout has / behind Shift', () => {
    expect(shortcutOf(press('/', { ...ctrl, shiftKey: true }), 'anywhere', 'other')).toBe('keys')
  })

  test('to answer only while focus is in an approval', () => {
    expect(shortcutOf(press('y'), 'approval', 'other')).toBe('once')
    expect(shortcutOf(press('n'), 'approval', 'other')).toBe('no')
    expect(shortcutOf(press('y'), 'anywhere', 'other')).toBeUndefined()
    expect(shortcutOf(press('Y', { shiftKey: true }), 'approval', 'other')).toBeUndefined()
  })

  test('from inside an approval to go elsewhere too', () => {
    expect(shortcutOf(press('j', ctrl), 'approval', 'other')).toBe('waiting')
    expect(shortcutOf(press('Escape'), 'approval', 'other')).toBe('close')
  })
})

describe('while an input method composes', () => {
  test.each([
    ['a key of the composition', { isComposing: true }],
    ['its first key, whose event does not say so', { keyCode: 229 }],
    ['the key that ended it, which Safari sends afterwards', { keyCode: 229 }],
  ])('no key asks for anything: %s', (_, more) => {
    expect(isComposing(press('Escape', more))).toBe(true)
    expect(shortcutOf(press('Escape', more), 'anywhere', 'other')).toBeUndefined()
    expect(shortcutOf(press('y', more), 'approval', 'other')).toBeUndefined()
  })
})

test('a shortcut is written as it stands on the keyboard', () => {
  expect(labelOf('conversations', 'other')).toBe('Ctrl+B')
  expect(labelOf('conversations', 'apple')).toBe('⌘B')
  expect(labelOf('close', 'other')).toBe('Esc')
  expect(labelOf('once', 'apple')).toBe('Y')
})
