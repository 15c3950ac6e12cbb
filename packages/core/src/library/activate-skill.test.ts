import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readInstructions, resolveResource } from '../activation/index.ts'
import { openLibrary } from './open.ts'
import { skillText, type TestFolder, testFolder } from './test-folder.ts'
import { readTrust } from './trust/index.ts'
import type { SkillLibrary } from './types.ts'
import { SkillUnavailableError } from './unavailable.ts'

let folder: TestFolder
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => folder[Symbol.dispose]())

const open = (trust: 'all' | 'none' = 'all'): Promise<SkillLibrary> =>
  openLibrary({ cwd: folder.repo, home: folder.home, trust })

async function refusal(library: SkillLibrary, name: string, route: 'user' | 'model' = 'user') {
  const error = await library.activate(name, { route }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof SkillUnavailableError) return error
  throw new Error(`${name} was not refused`)
}

const userSkill = (name: string, more = '', body?: string) => ({
  [`home/.agents/skills/${name}/SKILL.md`]: skillText(name, more, body),
})

describe('activate', () => {
  test('reads the file and wraps it between boundaries of 128 random bits', async () => {
    folder.write(userSkill('a', 'arguments: [file]', 'Read $file.'))
    const library = await open()
    const first = await library.activate('a', { route: 'user', arguments: 'x.ts' })
    const second = await library.activate('a', { route: 'user', arguments: 'x.ts' })
    expect(first.boundary).toMatch(/^[0-9a-f]{32}$/)
    expect(first.boundary).not.toBe(second.boundary)
    expect(first.instructions).toContain('Read x.ts.')
  })

  test('a boundary, language and limit that are given hold', async () => {
    folder.write(userSkill('a', '', 'line\n'.repeat(500)))
    const boundary = '0123456789abcdef'.repeat(2)
    const activation = await (await open()).activate('a', {
      route: 'model',
      boundary,
      language: 'zh',
      limit: 400,
    })
    expect(activation.boundary).toBe(boundary)
    expect(activation.instructions).toContain('技能')
    expect(activation.truncated).toBeGreaterThan(0)
  })

  test('bug 39 both routes give the text that the file has now', async () => {
    folder.write(userSkill('a', '', 'Old text.'))
    const library = await open()
    folder.write(userSkill('a', '', 'New text.'))
    for (const route of ['user', 'model'] as const) {
      const { instructions } = await library.activate('a', { route })
      expect(instructions).toContain('New text.')
      expect(instructions).not.toContain('Old text.')
    }
  })

  test('a file whose frontmatter changed is read anew as a whole, and says so', async () => {
    folder.write(userSkill('a', 'tools: Read'))
    const library = await open()
    folder.write(userSkill('a', 'tools: Read, Bash'))
    const activation = await library.activate('a', { route: 'user' })
    expect(activation.skill.tools).toHaveLength(2)
    expect(activation.diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual([
      'instructions/changed',
      'info',
    ])
  })

  test('bug 48 disable-model-invocation blocks the model alone', async () => {
    folder.write(userSkill('manual', 'disable-model-invocation: true'))
    const library = await open()
    expect((await library.activate('manual', { route: 'user' })).skill.name).toBe('manual')
    expect((await refusal(library, 'manual', 'model')).remedy).toBe('A person can, with `/manual`.')
  })

  test('ancestor B: disable-model-invocation stays callable by /skill:name', async () => {
    folder.write(userSkill('manual', 'disable-model-invocation: true'))
    const activation = await (await open()).activate('/skill:manual', { route: 'user' })
    expect(activation.skill.name).toBe('manual')
  })

  test('bug 47 user-invocable: false blocks people alone', async () => {
    folder.write(userSkill('bg', 'user-invocable: false'))
    const library = await open()
    expect((await library.activate('bg', { route: 'model' })).skill.name).toBe('bg')
    expect((await refusal(library, 'bg')).reason).toContain('user-invocable: false')
  })

  test('a flag that was set since the snapshot holds', async () => {
    folder.write(userSkill('a'))
    const library = await open()
    folder.write(userSkill('a', 'disable-model-invocation: true'))
    await refusal(library, 'a', 'model')
  })

  test('a shadowed skill is for people alone', async () => {
    folder.write({
      ...userSkill('fmt', '', 'user'),
      'repo/.agents/skills/fmt/SKILL.md': skillText('fmt', '', 'project'),
    })
    const library = await open()
    expect((await library.activate('user:fmt', { route: 'user' })).instructions).toContain('user')
    expect((await refusal(library, 'user:fmt', 'model')).state).toBe('shadowed')
  })

  test('bug 18 where home itself is a repository, a project skill reaches nothing beside its project', async () => {
    folder.write({
      'home/.git/config': '',
      'home/.ssh/id_rsa': 'secret',
      'home/work/app/docs/guide.md': 'A guide.',
      'home/work/app/.agents/skills/a/SKILL.md': skillText('a'),
    })
    folder.link('home/work/app/.agents/skills/a/key', '../../../../../.ssh/id_rsa')
    folder.link('home/work/app/.agents/skills/a/guide.md', '../../../docs/guide.md')
    const cwd = folder.at('home/work/app')
    const library = await openLibrary({ cwd, home: folder.home, trust: 'all' })
    const { resources, skill } = await library.activate('a', { route: 'user' })
    expect(resources).toEqual(['guide.md'])
    expect(await resolveResource(skill, 'key')).toMatchObject({ kind: 'refused' })
    expect(await resolveResource(skill, 'guide.md')).toMatchObject({ kind: 'file' })
  })

  test('an unknown name comes with near ones', async () => {
    folder.write(userSkill('pdf'))
    const error = await refusal(await open(), 'pfd')
    expect(error).toMatchObject({ near: ['pdf'], found: { near: ['pdf'] } })
    expect(error.state).toBeUndefined()
    expect(error.message).toBe('No skill is called `pfd`. Near it: `pdf`.')
  })

  test('a file that broke or went since the snapshot is refused with what to do', async () => {
    folder.write({ ...userSkill('a'), ...userSkill('b') })
    const library = await open()
    folder.write({ 'home/.agents/skills/a/SKILL.md': '---\nname: a\ndescription: open' })
    folder.remove('home/.agents/skills/b')
    expect(await refusal(library, 'a')).toMatchObject({
      state: 'invalid',
      remedy: expect.any(String),
    })
    expect((await refusal(library, 'b')).reason).toContain('no longer there')
  })

  test('bug 16 an untrusted skill is refused with the command to run', async () => {
    folder.write({ 'repo/.agents/skills/setup/SKILL.md': skillText('setup') })
    const error = await refusal(await open('none'), 'setup')
    expect(error.state).toBe('untrusted')
    expect(error.remedy).toContain('skillet trust')
  })
})

describe('what lies outside of the repository', () => {
  const project = { 'repo/.claude/skills/pdf/SKILL.md': skillText('pdf', '', 'Inside.') }
  const outside = { 'outside/SKILL.md': skillText('pdf', '', 'Secret.'), 'outside/notes.txt': 'x' }
  const swaps = {
    'the file is replaced by a link': () => {
      folder.remove('repo/.claude/skills/pdf/SKILL.md')
      folder.link('repo/.claude/skills/pdf/SKILL.md', folder.at('outside/SKILL.md'))
    },
    'its folder is replaced by a link': () => {
      folder.remove('repo/.claude/skills/pdf')
      folder.link('repo/.claude/skills/pdf', folder.at('outside'))
    },
    'a folder above is replaced by a link': () => {
      folder.write({ 'elsewhere/pdf/SKILL.md': skillText('pdf', '', 'Secret.') })
      folder.remove('repo/.claude/skills')
      folder.link('repo/.claude/skills', folder.at('elsewhere'))
    },
  }

  for (const [how, swap] of Object.entries(swaps)) {
    test(`is not read where ${how} after the skills were loaded`, async () => {
      folder.write({ ...project, ...outside })
      const library = await open()
      const { skill } = library.find('pdf')
      swap()
      const error = await refusal(library, 'pdf')
      expect(error.reason).toContain('outside of')
      expect(error.message).not.toContain('Secret')
      if (skill === undefined) throw new Error('pdf was not found')
      const read = await readInstructions(skill)
      expect(read.diagnostics.map(({ code }) => code)).toEqual(['link/escapes'])
      expect(read).toMatchObject({ body: '', resources: [] })
    })
  }

  test('is not reached by the name of a file either', async () => {
    folder.write({ ...project, ...outside })
    const { skill } = (await open()).find('pdf')
    swaps['its folder is replaced by a link']()
    if (skill === undefined) throw new Error('pdf was not found')
    expect(await resolveResource(skill, 'notes.txt')).toMatchObject({ kind: 'refused' })
  })

  test('a stored answer `mine` does not change that', async () => {
    folder.write({ ...project, ...outside })
    const store = readTrust({ state: folder.at('state') })
    const mine = { answer: 'mine', settings: [], skills: new Map() } as const
    await store.update(folder.repo, () => mine)
    const library = await openLibrary({ cwd: folder.repo, home: folder.home, trust: store })
    swaps['its folder is replaced by a link']()
    expect((await refusal(library, 'pdf')).reason).toContain('outside of')
  })

  test('is read where a person put the link among their own skills', async () => {
    folder.write(outside)
    folder.link('home/.agents/skills/pdf', folder.at('outside'))
    const { body } = await (await open()).activate('pdf', { route: 'user' })
    expect(body).toBe('Secret.')
  })
})
