import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLibrary } from '../open.ts'
import { skillText, type TestFolder, testFolder } from '../test-folder.ts'
import type { Explanation, LibraryOptions } from '../types.ts'

let folder: TestFolder
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => folder[Symbol.dispose]())

async function explain(query: string, more: Partial<LibraryOptions> = {}): Promise<Explanation> {
  const library = await openLibrary({ cwd: folder.repo, home: folder.home, ...more })
  return library.explain(query)
}

/** The last word, without the test's own folder. */
async function advice(query: string, more: Partial<LibraryOptions> = {}): Promise<string> {
  const { steps } = await explain(query, more)
  return (steps.at(-1)?.detail ?? '').replaceAll(`${folder.path}/`, () => '')
}

const root = 'repo/.agents/skills'

describe('advice is never where the skill already is', () => {
  test('a folder with a dot is moved to one without', async () => {
    folder.write({ [`${root}/.hidden/SKILL.md`]: skillText('x') })
    expect(await advice('x')).toBe(`Move the skill to ${root}/hidden.`)
  })

  test.each(['.venv', 'node_modules', '...'])(
    'nor is %s moved to another such place',
    async (name) => {
      folder.write({ [`${root}/${name}/SKILL.md`]: skillText('x') })
      expect(await advice('x')).toBe(
        `Move the skill into a folder of its own in ${root}, with a name that is free there.`,
      )
    },
  )

  test('nor to a place that is taken', async () => {
    folder.write({
      [`${root}/a/SKILL.md`]: skillText('a'),
      [`${root}/.h/a/SKILL.md`]: skillText('x'),
    })
    expect(await advice('x')).toContain('with a name that is free there')
  })

  test('a single file outside of all places becomes a folder', async () => {
    folder.write({ 'repo/notes/x.md': skillText('x') })
    expect(await advice(folder.at('repo/notes/x.md'))).toMatch(
      /^Move the file to repo\/\.agents\/skills\/x\/SKILL\.md, or name it/,
    )
  })

  test('a SKILL.md straight in the root goes into a folder of a valid name', async () => {
    folder.write({ 'home/.agents/skills/SKILL.md': skillText('My Skill') })
    const library = await openLibrary({ cwd: folder.repo, home: folder.home })
    const said = library.snapshot.entries.flatMap(({ diagnostics }) => diagnostics)
    expect(said.find(({ code }) => code === 'walk/root-skill')?.hint).toContain(
      '/my-skill/SKILL.md',
    )
  })
})

describe('files that nearly are skills are found by name', () => {
  test.each([
    [
      'SKILLS.md, by its folder',
      'pdf',
      'repo/.agents/skills/pdf/SKILLS.md',
      /Rename it to .*pdf\/SKILL\.md/,
    ],
    ['SKILLS.md, by its name', 'pdf', 'repo/.agents/skills/other/SKILLS.md', /Rename|SKILL\.md/],
    ['a README alone', 'pdf', 'repo/.agents/skills/pdf/README.md', /rename it to .*pdf\/SKILL\.md/],
    ['a single file', 'pdf', 'repo/.agents/skills/pdf.md', /Move the file to .*pdf\/SKILL\.md/],
    [
      '.agent/skills',
      'pdf',
      'repo/.agent/skills/pdf/SKILL.md',
      /^Rename repo\/\.agent\/skills to repo\/\.agents\/skills\.$/,
    ],
    [
      '.claude/skill',
      'pdf',
      'repo/.claude/skill/pdf/SKILL.md',
      /^Rename repo\/\.claude\/skill to repo\/\.claude\/skills\.$/,
    ],
    [
      '.claude/Skills',
      'pdf',
      'home/.claude/Skills/pdf/SKILL.md',
      /^Rename home\/\.claude\/Skills to/,
    ],
    [
      'by its name alone',
      'pdf',
      'home/.agent/skills/x/SKILL.md',
      /^Rename home\/\.agent\/skills to/,
    ],
  ])('%s', async (_, name, path, expected) => {
    folder.write({ [path]: skillText('pdf') })
    expect(await advice(name)).toMatch(expected)
  })

  test('where the right folder is there too, the skill is moved into it', async () => {
    folder.write({
      'repo/.agent/skills/pdf/SKILL.md': skillText('pdf'),
      'repo/.agents/skills/a/SKILL.md': skillText('a'),
    })
    expect(await advice('pdf')).toMatch(/^Move the skill to repo\/\.agents\/skills\/pdf: /)
  })
})

describe('what is counted is what lies below', () => {
  test('skills2 beside skills is another root', async () => {
    folder.write({
      'home/skills/a/SKILL.md': skillText('a'),
      'home/skills2/b/SKILL.md': skillText('b'),
      'home/skills2/c/SKILL.md': skillText('c'),
    })
    const paths = [folder.at('home/skills'), folder.at('home/skills2')]
    const { steps } = await explain('nothing-like-it', { paths })
    const counts = steps.flatMap(({ step, detail }) =>
      step === 'roots' ? [/skills2?\b.*: (\d+) found/.exec(detail)?.[1] ?? ''] : [],
    )
    expect(counts.slice(0, 2)).toEqual(['1', '2'])
  })

  test('a folder that the project’s settings name is searched as deep as one that a person names', async () => {
    const deep = 'repo/pack/1/2/3/4/5/6/7/x/SKILL.md'
    folder.write({ [deep]: skillText('x') })
    const projectFile = folder.at('repo/.skillet/settings.json')
    const settings = {
      user: {},
      project: { skills: ['../pack'] },
      userFile: folder.at('home/settings.json'),
      projectFile,
      diagnostics: [],
    }
    const library = await openLibrary({
      cwd: folder.repo,
      home: folder.home,
      settings,
      trust: 'all',
    })
    expect(library.find('x').skill?.name).toBe('x')
    const late = join(dirname(dirname(deep)), 'late/SKILL.md')
    folder.write({ [late]: skillText('late') })
    const { steps } = library.explain(folder.at(late))
    expect(steps.find(({ outcome }) => outcome === 'fail')?.step).toBe('loading')
  })
})
