import { describe, expect, it } from 'vitest'
import { argumentFields, filledArguments } from './arguments.ts'

const ofHint = (argumentHint: string) => argumentFields({ arguments: [], argumentHint })
const named = (name: string) => ({ name, help: '', placeholder: '' })
const unnamed = { name: undefined, help: '', placeholder: 'a text' }

describe('ancestor C: the fields of a skill', () => {
  it('are its declared arguments, with their descriptions, and the hint where it matches', () => {
    const declared = [{ name: 'target', description: 'What to review' }, { name: 'depth' }]
    expect(argumentFields({ arguments: declared, argumentHint: '<target> [depth]' })).toEqual([
      { name: 'target', help: 'What to review', placeholder: '<target>' },
      { name: 'depth', help: '', placeholder: '[depth]' },
    ])
    expect(
      argumentFields({ arguments: declared, argumentHint: '<target>' }).map(
        ({ placeholder }) => placeholder,
      ),
    ).toEqual(['', ''])
  })

  it('are the parts of a hint that is a list of <a> or [a]', () => {
    expect(ofHint('<file> [format]')).toEqual([
      { name: 'file', help: '', placeholder: '<file>' },
      { name: 'format', help: '', placeholder: '[format]' },
    ])
    expect(ofHint('<a file> [how many]').map(({ name }) => name)).toEqual(['a file', 'how many'])
  })

  it.each(['into which language', '<file> and <file>', '[a [b]]', '<a> | <b>', '<>'])(
    'are one, with the hint as placeholder, where it is anything else: %s',
    (hint) => expect(ofHint(hint)).toEqual([{ name: undefined, help: '', placeholder: hint }]),
  )

  it('are none where the skill takes nothing', () => {
    expect(ofHint(' ')).toEqual([])
    expect(argumentFields({ arguments: [] })).toEqual([])
  })
})

describe('what goes with a message', () => {
  it('is a list of strings up to the last that is filled, each as it was typed', () => {
    const fields = ['a', 'b', 'c'].map(named)
    expect(filledArguments(fields, [' src/a b ', '', ''])).toEqual([' src/a b '])
    expect(filledArguments(fields, ['', 'x'])).toEqual(['', 'x'])
  })

  it('is the text of a single field without a name, and a list for one with a name', () => {
    expect(filledArguments([unnamed], ['one "two" three'])).toBe('one "two" three')
    expect(filledArguments([named('a')], ['one'])).toEqual(['one'])
  })

  it('is nothing where all are empty, which is no error', () => {
    expect(filledArguments([named('a'), named('b')], ['', '  '])).toBeUndefined()
    expect(filledArguments([], ['left from another skill'])).toBeUndefined()
  })
})
