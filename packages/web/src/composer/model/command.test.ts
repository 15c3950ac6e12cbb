import { chatCommands } from '@skillet/core/menu'
import { describe, expect, it } from 'vitest'
import { commandIn } from './command.ts'

const commandOf = (text: string) => commandIn({ text, chip: undefined })

describe('a chat command', () => {
  it.each(chatCommands)('is the whole text: /%s', (command) => {
    expect(commandOf(`/${command}`)).toEqual({ command, argument: '' })
    expect(commandOf(`/${command.toUpperCase()} \n`)).toEqual({ command, argument: '' })
    expect(commandOf(`please /${command}`)).toBeUndefined()
  })

  it('takes words where it has a use for them', () => {
    expect(commandOf('/model fast')).toEqual({ command: 'model', argument: 'fast' })
    expect(commandOf('/skills  two words ')).toEqual({ command: 'skills', argument: 'two words' })
    expect(commandOf('/help me with this')).toBeUndefined()
    expect(commandOf('/clear the table')).toBeUndefined()
    expect(commandOf('/export\nthe list')).toBeUndefined()
    expect(commandOf('/export it\nand more')).toBeUndefined()
  })

  it('is none beside a chip: then the text is data for the skill', () => {
    const chip = { path: '/a', name: 'a', changed: false }
    expect(commandIn({ text: '/help', chip })).toBeUndefined()
  })

  it.each(['/usr/bin/env what is this', '/etc', '/ hello', '//comment', '/help-desk', '/', ''])(
    'bug 46 text that only looks like a command: %j is none',
    (text) => expect(commandOf(text)).toBeUndefined(),
  )
})
