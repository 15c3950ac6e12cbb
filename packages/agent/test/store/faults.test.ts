import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/index.ts'
import { openWorkshop, type Workshop } from '../processes/workshop.ts'

/** Whether this system lets us put a program before a disk that is full, or that can only be read. */
const canWrap = spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status === 0

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop({ store: 'src/store/index.ts' })
})
afterAll(() => workshop.remove())

const run = (program: string, folder: string, before: readonly string[]) =>
  workshop.start(['--input-type=module', '-e', program, folder], before)

const report = `catch (error) {
    console.log(JSON.stringify({ name: error.name, fault: error.fault, message: error.message, hint: error.hint }))
  }`

describe.runIf(canWrap)('a disk that does not take what is written', () => {
  it('can only be read: said so in one sentence', async () => {
    const folder = join(workshop.root, 'read-only')
    const store = await openSqliteStore({ folder })
    await store.close()
    const program = `
      import { openSqliteStore } from './store.mjs'
      try { await openSqliteStore({ folder: process.argv[1] }) } ${report}`
    const wrapped = ['bwrap', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc']
    const { stdout, stderr } = await run(program, folder, wrapped).ended
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      name: 'StoreError',
      fault: 'unreachable',
      message: `${folder}/conversations.db cannot be written.`,
      hint: 'Check the permissions and the owner of this file and of its folder.',
    })
  })

  it('is full: said so, nothing that was kept is lost, and there is room again later', async () => {
    const folder = join(workshop.root, 'small')
    mkdirSync(folder)
    const program = `
      import { openSqliteStore } from './store.mjs'
      const folder = process.argv[1]
      const store = await openSqliteStore({ folder })
      await store.create({ id: 'c', workspace: '/w', now: 1 })
      const text = 'words '.repeat(5000)
      let kept = 0
      try {
        while (kept < 1000) {
          await store.put('c', { id: 'm' + kept, role: 'assistant', createdAt: 1, parts: [{ type: 'text', text }] })
          kept += 1
        }
      } ${report}
      console.log(kept, (await store.messages('c')).length)
      await store.close()
      const again = await openSqliteStore({ folder })
      console.log((await again.messages('c')).length)`
    const wrapped = ['bwrap', '--bind', '/', '/', '--dev', '/dev', '--proc', '/proc']
    const small = ['--size', '3000000', '--tmpfs', folder]
    const { stdout, stderr } = await run(program, folder, [...wrapped, ...small]).ended
    expect(stderr).toBe('')
    const [error = '', counts = '', again = ''] = stdout.split('\n')
    expect(JSON.parse(error)).toEqual({
      name: 'StoreError',
      fault: 'full',
      message: `Nothing can be written to ${folder}/conversations.db: no space is left.`,
      hint: 'Make room, then try again.',
    })
    const [kept, present] = counts.split(' ')
    expect(Number(kept)).toBeGreaterThan(5)
    expect(present).toBe(kept)
    expect(again).toBe(kept)
  })
})
