import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  conversationList,
  preview,
  searchAnswer,
  session,
  settingsPage,
  skillDetails,
  skillFile,
  skillList,
  trustQuestion,
} from '@skillet/server/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  ConversationList,
  ConversationPage,
  Failure,
  RequestRecords,
  Session,
  SettingsPage,
  SkillFile,
  SkillList,
  TrustQuestion,
} from '../src/contract/index.ts'
import { read } from './read.ts'
import { codeOf, openServer, type ServerWorld } from './server-world.ts'

let world: ServerWorld
beforeEach(async () => {
  world = await openServer()
})
afterEach(() => world.close())

const get = (path: string) => read<unknown>(world.call(path))
const getSkills = () => read<SkillList>(world.call('/api/skills'))
const getTrust = () => read<TrustQuestion>(world.call('/api/trust'))
const getSettings = () => read<SettingsPage>(world.call('/api/settings'))
const getConversations = () => read<ConversationList>(world.call('/api/conversations'))
const getConversation = (id: string) =>
  read<ConversationPage>(world.call(`/api/conversations/${id}`))
const post = (path: string, json: unknown, method = 'POST') => world.call(path, { method, json })
const at = (path: string) => encodeURIComponent(path)

describe('GET /api/session', () => {
  it('is what the contract says', async () => {
    world.skill('deploy')
    await world.reload()
    const answer = session.parse(await get('/api/session'))
    expect(answer).toMatchObject({
      workspace: world.workspace,
      theme: 'system',
      model: { id: 'guided', guided: true },
      skills: { untrusted: 1, loaded: 0 },
      trust: { root: world.workspace, skills: 1 },
      exposed: false,
      command: 'skillet serve',
    })
  })

  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en-GB,en;q=0.9,zh;q=0.8', 'en'],
    ['fr,zh;q=0.2,en;q=0.1', 'zh'],
    ['fr;q=1,en;q=0.1,zh;q=0', 'en'],
    ['fr', 'en'],
    ['', 'en'],
  ])('speaks the language of the browser: %s', async (accepted, language) => {
    const answer = await world.call('/api/session', { headers: { 'accept-language': accepted } })
    expect((await read<Session>(answer)).language).toBe(language)
  })

  it('speaks that of the settings before', async () => {
    await post('/api/settings', { field: 'language', value: 'zh' }, 'PATCH')
    const answer = await world.call('/api/session', { headers: { 'accept-language': 'en' } })
    expect((await read<Session>(answer)).language).toBe('zh')
  })
})

describe('skills', () => {
  it('are listed with state, reason and counts, and where they were looked for', async () => {
    world.skill('deploy')
    world.write('.claude/skills/broken/SKILL.md', '---\nname: broken\n---\nx')
    await world.reload()
    const list = skillList.parse(await get('/api/skills'))
    expect(list.entries).toMatchObject([
      { name: 'broken', state: 'invalid', errors: 1 },
      { name: 'deploy', state: 'untrusted', errors: 0, remedy: expect.any(String) },
    ])
    expect(list.roots).toContainEqual(
      expect.objectContaining({ path: join(world.workspace, '.claude/skills'), exists: true }),
    )
  })

  it('show fields, instructions, files, why, and diagnostics with the lines around them', async () => {
    const path = world.skill(
      'deploy',
      'argument-hint: <where>\nallowed-tools: Bash(git push)\nfood: cake\n',
    )
    world.write('.claude/skills/deploy/notes/a.md', 'A note.')
    await world.reload()
    const details = skillDetails.parse(await get(`/api/skills/details?path=${at(path)}`))
    expect(details).toMatchObject({
      allowedTools: ['Bash(git push)'],
      extra: { food: 'cake' },
      files: [{ path: 'SKILL.md' }, { path: 'notes/a.md', size: 7 }],
      instructions: { text: expect.stringContaining('Do the work of deploy.') },
    })
    expect(details.why.map(({ step }) => step)).toContain('trust')
    const broken = world.write(
      '.claude/skills/broken/SKILL.md',
      '---\nname: broken\ndescription: [\n---\nx',
    )
    await world.reload()
    const [found] = skillDetails.parse(
      await get(`/api/skills/details?path=${at(broken)}`),
    ).diagnostics
    expect(found?.excerpt?.lines.join('\n')).toContain('description: [')
    const { line = 0 } = found?.diagnostic.range?.start ?? {}
    expect(found?.excerpt?.firstLine).toBe(Math.max(1, line - 2))
  })

  it('show the text of a file in their folder, and of none outside', async () => {
    const path = world.skill('deploy')
    world.write('.claude/skills/deploy/big.txt', 'é'.repeat(200_000))
    world.write('.claude/skills/deploy/image.bin', 'a\0b')
    world.write('secret.txt', 'secret')
    await world.reload()
    const file = (name: string) => world.call(`/api/skills/file?path=${at(path)}&file=${at(name)}`)
    expect(skillFile.parse(await (await file('SKILL.md')).json()).text).toContain('Do the work')
    const big = await read<SkillFile>(file('big.txt'))
    expect([big.size, big.truncated, big.text?.endsWith('é')]).toEqual([400_000, true, true])
    expect(await (await file('image.bin')).json()).not.toHaveProperty('text')
    for (const name of [
      '../../../secret.txt',
      join(world.workspace, 'secret.txt'),
      'none.md',
      '.',
    ]) {
      expect((await file(name)).status).toBeGreaterThanOrEqual(400)
    }
    const elsewhere = `/api/skills/file?path=${at(join(world.workspace, 'secret.txt'))}&file=secret.txt`
    expect((await world.call(elsewhere)).status).toBe(404)
  })

  it('are turned off and on, here and everywhere', async () => {
    const path = world.skill('deploy')
    await world.reload()
    await trustAll()
    const state = async () => (await getSkills()).entries[0]?.state
    for (const where of ['user', 'project']) {
      expect((await post('/api/skills/enabled', { path, enabled: false, where })).status).toBe(204)
      expect(await state()).toBe('disabled')
      expect((await post('/api/skills/enabled', { path, enabled: true, where })).status).toBe(204)
      expect(await state()).toBe('loaded')
    }
    expect(
      await codeOf(
        await post('/api/skills/enabled', { path: '/none', enabled: true, where: 'user' }),
      ),
    ).toBe('not-found')
  })

  it('are not turned off in settings of a project that do not count', async () => {
    const path = world.skill('deploy')
    world.write('.skillet/settings.json', '{"model":"a/b"}')
    await world.reload()
    const answer = await post('/api/skills/enabled', { path, enabled: false, where: 'project' })
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'untrusted'])
  })
})

const trustAll = async () => {
  const { digest } = await getTrust()
  return post('/api/trust', { decision: 'trust', digest })
}

describe('trust', () => {
  it('shows everything to decide by', async () => {
    world.skill('deploy', 'allowed-tools: Bash(git push)\nhooks:\n  preExecute: Say hello\n')
    world.write('.claude/skills/deploy/run.sh', 'echo')
    world.write('.skillet/settings.json', '{"model":"a/b"}')
    await world.reload()
    const question = trustQuestion.parse(await get('/api/trust'))
    expect(question).toMatchObject({
      root: world.workspace,
      trusted: false,
      skills: [
        {
          name: 'deploy',
          files: [
            { path: 'SKILL.md', size: expect.any(Number) },
            { path: 'run.sh', size: 4 },
          ],
          scripts: ['run.sh'],
          allowedTools: ['Bash(git push)'],
        },
      ],
      settings: [{ text: '{"model":"a/b"}' }],
    })
    expect(question.changes).toBeUndefined()
    expect(question.answer).toBeUndefined()
  })

  it('threat T4: trusts what was shown, and nothing that came in between', async () => {
    const path = world.skill('deploy')
    await world.reload()
    const { digest } = await getTrust()
    writeFileSync(path, readFileSync(path, 'utf8').replace('Do the work', 'Do something else'))
    const answer = await post('/api/trust', { decision: 'trust', digest })
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'changed'])
    expect((await getSkills()).entries[0]?.state).toBe('untrusted')
    expect((await trustAll()).status).toBe(204)
    expect((await getSkills()).entries[0]?.state).toBe('loaded')
  })

  it('holds for changes too where the folder is the person’s own, until it is taken back', async () => {
    const path = world.skill('deploy')
    await world.reload()
    const { digest } = await getTrust()
    expect((await post('/api/trust', { decision: 'mine', digest })).status).toBe(204)
    writeFileSync(path, `${readFileSync(path, 'utf8')}More.\n`)
    world.skill('later')
    await world.reload()
    expect((await getSkills()).entries.map(({ state }) => state)).toEqual(['loaded', 'loaded'])
    const question = await getTrust()
    expect(question).toMatchObject({ trusted: true, answer: 'mine' })
    expect(question.changes).toBeUndefined()
    await post('/api/trust', { decision: 'untrust', digest: '' })
    expect((await getSkills()).entries.map(({ state }) => state)).toEqual([
      'untrusted',
      'untrusted',
    ])
  })

  it('threat T4: calls no folder one’s own that is not as it was shown', async () => {
    const path = world.skill('deploy')
    await world.reload()
    const { digest } = await getTrust()
    writeFileSync(path, `${readFileSync(path, 'utf8')}More.\n`)
    const answer = await post('/api/trust', { decision: 'mine', digest })
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'changed'])
    expect((await getSkills()).entries[0]?.state).toBe('untrusted')
  })

  it('says what changed since, and takes trust back', async () => {
    const path = world.skill('deploy')
    world.write('.claude/skills/deploy/old.md', 'x')
    await world.reload()
    await trustAll()
    expect(await get('/api/trust')).toMatchObject({ trusted: true, changes: [] })
    writeFileSync(path, `${readFileSync(path, 'utf8')}More.\n`)
    world.write('.claude/skills/deploy/new.md', 'x')
    rmSync(join(world.workspace, '.claude/skills/deploy/old.md'))
    const { trusted, changes } = await getTrust()
    expect(trusted).toBe(false)
    const folder = '.claude/skills/deploy'
    expect(changes).toEqual(
      expect.arrayContaining([
        { path: `${folder}/SKILL.md`, change: 'changed' },
        { path: `${folder}/new.md`, change: 'added' },
        { path: `${folder}/old.md`, change: 'removed' },
      ]),
    )
    await trustAll()
    await post('/api/trust', { decision: 'untrust', digest: '' })
    expect((await getSkills()).entries[0]?.state).toBe('untrusted')
  })
})

describe('settings', () => {
  it('say where each is from, and are changed a field at a time', async () => {
    const before = settingsPage.parse(await get('/api/settings'))
    expect(before.theme).toEqual({ value: 'system', from: 'default', editable: true })
    expect(before.model).toEqual({ from: 'default', editable: true })
    await post('/api/settings', { field: 'theme', value: 'dark' }, 'PATCH')
    await post('/api/settings', { field: 'stepLimit', value: 7 }, 'PATCH')
    const { theme, stepLimit } = settingsPage.parse(await get('/api/settings'))
    expect(theme).toEqual({ value: 'dark', from: 'user', file: world.userFile, editable: true })
    expect(stepLimit.value).toBe(7)
    await post('/api/settings', { field: 'theme', value: null }, 'PATCH')
    expect((await getSettings()).theme.from).toBe('default')
  })

  it('cannot be changed where a trusted project decides, which is said', async () => {
    world.write('.skillet/settings.json', '{"model":"a/b"}')
    await world.reload()
    expect((await getSettings()).model.from).toBe('default')
    await trustAll()
    expect((await getSettings()).model).toMatchObject({
      value: 'a/b',
      from: 'project',
      editable: false,
    })
    const answer = await post('/api/settings', { field: 'model', value: 'c/d' }, 'PATCH')
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'overridden'])
  })

  it('refuse what is no setting, and say where', async () => {
    for (const json of [
      { field: 'providers', value: {} },
      { field: 'theme', value: 'green' },
      { field: 'stepLimit', value: 0 },
      { field: 'stepLimit', value: 2 ** 31 },
      ...['', '  ', 'a\0b', 'a\u001bb', 'x'.repeat(201), 'x'.repeat(2_000_000)].map((value) => ({
        field: 'model',
        value,
      })),
      {},
    ]) {
      expect(await codeOf(await post('/api/settings', json, 'PATCH'))).toBe('invalid')
    }
    const answer = await post('/api/settings', { field: 'theme', value: 'green' }, 'PATCH')
    expect((await read<Failure>(answer)).error.path).toMatch(/^json/u)
  })

  it('keep a key for its owner alone, and never give it back', async () => {
    const key = 'sk-ant-0123456789abcdef-last'
    expect((await post('/api/settings/keys/anthropic', { key }, 'PUT')).status).toBe(204)
    expect(statSync(world.userFile).mode & 0o777).toBe(0o600)
    const page = await (await world.call('/api/settings')).text()
    expect(page).not.toContain('0123456789')
    const { providers } = JSON.parse(page)
    const found = providers.find(({ name }: { name: string }) => name === 'anthropic')
    expect(found.key).toEqual({ kind: 'set', endsIn: 'last' })
    expect((await post('/api/settings/keys/anthropic', undefined, 'DELETE')).status).toBe(204)
    expect(readFileSync(world.userFile, 'utf8')).not.toContain(key)
  })

  it('tell nothing of a short key, and take no key that is none', async () => {
    await post('/api/settings/keys/anthropic', { key: 'short-key' }, 'PUT')
    const { providers } = await getSettings()
    expect(JSON.stringify(providers)).not.toContain('short')
    expect(providers[0]?.key).toEqual({ kind: 'set', endsIn: '' })
    for (const key of ['', ' ', 'two words', 'line\nbreak', 'schlüssel']) {
      expect((await post('/api/settings/keys/anthropic', { key }, 'PUT')).status).toBe(400)
    }
    expect((await post('/api/settings/keys/nobody', { key: 'x'.repeat(30) }, 'PUT')).status).toBe(
      404,
    )
    expect(
      (await post('/api/settings/keys/__proto__', { key: 'x'.repeat(30) }, 'PUT')).status,
    ).toBe(404)
  })

  it('take back rules that may be taken back', async () => {
    const rule = { effect: 'allow', rule: 'bash(ls)', from: 'state' } as const
    world.rules.push({ ...rule, id: 'a', removable: true }, { ...rule, id: 'b', removable: false })
    expect((await getSettings()).rules).toHaveLength(2)
    expect((await post('/api/settings/rules/a', undefined, 'DELETE')).status).toBe(204)
    expect((await post('/api/settings/rules/b', undefined, 'DELETE')).status).toBe(404)
    expect(world.rules.map(({ id }) => id)).toEqual(['b'])
  })

  it('can be changed after a value that was too long, which was never written', async () => {
    await post('/api/settings', { field: 'model', value: 'x'.repeat(200) }, 'PATCH')
    const long = { field: 'model', value: 'x'.repeat(2_000_000) }
    const answer = await post('/api/settings', long, 'PATCH')
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid'])
    expect((await getSettings()).model.value).toBe('x'.repeat(200))
    expect((await post('/api/settings', { field: 'model', value: 'a/b' }, 'PATCH')).status).toBe(
      204,
    )
    expect((await getSettings()).model.value).toBe('a/b')
  })

  it('are not written into a file that is no UTF-8, which stays as it is', async () => {
    await post('/api/settings', { field: 'theme', value: 'dark' }, 'PATCH')
    const windows = Buffer.from('{"model": "caf\u00e9"}', 'latin1')
    writeFileSync(world.userFile, windows)
    const answer = await post('/api/settings', { field: 'theme', value: 'light' }, 'PATCH')
    expect(await read<Failure>(answer)).toMatchObject({
      error: { code: 'settings', message: 'The settings are not UTF-8 text.' },
    })
    expect(readFileSync(world.userFile).equals(windows)).toBe(true)
  })

  it('are not written into a file that is broken', async () => {
    await post('/api/settings', { field: 'theme', value: 'dark' }, 'PATCH')
    writeFileSync(world.userFile, '{"theme": ')
    const answer = await post('/api/settings', { field: 'theme', value: 'light' }, 'PATCH')
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'settings'])
    expect(readFileSync(world.userFile, 'utf8')).toBe('{"theme": ')
  })

  it('try a model, and never say what it answered', async () => {
    expect(await (await post('/api/models/test', { model: 'guided' })).json()).toEqual({
      ok: true,
      id: 'guided',
    })
    expect(await (await post('/api/models/test', { model: 'anthropic/x' })).json()).toMatchObject({
      ok: false,
      hint: expect.any(String),
    })
  })
})

describe('conversations', () => {
  const make = async (id: string, folder = world.workspace, updated = 1) => {
    await world.store.create({ id, workspace: folder, now: updated })
    await world.store.put(id, {
      id: `${id}-1`,
      role: 'user',
      parts: [{ type: 'text', text: `Words of ${id}` }],
      createdAt: updated,
    })
  }

  it('are listed by folder, page by page, and known by what was typed first', async () => {
    for (const id of ['a', 'b', 'c']) await make(id)
    await make('x', '/else where')
    const here = conversationList.parse(await get('/api/conversations?limit=2'))
    expect([here.conversations.length, here.more]).toEqual([2, true])
    const rest = conversationList.parse(await get('/api/conversations?limit=2&offset=2'))
    expect([rest.conversations.length, rest.more]).toEqual([1, false])
    const titles = [...here.conversations, ...rest.conversations].map(({ title }) => title)
    expect(new Set(titles)).toEqual(new Set(['Words of a', 'Words of b', 'Words of c']))
    expect(await get('/api/conversations?folder=elsewhere')).toMatchObject({
      conversations: [{ id: 'x', here: false, command: "skillet serve --cwd '/else where'" }],
    })
    expect((await world.call('/api/conversations?limit=0')).status).toBe(400)
  })

  it('are found by their words', async () => {
    await make('a')
    await make('x', '/elsewhere')
    const found = searchAnswer.parse(await get('/api/conversations/search?text=words'))
    expect(found.hits.map(({ conversation }) => conversation.id)).toEqual(['a'])
    const all = searchAnswer.parse(
      await get('/api/conversations/search?text=words&folder=everywhere'),
    )
    expect(all.hits).toHaveLength(2)
  })

  it('are renamed, exported and deleted here', async () => {
    await make('a')
    expect((await post('/api/conversations/a', { title: 'Cake' }, 'PATCH')).status).toBe(204)
    expect((await getConversations()).conversations[0]?.title).toBe('Cake')
    const markdown = await world.call('/api/conversations/a/export?format=markdown')
    expect(await markdown.text()).toContain('Words of a')
    expect(markdown.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z.-]+\.md"$/u,
    )
    expect(markdown.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(
      (await read<{ messages: unknown[] }>(world.call('/api/conversations/a/export?format=json')))
        .messages,
    ).toHaveLength(1)
    expect((await post('/api/conversations/a', undefined, 'DELETE')).status).toBe(204)
    expect((await world.call('/api/conversations/a')).status).toBe(404)
  })

  it('of another folder can be read, and no more', async () => {
    await make('x', '/elsewhere')
    expect((await world.call('/api/conversations/x')).status).toBe(200)
    expect((await world.call('/api/conversations/x/export?format=markdown')).status).toBe(200)
    const refused = [
      await post('/api/conversations/x', { title: 'Cake' }, 'PATCH'),
      await post('/api/conversations/x', undefined, 'DELETE'),
      await post('/api/conversations/x/stop', undefined),
      await post('/api/conversations/x/move', { messageId: null }),
    ]
    for (const answer of refused) expect(await codeOf(answer)).toBe('elsewhere')
  })

  it('show another branch, and say where there is none', async () => {
    await make('a')
    expect((await post('/api/conversations/a/move', { messageId: null })).status).toBe(204)
    expect((await getConversation('a')).messages).toEqual([])
    expect(
      (await post('/api/conversations/a/move', { messageId: 'a-1', until: 'end' })).status,
    ).toBe(204)
    expect((await getConversation('a')).messages).toHaveLength(1)
    expect(await codeOf(await post('/api/conversations/a/move', { messageId: 'none' }))).toBe(
      'not-found',
    )
  })

  it('show what a draft would send, and why it would send nothing', async () => {
    const shown = preview.parse(
      await (await post('/api/conversations/new/preview', { text: 'Hello' })).json(),
    )
    expect(shown).toMatchObject({ model: 'guided', total: expect.any(Number) })
    world.skill('deploy')
    await world.reload()
    const refused = await post('/api/conversations/new/preview', { text: '/deploy' })
    expect([refused.status, await codeOf(refused)]).toEqual([422, 'skill'])
    expect(await get('/api/conversations')).toMatchObject({ conversations: [] })
  })

  it('have no message that waits, where none does', async () => {
    await make('a')
    const answer = await post('/api/conversations/a/queue/a-1', { text: 'x' }, 'PATCH')
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'busy'])
    expect(
      (await read<RequestRecords>(world.call('/api/conversations/a/requests?message=none')))
        .requests,
    ).toEqual([])
  })
})
