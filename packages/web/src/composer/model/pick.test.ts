import { describe, expect, it } from 'vitest'
import { testSkill } from '../../test-skill/index.ts'
import { chip, content, entries, review, unheld, writing } from './pretend-page.ts'
import { boxAt } from './state.ts'

const submit = { type: 'submit' }

describe('the menu', () => {
  it.each([
    ['/idea', 'idea-log'],
    ['/gs', 'gs'],
    ['/research', 'deep-research'],
    ['/周', '周报'],
  ])('bug 40 ranking: after %s Enter picks %s', (typed, name) => {
    const page = writing()
    page.type(typed)
    expect(page.highlight()).toBe(name)
    page.press('Enter')
    expect(page.state().content.chip?.name).toBe(name)
    expect(page.asked()).toEqual([])
  })

  it('closes at Escape until the token changes, and where the caret leaves the token', () => {
    const page = writing()
    page.type('say /id')
    expect(page.press('Escape')).toBe(true)
    page.caret(6)
    page.caret(7)
    expect(page.menu()).toBeUndefined()
    page.type('e')
    expect(page.highlight()).toBe('idea-log')
    page.caret(2)
    expect(page.menu()).toBeUndefined()
    page.caret(8)
    expect(page.menu()).toBeUndefined()
  })

  it('is closed while something is selected', () => {
    const page = writing()
    page.type('/id')
    page.caret(0, 3)
    expect(page.menu()).toBeUndefined()
  })

  it('moves by keys, wraps, and takes the pointer only for rows of an open menu', () => {
    const page = writing()
    page.type('/g')
    expect(page.highlight()).toBe('gs')
    page.press('ArrowDown')
    expect(page.highlight()).toBe('gshow')
    page.press('Home')
    page.press('ArrowUp')
    expect(page.highlight()).toBe(page.menu()?.rows.at(-1)?.row.name)
    page.tell({ type: 'pointed', row: '/home/ada/.agents/skills/gshow/SKILL.md' })
    expect(page.highlight()).toBe('gshow')
    page.press('Escape')
    page.tell({ type: 'pointed', row: '/home/ada/.agents/skills/gs/SKILL.md' })
    page.tell({ type: 'chosen', row: '/home/ada/.agents/skills/gs/SKILL.md' })
    expect(page.state().content).toEqual(content('/g'))
  })

  it('keeps the highlight on its row when the list changes, and picks none that is gone', () => {
    const page = writing()
    page.type('/g')
    page.press('ArrowDown')
    page.list(testSkill('g'), ...entries)
    expect(page.highlight()).toBe('gshow')
    page.list(testSkill('g'))
    expect(page.highlight()).toBe('g')
    page.tell({ type: 'chosen', row: '/home/ada/.agents/skills/gshow/SKILL.md' })
    expect(page.state().content.chip).toBeUndefined()
  })

  it('leaves Enter and Tab what they are where nothing matches', () => {
    const page = writing()
    page.type('/idea-logger-x')
    expect(page.press('Tab')).toBe(false)
    expect(page.press('Enter')).toBe(true)
    expect(page.asked()).toEqual([submit])
    expect(page.state().content.text).toBe('/idea-logger-x')
  })

  it('leaves keys with Ctrl, Alt, Meta or Shift to the browser', () => {
    const page = writing()
    page.type('/g')
    const { highlight } = page.state()
    for (const held of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey']) {
      expect(page.press('ArrowDown', { [held]: true })).toBe(false)
      expect(page.press('Enter', { [held]: true })).toBe(false)
    }
    expect(page.state().highlight).toBe(highlight)
    expect(page.asked()).toEqual([])
  })

  it('goes when the text is left', () => {
    const page = writing()
    page.type('/g')
    page.tell({ type: 'left' })
    expect(page.menu()).toBeUndefined()
  })
})

describe('a pick', () => {
  it('bug 45 what a pick replaces: only the token, the caret stays, nothing is sent', () => {
    const page = writing({}, content('please  the diff'))
    page.caret(7)
    page.type('/rev')
    page.press('Enter')
    expect(page.state().content).toEqual(content('please  the diff', { chip: chip(review) }))
    expect(page.box()).toEqual(boxAt('please  the diff', 7))
    expect(page.asked()).toEqual([])
  })

  it('ancestor C: puts the caret in the first argument, or leaves it in the text', () => {
    const page = writing()
    page.type('/review')
    page.press('Enter')
    expect(page.focus()).toBe(0)
    page.type('/idea')
    page.press('Tab')
    expect(page.focus()).toBe('text')
  })

  it('ancestor C: replaces the chip, and what was filled in for the other', () => {
    const page = writing()
    page.type('/review')
    page.press('Enter')
    page.tell({ type: 'field-input', field: 1, value: 'closely' })
    expect(page.state().content.fields).toEqual(['', 'closely'])
    page.type('/idea')
    page.press('Enter')
    expect(page.state().content.chip?.name).toBe('idea-log')
    expect(page.state().content.fields).toEqual([])
  })

  it('comes of no key that is held down', () => {
    const page = writing()
    page.type('/idea')
    expect(page.press('Enter', { repeat: true })).toBe(true)
    expect(page.state().content).toEqual(content('/idea'))
    expect(page.asked()).toEqual([])
  })

  it('is undone with its chip, and done again with it', () => {
    const page = writing()
    page.type('say /idea')
    page.press('Enter')
    page.undoTo('say /idea')
    expect(page.state().content).toEqual(content('say /idea'))
    page.undoTo('say ')
    expect(page.state().content.chip?.name).toBe('idea-log')
  })

  it('is not undone by an undo of something else', () => {
    const page = writing()
    page.type('say /idea')
    page.press('Enter')
    page.type('x')
    page.undoTo('say ')
    expect(page.state().content.chip?.name).toBe('idea-log')
    page.press('Backspace')
    page.tell({ type: 'chip-removed' })
    page.undoTo('say /idea')
    page.undoTo('say ')
    expect(page.state().content.chip).toBeUndefined()
  })

  it('of a command writes it out and runs nothing', () => {
    const page = writing()
    page.type('/he')
    page.press('Enter')
    expect(page.state().content).toEqual(content('/help'))
    page.undoTo('')
    page.type('/mod')
    page.press('Tab')
    expect(page.state().content).toEqual(content('/model '))
    expect(page.asked()).toEqual([])
  })
})

describe('the chip', () => {
  const withChip = (text = '') => writing({}, content(text, { chip: chip(review), fields: ['a'] }))

  it('goes with Backspace at the very start, not with one that is held or deletes text', () => {
    const page = withChip('text')
    expect(page.press('Backspace')).toBe(false)
    page.caret(0, 4)
    expect(page.press('Backspace')).toBe(false)
    page.caret(0)
    expect(page.press('Backspace', { repeat: true })).toBe(false)
    expect(page.state().content.chip).toBeDefined()
    expect(page.press('Backspace')).toBe(true)
    expect(page.state().content).toEqual(content('text'))
  })

  it('leaves the text to Backspace where there is none', () => {
    expect(writing().press('Backspace')).toBe(false)
  })

  it('has fields in which Enter goes to the next, and sends from the last', () => {
    const page = withChip()
    const press = { ...unheld, key: 'Enter' }
    page.tell({ type: 'field-key', field: 0, press })
    expect(page.focus()).toBe(1)
    expect(page.asked()).toEqual([])
    page.tell({ type: 'field-key', field: 1, press: { ...press, repeat: true } })
    page.tell({ type: 'field-key', field: 1, press: { ...press, isComposing: true } })
    expect(page.asked()).toEqual([])
    page.tell({ type: 'field-key', field: 1, press })
    expect(page.asked()).toEqual([submit])
  })

  it('is undone from an empty field, and not from one in which something was written', () => {
    const undo = { ...unheld, key: 'z', ctrlKey: true }
    const page = writing()
    page.type('/review')
    page.press('Enter')
    page.tell({ type: 'field-input', field: 0, value: 'a' })
    expect(page.tell({ type: 'field-key', field: 0, press: undo })).toBe(false)
    page.tell({ type: 'field-input', field: 0, value: '' })
    expect(page.tell({ type: 'field-key', field: 0, press: { ...undo, shiftKey: true } })).toBe(
      false,
    )
    expect(page.tell({ type: 'field-key', field: 0, press: undo })).toBe(true)
    expect(page.asked()).toEqual([{ type: 'undo' }])
  })
})
