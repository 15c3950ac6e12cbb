import { describe, expect, it } from 'vitest'
import { argumentsLine } from './arguments.ts'

describe('what is filled in', () => {
  it('shows on the chip in one line, without the empty ones', () => {
    expect(argumentsLine([' src/a.ts ', '', 'closely'])).toBe('src/a.ts closely')
    expect(argumentsLine(['', ' '])).toBe('')
  })
})
