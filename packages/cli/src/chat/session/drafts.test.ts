import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OwnerState } from '@skillet/agent'
import { openLibrary } from '@skillet/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDraft, fieldOf } from '../composer/index.ts'
import { openDraftFile } from './drafts.ts'

let home: string
const states = new Map<number, OwnerState>()
let now = 1_000_000
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skillet-drafts-'))
  states.clear()
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** The file of the chat in a process of that number, in one folder of work. */
function chatOf(pid: number, folder = '/project') {
  return openDraftFile({ state: home }, folder, {
    own: { host: 'here', pid, started: 'then' },
    stateOf: (owner) => states.get(owner.pid) ?? 'alive',
    now: () => now,
  })
}

const textDraft = (text: string) => ({ ...emptyDraft, text: fieldOf(text) })
const library = () => openLibrary({ cwd: home, home })
const files = () => readdirSync(join(home, 'drafts'), { recursive: true }).map(String)

describe('what a chat keeps', () => {
  it('comes back, in another chat, with its skill; one that is gone says why it cannot be sent', async () => {
    const folder = join(home, '.claude/skills/pdf')
    mkdirSync(folder, { recursive: true })
    const path = join(folder, 'SKILL.md')
    writeFileSync(path, '---\nname: pdf\ndescription: Reads.\nargument-hint: <file>\n---\nx\n')
    const chip = { path, callableAs: 'pdf', fields: [], state: { kind: 'ready' as const } }
    const kept = { draft: { ...textDraft('rest'), chip }, queue: [textDraft('next')] }
    chatOf(1).write(kept)
    states.set(1, 'gone')
    const { snapshot } = await library()
    const taken = chatOf(2).takeOver(snapshot)
    expect(taken?.draft.text.text).toBe('rest')
    expect(taken?.draft.chip?.fields.map(({ name }) => name)).toEqual(['file'])
    expect(taken?.queue.map(({ text }) => text.text)).toEqual(['next'])
    rmSync(join(home, '.claude'), { recursive: true })
    states.set(2, 'gone')
    const none = (await library()).snapshot
    expect(chatOf(3).takeOver(none)?.draft.chip?.state.kind).toBe('gone')
  })

  it('is nobody else’s while it runs, nor in another folder', async () => {
    const { snapshot } = await library()
    chatOf(1).write({ draft: textDraft('mine'), queue: [] })
    chatOf(2).write({ draft: textDraft('yours'), queue: [] })
    expect(chatOf(3).takeOver(snapshot)).toBeUndefined()
    states.set(1, 'gone')
    expect(chatOf(3, '/elsewhere').takeOver(snapshot)).toBeUndefined()
    expect(chatOf(3).takeOver(snapshot)?.draft.text.text).toBe('mine')
  })

  it('goes to one of those that start together, the last written first', async () => {
    const { snapshot } = await library()
    now += 1000
    chatOf(1).write({ draft: textDraft('older'), queue: [] })
    chatOf(1).renew()
    now += 1000
    chatOf(2).write({ draft: textDraft('newer'), queue: [] })
    chatOf(2).renew()
    states.set(1, 'gone').set(2, 'gone')
    const taken = [3, 4, 5].map((pid) => chatOf(pid).takeOver(snapshot)?.draft.text.text)
    expect(taken).toEqual(['newer', 'older', undefined])
  })

  it('where the system cannot tell, counts as left once it was not renewed for a minute', async () => {
    const { snapshot } = await library()
    chatOf(1).write({ draft: textDraft('far away'), queue: [] })
    chatOf(1).renew()
    states.set(1, 'unknown')
    now += 50_000
    expect(chatOf(2).takeOver(snapshot)).toBeUndefined()
    now += 20_000
    expect(chatOf(2).takeOver(snapshot)?.draft.text.text).toBe('far away')
  })

  it('holds what is on its way to the store', async () => {
    const { snapshot } = await library()
    const sending = { draft: textDraft('on its way'), messageId: 'm' }
    chatOf(1).write({ draft: emptyDraft, queue: [], sending })
    states.set(1, 'gone')
    expect(chatOf(2).takeOver(snapshot)).toMatchObject({ sending })
  })

  it('leaves no file where there is nothing to keep', () => {
    const chat = chatOf(1)
    chat.write({ draft: textDraft('rest'), queue: [] })
    expect(files()).toHaveLength(2)
    chat.write({ draft: emptyDraft, queue: [] })
    expect(files()).toHaveLength(1)
  })

  it('that cannot be believed is an empty draft', async () => {
    const { snapshot } = await library()
    for (const text of [
      '{',
      '[]',
      '{"version":7,"draft":{"text":"a"}}',
      '{"version":1,"draft":7}',
    ]) {
      chatOf(1).write({ draft: textDraft('rest'), queue: [] })
      states.set(1, 'gone')
      const [name = ''] = files().filter((one) => one.endsWith('.json'))
      writeFileSync(join(home, 'drafts', name), text)
      const taken = chatOf(2).takeOver(snapshot)
      expect(taken ?? { draft: emptyDraft, queue: [] }).toEqual({ draft: emptyDraft, queue: [] })
    }
  })

  it('that cannot be written says why', () => {
    writeFileSync(join(home, 'drafts'), 'in the way of the folder')
    expect(chatOf(1).write({ draft: textDraft('rest'), queue: [] })).toMatch(/EEXIST|ENOTDIR/u)
  })
})
