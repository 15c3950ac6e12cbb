import { describe, expect, it } from 'vitest'
import { chatCommands, commandIn } from './commands.ts'

describe('a chat command', () => {
  it.each(chatCommands)('is the whole text: /%s', (command) => {
    expect(commandIn(`/${command}`)).toEqual({ command, argument: '' })
    expect(commandIn(`/${command.toUpperCase()} \n`)).toEqual({ command, argument: '' })
    expect(commandIn(`please /${command}`)).toBeUndefined()
  })

  it('takes words where it has a use for them', () => {
    expect(commandIn('/model fast')).toEqual({ command: 'model', argument: 'fast' })
    expect(commandIn('/skills  two words ')).toEqual({ command: 'skills', argument: 'two words' })
    expect(commandIn('/help me with this')).toBeUndefined()
    expect(commandIn('/clear the table')).toBeUndefined()
    expect(commandIn('/export\nthe list')).toBeUndefined()
    expect(commandIn('/export it\nand more')).toBeUndefined()
  })

  it.each(['/usr/bin/env what is this', '/etc', '/ hello', '//comment', '/help-desk', '/', ''])(
    'bug 46 text that only looks like a command: %j is none',
    (text) => expect(commandIn(text)).toBeUndefined(),
  )
})
