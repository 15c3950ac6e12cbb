import { expect, test, vi } from 'vitest'
import { atFirstUse } from './at-first-use.ts'

test('makes it once, and not before it is asked for', () => {
  const make = vi.fn(() => undefined)
  const value = atFirstUse(make)
  expect(make).not.toHaveBeenCalled()
  value()
  value()
  expect(make).toHaveBeenCalledTimes(1)
})
