import { describe, expect, it } from 'vitest'
import { lastLines, plainOutput } from './output-text.ts'
import { callSubject, inputInFull, shortPath } from './subject.ts'

const places = { workspace: '/home/ann/project', home: '/home/ann' }

describe('what a call is about', () => {
  it.each([
    ['bash', { command: 'npm test' }, 'npm test'],
    ['read', { path: '/home/ann/project/src/a.ts' }, 'src/a.ts'],
    ['edit', { path: '/home/ann/notes.md', edits: [] }, '~/notes.md'],
    ['grep', { pattern: 'fence', path: 'src' }, 'fence in src'],
    ['other', { a: 1 }, '{"a":1}'],
    ['ls', {}, ''],
    ['bash', undefined, ''],
  ])('%s %j', (tool, input, subject) => {
    expect(callSubject(tool, input, places)).toBe(subject)
  })

  it('two lines never look like one, and nothing hides', () => {
    expect(callSubject('bash', { command: 'echo ok\nrm -rf \u202e~' }, places)).toBe(
      'echo ok⏎rm -rf ⟨U+202E⟩~',
    )
  })

  it('a path beside the workspace is not in it', () => {
    expect(shortPath('/home/ann/project-2/a', places)).toBe('~/project-2/a')
    expect(shortPath('/home/ann/project', places)).toBe('.')
  })

  it('the whole input has each field on its lines', () => {
    expect(inputInFull({ path: 'a', limit: 2 })).toBe('path: a\nlimit: 2')
  })
})

describe('what a command printed', () => {
  it('is read without colours, titles and moves of the cursor', () => {
    expect(plainOutput('\u001b[31mred\u001b[0m \u001b]0;title\u0007done\u001b[2K')).toBe('red done')
  })

  it('a line that was written over shows what was written last', () => {
    expect(plainOutput('10 %\r50 %\r100 %\r\nnext\r')).toBe('100 %\nnext')
  })

  it('the last lines come with their number', () => {
    expect(lastLines('1\n2\n3\n', 2)).toEqual({ text: '2\n3', shown: 2, all: 3 })
    expect(lastLines('1', 12)).toEqual({ text: '1', shown: 1, all: 1 })
  })
})
