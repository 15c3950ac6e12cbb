import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, it } from 'vitest'
import { compileGlob } from './glob.ts'

describe('globs', () => {
  it.each([
    ['src/**', 'src/a/b.ts', true],
    ['src/**', 'lib/a.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['.*', '.env', true],
    ['[ab]?', 'bx', true],
    ['[!ab]', 'b', false],
    ['a{b,c}d', 'acd', true],
    ['\\*', '*', true],
    ['\\*', 'x', false],
  ])('%j on %j is %j', (pattern, path, expected) => {
    expect(compileGlob(pattern)?.(path)).toBe(expected)
  })

  it('law: it agrees with the library whose globs people know, but for a `**` at the end', () => {
    const part = fc
      .stringMatching(/^(?:\*|[abc?]|\[ab\]){1,4}$/u)
      .filter((text) => !text.includes('**'))
    const pattern = fc.array(fc.oneof(part, fc.constant('**')), { minLength: 1, maxLength: 4 })
    const path = fc.array(fc.stringMatching(/^[abc]{1,4}$/u), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(pattern, path, (parts, names) => {
        const glob = [...parts, 'c'].join('/')
        const name = [...names, 'c'].join('/')
        const options = { dot: true, noextglob: true, nonegate: true }
        expect([glob, name, compileGlob(glob)?.(name)]).toEqual([
          glob,
          name,
          picomatch(glob, options)(name),
        ])
      }),
      { numRuns: 2000 },
    )
  })

  it('threat T7: takes no longer on patterns made to backtrack', () => {
    expect(compileGlob(`${'*a'.repeat(60)}b`)?.('a'.repeat(5000))).toBe(false)
    expect(compileGlob(`${'**/a/'.repeat(40)}b`)?.('a/'.repeat(2000))).toBe(false)
    expect(compileGlob('{a,b}'.repeat(50))?.('ab'.repeat(100))).toBe(false)
    expect(compileGlob('x'.repeat(257))).toBeUndefined()
  })
})
