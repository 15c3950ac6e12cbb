import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesWildcard } from './rule.ts'
import { couldMean, open } from './wildcards.ts'

describe('couldMean', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 5 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '*'), maxLength: 6 })

  it('law: is true of every text that a pattern matches, whatever is opened in it', () => {
    fc.assert(
      fc.property(pattern, letters, fc.nat(5), fc.nat(5), (rule, text, from, length) => {
        if (!matchesWildcard(rule, text)) return
        const opened = text.slice(0, from) + open + text.slice(from + length)
        expect([rule, opened, couldMean(rule, opened)]).toEqual([rule, opened, true])
      }),
      { numRuns: 3000 },
    )
  })

  it('law: says the same as a match where nothing is open', () => {
    fc.assert(
      fc.property(pattern, letters, (rule, text) => {
        expect(couldMean(rule, text)).toBe(matchesWildcard(rule, text))
      }),
      { numRuns: 3000 },
    )
  })

  it('is false where no text fits both', () => {
    expect(couldMean('git push *', `git log ${open}`)).toBe(false)
    expect(couldMean('rm', `${open}.ts`)).toBe(false)
    // One word may become several.
    expect(couldMean('rm *', `${open}.ts x`)).toBe(true)
    expect(couldMean('*/environ', `/w/${open}`)).toBe(true)
  })
})
