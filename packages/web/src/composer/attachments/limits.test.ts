import { largestAttachment, mostAttachments } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { admit } from './limits.ts'

const file = (name: string, size = 1) => ({ name, size })
const names = (files: readonly { readonly name: string }[]) => files.map(({ name }) => name)

describe('what can be attached', () => {
  it('is as large as the server takes it, and not a byte more', () => {
    const whole = file('whole.txt', largestAttachment)
    const over = file('over.txt', largestAttachment + 1)
    expect(admit([whole, over], 0)).toEqual({
      taken: [whole],
      refused: [{ why: 'too-large', name: 'over.txt', size: largestAttachment + 1 }],
    })
  })

  it('is as many files as the server takes, those that are there already among them', () => {
    const files = Array.from({ length: mostAttachments + 1 }, (_, at) => file(`${at}`))
    expect(admit(files, 0).taken).toEqual(files.slice(0, mostAttachments))
    expect(names(admit(files, mostAttachments - 2).taken)).toEqual(['0', '1'])
    expect(admit(files, mostAttachments + 3)).toEqual({
      taken: [],
      refused: [{ why: 'too-many' }],
    })
    expect(admit(files.slice(1), 0).refused).toEqual([])
  })

  it('is no folder, which comes without bytes', () => {
    expect(admit([file('folder', 0)], 0)).toEqual({
      taken: [],
      refused: [{ why: 'empty', name: 'folder' }],
    })
  })

  it('says each reason once for each file, and that there were too many once', () => {
    const { taken, refused } = admit(
      [file('a', 0), file('b'), file('c', largestAttachment + 1), file('d'), file('e')],
      mostAttachments - 1,
    )
    expect(names(taken)).toEqual(['b'])
    expect(refused.map(({ why }) => why)).toEqual(['empty', 'too-large', 'too-many'])
  })

  it('does not let a file that stays out take the place of one that fits', () => {
    const { taken } = admit([file('a', 0), file('b')], mostAttachments - 1)
    expect(names(taken)).toEqual(['b'])
  })
})
