import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConversationStore, Message } from '../types.ts'
import { openSqliteStore } from './index.ts'

let folder: string
let store: ConversationStore
let now: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillet-store-'))
  now = 1_000_000
  store = await openSqliteStore({ folder, now: () => now })
  await store.create({ id: 'c', workspace: '/w', now: 1 })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const said = (id: string, text: string): Message => ({
  id,
  role: 'user',
  createdAt: 1,
  parts: [{ type: 'text', text }],
})

/** Another process reads the files: closing one here would give up this process's locks on it. */
const filesWith = (text: string) =>
  spawnSync('grep', ['-rlia', text, folder], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((name) => name !== '')

describe('delete really deletes', () => {
  it('leaves no byte of a conversation in any file', async () => {
    const secret = 'hunter2-swordfish'
    const attachment = Buffer.from(`PNG ${'x'.repeat(50_000)} ${secret}`)
    const hash = await store.putAttachment(attachment)
    await store.create({ id: 'other', workspace: '/w', now: 1 })
    for (const at of Array.from({ length: 200 }, (_, index) => index)) {
      await store.put('other', said(`o${at}`, `filling ${at} `.repeat(20)))
      await store.put('c', said(`m${at}`, `Number ${at}: ${secret} `.repeat(20)))
    }
    await store.put('c', {
      ...said('file', ''),
      parts: [{ type: 'attachment', name: `${secret}.png`, mediaType: 'x', size: 1, hash }],
    })
    await store.setTitle('c', `About ${secret}`)
    // Letters that nothing else has show in the index, which knows runs of three alone.
    const spirits = '魑魅魍魉'
    const draft = { ...said('draft', `${spirits} at first`), role: 'assistant' } as const
    await store.put('c', { ...draft, end: { reason: 'done' } })
    await store.put('c', { ...said('draft', 'Now without.'), end: { reason: 'done' } })
    await store.put('c', said('spirits', spirits))
    expect(filesWith('魅魍魉')).not.toEqual([])
    await store.addRequest('c', {
      messageId: 'm1',
      step: 1,
      model: 'a/b',
      sentAt: 1,
      sections: [{ kind: 'base', title: 'Base', text: `The secret is ${secret}.`, tokens: 1 }],
      tools: [],
      toolTokens: 0,
      messageTokens: 0,
      catalogue: { shortened: [], omitted: [] },
    })
    expect(await store.search({ text: 'swordfish', limit: 300 })).toHaveLength(202)
    expect(filesWith(secret)).not.toEqual([])
    await store.delete('c')
    expect(filesWith(secret)).toEqual([])
    expect(filesWith('swordf')).toEqual([])
    expect(filesWith('魑魅魍')).toEqual([])
    expect(filesWith('魅魍魉')).toEqual([])
    expect(statSync(join(folder, 'conversations.db-wal')).size).toBe(0)
    expect(await store.messages('other')).toHaveLength(200)
  })

  it('keeps a text that another conversation has too', async () => {
    const activation = {
      messageId: 'm',
      name: 'pdf',
      location: '/s',
      hash: 'h',
      arguments: '',
      route: 'user',
      boundary: '',
      instructions: 'Read the form carefully.',
      tokens: 1,
      tools: [],
    } as const
    await store.create({ id: 'd', workspace: '/w', now: 1 })
    await store.addActivation('c', activation)
    await store.addActivation('d', activation)
    await store.delete('c')
    expect(await store.activations('d')).toEqual([activation])
    await store.delete('d')
    expect(filesWith('form carefully')).toEqual([])
  })

  it('drops bytes whose message never came, an hour later', async () => {
    const hash = await store.putAttachment(Buffer.from('never sent'))
    await store.create({ id: 'd', workspace: '/w', now: 1 })
    await store.delete('c')
    expect(await store.attachment(hash)).toBeDefined()
    now += 61 * 60 * 1000
    await store.delete('d')
    expect(await store.attachment(hash)).toBeUndefined()
    expect(filesWith('never sent')).toEqual([])
  })
})

describe('a file that is about to be sent', () => {
  it('stays while another process deletes the messages that named it, and sweeps', async () => {
    const other = await openSqliteStore({ folder, now: () => now })
    try {
      const bytes = Buffer.from('sent before, and once more')
      const named = (hash: string): Message => ({
        ...said('m', ''),
        parts: [{ type: 'attachment', name: 'a.txt', mediaType: 'text/plain', size: 26, hash }],
      })
      // One that was never sent, and is old enough to be swept with the same bytes.
      await other.putAttachment(bytes)
      await other.create({ id: 'd', workspace: '/w', now })
      await other.put('d', named(await other.putAttachment(bytes)))
      now += 61 * 60 * 1000
      const hash = await store.putAttachment(bytes)
      await other.delete('d')
      await store.put('c', named(hash))
      expect(await store.attachment(hash)).toEqual(new Uint8Array(bytes))
      await other.delete('c')
      expect(await store.attachment(hash)).toBeUndefined()
    } finally {
      await other.close()
    }
  })
})

describe('while another process reads from the log', () => {
  it('says that it holds older copies, and whoever closes the store later takes them away', async () => {
    const reader = new Database(join(folder, 'conversations.db'))
    try {
      await store.put('c', said('m', 'hunter2-swordfish'))
      reader.exec('BEGIN')
      reader.prepare('SELECT count(*) FROM messages').all()
      expect(await store.delete('c')).toBe('held')
      expect(await store.get('c')).toBeUndefined()
      expect(filesWith('hunter2')).not.toEqual([])
      reader.exec('COMMIT')
    } finally {
      reader.close()
    }
    const next = await openSqliteStore({ folder })
    await next.close()
    expect(filesWith('hunter2')).toEqual([])
  })
})

describe('while another process writes', () => {
  it('waits for it, and this process does its other work meanwhile', async () => {
    const writer = new Database(join(folder, 'conversations.db'))
    let beats = 0
    let beatEnough: () => void = () => {}
    const enough = new Promise<void>((resolve) => {
      beatEnough = resolve
    })
    const pulse = setInterval(() => {
      beats += 1
      if (beats === 20) beatEnough()
    }, 10)
    try {
      writer.exec('BEGIN IMMEDIATE')
      const put = store.put('c', said('m', 'late'))
      await enough
      writer.exec('COMMIT')
      await put
      expect(await store.messages('c')).toHaveLength(1)
    } finally {
      clearInterval(pulse)
      writer.close()
    }
  })
})
