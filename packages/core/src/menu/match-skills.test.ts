import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchSkills } from './index.ts'

function row(name: string, description = '') {
  return { name, description }
}

function names(rows: readonly { name: string; description: string }[], typed: string): string[] {
  return matchSkills(rows, typed, 50).map(({ skill }) => skill.name)
}

describe('matchSkills', () => {
  it('bug 40 ranking: exact and prefix stand above odd matches', () => {
    const rows = [row('deep-research'), row('gshow'), row('gs'), row('idea-log')]
    expect(names(rows, 'idea')).toEqual(['idea-log'])
    expect(names(rows, 'gs')).toEqual(['gs', 'gshow'])
  })

  it('takes the better of a name and the form in which it is typed', () => {
    const rows = [row('Make It Pdf-like'), row('x make-it')]
    expect(matchSkills(rows, 'make-it', 50).map(({ skill, kind }) => [skill.name, kind])).toEqual([
      ['Make It Pdf-like', 'prefix'],
      ['x make-it', 'word-start'],
    ])
    expect(matchSkills([row('a-b c')], 'a-b-c', 50)).toMatchObject([{ kind: 'exact', ranges: [] }])
    expect(matchSkills([row('ab c-d')], 'b-c', 50)).toMatchObject([{ kind: 'substring' }])
    expect(matchSkills([row('a xc b-c')], 'c-b-c', 50)).toMatchObject([{ kind: 'substring' }])
  })

  it('ranks exact, prefix, word start, substring, scattered letters, description', () => {
    const rows = [
      row('a', 'says log in its description'),
      row('l-o-g'),
      row('blog'),
      row('my-log'),
      row('log-book'),
      row('log'),
      row('unrelated'),
    ]
    const found = matchSkills(rows, 'log', 50)
    expect(found.map(({ skill, kind }) => [skill.name, kind])).toEqual([
      ['log', 'exact'],
      ['log-book', 'prefix'],
      ['my-log', 'word-start'],
      ['blog', 'substring'],
      ['l-o-g', 'scattered'],
      ['a', 'description'],
    ])
    expect(found.map(({ ranges }) => ranges)).toEqual([
      [{ start: 0, end: 3 }],
      [{ start: 0, end: 3 }],
      [{ start: 3, end: 6 }],
      [{ start: 1, end: 4 }],
      [
        { start: 0, end: 1 },
        { start: 2, end: 3 },
        { start: 4, end: 5 },
      ],
      [],
    ])
  })

  it('prefers a later word start to an earlier substring', () => {
    expect(matchSkills([row('blog-log')], 'log', 1)[0]?.ranges).toEqual([{ start: 5, end: 8 }])
  })

  it('ignores case and width, and highlights the name as written', () => {
    expect(matchSkills([row('ＰＤＦ')], 'pdf', 1)[0]).toMatchObject({ kind: 'exact' })
    expect(matchSkills([row('oﬃce-x')], 'ce', 1)[0]?.ranges).toEqual([{ start: 2, end: 4 }])
    expect(matchSkills([row('oﬃce-x')], 'ff', 1)[0]?.ranges).toEqual([{ start: 1, end: 2 }])
  })

  it('finds a name with blanks by the slug that is typed', () => {
    expect(names([row('My Notes')], 'my-no')).toEqual(['My Notes'])
  })

  it('gives all for an empty text, and never more than the limit', () => {
    const rows = [row('b'), row('a')]
    expect(names(rows, '')).toEqual(['b', 'a'])
    expect(matchSkills(rows, '', 1)).toHaveLength(1)
  })

  it('notices that a list was changed in place', () => {
    const rows = [row('old')]
    expect(names(rows, 'new')).toEqual([])
    rows[0] = row('new')
    expect(names(rows, 'new')).toEqual(['new'])
  })

  it('is stable: within a kind the order given stays', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), name, (given, typed) => {
        const rows = given.map((one) => row(one))
        const found = matchSkills(rows, typed, Number.POSITIVE_INFINITY)
        for (const [index, { skill, score }] of found.entries()) {
          const next = found[index + 1]
          if (!next) continue
          expect(score).toBeGreaterThanOrEqual(next.score)
          if (score === next.score) {
            expect(rows.indexOf(skill)).toBeLessThan(rows.indexOf(next.skill))
          }
        }
      }),
    )
  })

  it('highlights exactly the letters that were typed', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, (name, typed) => {
        const [found] = matchSkills([row(name)], typed, 1)
        if (!found || typed === '') return
        const marked = found.ranges.map(({ start, end }) => name.slice(start, end)).join('')
        expect(marked).toBe(typed)
      }),
    )
  })
})
