import fc from 'fast-check'
import { expect, it } from 'vitest'
import { showHidden as showHiddenInTerminal } from '../packages/cli/src/screen/clean.ts'
import { showHidden as showHiddenInBrowser } from '../packages/web/src/hidden-codes/index.ts'

it('terminal and browser write what hides as the same codes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(showHiddenInBrowser(text)).toBe(showHiddenInTerminal(text))
    }),
  )
})
