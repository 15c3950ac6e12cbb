import { describe, expect, it } from 'vitest'
import { findHits } from './hits.ts'

describe('searching an exact text', () => {
  it('cuts it around the hits', () => {
    expect(findHits('Read the README.', 'read')).toEqual({
      pieces: [
        { text: 'Read', hit: 0 },
        { text: ' the ' },
        { text: 'READ', hit: 1 },
        { text: 'ME.' },
      ],
      count: 2,
    })
  })

  it('counts on beyond those that it marks, and loses no text', () => {
    const text = 'ab'.repeat(2_000)
    const { pieces, count } = findHits(text, 'a')
    expect(count).toBe(2_000)
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces.length).toBeLessThan(1_100)
  })

  it('leaves a text alone whose length changes with its case', () => {
    expect(findHits('İstanbul', 'i')).toEqual({ pieces: [{ text: 'İstanbul' }], count: 0 })
  })

  it('finds nothing for nothing', () => {
    expect(findHits('a', '')).toEqual({ pieces: [{ text: 'a' }], count: 0 })
  })
})
