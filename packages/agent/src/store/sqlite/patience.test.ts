import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from './index.ts'
import { patiently } from './patience.ts'

/** Does nothing but fail, as the database does while somebody else holds it. */
function held(tries = Number.POSITIVE_INFINITY) {
  let count = 0
  const act = () => {
    count += 1
    if (count <= tries) throw Object.assign(new Error('held'), { code: 'SQLITE_BUSY' })
    return 'done'
  }
  return { act, count: () => count }
}

describe('a store that somebody else holds', () => {
  it('is tried again until it is free', async () => {
    const { act, count } = held(3)
    const since = performance.now()
    expect(await patiently(act, { since, patienceMs: Number.POSITIVE_INFINITY })).toBe('done')
    expect(count()).toBe(4)
  })

  it('is tried once by who comes when it was held for too long by then', async () => {
    const { act, count } = held()
    const since = performance.now() - 10
    await expect(patiently(act, { since, patienceMs: 10 })).rejects.toThrow('held')
    expect(count()).toBe(1)
    expect(await patiently(held(0).act, { since, patienceMs: 10 })).toBe('done')
  })

  it('is not tried again for anything else', async () => {
    let count = 0
    const act = () => {
      count += 1
      throw new Error('broken')
    }
    const since = performance.now()
    const patienceMs = Number.POSITIVE_INFINITY
    await expect(patiently(act, { since, patienceMs })).rejects.toThrow('broken')
    expect(count).toBe(1)
  })
})

describe('a store that another program locks', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skillet-store-'))
    file = join(folder, 'conversations.db')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const busy = () => ({
    name: 'StoreError',
    fault: 'busy',
    message: `Another program holds ${file}, and did not let go of it in time.`,
    hint: 'Wait for it to end, or end it, then try again.',
  })

  it('for writing: what would write says so, what reads is read, and all is well afterwards', async () => {
    const store = await openSqliteStore({ folder, patienceMs: 100 })
    await store.create({ id: 'c', workspace: '/w', now: 1 })
    const other = new Database(file)
    other.exec('BEGIN EXCLUSIVE')
    const asked = [store.setTitle('c', 'one'), store.get('c'), store.setTitle('c', 'two')]
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: busy() },
      { status: 'fulfilled', value: { id: 'c' } },
      { status: 'rejected', reason: busy() },
    ])
    other.exec('COMMIT')
    other.close()
    await store.setTitle('c', 'three')
    expect((await store.get('c'))?.title).toBe('three')
    await store.close()
  })

  it('as a whole: it cannot be opened, and says so', async () => {
    const other = new Database(file)
    other.exec('BEGIN EXCLUSIVE')
    await expect(openSqliteStore({ folder, patienceMs: 100 })).rejects.toMatchObject(busy())
    other.close()
  })
})
