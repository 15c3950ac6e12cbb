import { describe, expect, it } from 'vitest'
import { codesIn, showHidden } from './index.ts'

describe('the codes of characters that hide', () => {
  it('names each code once, in order', () => {
    expect(codesIn(showHidden('\u202ea\u200b\u202e'))).toEqual(['⟨U+202E⟩', '⟨U+200B⟩'])
  })
})
