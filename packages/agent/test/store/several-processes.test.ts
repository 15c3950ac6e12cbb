import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/index.ts'
import { killSeed, numbersFrom } from '../processes/moments.ts'
import { openWorkshop, type Workshop } from '../processes/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop({ store: 'src/store/index.ts' })
})
afterAll(() => workshop.remove())

const run = (program: string, words: readonly string[]) =>
  workshop.start(['--input-type=module', '-e', program, ...words])

/** Puts `count` messages into a conversation, and says each id when it is kept. */
const writer = `
  import { writeSync } from 'node:fs'
  import { currentOwner, openSqliteStore } from './store.mjs'
  const [, folder, id, name, count] = process.argv
  const store = await openSqliteStore({ folder })
  await store.create({ id, workspace: '/w', now: Date.now() })
  const message = (id, role, text) => ({ id, role, createdAt: Date.now(), parts: [{ type: 'text', text }] })
  if (name.startsWith('turn')) {
    const owner = currentOwner()
    await store.enqueueTurn(id, { message: message(name + '-q', 'user', 'go'), answer: message(name + '-a', 'assistant', ''), owner })
    await store.claimTurn(id, name + '-a')
    writeSync(1, name + '-a\\n')
  }
  for (let at = 0; at < Number(count); at += 1) {
    await store.put(id, message(name + '-' + at, 'user', 'text of ' + name + ' ' + at))
    writeSync(1, name + '-' + at + '\\n')
  }
  if (!name.startsWith('endless')) await store.close()
`

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('several processes at one store', () => {
  it('twenty at once make it, and write into conversations of their own', async () => {
    const folder = join(workshop.root, 'twenty')
    const writers = numbers(20).map((at) => run(writer, [folder, `c${at}`, `w${at}`, '20']))
    const ends = await Promise.all(writers.map(({ ended }) => ended))
    expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      ends.map(() => ({ code: 0, stderr: '' })),
    )
    const store = await openSqliteStore({ folder })
    expect(await store.list()).toHaveLength(20)
    for (const at of numbers(20)) {
      const ids = (await store.messages(`c${at}`)).map(({ id }) => id)
      expect(ids).toEqual(numbers(20).map((place) => `w${at}-${place}`))
    }
    await store.close()
  }, 120_000)

  it('two on one conversation lose nothing, double nothing, and keep their order', async () => {
    const folder = join(workshop.root, 'two')
    const both = ['left', 'right'].map((name) => run(writer, [folder, 'c', name, '100']))
    const ends = await Promise.all(both.map(({ ended }) => ended))
    expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ])
    const store = await openSqliteStore({ folder })
    const branch = await store.messages('c')
    expect(branch).toHaveLength(200)
    for (const name of ['left', 'right']) {
      const own = branch.filter(({ id }) => id.startsWith(name)).map(({ id }) => id)
      expect(own).toEqual(numbers(100).map((at) => `${name}-${at}`))
    }
    await store.close()
  }, 60_000)

  it('run the turns of one conversation one at a time', async () => {
    const folder = join(workshop.root, 'turns')
    mkdirSync(folder)
    const log = join(workshop.root, 'turns.log')
    const runner = `
      import { appendFileSync } from 'node:fs'
      import { currentOwner, openSqliteStore } from './store.mjs'
      const [, folder, log, name] = process.argv
      const store = await openSqliteStore({ folder })
      await store.create({ id: 'c', workspace: '/w', now: Date.now() })
      for (let at = 0; at < 5; at += 1) {
        const answer = { id: name + at, role: 'assistant', createdAt: 1, parts: [] }
        await store.enqueueTurn('c', { answer, owner: currentOwner() })
        let claim = await store.claimTurn('c', answer.id)
        for (let looks = 0; claim.kind === 'waiting' && looks < 10000; looks += 1) {
          await new Promise((resolve) => setTimeout(resolve, 2))
          claim = await store.claimTurn('c', answer.id)
        }
        if (claim.kind !== 'granted') throw new Error(claim.kind)
        appendFileSync(log, 'begin ' + answer.id + '\\n')
        await store.put('c', { ...answer, end: { reason: 'done' } })
        appendFileSync(log, 'end ' + answer.id + '\\n')
        await store.releaseTurn('c', answer.id)
      }
      await store.close()
    `
    const runners = ['a', 'b', 'd', 'e'].map((name) => run(runner, [folder, log, name]))
    const ends = await Promise.all(runners.map(({ ended }) => ended))
    expect(ends.map(({ stderr }) => stderr)).toEqual(['', '', '', ''])
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(40)
    for (const at of numbers(20)) {
      const [begin, end] = lines.slice(2 * at, 2 * at + 2)
      expect(begin?.replace('begin ', '')).toBe(end?.replace('end ', ''))
    }
  }, 60_000)
})

describe(`a process that is killed (SKILLET_KILL_SEED=${killSeed})`, () => {
  it('at any of 50 moments loses nothing that was kept, and leaves a store that opens', async () => {
    const folder = join(workshop.root, 'killed')
    const random = numbersFrom(killSeed)
    const killed = async (round: number) => {
      const name = `turn${round}`
      const { child, said, ended } = run(writer, [folder, `c${round}`, name, '100000'])
      const enough = random(600)
      child.stdout?.on('data', () => {
        if (said.stdout.length >= enough) child.kill('SIGKILL')
      })
      const { signal, stdout, stderr } = await ended
      expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' })
      // The last line may be cut.
      return stdout.split('\n').slice(0, -1)
    }
    for (const round of numbers(25)) {
      const pair = [2 * round, 2 * round + 1]
      const kept = await Promise.all(pair.map(killed))
      const store = await openSqliteStore({ folder })
      expect([...(await store.endDeadTurns())].sort()).toEqual(pair.map((at) => `c${at}`).sort())
      for (const [place, at] of pair.entries()) {
        const messages = await store.messages(`c${at}`)
        const ids = messages.map(({ id }) => id)
        expect(ids).toEqual([...new Set(ids)])
        expect(ids.slice(1, 1 + (kept[place]?.length ?? 0))).toEqual(kept[place])
        const answer = messages.find(({ id }) => id === `turn${at}-a`)
        expect(answer?.end).toEqual({ reason: 'interrupted' })
        expect(await store.turns(`c${at}`)).toEqual([])
      }
      await store.close()
    }
    const database = new Database(join(folder, 'conversations.db'))
    expect(database.prepare('PRAGMA integrity_check').raw().all()).toEqual([['ok']])
    expect(database.prepare('PRAGMA foreign_key_check').raw().all()).toEqual([])
    database.close()
  }, 180_000)

  it('may end without closing: everything is there', async () => {
    const folder = join(workshop.root, 'left')
    const { ended } = run(writer, [folder, 'c', 'endless', '30'])
    expect((await ended).code).toBe(0)
    const store = await openSqliteStore({ folder })
    expect(await store.messages('c')).toHaveLength(30)
    await store.close()
  }, 30_000)
})
