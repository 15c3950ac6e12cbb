import { describe, expect, it } from 'vitest'
import { skillNamed } from './activation/test-skill.ts'
import { searchSkills, splitQuery } from './search.ts'

const skills = [
  skillNamed('pdf-forms', { description: 'Fills in forms and merges pages of PDF documents.' }),
  skillNamed('chapter-splitter', { description: '把长篇小说拆分成章节，并生成摘要。' }),
  skillNamed('sql', {
    description: 'Writes queries.',
    metadata: { tags: 'database, postgres', owner: 'zebra team' },
  }),
  skillNamed('release-notes', { description: 'Writes release notes from commits.' }),
  skillNamed('who', { description: 'Finds out which person wrote a line.' }),
]

function names(query: string, limit = 10): string[] {
  return searchSkills(skills, query, limit).map(({ skill }) => skill.name)
}

describe('searchSkills', () => {
  it('finds by stem, not only by the word as written', () => {
    expect(names('merging a form')).toEqual(['pdf-forms'])
  })

  it('ranks a name above a description', () => {
    expect(names('notes')[0]).toBe('release-notes')
  })

  it('leaves stop words out, unless the query has nothing else', () => {
    expect(names('what is the postgres')).toEqual(['sql'])
    expect(names('who')).toEqual(['who'])
    expect(names('the')).toEqual([])
  })

  it('looks into metadata tags and into no other metadata', () => {
    expect(names('database')).toEqual(['sql'])
    expect(names('zebra')).toEqual([])
  })

  it('finds text of scripts that are written without blanks', () => {
    expect(names('小说章节')).toEqual(['chapter-splitter'])
    expect(names('摘')).toEqual(['chapter-splitter'])
    expect(names('节章')).toEqual([])
  })

  it('forgives a slip of the finger and finishes a word', () => {
    expect(names('documants')).toEqual(['pdf-forms'])
    expect(names('postg')).toEqual(['sql'])
  })

  it('gives at most what was asked for, best first, and the same each time', () => {
    expect(names('writes', 1)).toHaveLength(1)
    expect(names('writes')).toEqual(names('writes'))
    expect(names('')).toEqual([])
  })

  it('keeps one index for one list, and a new one for a new list', () => {
    const more = [...skills, skillNamed('docx', { description: 'Edits Word documents.' })]
    expect(searchSkills(more, 'word', 5).map(({ skill }) => skill.name)).toEqual(['docx'])
    expect(names('word')).toEqual([])
  })
})

describe('a query as long as a pasted log', () => {
  const log = Array.from({ length: 20_000 }, (_, line) => `line${line} entry${line % 977}`).join(
    ' ',
  )

  it('is read at its beginning and its end, and has a hundred words at most', () => {
    expect(splitQuery(`${log} tide`)).toHaveLength(100)
    expect(splitQuery(`${log} tide`)).toContain('tide')
    // Where the beginning and the end are cut out of it, a word may be torn.
    expect(splitQuery('banana '.repeat(20_000)).length).toBeLessThanOrEqual(3)
  })

  it('finds what is asked about below it', () => {
    expect(names(`${log}\nWhich postgres is it?`, 1)).toEqual(['sql'])
  })
})
