import { describe, expect, it } from 'vitest'
import { argumentFields } from '../draft/index.ts'
import { fieldWords } from './field-words.ts'

const words = { arguments: 'Arguments', optional: 'optional' }
const shown = (argumentHint: string, ...declared: { name: string; description?: string }[]) =>
  argumentFields({ arguments: declared, argumentHint }).map((field) => fieldWords(field, words))

describe('the words of an argument field', () => {
  it('have a name once, and say what may be left out', () => {
    expect(shown('<target> [output file...]')).toEqual([
      { label: 'target', placeholder: '', help: '' },
      { label: 'output file...', placeholder: 'optional', help: '' },
    ])
    const declared = [{ name: 'target' }, { name: 'output-file' }]
    expect(shown('<Target> [output file]', ...declared)).toEqual([
      { label: 'target', placeholder: '', help: '' },
      { label: 'output-file', placeholder: 'optional', help: '' },
    ])
  })

  it('keep a hint that says more than the name', () => {
    expect(shown('<a folder or a file>', { name: 'target' })).toEqual([
      { label: 'target', placeholder: '<a folder or a file>', help: '' },
    ])
    expect(shown('into which language')).toEqual([
      { label: 'Arguments', placeholder: 'into which language', help: '' },
    ])
  })

  it('have a description only where it says more than name and hint', () => {
    const [same, other] = [
      { name: 'target', description: 'Target' },
      { name: 'depth', description: 'How closely' },
    ]
    expect(shown('', same, other)).toEqual([
      { label: 'target', placeholder: '', help: '' },
      { label: 'depth', placeholder: '', help: 'How closely' },
    ])
  })

  it('say nothing in a field whose hint is its label', () => {
    expect(shown('arguments')).toEqual([{ label: 'Arguments', placeholder: '', help: '' }])
  })
})
