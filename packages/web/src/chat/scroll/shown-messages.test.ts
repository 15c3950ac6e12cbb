import { describe, expect, it } from 'vitest'
import { afterChange, afterSlice, firstShown } from './shown-messages.ts'

describe('how many messages are on the page', () => {
  it('older ones come in slices, until all are there', () => {
    let shown = firstShown
    let slices = 0
    while (shown < 1000) {
      shown = afterSlice(shown, 1000)
      slices += 1
    }
    expect(shown).toBe(1000)
    expect(slices).toBe(48)
  })

  it('a new one takes no room from older ones', () => {
    expect(afterChange(70, 1000, 1002)).toBe(72)
  })

  it('a stored conversation that comes begins with its last ones', () => {
    expect(afterChange(0, 0, 1000)).toBe(firstShown)
    expect(afterChange(0, 0, 2)).toBe(2)
  })

  it('a shorter branch shows its last ones', () => {
    expect(afterChange(1000, 1000, 30)).toBe(30)
    expect(afterChange(10, 10, 8)).toBe(8)
  })
})
