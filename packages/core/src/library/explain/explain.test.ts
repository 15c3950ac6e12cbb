import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Settings } from '../../settings/index.ts'
import { openLibrary } from '../open.ts'
import { skillText, type TestFolder, testFolder } from '../test-folder.ts'
import type { Explanation, LibraryOptions } from '../types.ts'

let folder: TestFolder
beforeEach(() => {
  folder = testFolder({ 'home/.agents/skills/pdf/SKILL.md': skillText('pdf') })
})
afterEach(() => folder[Symbol.dispose]())

async function explain(query: string, more: Partial<LibraryOptions> = {}): Promise<Explanation> {
  const library = await openLibrary({ cwd: folder.repo, home: folder.home, ...more })
  return library.explain(query)
}

/** The step that failed, and the last word. */
function outcome({ steps }: Explanation): { failed: string | undefined; advice: string } {
  const failed = steps.filter(({ outcome }) => outcome === 'fail')
  expect(failed.length).toBeLessThanOrEqual(1)
  const last = steps.at(-1)
  expect(last?.step).toBe('what to do')
  return { failed: failed[0]?.step, advice: last?.detail ?? '' }
}

const skills = 'home/.agents/skills'

describe('a skill that can be called', () => {
  test('by the model alone is not told to a person as one to call', async () => {
    folder.write({ [`${skills}/x/SKILL.md`]: skillText('x', 'user-invocable: maybe') })
    const { callable, steps } = await explain('x')
    expect(callable).toBe(true)
    expect(steps.at(-1)?.detail).toContain('write `user-invocable: true`')
  })

  test('that is switched off and has characters nobody sees in its name is named by its path', async () => {
    folder.write({ [`${skills}/x/SKILL.md`]: skillText('"a\u200bb"') })
    const settings: Settings = {
      user: { disabled: ['*'] },
      project: {},
      userFile: '/s.json',
      projectFile: folder.at('repo/.skillet/settings.json'),
      diagnostics: [],
    }
    const { advice } = outcome(await explain(folder.at(skills, 'x'), { settings }))
    expect(advice).toContain(`skillet enable --user ${folder.at(skills, 'x', 'SKILL.md')}`)
  })

  test('passes every step that loading took, in order', async () => {
    const explanation = await explain('pdf')
    expect(explanation).toMatchObject({ callable: true, state: 'loaded' })
    expect(explanation.steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'roots pass',
      'file pass',
      'ignore rules pass',
      'decoding pass',
      'fence pass',
      'YAML pass',
      'fields pass',
      'trust pass',
      'settings pass',
      'precedence pass',
      'name pass',
      'flags pass',
      'catalogue pass',
      'what to do note',
    ])
    expect(outcome(explanation).advice).toBe('Nothing: call it as `/pdf`.')
  })

  test('is the same by name, by path, by folder and from home on', async () => {
    const { steps } = await explain('pdf')
    for (const query of [
      '/PDF',
      folder.at(skills, 'pdf'),
      '~/.agents/skills/pdf/SKILL.md',
      '../home/.agents/skills/pdf',
    ]) {
      expect((await explain(query)).steps, query).toEqual(steps)
    }
  })

  test('tells of its namesakes', async () => {
    folder.write({ 'repo/.agents/skills/pdf/SKILL.md': skillText('pdf') })
    const notes = (await explain('pdf')).steps.filter(({ step }) => step === 'precedence')
    expect(notes.map(({ detail }) => detail)).toContain(
      `${folder.at('repo/.agents/skills/pdf/SKILL.md')} has the same name and is untrusted (\`/project:pdf\`).`,
    )
  })
})

describe('a file with a state', () => {
  const broken: readonly (readonly [name: string, text: string, step: string, advice: RegExp])[] = [
    ['no fence', 'Only text.', 'fence', /Add four lines at the top/],
    ['an open fence', '---\nname: x\ndescription: y', 'fence', /Add a line `---`/],
    ['a script language', '---js\n{}\n---', 'fence', /YAML/],
    ['no description', '---\nname: x\n---\n', 'fields', /description/],
    ['a blank description', '---\nname: x\ndescription: "  "\n---\n', 'fields', /description/],
    ['a NUL', '---\nname: x\0\ndescription: y\n---\n', 'decoding', /Remove it|UTF-8/],
    [
      'too long a frontmatter',
      `---\nname: x\nnote: ${'y'.repeat(17_000)}\n---\n`,
      'decoding',
      /Move/,
    ],
    ['nothing in it', '', 'fence', /Add four lines at the top/],
  ]

  test.each(broken)('%s', async (_, text, step, advice) => {
    folder.write({ [`${skills}/x/SKILL.md`]: text })
    const explanation = await explain('x')
    expect(explanation).toMatchObject({ callable: false, state: 'invalid' })
    const { failed, advice: given } = outcome(explanation)
    expect(failed).toBe(step)
    expect(given).toMatch(advice)
    expect(explanation.steps.at(-1)?.file).toBe(folder.at(skills, 'x/SKILL.md'))
  })

  test('ignored: the file, line and pattern of the rule', async () => {
    folder.write({
      [`${skills}/.gitignore`]: '# mine\nx/\n',
      [`${skills}/x/SKILL.md`]: skillText('x'),
    })
    const explanation = await explain('x')
    expect(explanation.state).toBe('ignored')
    expect(explanation.steps.find(({ outcome }) => outcome === 'fail')).toMatchObject({
      step: 'ignore rules',
      file: folder.at(skills, '.gitignore'),
      line: 2,
    })
  })

  test('untrusted: the command to run', async () => {
    folder.write({ 'repo/.agents/skills/x/SKILL.md': skillText('x') })
    const { failed, advice } = outcome(await explain('x'))
    expect(failed).toBe('trust')
    expect(advice).toContain('skillet trust')
  })

  test('disabled: the list, file and command', async () => {
    const settings: Settings = {
      user: { disabled: ['p*'] },
      project: {},
      userFile: folder.at('settings.json'),
      projectFile: folder.at('repo/.skillet/settings.json'),
      diagnostics: [],
    }
    const explanation = await explain('pdf', { settings })
    expect(explanation.state).toBe('disabled')
    expect(outcome(explanation)).toEqual({
      failed: 'settings',
      advice: 'Run `skillet enable --user pdf`, or take it out of that list.',
    })
  })

  test('shadowed: the winner, and the qualified name that still works', async () => {
    folder.write({ 'home/.claude/skills/pdf/SKILL.md': skillText('pdf', '', 'other') })
    const explanation = await explain(folder.at('home/.claude/skills/pdf'))
    expect(explanation).toMatchObject({ callable: false, state: 'shadowed' })
    expect(outcome(explanation).failed).toBe('precedence')
    expect(JSON.stringify(explanation.steps)).toContain('/user:pdf')
    expect((await explain('user:pdf')).callable).toBe(true)
  })

  test('neither for people nor for the model', async () => {
    const flags = 'disable-model-invocation: true\nuser-invocable: false'
    folder.write({ [`${skills}/x/SKILL.md`]: skillText('x', flags) })
    const explanation = await explain('x')
    expect(explanation).toMatchObject({ callable: false, state: 'loaded' })
    expect(outcome(explanation).failed).toBe('flags')
  })
})

describe('a file that never became an entry', () => {
  const almost: readonly (readonly [
    what: string,
    query: string,
    files: Record<string, string>,
    step: string,
    advice: RegExp,
  ])[] = [
    [
      'below another skill',
      'inner',
      { [`${skills}/pdf/examples/inner/SKILL.md`]: skillText('inner') },
      'folders',
      /Move the skill to .*\/skills\/inner, beside that skill/,
    ],
    [
      'in a dot folder',
      'x',
      { [`${skills}/.old/x/SKILL.md`]: skillText('x') },
      'folders',
      /Move the skill/,
    ],
    [
      'in node_modules',
      'x',
      { [`${skills}/node_modules/x/SKILL.md`]: skillText('x') },
      'folders',
      /Move the skill/,
    ],
    [
      'too deep',
      'x',
      { [`${skills}/1/2/3/4/5/6/x/SKILL.md`]: skillText('x') },
      'folders',
      /"depth": 7/,
    ],
    [
      'below an ignored folder',
      'x',
      { [`${skills}/.ignore`]: 'old\n', [`${skills}/old/a/x/SKILL.md`]: skillText('x') },
      'ignore rules',
      /Remove that line/,
    ],
    [
      'called SKILL.md.txt',
      'x',
      { [`${skills}/x/SKILL.md.txt`]: skillText('x') },
      'file',
      /Rename it to .*\/x\/SKILL\.md/,
    ],
    [
      'called SKILLS.md',
      'x',
      { [`${skills}/x/SKILLS.md`]: skillText('x') },
      'file',
      /Rename it to/,
    ],
    [
      'called SKILLS.md, in a folder of another name',
      'x',
      { [`${skills}/y/SKILLS.md`]: skillText('x') },
      'layout',
      /Rename it to .*\/y\/SKILL\.md/,
    ],
    ['with only a README', 'x', { [`${skills}/x/README.md`]: 'x' }, 'file', /rename it to/],
    ['an empty folder', 'x', { [`${skills}/x/data.json`]: '' }, 'file', /Write .*SKILL\.md/],
    [
      'a folder called SKILL.md',
      'x',
      { [`${skills}/x/SKILL.md/y`]: '' },
      'file',
      /Move what is in it/,
    ],
    [
      'a single file where folders are skills',
      'x',
      { [`${skills}/x.md`]: skillText('x') },
      'layout',
      /Move the file to .*\/x\/SKILL\.md/,
    ],
    [
      'a single file too deep for its client',
      'x',
      { 'home/.pi/agent/skills/deep/x.md': skillText('x') },
      'layout',
      /Move it there/,
    ],
    [
      'a single file without frontmatter',
      'x',
      { 'home/.pi/agent/skills/x.md': 'Text.' },
      'fence',
      /Begin it with/,
    ],
    [
      'of a client that is off',
      'x',
      { 'home/.codex/skills/x/SKILL.md': skillText('x') },
      'roots',
      /"clients": \["codex"\]/,
    ],
    [
      'in a folder where nobody looks',
      'x',
      { 'repo/skills/x/SKILL.md': skillText('x') },
      'roots',
      /\.agents\/skills\/x, or name it with `--skill/,
    ],
    [
      'under another name in its frontmatter',
      'other',
      { [`${skills}/pdf/sub/x/SKILL.md`]: skillText('other') },
      'folders',
      /beside/,
    ],
  ]

  test.each(almost)('%s', async (_, query, files, step, advice) => {
    folder.write(files)
    const explanation = await explain(query)
    expect(explanation.callable).toBe(false)
    const { failed, advice: given } = outcome(explanation)
    expect(failed).toBe(step)
    expect(given).toMatch(advice)
  })

  test('a link to nowhere', async () => {
    folder.link(`${skills}/x`, '/nowhere/at/all')
    const explanation = await explain('x')
    expect(outcome(explanation).failed).toBe('links')
    expect(JSON.stringify(explanation.steps)).toContain('/nowhere/at/all')
  })

  test('a project link that leaves the repository', async () => {
    folder.write({ 'elsewhere/x/SKILL.md': skillText('x') })
    folder.link('repo/.agents/skills/x', folder.at('elsewhere/x'))
    expect(outcome(await explain('x')).failed).toBe('links')
    expect(outcome(await explain('.agents/skills/x')).failed).toBe('links')
  })

  test.each([
    'repo/.agents/skills/out',
    'repo/.agents/skills/out/deep/priv',
    'repo/.agents/skills/out/absent',
    'repo/.agents/skills/out/x.md',
    'repo/.agents/skills/out/x/SKILL.md',
    'repo/docs/out',
    'repo/nowhere',
    'repo/.agents/skills/file',
    'repo/.agents/skills/file/SKILL.md',
  ])('%s: nothing is told of what lies behind a link out of the repository', async (path) => {
    folder.write({
      'private/x/SKILL.md': skillText('hidden-name'),
      'private/x.md': skillText('hidden-name'),
      'private/deep/private-name': '',
      'repo/docs/read.md': '',
    })
    folder.link('repo/.agents/skills/out', folder.at('private'))
    folder.link('repo/docs/out', folder.at('private'))
    folder.link('repo/nowhere', folder.at('not-there'))
    folder.link('repo/.agents/skills/file/SKILL.md', folder.at('private/x/SKILL.md'))
    const explanation = await explain(folder.at(path))
    expect(outcome(explanation).failed).toBe('links')
    expect(explanation.steps[0]?.step).toMatch(/links|file/)
    const told = JSON.stringify(explanation.steps)
    for (const secret of ['hidden-name', 'private-name', '1 folder', 'not there', 'holds']) {
      expect(told).not.toContain(secret)
    }
  })

  test.each(['hidden-name', 'x', 'private-file'])(
    'the name %s is not looked for behind a link out of the repository',
    async (name) => {
      folder.write({
        'private/x/SKILL.md': skillText('hidden-name'),
        'private/private-file.md': skillText('other'),
        'private/y/SKILL.md': skillText('hidden-name'),
      })
      folder.link('repo/.agents/skills', folder.at('private'))
      folder.link('repo/.claude/skills/y/SKILL.md', folder.at('private/y/SKILL.md'))
      const { steps } = await explain(name)
      expect(JSON.stringify(steps)).not.toContain('looks like the skill')
    },
  )

  test('a link to a place of one’s own is followed', async () => {
    folder.link('repo/docs/mine', folder.at(skills))
    expect(await explain(folder.at('repo/docs/mine/pdf'))).toMatchObject({ callable: true })
  })

  test('made after the skills were loaded', async () => {
    const library = await openLibrary({ cwd: folder.repo, home: folder.home })
    folder.write({ [`${skills}/late/SKILL.md`]: skillText('late') })
    const { failed, advice } = outcome(library.explain('late'))
    expect(failed).toBe('loading')
    expect(advice).toContain('Reload')
  })

  test('a skill that a link leads to says where it really lies', async () => {
    folder.write({ 'lib/far/SKILL.md': skillText('far') })
    folder.link(`${skills}/far`, folder.at('lib/far'))
    const { callable, steps } = await explain('far')
    expect(callable).toBe(true)
    expect(steps.filter(({ step }) => step === 'links')).toMatchObject([
      { outcome: 'note', detail: expect.stringContaining(folder.at('lib/far/SKILL.md')) },
    ])
  })

  test('a skill of a trusted repository says that it is', async () => {
    folder.write({ 'repo/.agents/skills/ours/SKILL.md': skillText('ours') })
    const { callable, steps } = await explain('ours', { trust: 'all' })
    expect(callable).toBe(true)
    expect(steps).toContainEqual({
      step: 'trust',
      outcome: 'pass',
      detail: 'The repository is trusted, and the skill is as it was then.',
    })
  })

  test.each([
    ['My Skill', '/my-skill', 'since a blank would end its name'],
    ['"a\u200bb"', '', 'since its name holds characters that nobody can see'],
    ['/x', '', 'since its name begins with a slash'],
    ['help', '/skill:help', '`/help` is a chat command'],
  ])('a skill named %j says how it is called', async (name, called, why) => {
    folder.write({ [`${skills}/odd/SKILL.md`]: skillText(name) })
    const { steps } = await explain(folder.at(skills, 'odd'))
    const said = steps.find(({ step }) => step === 'name')
    expect(said).toMatchObject({ outcome: 'note', detail: expect.stringContaining(why) })
    expect(said?.detail).toContain(called)
  })

  test('a skill with the same slug as another says so', async () => {
    folder.write({
      [`${skills}/one/SKILL.md`]: skillText('a-b'),
      [`${skills}/two/SKILL.md`]: skillText('A B'),
    })
    const { steps } = await explain(folder.at(skills, 'two'))
    expect(steps.find(({ step }) => step === 'name')?.detail).toContain('since a blank')
  })

  test.each([
    ['x.txt', 'Name the skill’s folder'.replace('’', "'")],
    ['my-skill.txt', 'Rename it to'],
  ])('a file %s is no Markdown', async (name, advice) => {
    folder.write({ [`${skills}/x/${name}`]: 'x' })
    const explained = outcome(await explain(folder.at(skills, 'x', name)))
    expect(explained.failed).toBe('file')
    expect(explained.advice).toContain(advice)
  })

  test('a pipe in the place of a file', async () => {
    execFileSync('mkfifo', [folder.at('pipe.md')])
    expect(outcome(await explain(folder.at('pipe.md')))).toEqual({
      failed: 'file',
      advice: 'Put an ordinary text file in its place.',
    })
  })

  test('a SKILL.md that is a link to nowhere', async () => {
    folder.link(`${skills}/x/SKILL.md`, '/nowhere/at/all')
    expect(outcome(await explain(folder.at(skills, 'x')))).toEqual({
      failed: 'links',
      advice: 'Remove the link, or put back what it leads to.',
    })
  })

  test('a SKILL.md that is a link outside of all places says where it leads', async () => {
    folder.write({ 'lib/real.md': skillText('far') })
    folder.link('lib/x/SKILL.md', folder.at('lib/real.md'))
    const { steps } = await explain(folder.at('lib/x'))
    expect(steps.find(({ step }) => step === 'links')?.detail).toContain('lib/real.md')
  })

  test('of two places in one another the inner one counts', async () => {
    const options = { paths: [folder.at(skills), folder.at(skills, 'group')] }
    folder.write({ [`${skills}/group/.x/SKILL.md`]: skillText('x') })
    const { steps } = await explain(folder.at(skills, 'group/.x'), options)
    expect(steps.find(({ step }) => step === 'roots')?.detail).toContain(
      `It lies in ${folder.at(skills, 'group')} `,
    )
  })

  test('the rules of an ignore file that is a folder are none', async () => {
    folder.write({ [`${skills}/.gitignore/x`]: '', [`${skills}/g/.x/SKILL.md`]: skillText('x') })
    expect(outcome(await explain('x')).failed).toBe('folders')
  })

  test('another way to the same file', async () => {
    folder.link('shortcut', folder.at(skills, 'pdf'))
    const explanation = await explain(folder.at('shortcut'))
    expect(explanation).toMatchObject({ callable: true, state: 'loaded' })
    expect(
      explanation.steps.some(({ detail }) => detail.startsWith('It is the same file as')),
    ).toBe(true)
  })
})

describe('what is not there at all', () => {
  test('a mistyped name: near names', async () => {
    expect(outcome(await explain('pfd')).advice).toBe('Did you mean `pdf`?')
  })

  test('an unknown name: where Skillet looked, and how to make it', async () => {
    const explanation = await explain('quite-new')
    expect(explanation.steps.filter(({ step }) => step === 'roots').length).toBeGreaterThan(0)
    expect(outcome(explanation).advice).toContain('skillet run skill-creator quite-new')
  })

  test.each([
    [
      'a package below',
      'repo/pkg/a/.agents/skills/far/SKILL.md',
      /^Start in .*repo\/pkg\/a, where it counts\. Or: Move/,
    ],
    [
      'a folder above the repository',
      '.claude/skills/far/SKILL.md',
      /^Move the skill to .*home\/\.agents\/skills\/far/,
    ],
    [
      'a command of another client',
      'repo/.claude/commands/far.md',
      /^Move the file to .*\/far\/SKILL\.md/,
    ],
    [
      'a plugin of another client',
      'home/.claude/plugins/x/skills/far/SKILL.md',
      /^Move the skill to .*home\/\.agents\/skills\/far/,
    ],
    [
      'a settings folder',
      'home/.config/agents/skills/far/SKILL.md',
      /^Move the skill to .*home\/\.agents\/skills\/far/,
    ],
    [
      'the top of the repository',
      'repo/SKILL.md',
      /^Move the skill to .*\.agents\/skills\/repo, or name it with `--skill /,
    ],
    [
      'an archive',
      'home/.agents/skills/far.zip',
      /^Unpack it, so that .*skills\/far\/SKILL\.md is there\.$/,
    ],
  ])('that lies in %s is found', async (_, path, advice) => {
    folder.write({ [path]: skillText('far') })
    expect(outcome(await explain('far')).advice).toMatch(advice)
  })

  test('a file that is below another skill and broken is found by the name in it', async () => {
    folder.write({ [`${skills}/pdf/more/SKILL.md`]: '---\nname: deep-one\n---\n' })
    expect(outcome(await explain('deep-one')).failed).toBe('folders')
  })

  test('a mistyped path: the near one', async () => {
    const { advice } = outcome(await explain(folder.at('home/.agents/skils/pdf')))
    expect(advice).toBe(`Did you mean ${folder.at('home/.agents/skills')}?`)
  })

  test('a folder of skills: ask for one of them', async () => {
    expect(outcome(await explain('~/.agents/skills')).advice).toContain('Ask about one of them')
    folder.write({ 'more/a/SKILL.md': skillText('a') })
    expect(outcome(await explain(folder.at('more'))).advice).toContain(
      `--skill ${folder.at('more')}`,
    )
  })

  test('odd queries get an answer too', async () => {
    mkdirSync(folder.at('repo/empty'))
    for (const query of [
      '',
      ' ',
      '/',
      '.',
      '..',
      '~',
      '\0',
      'a\0b/c',
      'x'.repeat(5_000),
      '__proto__',
      'empty/',
      '//x',
      '*',
    ]) {
      const explanation = await explain(query)
      expect(explanation.callable, JSON.stringify(query)).toBe(false)
      expect(outcome(explanation).advice, JSON.stringify(query)).not.toBe('')
    }
  })
})
