import type { SkilletMessage } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { contentOf, historyOf } from './history.ts'

let ids = 0
const message = (
  role: SkilletMessage['role'],
  ...parts: SkilletMessage['parts']
): SkilletMessage => ({ id: `${ids++}`, role, parts })
const text = (words: string) => ({ type: 'text', text: words }) as const
const skill = (more: object = {}) =>
  ({ type: 'data-skill', data: { name: 'review', location: '/review', ...more } }) as const

describe('ancestor C: a message that comes back', () => {
  it('is what was picked: chip, fields and words', () => {
    expect(contentOf(message('user', skill({ arguments: ['a', 'b'] }), text('words')))).toEqual({
      text: 'words',
      chip: { path: '/review', name: 'review', changed: false },
      fields: ['a', 'b'],
    })
    expect(contentOf(message('user', skill({ arguments: 'one text' }))).fields).toEqual([
      'one text',
    ])
    expect(contentOf(message('user', skill())).fields).toEqual([])
  })

  it('is what was typed where it was typed', () => {
    expect(contentOf(message('user', skill({ typed: '/review ' }), text('a b')))).toEqual({
      text: '/review a b',
      chip: undefined,
      fields: [],
    })
  })

  it('is of the person, the oldest first, and one sent twice in a row counts once', () => {
    const history = historyOf([
      message('user', text('one')),
      message('assistant', text('answer')),
      message('user', text('one')),
      message('user', skill(), text('one')),
      message('user', text('one')),
    ])
    expect(history.map((content) => [content.text, content.chip?.name])).toEqual([
      ['one', undefined],
      ['one', 'review'],
      ['one', undefined],
    ])
  })

  it('tells arguments apart that only look alike in a row', () => {
    const one = message('user', skill({ arguments: ['a b'] }))
    const other = message('user', skill({ arguments: ['a', 'b'] }))
    expect(historyOf([one, other])).toHaveLength(2)
  })
})
