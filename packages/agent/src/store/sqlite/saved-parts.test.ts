import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConversationStore, Part } from '../types.ts'
import { openSqliteStore } from './index.ts'

let folder: string
let store: ConversationStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillet-store-'))
  store = await openSqliteStore({ folder })
  await store.create({ id: 'c', workspace: '/w', now: 1 })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const answer = { id: 'a', role: 'assistant', createdAt: 1 } as const
const text = (words: string): Part => ({ type: 'text', text: words })
const kept = async () => (await store.messages('c'))[0]?.parts

describe('an answer that grows', () => {
  it('writes what is new alone', async () => {
    const parts = Array.from({ length: 50 }, (_, at) => text(`${at} ${'words '.repeat(4000)}`))
    await store.put('c', { ...answer, parts })
    // Empties the log, so that its size tells what one more save writes.
    await store.create({ id: 'gone', workspace: '/w', now: 1 })
    await store.delete('gone')
    await store.put('c', { ...answer, parts: [...parts, text('one more')] })
    const log = readdirSync(folder).find((name) => name.endsWith('-wal')) ?? ''
    expect(statSync(join(folder, log)).size).toBeLessThan(60_000)
    expect(await kept()).toHaveLength(51)
  })

  it('looks at the parts that it saved before no more', async () => {
    let looks = 0
    const first: Part = {
      type: 'tool',
      callId: '1',
      tool: 'look',
      get input() {
        looks += 1
        return {}
      },
    }
    await store.put('c', { ...answer, parts: [first] })
    const before = looks
    await store.put('c', { ...answer, parts: [first, text('more')] })
    expect(looks).toBe(before)
    expect(await kept()).toHaveLength(2)
  })

  it('is whole where its conversation was deleted and made again', async () => {
    const parts = [text('one'), text('two')]
    await store.put('c', { ...answer, parts })
    await store.delete('c')
    await store.create({ id: 'c', workspace: '/w', now: 1 })
    await store.put('c', { ...answer, parts })
    expect(await kept()).toEqual(parts)
  })

  it('is whole after a save that failed', async () => {
    const parts = [text('one')]
    await expect(store.put('none', { ...answer, parts })).rejects.toThrow('no conversation')
    await store.create({ id: 'none', workspace: '/w', now: 1 })
    await store.put('none', { ...answer, parts })
    expect((await store.messages('none'))[0]?.parts).toEqual(parts)
  })

  it('holds what was put last, by whichever process, waited for or not', async () => {
    const pool = ['a', 'b', 'c'].map(text)
    const save = fc.record({
      from: fc.constantFrom('here', 'there'),
      places: fc.array(fc.constantFrom(0, 1, 2), { maxLength: 4 }),
      waits: fc.boolean(),
    })
    const other = await openSqliteStore({ folder })
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(save, { minLength: 1, maxLength: 8 }), async (saves) => {
          let before: readonly Part[] = []
          for (const { from, places, waits } of saves) {
            const parts = places.flatMap((place) => pool[place] ?? [])
            const writer = from === 'here' ? store : other
            const first = writer.put('c', { ...answer, parts: before })
            if (waits) await first
            await Promise.all([first, writer.put('c', { ...answer, parts })])
            expect(await kept()).toEqual(parts)
            before = parts
          }
        }),
        { numRuns: 40 },
      )
    } finally {
      await other.close()
    }
  })
})
