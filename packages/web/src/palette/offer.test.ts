import { describe, expect, it } from 'vitest'
import { type Offered, offer } from './offer.ts'

const all: readonly Offered[] = [
  { id: '1', kind: 'command', label: 'New conversation' },
  { id: '2', kind: 'command', label: 'Settings' },
  { id: '3', kind: 'conversation', label: 'Mend the settings page' },
  { id: '4', kind: 'conversation', label: '审查围栏' },
  { id: '5', kind: 'skill', label: '/set-up', detail: 'Makes a new project' },
]
const ids = (text: string) => offer(all, text).map(({ id }) => id)

describe('search and commands', () => {
  it('offers everything before a word is typed', () => {
    expect(ids('')).toEqual(['1', '2', '3', '4', '5'])
  })

  it('keeps kinds together, best first', () => {
    expect(ids('set')).toEqual(['2', '3', '5'])
    expect(ids('NEW')).toEqual(['1', '5'])
  })

  it('wants every word, in any order', () => {
    expect(ids('page mend')).toEqual(['3'])
    expect(ids('page none')).toEqual([])
  })

  it('finds Chinese inside of a title', () => {
    expect(ids('围栏')).toEqual(['4'])
  })

  it('offers few of a kind', () => {
    const many = Array.from({ length: 1_000 }, (_, at): Offered => {
      return { id: `s${at}`, kind: 'skill', label: `/skill-${at}` }
    })
    expect(offer(many, 'skill')).toHaveLength(8)
  })
})
