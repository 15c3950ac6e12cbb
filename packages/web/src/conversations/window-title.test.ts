import { expect, it } from 'vitest'
import { windowTitle } from './window-title.ts'

it('says what happens behind the window', () => {
  expect(windowTitle({ name: 'Fences', running: false, waiting: 0 })).toBe('Fences')
  expect(windowTitle({ name: 'Fences', running: true, waiting: 0 })).toBe('● Fences')
})

it('says that something waits rather than that it runs', () => {
  expect(windowTitle({ name: 'Fences', running: true, waiting: 1 })).toBe('(1) Fences')
})
