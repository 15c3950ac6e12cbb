import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLibrary } from '@skillet/core'
import { sentences } from '@skillet/language'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDraft, fieldOf } from '../composer/index.ts'
import { openDraftFile } from './drafts.ts'
import { draftAfter, reloadNews } from './reload.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skillet-reload-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const write = (name: string, text: string) => {
  const folder = join(home, '.claude/skills', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), text)
  return join(folder, 'SKILL.md')
}
const skill = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Does ${name}.${more}\n---\nx\n`
const library = () => openLibrary({ cwd: home, home })

describe('what is said after a reload', () => {
  it('names what is new, changed, gone and broken, the last with its place', async () => {
    write('changed', skill('changed'))
    write('gone', skill('gone'))
    write('broken', skill('broken'))
    const before = (await library()).snapshot
    write('new', skill('new'))
    write('changed', skill('changed', ' And more.'))
    write('broken', '---\nname: broken\n---\nx\n')
    rmSync(join(home, '.claude/skills/gone'), { recursive: true })
    const after = (await library()).snapshot
    const news = reloadNews(before, after, sentences('en'))
    expect(news.map(({ message }) => message)).toEqual([
      'New skill: /new',
      'Changed: /changed',
      'Gone: /gone',
      expect.stringMatching(/^broken cannot be used: .*description/u),
    ])
    expect(reloadNews(after, after, sentences('en'))).toEqual([])
  })
})

describe('drafts', () => {
  it('come back with their skill; one that is gone says why it cannot be sent', async () => {
    const path = write('pdf', skill('pdf', '\nargument-hint: <file>'))
    const { snapshot } = await library()
    const file = openDraftFile({ state: join(home, 'state') }, '/project')
    const chip = { path, callableAs: 'pdf', fields: [], state: { kind: 'ready' as const } }
    const draft = { text: fieldOf('rest'), chip, focus: 'text' as const }
    file.write({ draft, queue: [{ ...emptyDraft, text: fieldOf('next') }] })
    const kept = file.read(snapshot)
    expect(kept.draft.text.text).toBe('rest')
    expect(kept.draft.chip?.fields.map(({ name }) => name)).toEqual(['file'])
    expect(kept.queue.map(({ text }) => text.text)).toEqual(['next'])
    rmSync(join(home, '.claude'), { recursive: true })
    const none = (await library()).snapshot
    expect(file.read(none).draft.chip?.state.kind).toBe('gone')
    expect(draftAfter(draft, none, () => false).chip?.state.kind).toBe('gone')
    expect(draftAfter(draft, snapshot, () => true).chip?.state.kind).toBe('changed')
  })

  it('a file that cannot be believed is an empty draft', async () => {
    const { snapshot } = await library()
    const file = openDraftFile({ state: home }, '/project')
    const draft = { ...emptyDraft, text: fieldOf('rest') }
    expect(file.write({ draft, queue: [] })).toBeUndefined()
    const [name = ''] = readdirSync(join(home, 'drafts'))
    for (const text of [
      '{',
      '[]',
      '{"version":2,"draft":{"text":"a"}}',
      '{"version":1,"draft":7}',
    ]) {
      writeFileSync(join(home, 'drafts', name), text)
      expect(file.read(snapshot)).toEqual({ draft: emptyDraft, queue: [] })
    }
  })

  it('one that cannot be written says why', () => {
    writeFileSync(join(home, 'drafts'), 'in the way of the folder')
    const file = openDraftFile({ state: home }, '/project')
    const draft = { ...emptyDraft, text: fieldOf('rest') }
    expect(file.write({ draft, queue: [] })).toMatch(/EEXIST|ENOTDIR/u)
  })
})
