import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carryOver, difference } from './pasted.ts'

/** An edit: a stretch of the text is replaced, and the caret stands behind what came in. */
const edits = fc.record({ from: fc.nat(), length: fc.nat(4), with: fc.string({ maxLength: 5 }) })

function edited(before: string, edit: { from: number; length: number; with: string }) {
  const start = before.length === 0 ? 0 : edit.from % (before.length + 1)
  const after = before.slice(0, start) + edit.with + before.slice(start + edit.length)
  return { after, caret: start + edit.with.length }
}

describe('where two texts differ', () => {
  it('is what stands before the caret, where several places could be meant', () => {
    expect(difference('//', '///', 1)).toEqual({ start: 0, endBefore: 0, endAfter: 1 })
    expect(difference('//', '///', 3)).toEqual({ start: 2, endBefore: 2, endAfter: 3 })
  })

  it('is nothing where nothing changed', () => {
    expect(difference('abc', 'abc', 1)).toEqual({ start: 1, endBefore: 1, endAfter: 1 })
  })

  it('is all that an edit needs to be made again', () => {
    fc.assert(
      fc.property(fc.string(), edits, (before, edit) => {
        const { after, caret } = edited(before, edit)
        const { start, endBefore, endAfter } = difference(before, after, caret)
        const again =
          before.slice(0, start) + after.slice(start, endAfter) + before.slice(endBefore)
        expect(again).toBe(after)
      }),
    )
  })
})

describe('places that were pasted', () => {
  const range = { start: 4, end: 8 }

  it('stay where an edit is behind them, and move where it is before them', () => {
    expect(carryOver([range], { start: 8, endBefore: 8, endAfter: 9 })).toEqual([range])
    expect(carryOver([range], { start: 0, endBefore: 2, endAfter: 1 })).toEqual([
      { start: 3, end: 7 },
    ])
    expect(carryOver([range], { start: 4, endBefore: 4, endAfter: 5 })).toEqual([
      { start: 5, end: 9 },
    ])
  })

  it('fall apart around what is typed into them, and go with what is deleted', () => {
    expect(carryOver([range], { start: 6, endBefore: 6, endAfter: 7 })).toEqual([
      { start: 4, end: 6 },
      { start: 7, end: 9 },
    ])
    expect(carryOver([range], { start: 2, endBefore: 6, endAfter: 2 })).toEqual([
      { start: 2, end: 4 },
    ])
    expect(carryOver([range], { start: 4, endBefore: 8, endAfter: 4 })).toEqual([])
    expect(carryOver([range], { start: 0, endBefore: 9, endAfter: 3 })).toEqual([])
  })
})
