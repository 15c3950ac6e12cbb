import { describe, expect, it } from 'vitest'
import { atStart, grew, scrolled } from './stick-to-end.ts'

const at = (top: number, height = 1000) => ({ top, height, seen: 400 })

describe('staying at the end', () => {
  it('holds while the end is in sight', () => {
    expect(scrolled(atStart, at(600)).follows).toBe(true)
    expect(scrolled(atStart, at(590)).follows).toBe(true)
  })

  it('ends when the person scrolls up', () => {
    const there = scrolled(atStart, at(600))
    expect(scrolled(there, at(500))).toEqual({ follows: false, missed: false, top: 500 })
  })

  it('does not end because text grows faster than the scroll event comes', () => {
    const there = scrolled(atStart, at(600))
    expect(scrolled(there, at(600, 1200)).follows).toBe(true)
  })

  it('begins anew when the person comes back to the end', () => {
    const away = grew(scrolled(scrolled(atStart, at(600)), at(200)))
    expect(away).toMatchObject({ follows: false, missed: true })
    expect(scrolled(away, at(600))).toMatchObject({ follows: true, missed: false })
  })

  it('scrolling down without reaching the end does not begin it', () => {
    const away = scrolled(scrolled(atStart, at(600)), at(100))
    expect(scrolled(away, at(300)).follows).toBe(false)
  })

  it('new text is missed only by whoever does not see the end', () => {
    expect(grew(atStart)).toBe(atStart)
    expect(grew(scrolled(scrolled(atStart, at(600)), at(100))).missed).toBe(true)
  })
})
