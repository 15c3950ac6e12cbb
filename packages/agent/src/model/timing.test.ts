import { expect, it, vi } from 'vitest'
import { timer } from './timing.ts'

it('resolves after its time, or as soon as the signal fires, and leaves no timer behind', async () => {
  vi.useFakeTimers()
  const stop = new AbortController()
  const waited = timer(5_000, stop.signal)
  expect(vi.getTimerCount()).toBe(1)
  stop.abort()
  await waited
  expect(vi.getTimerCount()).toBe(0)
  await timer(5_000, stop.signal)
  const whole = timer(5_000, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(5_000)
  await whole
  vi.useRealTimers()
})
