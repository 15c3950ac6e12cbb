import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suggestions } from '../suggestion.ts'
import { diffSize, renderDiff } from './diff.ts'
import { printJson } from './json.ts'
import { renderHint } from './notice.ts'
import { bytes, count, counted } from './numbers.ts'
import { shortPath } from './paths.ts'
import { createStyle, wantsColour } from './terminal.ts'
import { displayWidth, fitWidth, fitWords, padWidth, wrapWidth } from './width.ts'

describe('display width', () => {
  it.each([
    ['abc', 3],
    ['文字', 4],
    ['한국어', 6],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 2],
    ['✓', 1],
    ['', 0],
  ])('%j takes %i cells', (text, cells) => {
    expect(displayWidth(text)).toBe(cells)
  })

  it.each([
    ['first letters of Korean syllables, which join without end', 'ᄀ'.repeat(50), 100],
    ['vowels that take a cell, upon one letter', `क${'ा'.repeat(50)}`, 51],
    ['a picture with such vowels', `👩${'ा'.repeat(50)}`, 52],
    ['soft hyphens', '\u00ad'.repeat(50), 50],
    ['signs before a number', `${'\u0600'.repeat(50)}1`, 51],
    ['a Korean syllable, composed and taken apart', '한\u1112\u1161\u11ab', 4],
    ['marks', 'e\u0301', 1],
  ])('threat P4: a row is no wider than it was measured: %s', (_, text, cells) => {
    expect(displayWidth(text)).toBe(cells)
  })

  it('cuts at a letter and says so', () => {
    expect(fitWidth('a long description', 8)).toBe('a long…')
    expect(fitWidth('文字文字', 5)).toBe('文字…')
    expect(fitWidth('short', 8)).toBe('short')
    expect(fitWidth('anything', 0)).toBe('')
  })

  it('cuts a sentence between words', () => {
    expect(fitWords('Reads forms and fills them in', 14)).toBe('Reads forms…')
    expect(fitWords('unbreakable', 6)).toBe('unbre…')
    expect(fitWords('文字文字', 5)).toBe('文字…')
  })

  it('never takes more than asked for', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 })
    fc.assert(
      fc.property(text, fc.nat(30), (words, cells) => {
        expect(displayWidth(fitWidth(words, cells))).toBeLessThanOrEqual(cells)
      }),
    )
  })

  it('pads by cells, and wraps at blanks', () => {
    expect(padWidth('文', 4)).toBe('文  ')
    expect(wrapWidth('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrapWidth('unbreakable word', 4)).toEqual(['unbreakable', 'word'])
  })
})

describe('wrapping', () => {
  it('breaks a long path after a slash, and a word that fits nowhere not at all', () => {
    expect(wrapWidth('see /home/ada/projects/shop/skills', 16)).toEqual([
      'see /home/ada/',
      'projects/shop/',
      'skills',
    ])
    expect(wrapWidth('src/a is short', 9)).toEqual(['src/a is', 'short'])
  })

  it('breaks Chinese between letters, and never before a full stop', () => {
    expect(wrapWidth('没有空格的句子。', 14)).toEqual(['没有空格的句', '子。'])
  })

  it('keeps colours, which take no cells', () => {
    const { bold } = createStyle(true)
    expect(wrapWidth(`${bold('one')} two three`, 8)).toEqual([`${bold('one')} two`, 'three'])
  })

  it('keeps what is to be written on several lines on several lines', () => {
    const hint = 'Add at the top:\n---\nname: pdf\n---'
    expect(renderHint(hint, createStyle(false), 40)).toBe(
      '  hint: Add at the top:\n        ---\n        name: pdf\n        ---',
    )
  })

  it('never loses a letter', () => {
    const words = fc.string({
      unit: fc.constantFrom('a', '/', '中', '。', ' ', '（'),
      maxLength: 60,
    })
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 20 }), (text, cells) => {
        const bare = (all: string) => all.replaceAll(' ', '')
        expect(bare(wrapWidth(text, cells).join(''))).toBe(bare(text))
      }),
    )
  })
})

describe('suggestions', () => {
  it.each([
    ['lsit', ['list']],
    ['shwo', ['show']],
    ['lint', []],
    ['xyz', []],
    ['run2', ['run']],
  ])('%s: %j', (typed, meant) => {
    expect(suggestions(typed, ['list', 'show', 'run', 'why', 'trust'])).toEqual(meant)
  })
})

describe('JSON for programs', () => {
  it('holds no character that steers a terminal, and reads back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const printed = printJson({ text }, 'one-line')
        expect(printed.slice(0, -1)).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
        expect(JSON.parse(printed)).toEqual({ text })
      }),
    )
  })
})

describe('colour', () => {
  it.each([
    ['a terminal', 'auto', {}, true, true],
    ['a pipe', 'auto', {}, false, false],
    ['NO_COLOR', 'auto', { NO_COLOR: '1' }, true, false],
    ['an empty NO_COLOR', 'auto', { NO_COLOR: '' }, true, true],
    ['--color over NO_COLOR', 'always', { NO_COLOR: '1' }, false, true],
    ['--no-color over FORCE_COLOR', 'never', { FORCE_COLOR: '1' }, true, false],
    ['FORCE_COLOR into a pipe', 'auto', { FORCE_COLOR: '1' }, false, true],
    ['a dumb terminal', 'auto', { TERM: 'dumb' }, true, false],
  ] as const)('%s', (_what, choice, environment, isTerminal, expected) => {
    expect(wantsColour(choice, environment, isTerminal)).toBe(expected)
  })
})

describe('diffs', () => {
  const diff = '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\u001b[2J\n same\n'

  it('keep + and - without colour, and hold no sequences of their own', () => {
    expect(renderDiff(diff, createStyle(false))).toBe(
      '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same',
    )
    expect(renderDiff(diff, createStyle(true))).toContain('\u001b[32m+new\u001b[39m')
  })

  it('are counted without their heads', () => {
    expect(diffSize(diff)).toBe('+1 -1')
  })
})

it('numbers read the same in every locale', () => {
  expect(count(1234567)).toBe('1,234,567')
  expect(counted(1, 'step')).toBe('1 step')
  expect(counted(1200, 'step')).toBe('1,200 steps')
  expect(bytes(812)).toBe('812 B')
  expect(bytes(3482)).toBe('3.4 KiB')
})

it('paths are shown from where a person stands', () => {
  const standpoint = { cwd: '/home/ada/work', home: '/home/ada' }
  expect(shortPath('/home/ada/work/a/b.md', standpoint)).toBe('a/b.md')
  expect(shortPath('/home/ada/work', standpoint)).toBe('.')
  expect(shortPath('/home/ada/.claude/skills', standpoint)).toBe('~/.claude/skills')
  expect(shortPath('/home/adam/x', standpoint)).toBe('/home/adam/x')
  expect(shortPath('/home/ada/..work/x', standpoint)).toBe('~/..work/x')
})
