import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byCodePoint } from './names.ts'

it('orders as the code points do, which UTF-16 does not above U+FFFF', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (left, right) => {
      const a = Array.from(left, (character) => character.codePointAt(0) ?? 0)
      const b = Array.from(right, (character) => character.codePointAt(0) ?? 0)
      const at = a.findIndex((code, index) => code !== b[index])
      const expected = at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1)
      expect(Math.sign(byCodePoint(left, right))).toBe(Math.sign(expected))
    }),
  )
})
