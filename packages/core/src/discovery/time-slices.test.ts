import { expect, it, vi } from 'vitest'
import { timeSlices } from './time-slices.ts'

it('pauses where a slice is used up, and starts a new one after the pause', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const slices = timeSlices(10)
  now = 9
  expect(slices.pause()).toBeUndefined()
  now = 10
  const pause = slices.pause()
  expect(pause).toBeInstanceOf(Promise)
  now = 100
  await pause
  now = 109
  expect(slices.pause()).toBeUndefined()
  clock.mockRestore()
})
