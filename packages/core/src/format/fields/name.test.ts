import { describe, expect, test } from 'vitest'
import { normaliseName } from '../../names.ts'
import { parseSkill } from '../index.ts'
import { readText } from '../testing/read-text.ts'

const named = (name: string, location: string) =>
  readText(`---\nname: ${name}\ndescription: d\n---\n`, { location })

describe('a name that YAML would not read as text', () => {
  test.each(['12306', 'true', '2024-01-02', '1.10', '007', '0x1f', '1e3'])(
    'bug 3 non-string name: %s stays as typed',
    (name) => {
      const read = named(name, `/skills/${name}/SKILL.md`)
      expect(read.name).toBe(name)
      expect(read.diagnostics.filter((line) => !line.includes('name/characters'))).toEqual([])
    },
  )

  test('null is no name', () => {
    expect(named('~', '/skills/a/SKILL.md')).toMatchObject({
      name: 'a',
      diagnostics: ['warning name/missing 2:1'],
    })
  })
})

describe('a missing name', () => {
  const text = '---\ndescription: d\n---\n'

  test('is the folder’s for a SKILL.md, with a warning', () => {
    expect(readText(text, { location: '/skills/pdf/SKILL.md' })).toMatchObject({
      name: 'pdf',
      diagnostics: ['warning name/missing 2:1'],
    })
  })

  test('ancestor A: is the file’s for another .md file', () => {
    expect(readText(text, { location: '/p/.free-code/skills/Review.md' })).toMatchObject({
      name: 'Review',
      singleFile: true,
      diagnostics: ['info name/missing 2:1'],
    })
  })

  test('makes a SKILL.md straight in the skills root invalid, since no folder stands for it', () => {
    const { skill, diagnostics } = parseSkill(text, {
      location: '/home/me/.claude/skills/SKILL.md',
      singleFile: true,
    })
    expect(skill).toBeUndefined()
    expect(diagnostics).toMatchObject([
      {
        code: 'name/missing',
        severity: 'error',
        hint: expect.stringContaining('folder of its own'),
      },
    ])
  })
})

describe('bug 29 backslash paths', () => {
  test('a Windows path gives the folder’s name and the folder', () => {
    const location = 'C:\\w\\.agents\\skills\\pdf\\SKILL.md'
    expect(readText('---\ndescription: d\n---\n', { location })).toMatchObject({
      name: 'pdf',
      location,
      directory: 'C:\\w\\.agents\\skills\\pdf',
    })
    expect(named('pdf', location).diagnostics).toEqual([])
  })

  test('so does a path on a Windows share, and one with both separators', () => {
    const text = '---\ndescription: d\n---\n'
    expect(readText(text, { location: '\\\\server\\share\\pdf\\SKILL.md' }).name).toBe('pdf')
    expect(readText(text, { location: 'C:/w\\pdf/SKILL.md' }).name).toBe('pdf')
  })

  test('elsewhere a backslash is part of a name', () => {
    expect(readText('---\ndescription: d\n---\n', { location: '/s/a\\b/SKILL.md' }).name).toBe(
      'a\\b',
    )
  })
})

describe('ancestor B: name checks warn and the skill loads', () => {
  test.each([
    ['Pdf', ['warning name/case 2:7']],
    ['-pdf', ['warning name/hyphens 2:7']],
    ['pdf-', ['warning name/hyphens 2:7']],
    ['pdf--x', ['warning name/hyphens 2:7']],
    ['pdf_x', ['warning name/characters 2:7']],
    ['pdf x', ['warning name/characters 2:7']],
    ['p\u200bdf', ['warning name/characters 2:7']],
    ['p\u0430ypal', ['warning name/look-alike 2:7']],
  ])('%j', (name, diagnostics) => {
    const read = named(name, `/skills/${name}/SKILL.md`)
    expect(read).toMatchObject({ name, diagnostics })
  })

  test('a name that is not the folder’s', () => {
    const { diagnostics } = parseSkill('---\nname: pdf\ndescription: d\n---\n', {
      location: '/skills/pdf-v2/SKILL.md',
    })
    expect(diagnostics).toMatchObject([
      { code: 'name/directory', severity: 'warning', hint: 'name: pdf-v2' },
    ])
  })

  test('the same name in another Unicode form is the folder’s', () => {
    expect(named('u\u0308ber', '/skills/\u00fcber/SKILL.md').diagnostics).toEqual([])
  })
})

describe('bug 36 non-Latin names', () => {
  test.each(['小说拆条', 'überblick', 'здоровье', 'हिन्दी', '한국어', 'كتاب'])('%s', (name) => {
    expect(named(name, `/skills/${name}/SKILL.md`)).toMatchObject({ name, diagnostics: [] })
  })
})

describe('bug 66 limits: counted in code points', () => {
  test.each([
    ['x'.repeat(64), []],
    ['字'.repeat(64), []],
    ['𠀀'.repeat(64), []],
    ['x'.repeat(65), ['warning name/too-long 2:7']],
    ['𠀀'.repeat(65), ['warning name/too-long 2:7']],
  ])('%s', (name, diagnostics) => {
    expect(named(name, `/skills/${name}/SKILL.md`)).toMatchObject({ name, diagnostics })
  })
})

describe('normaliseName', () => {
  test.each([
    ['pdf', 'pdf'],
    ['PDF', 'pdf'],
    ['ｐｄｆ', 'pdf'],
    ['U\u0308ber', 'über'],
    ['ﬁx', 'fix'],
  ])('%s → %s', (name, folded) => {
    expect(normaliseName(name)).toBe(folded)
    expect(normaliseName(folded)).toBe(folded)
  })
})

describe('one valid name in every remedy', () => {
  const remedies = (name: string, folder: string): readonly (string | undefined)[] => {
    const text = `---\nname: ${name}\ndescription: d\n---\n`
    const { diagnostics } = parseSkill(text, { location: `/s/${folder}/SKILL.md` })
    return [...new Set(diagnostics.map(({ hint }) => hint))]
  }

  test.each([
    ['My Skill', 'other', 'name: other'],
    ['My Skill', 'Upper', 'Rename the folder to my-skill, and write: name: my-skill'],
    ['My Skill', 'my-skill', 'name: my-skill'],
    ['My Skill', 'My Skill', 'Rename the folder to my-skill, and write: name: my-skill'],
    ['pdf', 'PDF Tools', 'Rename the folder to pdf.'],
    ['pdf', 'forms', 'name: forms'],
    ['-a--b-', 'A', 'Rename the folder to a-b, and write: name: a-b'],
    ['"!!"', '??', 'Rename the folder to my-skill, and write: name: my-skill'],
  ])('%s in the folder %s: %s', (name, folder, remedy) => {
    expect(remedies(name, folder)).toEqual([remedy])
  })

  test('following it earns no other warning', () => {
    for (const [name, folder] of [
      ['My Skill', 'Upper'],
      ['Ünïcode Näme', 'x y'],
      ['a_b', 'c_d'],
    ] as const) {
      const given = /name: (.+)$/.exec(remedies(name, folder)[0] ?? '')?.[1] ?? ''
      expect(remedies(given, given)).toEqual([])
    }
  })
})
