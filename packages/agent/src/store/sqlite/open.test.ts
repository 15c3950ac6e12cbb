import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Connection } from './connection.ts'
import { openSqliteStore, StoreError } from './index.ts'
import { migrate, schemaVersion } from './migrations/index.ts'

let base: string
let folder: string
let file: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'skillet-store-'))
  folder = join(base, 'state/conversations')
  file = join(folder, 'conversations.db')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** A store with one message, closed. */
async function filled(): Promise<void> {
  const store = await openSqliteStore({ folder })
  await store.create({ id: 'c', workspace: '/w', now: 1 })
  const parts = [{ type: 'text' as const, text: 'kept' }]
  await store.put('c', { id: 'm', role: 'user', createdAt: 1, parts })
  await store.close()
}

/** Runs statements past the store. */
function alter(sql: string): void {
  const database = new Database(file)
  database.exec(sql)
  database.close()
}

async function refusal(): Promise<StoreError> {
  const error = await openSqliteStore({ folder }).catch((thrown: unknown) => thrown)
  if (error instanceof StoreError) return error
  throw new Error('It was not refused.')
}

const modes = (...paths: readonly string[]) =>
  paths.map((path) => (statSync(path).mode & 0o777).toString(8))

describe('where conversations are kept', () => {
  it('is for their owner alone: folder 700, every file 600', async () => {
    const store = await openSqliteStore({ folder })
    await store.create({ id: 'c', workspace: '/w', now: 1 })
    const files = readdirSync(folder).sort()
    expect(files).toEqual(['conversations.db', 'conversations.db-shm', 'conversations.db-wal'])
    expect(modes(folder, ...files.map((name) => join(folder, name)))).toEqual([
      '700',
      '600',
      '600',
      '600',
    ])
    await store.close()
  })

  it('is taken from others where it was open to them', async () => {
    await filled()
    chmodSync(folder, 0o755)
    chmodSync(file, 0o644)
    const store = await openSqliteStore({ folder })
    expect(modes(folder, file)).toEqual(['700', '600'])
    await store.close()
  })

  it('keeps what was there when it is opened again', async () => {
    await filled()
    const store = await openSqliteStore({ folder })
    expect(await store.messages('c')).toHaveLength(1)
    await store.close()
  })
})

describe('a store that cannot be used says why in one sentence', () => {
  it('in a folder that is named from elsewhere: a mistake of the program', async () => {
    const opened = openSqliteStore({ folder: 'state' })
    await expect(opened).rejects.toThrow(
      new TypeError('openSqliteStore needs the absolute path of a folder, not "state".'),
    )
  })

  it.runIf(process.platform === 'linux')('below /proc, where no folder can be made', async () => {
    folder = '/proc/skillet/state'
    expect((await refusal()).fault).toBe('unreachable')
  })

  it.each([
    ['moved away', () => renameSync(folder, `${folder}-moved`)],
    ['deleted', () => rmSync(file)],
    [
      'replaced by a copy',
      () => {
        renameSync(file, `${file}.old`)
        writeFileSync(file, readFileSync(`${file}.old`))
      },
    ],
  ])('%s while it is open: nothing more is written to it', async (_, change) => {
    await filled()
    const store = await openSqliteStore({ folder })
    await store.setTitle('c', 'before')
    change()
    await expect(store.setTitle('c', 'after')).rejects.toMatchObject({
      name: 'StoreError',
      fault: 'unreachable',
      message: `${file} was moved away or replaced while it was open, so nothing more is written to it.`,
      hint: 'Put it back, or start Skillet again.',
    })
    expect((await store.get('c'))?.title).toBe('before')
    await store.close()
  })

  it('written by a newer Skillet: refused, and left as it is', async () => {
    await filled()
    alter(`PRAGMA user_version = ${schemaVersion + 1}`)
    const before = readFileSync(file)
    const { fault, message, hint } = await refusal()
    expect(fault).toBe('newer')
    expect(message).toBe(
      `${file} was written by a newer Skillet (version ${schemaVersion + 1} of the store; this one knows ${schemaVersion}).`,
    )
    expect(hint).toBe('Update Skillet: npm install -g skillet')
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('taken over by a newer Skillet while it is open: nothing more is written', async () => {
    await filled()
    const store = await openSqliteStore({ folder })
    alter(`PRAGMA user_version = ${schemaVersion + 1}`)
    await expect(store.setTitle('c', 'x')).rejects.toMatchObject({ fault: 'newer' })
    expect((await store.get('c'))?.title).toBeUndefined()
    await store.close()
  })

  it('the database of another program: refused, and left as it is', async () => {
    mkdirSync(folder, { recursive: true })
    alter('CREATE TABLE theirs (a)')
    const before = readFileSync(file)
    expect(await refusal()).toMatchObject({
      fault: 'damaged',
      message: `${file} is the database of another program.`,
    })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it.each([
    ['no database at all', () => writeFileSync(file, 'Dear diary, '.repeat(500))],
    ['cut short', () => truncateSync(file, 5000)],
    [
      'overwritten in the middle',
      () => writeFileSync(file, Buffer.alloc(20_000, 'x'), { flag: 'r+' }),
    ],
  ])('damaged: %s', async (_, damage) => {
    await filled()
    damage()
    const opened = openSqliteStore({ folder }).then(async (store) => {
      // Damage away from the first page shows when it is read.
      try {
        return await store.messages('c')
      } finally {
        await store.close()
      }
    })
    await expect(opened).rejects.toMatchObject({
      name: 'StoreError',
      fault: 'damaged',
      message: `${file} is damaged, so no conversation can be read from it.`,
    })
    expect(existsSync(file)).toBe(true)
  })

  it('a file where its folder should be', async () => {
    mkdirSync(join(base, 'state'))
    writeFileSync(folder, '')
    expect(await refusal()).toMatchObject({
      fault: 'unreachable',
      message: `${file} cannot be written.`,
      hint: 'Check the permissions and the owner of this file and of its folder.',
    })
  })

  it('a folder in its place', async () => {
    mkdirSync(file, { recursive: true })
    expect(await refusal()).toMatchObject({ fault: 'unreachable' })
  })
})

describe('a store of an earlier version', () => {
  /** As version 1 left it, with a title and a message that no index knows. */
  function oldStore(version: number): void {
    mkdirSync(folder, { recursive: true })
    const connection = new Connection(new Database(file), file)
    migrate(connection, version)
    if (version > 0) {
      connection.script(`
        INSERT INTO conversations (id, workspace, title, created_at, updated_at, head)
          VALUES ('c', '/w', '"Straße nach Ｒｏｍ"', 1, 1, 1);
        INSERT INTO messages (conversation, id, role, created_at, more)
          VALUES (1, 'm', 'user', 1, '{}');
        INSERT INTO parts (message, place, json)
          VALUES (1, 0, '{"type":"text","text":"All roads lead there"}');
      `)
    }
    connection.close()
  }

  it.each(Array.from({ length: schemaVersion }, (_, version) => version))(
    'version %i is brought up to date with all that it holds',
    async (version) => {
      oldStore(version)
      const store = await openSqliteStore({ folder })
      await store.create({ id: 'c', workspace: '/w', now: 2 })
      if (version > 0) {
        expect(await store.messages('c')).toHaveLength(1)
        expect(await store.search({ text: 'roads' })).toHaveLength(1)
        expect(await store.search({ text: 'rom' })).toHaveLength(1)
      }
      await store.close()
      const database = new Database(file)
      expect(database.prepare('PRAGMA user_version').raw().all()).toEqual([[schemaVersion]])
      expect(database.prepare('PRAGMA integrity_check').raw().all()).toEqual([['ok']])
      database.close()
    },
  )
})
