import fc from 'fast-check'
import ignore from 'ignore'
import { describe, expect, it } from 'vitest'
import { compileGlob } from './glob.ts'

const matches = (pattern: string, path: string) => compileGlob(pattern)?.(path) ?? false

describe('a pattern of an ignore file', () => {
  it.each([
    ['build', 'build', true],
    ['build', 'builds', false],
    ['Build', 'build', false],
    ['*.md', 'a.md', true],
    ['*.md', 'a/b.md', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a?c', 'aéc', true],
    ['a?c', 'a🍳c', true],
    ['**/deep', 'deep', true],
    ['**/deep', 'a/b/deep', true],
    ['**/deep', 'a/shallow-deep', false],
    ['a/**', 'a/b/c', true],
    ['a/**', 'a', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'axb', false],
    ['a**b', 'axyb', true],
    ['a**b', 'a/b', false],
    ['[a-c]', 'b', true],
    ['[!a-c]', 'b', false],
    ['[^a-c]', 'd', true],
    ['[]]', ']', true],
    ['[a\\]]', ']', true],
    ['[[:digit:]x]', '7', true],
    ['[[:nonsense:]]', 'n', false],
    ['a[/]b', 'a/b', false],
    ['[a', 'a', false],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['a\\', 'a', false],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected)
  })

  it('is answered where a matcher that backtracks would need years', () => {
    const path = `${'a/'.repeat(60)}${'a'.repeat(400)}b`
    for (const pattern of ['**/a/'.repeat(6), '*a'.repeat(30), '**/'.repeat(60), '*'.repeat(200)]) {
      expect(matches(`${pattern}c`, path)).toBe(false)
    }
  })

  const parts = fc.array(fc.constantFrom('a', 'b', '-', '.a', ']', 'ab'), {
    minLength: 1,
    maxLength: 4,
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (pattern, path) => {
        expect(typeof matches(pattern, path)).toBe('boolean')
      }),
    )
  })

  it('agrees with the library `ignore` where that follows git', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', '/', '*', '?', '**'), { minLength: 1, maxLength: 8 }),
        parts,
        (all, names) => {
          const pattern = all.join('')
          fc.pre(!pattern.startsWith('/') && !pattern.endsWith('/') && !pattern.includes('//'))
          const path = names.join('/')
          const other = ignore({ ignorecase: false, allowRelativePaths: true }).add(`/${pattern}`)
          const above = names.map((_, end) => names.slice(0, end + 1).join('/'))
          expect(above.some((parent) => matches(pattern, parent))).toBe(other.ignores(path))
        },
      ),
      { numRuns: 2000 },
    )
  })
})
