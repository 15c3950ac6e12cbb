import { describe, expect, it } from 'vitest'
import type { ProviderFailure } from '../model/types.ts'
import { retryDelay } from './retry.ts'

const failure = (rest: Partial<ProviderFailure> = {}): ProviderFailure => ({
  class: 'server',
  message: '',
  hint: '',
  retryable: true,
  ...rest,
})

describe('the delay before another attempt', () => {
  it('doubles, half of it random', () => {
    expect([1, 2, 3, 4].map((n) => retryDelay(failure(), n, 0))).toEqual([500, 1000, 2000, 4000])
    expect([1, 2, 3, 4].map((n) => retryDelay(failure(), n, 1))).toEqual([1000, 2000, 4000, 8000])
  })

  it('ends after four attempts', () => {
    expect(retryDelay(failure(), 5, 0)).toBeUndefined()
  })

  it('honours `retry-after`, unless it asks for minutes', () => {
    expect(retryDelay(failure({ retryAfterMs: 7000 }), 1, 1)).toBe(7000)
    expect(retryDelay(failure({ retryAfterMs: 1 }), 1, 1)).toBe(1000)
    expect(retryDelay(failure({ retryAfterMs: 600_000 }), 1, 1)).toBeUndefined()
  })

  it('is none for what another attempt cannot help', () => {
    expect(retryDelay(failure({ retryable: false }), 1, 0)).toBeUndefined()
  })
})
