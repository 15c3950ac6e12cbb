import { describe, expect, it } from 'vitest'
import { commandOf } from './command.ts'

describe('a chat command', () => {
  it('is none beside a chip: then the text is data for the skill', () => {
    const chip = { path: '/a', name: 'a', changed: false }
    expect(commandOf({ text: '/help', chip })).toBeUndefined()
  })

  it('is the whole text where no chip is', () => {
    expect(commandOf({ text: '/help', chip: undefined })).toEqual({ command: 'help', argument: '' })
  })
})
