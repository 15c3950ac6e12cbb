import { describe, expect, it } from 'vitest'
import { Recent } from './recent.ts'

interface Thing {
  readonly id: string
  isIdle: boolean
}

const things = (most: number) => new Recent<Thing>(most, (id) => ({ id, isIdle: true }))

describe('what was used last', () => {
  it('is the same thing each time, and what was not used for long is let go', () => {
    const recent = things(3)
    const [a, b, c] = ['a', 'b', 'c'].map((id) => recent.get(id))
    expect(recent.get('a')).toBe(a)
    recent.get('d')
    expect(recent.peek('b')).toBeUndefined()
    expect(recent.peek('a')).toBe(a)
    expect(recent.peek('c')).toBe(c)
    expect(recent.get('b')).not.toBe(b)
    expect(recent.peek('never')).toBeUndefined()
  })

  it('keeps whatever is at work, however many', () => {
    const recent = things(2)
    const busy = ['a', 'b', 'c', 'd'].map((id) => recent.get(id))
    for (const one of busy) one.isIdle = false
    const working = ['e', 'f', 'g'].map((id) => {
      const one = recent.get(id)
      one.isIdle = false
      return one
    })
    expect(working.map(({ id }) => recent.peek(id))).toEqual(working)
    for (const one of working) one.isIdle = true
    recent.get('h')
    expect(working.map(({ id }) => recent.peek(id))).toEqual([undefined, undefined, undefined])
  })
})
