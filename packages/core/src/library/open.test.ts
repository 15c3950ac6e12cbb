import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLibrary } from './open.ts'
import { skillText, type TestFolder, testFolder } from './test-folder.ts'
import type { Entry, LibraryOptions, SkillLibrary } from './types.ts'

let folder: TestFolder
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => folder[Symbol.dispose]())

const open = (more: Partial<LibraryOptions> = {}): Promise<SkillLibrary> =>
  openLibrary({ cwd: folder.repo, home: folder.home, trust: 'all', ...more })

const entryAt = (library: SkillLibrary, path: string): Entry | undefined =>
  library.snapshot.entries.find((entry) => entry.path === folder.at(path))

const states = (library: SkillLibrary): Record<string, string> =>
  Object.fromEntries(library.snapshot.entries.map(({ path, state }) => [path, state]))

describe('states', () => {
  test('every file that looked like a skill is one entry with a state, a reason and a remedy', async () => {
    folder.write({
      'home/.agents/skills/fine/SKILL.md': skillText('fine'),
      'home/.agents/skills/broken/SKILL.md': 'no frontmatter',
      'home/.agents/skills/.gitignore': 'left-out/\n',
      'home/.agents/skills/left-out/SKILL.md': skillText('left-out'),
      'home/.claude/skills/fine/SKILL.md': skillText('fine', '', 'Another body.'),
      'repo/.agents/skills/stranger/SKILL.md': skillText('stranger'),
    })
    const library = await open({ trust: 'none' })
    expect(states(library)).toEqual({
      [folder.at('home/.agents/skills/fine/SKILL.md')]: 'loaded',
      [folder.at('home/.agents/skills/broken/SKILL.md')]: 'invalid',
      [folder.at('home/.agents/skills/left-out/SKILL.md')]: 'ignored',
      [folder.at('home/.claude/skills/fine/SKILL.md')]: 'shadowed',
      [folder.at('repo/.agents/skills/stranger/SKILL.md')]: 'untrusted',
    })
    for (const { state, reason, remedy } of library.snapshot.entries) {
      expect(reason).toMatch(/^[\p{Lu}`].*\.$/su)
      expect(remedy === undefined).toBe(state === 'loaded')
    }
  })

  test('bug 6 isolation: a broken file is reported and its neighbours load', async () => {
    folder.write({
      'home/.agents/skills/a/SKILL.md': skillText('a'),
      'home/.agents/skills/broken/SKILL.md': '---\nname: [unclosed\n---\nbody',
      'home/.agents/skills/z/SKILL.md': skillText('z'),
    })
    const library = await open()
    expect(library.snapshot.skills.map(({ name }) => name)).toEqual(['a', 'z'])
    const broken = entryAt(library, 'home/.agents/skills/broken/SKILL.md')
    expect(broken).toMatchObject({ state: 'invalid', name: '[unclosed' })
    expect(broken?.diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
  })

  test('bug 9 no cache hides an error: a second reading of a bad file says the same', async () => {
    folder.write({ 'home/.agents/skills/bad/SKILL.md': '---\nname: [x\n---\nbody' })
    const library = await open()
    const first = library.snapshot.entries
    folder.write({ 'home/.agents/skills/other/SKILL.md': skillText('other') })
    const second = (await library.reload()).entries
    const bad = (entries: readonly Entry[]) => entries.find(({ path }) => path.includes('/bad/'))
    expect(bad(first)?.state).toBe('invalid')
    expect(bad(second)).toEqual(bad(first))
  })

  test('ancestor A: one bad file is a warning about that file, the rest load', async () => {
    folder.write({
      'repo/.free-code/skills/good.md': '---\ndescription: Works\n---\nGo.',
      'repo/.free-code/skills/bad.md': '---\ndescription: never closed',
    })
    const library = await open()
    expect(library.snapshot.skills.map(({ name }) => name)).toEqual(['good'])
    expect(entryAt(library, 'repo/.free-code/skills/bad.md')?.state).toBe('invalid')
  })

  test('a SKILL.md straight in a skills root is one skill with a warning, and the others load', async () => {
    folder.write({
      'home/.agents/skills/SKILL.md': skillText('stray'),
      'home/.agents/skills/ok/SKILL.md': skillText('ok'),
    })
    const library = await open()
    expect(library.snapshot.skills.map(({ name }) => name)).toEqual(['ok', 'stray'])
    const stray = entryAt(library, 'home/.agents/skills/SKILL.md')
    expect(stray?.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'walk/root-skill', severity: 'warning' }),
    )
    expect(stray?.skill?.singleFile).toBe(true)
  })

  test('a SKILL.md straight in a skills root without a name is invalid and says where to move it', async () => {
    folder.write({
      'home/.agents/skills/SKILL.md': '---\ndescription: Nameless\n---\nBody',
      'home/.agents/skills/ok/SKILL.md': skillText('ok'),
    })
    const library = await open()
    expect(library.snapshot.skills.map(({ name }) => name)).toEqual(['ok'])
    expect(entryAt(library, 'home/.agents/skills/SKILL.md')).toMatchObject({
      state: 'invalid',
      remedy: expect.stringContaining('into a folder of its own'),
    })
  })

  test('frontmatter longer than the first block is read on', async () => {
    const long = `metadata:\n${Array.from({ length: 200 }, (_, at) => `  key-${at}: ${'x'.repeat(30)}`).join('\n')}`
    folder.write({ 'home/.agents/skills/long/SKILL.md': skillText('long', long) })
    const library = await open()
    expect(library.find('long').skill?.metadata['key-199']).toBe('x'.repeat(30))
  })
})

describe('which one counts', () => {
  test('bug 33 project over user: one loaded, from the project, and a collision that names both files', async () => {
    folder.write({
      'home/.agents/skills/fmt/SKILL.md': skillText('fmt', '', 'user'),
      'repo/.agents/skills/fmt/SKILL.md': skillText('fmt', '', 'project'),
    })
    const library = await open()
    const [winner, loser] = [
      folder.at('repo/.agents/skills/fmt/SKILL.md'),
      folder.at('home/.agents/skills/fmt/SKILL.md'),
    ]
    expect(library.snapshot.skills.map(({ location }) => location)).toEqual([winner])
    const shadowed = entryAt(library, 'home/.agents/skills/fmt/SKILL.md')
    expect(shadowed).toMatchObject({ state: 'shadowed', callableAs: 'user:fmt' })
    expect(shadowed?.diagnostics).toEqual([
      expect.objectContaining({
        code: 'collision/name',
        severity: 'warning',
        file: loser,
        message: `Two skills are called \`fmt\`: ${winner} counts, ${loser} does not.`,
        related: [expect.objectContaining({ file: winner })],
      }),
    ])
    const { instructions } = await library.activate('fmt', { route: 'user' })
    expect(instructions).toContain('project')
  })

  test('ancestor A: a project skill stands before the user skill of that name', async () => {
    folder.write({
      'home/.free-code/skills/deploy.md': '---\ndescription: user\n---\n',
      'repo/.free-code/skills/deploy.md': '---\ndescription: project\n---\n',
    })
    expect((await open()).find('deploy').skill?.description).toBe('project')
  })

  test('ancestor B: the first one wins, and the diagnostic names winner and loser', async () => {
    folder.write({
      'one/fmt/SKILL.md': skillText('fmt', '', 'first'),
      'two/fmt/SKILL.md': skillText('FMT', '', 'second'),
    })
    const library = await open({ paths: [folder.at('one'), folder.at('two')] })
    expect(library.snapshot.skills.map(({ name }) => name)).toEqual(['fmt'])
    const messages = library.snapshot.entries.flatMap(({ diagnostics }) =>
      diagnostics.filter(({ code }) => code === 'collision/name').map(({ message }) => message),
    )
    expect(messages).toEqual([
      `Two skills are called \`fmt\`: ${folder.at('one/fmt/SKILL.md')} counts, ${folder.at('two/fmt/SKILL.md')} does not.`,
    ])
  })

  test('bug 21 identical content in two folders is a note, the same file by two roots nothing', async () => {
    folder.write({
      'home/.agents/skills/a/SKILL.md': skillText('a'),
      'home/.claude/skills/a/SKILL.md': skillText('a'),
      'repo/.agents/skills/b/SKILL.md': skillText('b'),
    })
    folder.link('repo/.claude/skills', '../.agents/skills')
    const library = await open()
    const copy = entryAt(library, 'home/.claude/skills/a/SKILL.md')
    expect(copy?.state).toBe('shadowed')
    expect(copy?.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['duplicate/content', 'info'],
    ])
    expect(library.snapshot.entries.filter(({ name }) => name === 'b')).toHaveLength(1)
  })

  test('what is untrusted or disabled shadows nothing', async () => {
    folder.write({
      'repo/.agents/skills/fmt/SKILL.md': skillText('fmt', '', 'project'),
      'home/.agents/skills/fmt/SKILL.md': skillText('fmt', '', 'user'),
    })
    const library = await open({ trust: 'none' })
    expect(library.find('fmt').skill?.source.scope).toBe('user')
    expect(entryAt(library, 'repo/.agents/skills/fmt/SKILL.md')).toMatchObject({
      state: 'untrusted',
      callableAs: 'project:fmt',
    })
  })

  test('bug 34 a chat command keeps its name, the skill is /skill:name; whole names are compared', async () => {
    folder.write({
      'home/.agents/skills/help/SKILL.md': skillText('help'),
      'home/.agents/skills/help-desk/SKILL.md': skillText('help-desk'),
    })
    const library = await open()
    const [desk, help] = library.snapshot.entries
    expect(help).toMatchObject({ state: 'loaded', callableAs: 'skill:help' })
    expect(help?.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['collision/command', 'info'],
    ])
    expect(desk).toMatchObject({ callableAs: 'help-desk', diagnostics: [] })
    expect(library.find('/skill:help').skill?.name).toBe('help')
  })
})

describe('one snapshot', () => {
  test('bug 35 one name on every route: the frontmatter name is listed and found', async () => {
    folder.write({ 'home/.agents/skills/pdf-v2/SKILL.md': skillText('pdf') })
    const library = await open()
    expect(library.snapshot.skills.map(({ name }) => name)).toEqual(['pdf'])
    expect(library.find('pdf').skill).toBe(library.snapshot.skills[0])
    expect(library.snapshot.entries[0]?.diagnostics.map(({ code }) => code)).toEqual([
      'name/directory',
    ])
    const activation = await library.activate('pdf', { route: 'model' })
    expect(activation.skill).toEqual(library.snapshot.skills[0])
  })

  test('bug 36 names of any script load and are called by their own name', async () => {
    folder.write({
      'home/.agents/skills/小说拆条/SKILL.md': skillText('小说拆条'),
      'home/.agents/skills/überblick/SKILL.md': skillText('überblick'),
    })
    const library = await open()
    expect(library.snapshot.entries.map(({ callableAs, state }) => [callableAs, state])).toEqual([
      ['überblick', 'loaded'],
      ['小说拆条', 'loaded'],
    ])
    expect(library.find('小说拆条').skill?.name).toBe('小说拆条')
    // The composed and the decomposed form are one name.
    expect(library.find('überblick').skill?.name).toBe('überblick')
  })

  test('bug 37 the order is by code point and two runs are alike to the byte', async () => {
    for (const name of ['z', 'a', 'm', 'B', 'ä', '𝒳x', '\uffeex']) {
      folder.write({ [`home/.agents/skills/${name}/SKILL.md`]: skillText(name) })
    }
    const first = await open()
    const names = first.snapshot.skills.map(({ name }) => name)
    expect(names).toEqual(['B', 'a', 'm', 'z', 'ä', '\uffeex', '𝒳x'])
    const second = await open()
    expect(JSON.stringify(second.snapshot)).toBe(JSON.stringify(first.snapshot))
  })

  test('ancestor A: records are immutable, to their depths', async () => {
    folder.write({
      'home/.agents/skills/a/SKILL.md': skillText('a', 'metadata:\n  k: v\nodd: {x: [1]}'),
      'home/.agents/skills/b/SKILL.md': '',
    })
    const { snapshot } = await open()
    const frozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) &&
        Object.values(value).every(frozen) &&
        Object.getOwnPropertyNames(Object.getPrototypeOf(value) ?? {}).every((key) =>
          key === '__proto__' ? true : frozen(Reflect.get(value, key)),
        ))
    const skill = snapshot.skills[0]
    expect(frozen({ ...snapshot, skills: [] }.entries)).toBe(true)
    expect(Object.isFrozen(snapshot)).toBe(true)
    for (const part of [skill, skill?.metadata, skill?.extra, skill?.tools, skill?.source]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
    expect(() => Object.assign(snapshot.skills[0] ?? {}, { name: 'x' })).toThrow(TypeError)
  })

  test('reading writes nothing', async () => {
    const file = 'home/.agents/skills/a/SKILL.md'
    folder.write({ [file]: skillText('a') })
    await open()
    expect(readFileSync(folder.at(file), 'utf8')).toBe(skillText('a'))
  })
})

describe('bug 47 visibility flags', () => {
  test('a skill without description is for people alone, and says why', async () => {
    folder.write({ 'repo/.free-code/skills/plain.md': '---\nname: plain\n---\nGo.' })
    const library = await open()
    expect(library.find('plain').entry?.reason).toContain('without a description')
    await expect(library.activate('plain', { route: 'model' })).rejects.toThrow('no description')
    expect((await library.activate('plain', { route: 'user' })).skill.name).toBe('plain')
  })

  test('each flag closes one route, both close all with a warning and a remedy', async () => {
    folder.write({
      'home/.agents/skills/bg/SKILL.md': skillText('bg', 'user-invocable: false'),
      'home/.agents/skills/manual/SKILL.md': skillText('manual', 'disable-model-invocation: true'),
      'home/.agents/skills/shut/SKILL.md': skillText(
        'shut',
        'user-invocable: false\ndisable-model-invocation: true',
      ),
    })
    const { entries } = (await open()).snapshot
    const [bg, manual, shut] = entries
    expect(bg?.reason).toContain('user-invocable: false')
    expect(manual?.reason).toContain('disable-model-invocation')
    expect(shut?.remedy).toContain('Remove')
    expect(shut?.diagnostics.map(({ code }) => code)).toContain('flags/unreachable')
  })
})
