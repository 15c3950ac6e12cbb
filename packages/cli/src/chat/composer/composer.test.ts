import type { Skill } from '@skillet/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../screen/width.ts'
import {
  argumentFields,
  type Composer,
  caretIn,
  emptyComposer,
  emptyHistory,
  fieldOf,
  filledArguments,
  layOut,
  lettersOf,
  moveCaret,
  onOneLine,
  outgoing,
  pick,
  placeAt,
  redo,
  remember,
  removeChip,
  removeTo,
  step,
  type,
  undo,
} from './index.ts'
import { placeOf } from './text-field.ts'

const letters = fc.constantFrom(
  'a',
  ' ',
  '文',
  '。',
  '👍🏽',
  '👩‍👩‍👧',
  'e\u0301',
  '\n',
  '\t',
  '/',
  'Z',
)
const texts = fc.array(letters, { maxLength: 40 }).map((parts) => parts.join(''))
const written = (text: string): Composer => type(emptyComposer, text)

const base: Skill = {
  name: 'pdf',
  description: 'Reads forms.',
  location: '/s/pdf/SKILL.md',
  directory: '/s/pdf',
  realPath: '/s/pdf/SKILL.md',
  source: { scope: 'user', client: 'claude', root: '/s' },
  tools: [],
  allowedTools: [],
  arguments: [],
  hooks: {},
  modelInvocable: true,
  userInvocable: true,
  metadata: {},
  singleFile: false,
  extra: {},
}
const skill = (fields: object = {}): Skill => ({
  ...base,
  ...fields,
})

describe('writing', () => {
  it('Backspace takes what a reader takes for one letter', () => {
    for (const letter of ['a', '文', '👍🏽', '👩‍👩‍👧', 'e\u0301', '\n']) {
      expect(removeTo(written(`x${letter}`), 'left').draft.text).toEqual(fieldOf('x'))
    }
  })

  it('the caret never stands within a letter, wherever it is moved', () => {
    const moves = fc.array(
      fc.constantFrom(
        'left' as const,
        'right' as const,
        'word-left' as const,
        'word-right' as const,
        'line-start' as const,
        'line-end' as const,
      ),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(texts, moves, (text, all) => {
        const { caret } = all.reduce(moveCaret, written(text)).draft.text
        const ends = new Set([0])
        let end = 0
        for (const line of text.split(/(\n)/u)) {
          for (const letter of line === '\n' ? ['\n'] : lettersOf(line)) {
            end += letter.length
            ends.add(end)
          }
        }
        expect(ends.has(caret)).toBe(true)
      }),
    )
  })

  it('undo takes a burst of typing back at once, and redo brings it again', () => {
    const before = moveCaret(written('one'), 'start')
    const after = type(type(before, 'a'), 'b')
    expect(undo(after).draft).toEqual(before.draft)
    expect(redo(undo(after)).draft).toEqual(after.draft)
  })

  it('a word to the left is what a pattern from the end finds, in any text', () => {
    const pattern = /(?:[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_\s]+)?\s*$/u
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '_', ' ', '\n', '.', '/', '漢', '𝒳', '👩') }),
        (text) => {
          const found = pattern.exec(text)?.[0] ?? ''
          expect(placeOf(fieldOf(text), 'word-left')).toBe(text.length - found.length)
        },
      ),
    )
  })

  it('goes a word to the left in a long text without words, and pastes many blanks into a field', () => {
    const long = `${'a'.repeat(200_000)}==`
    expect(placeOf(fieldOf(long), 'word-left')).toBe(200_000)
    expect(onOneLine(' '.repeat(200_000))).toHaveLength(200_000)
    expect(onOneLine('a  \n\t b  c\r\nd')).toBe('a b  c d')
  })

  it('what was cut by word or line can be brought back', () => {
    expect(removeTo(written('one two'), 'word-left').cut).toBe('two')
    expect(removeTo(written('one two'), 'line-start').cut).toBe('one two')
  })
})

describe('rows of a text', () => {
  it('hold every letter, none twice, and are no wider than asked', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 4, max: 20 }), (text, cells) => {
        const rows = layOut(text, cells)
        expect(rows[0]?.start).toBe(0)
        expect(rows.at(-1)?.end).toBe(text.length)
        rows.forEach((row, index) => {
          const next = rows[index + 1]
          const between = next === undefined ? '' : text.slice(row.end, next.start)
          expect(['', '\n']).toContain(between)
          expect(displayWidth(row.shown.trimEnd())).toBeLessThanOrEqual(cells)
        })
      }),
    )
  })

  it('the caret is found where it was put', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 4, max: 20 }), (text, cells) => {
        const rows = layOut(text, cells)
        const { row, column } = caretIn(rows, text, text.length)
        const there = rows[row]
        expect(there).toBeDefined()
        if (there !== undefined) expect(placeAt(there, text, column)).toBe(text.length)
      }),
    )
  })
})

describe('a chip', () => {
  const token = { start: 7, end: 10 }
  const picked = pick(
    {
      ...written('please /re the diff'),
      draft: { text: { text: 'please /re the diff', caret: 10 }, focus: 'text' },
    },
    token,
    { skill: skill(), path: '/s/pdf/SKILL.md', callableAs: 'pdf' },
  )

  it('bug 45 what a pick replaces: the token alone, and the caret stays', () => {
    expect(picked.draft.text).toEqual({ text: 'please  the diff', caret: 7 })
    expect(picked.draft.chip?.callableAs).toBe('pdf')
  })

  it('undo brings the token back, and takes the chip away', () => {
    expect(undo(picked).draft).toEqual({
      text: { text: 'please /re the diff', caret: 10 },
      focus: 'text',
    })
  })

  it('ancestor C: one chip, and a new pick replaces it', () => {
    const other = pick(
      picked,
      { start: 0, end: 0 },
      { skill: skill({ name: 'x' }), path: '/x', callableAs: 'x' },
    )
    expect(other.draft.chip?.path).toBe('/x')
    expect(removeChip(other).draft.chip).toBeUndefined()
  })

  it('goes as the skill with its arguments, apart from the text', () => {
    expect(outgoing(picked.draft)).toEqual({ text: 'please  the diff', skill: '/s/pdf/SKILL.md' })
  })
})

describe('fields', () => {
  it.each([
    [
      'declared arguments, with their help',
      skill({ arguments: [{ name: 'file', description: 'to read' }, { name: 'mode' }] }),
      ['file', 'mode'],
    ],
    ['a hint that is a list', skill({ argumentHint: '<file> [format]' }), ['file', 'format']],
    [
      'any other hint: one field without a name',
      skill({ argumentHint: 'add <name> | remove' }),
      [undefined],
    ],
    ['nothing declared: none', skill(), []],
  ])('%s', (_what, one, names) => {
    expect(argumentFields(one).map(({ name }) => name)).toEqual(names)
  })

  it('an empty field is no error: what is filled goes as a list up to the last one', () => {
    const [file, format] = argumentFields(skill({ argumentHint: '<file> [format]' }))
    if (file === undefined || format === undefined) throw new Error('There are two fields.')
    expect(filledArguments([file, { ...format, value: fieldOf('html') }])).toEqual(['', 'html'])
    expect(filledArguments([{ ...file, value: fieldOf('a b') }, format])).toEqual(['a b'])
    expect(filledArguments([file, format])).toBeUndefined()
  })

  it('a single field without a name is raw text', () => {
    const [only] = argumentFields(skill({ argumentHint: 'whatever you like' }))
    if (only === undefined) throw new Error('There is one field.')
    expect(filledArguments([{ ...only, value: fieldOf('a "b c"') }])).toBe('a "b c"')
  })
})

describe('history', () => {
  const draft = (text: string) => ({ text: fieldOf(text), focus: 'text' as const })
  const history = remember(
    remember(remember(emptyHistory, draft('one')), draft('two')),
    draft('two'),
  )

  it('keeps the same message once, and goes back and forth', () => {
    expect(history.entries).toHaveLength(2)
    const last = step(history, -1)
    expect(last?.draft).toEqual(draft('two'))
    const first = step(last?.history ?? history, -1)
    expect(first?.draft).toEqual(draft('one'))
    expect(step(first?.history ?? history, -1)).toBeUndefined()
    expect(step(step(first?.history ?? history, 1)?.history ?? history, 1)?.draft).toBe('empty')
  })
})
