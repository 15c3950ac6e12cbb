import { describe, expect, it } from 'vitest'
import { begun, newId } from './new-id.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('the id of a conversation that is not begun', () => {
  it('survives a reload, and ends with the first message', () => {
    const storage = memory()
    const ids = ['one', 'two']
    const again: string[] = []
    const make = (kept?: string) => {
      if (kept !== undefined) again.push(kept)
      return kept ?? ids.shift() ?? 'none'
    }
    expect(newId(make, storage)).toBe('one')
    expect(newId(make, storage)).toBe('one')
    // Nobody wrote into it: what is kept is as fresh as it was.
    expect(again).toEqual(['one'])
    begun('other', storage)
    expect(newId(make, storage)).toBe('one')
    begun('one', storage)
    expect(newId(make, storage)).toBe('two')
  })

  it('is there without storage too', () => {
    const refuse = () => {
      throw new Error('denied')
    }
    expect(newId(() => 'one', { getItem: refuse, setItem: refuse })).toBe('one')
    begun('one', { getItem: refuse, removeItem: refuse })
  })
})
