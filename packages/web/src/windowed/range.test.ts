import { describe, expect, it } from 'vitest'
import { rangeOf, rowFor, scrollFor } from './range.ts'

const view = { top: 0, height: 640, rowHeight: 64, count: 10_000 }

describe('the rows that are drawn', () => {
  it('are those in view and a few beyond', () => {
    expect(rangeOf(view)).toEqual({ first: 0, end: 18 })
    expect(rangeOf({ ...view, top: 64_000 })).toEqual({ first: 992, end: 1018 })
  })

  it('end with the list', () => {
    expect(rangeOf({ ...view, top: 639_360 })).toEqual({ first: 9982, end: 10_000 })
    expect(rangeOf({ ...view, count: 3 })).toEqual({ first: 0, end: 3 })
    expect(rangeOf({ ...view, count: 0 })).toEqual({ first: 0, end: 0 })
  })

  it('stay in order when the list got shorter than it was scrolled', () => {
    const { first, end } = rangeOf({ ...view, top: 64_000, count: 5 })
    expect(first).toBeLessThanOrEqual(end)
    expect(end).toBe(5)
  })
})

describe('scrolling to a row', () => {
  it('leaves a row that is in view where it is', () => {
    expect(scrollFor(3, { ...view, top: 100 })).toBe(100)
  })

  it('goes as far as it must', () => {
    expect(scrollFor(1, { ...view, top: 640 })).toBe(64)
    expect(scrollFor(20, view)).toBe(21 * 64 - 640)
  })
})

describe('keys of the list', () => {
  it('move within it', () => {
    expect(rowFor('ArrowDown', 0, 3, 10)).toBe(1)
    expect(rowFor('ArrowUp', 0, 3, 10)).toBe(0)
    expect(rowFor('PageDown', 1, 3, 10)).toBe(2)
    expect(rowFor('End', 0, 3, 10)).toBe(2)
    expect(rowFor('Home', 2, 3, 10)).toBe(0)
  })

  it('leaves other keys alone', () => {
    expect(rowFor('Enter', 0, 3, 10)).toBeUndefined()
  })
})
