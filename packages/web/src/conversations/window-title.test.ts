import { expect, it } from 'vitest'
import { windowTitle } from './window-title.ts'

it('says what happens behind the window', () => {
  expect(windowTitle({ name: 'Fences', running: false, waiting: 0 })).toBe('Fences')
  expect(windowTitle({ name: 'Fences', running: true, waiting: 0 })).toBe('● Fences')
})

it('threat T8: shows what hides in a name', () => {
  const name = 'gpj\u202eexe.\nx'
  expect(windowTitle({ name, running: false, waiting: 0 })).toBe('gpj⟨U+202E⟩exe.⏎x')
})

it('says that something waits rather than that it runs', () => {
  expect(windowTitle({ name: 'Fences', running: true, waiting: 1 })).toBe('(1) Fences')
})
