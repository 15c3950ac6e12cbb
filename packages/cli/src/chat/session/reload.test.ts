import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLibrary } from '@skillet/core'
import { sentences } from '@skillet/language'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldOf } from '../composer/index.ts'
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

it('a chip knows that its skill was edited, or is gone', async () => {
  const path = write('pdf', skill('pdf'))
  const { snapshot } = await library()
  const chip = { path, callableAs: 'pdf', fields: [], state: { kind: 'ready' as const } }
  const draft = { text: fieldOf('rest'), chip, focus: 'text' as const }
  rmSync(join(home, '.claude'), { recursive: true })
  const none = (await library()).snapshot
  expect(draftAfter(draft, none, () => false).chip?.state.kind).toBe('gone')
  expect(draftAfter(draft, snapshot, () => true).chip?.state.kind).toBe('changed')
})
