import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestFolder, testFolder } from '../test-folder.ts'
import { readTrust, type TrustRecord, type TrustStore } from './store.ts'

let folder: TestFolder
let store: TrustStore
beforeEach(() => {
  folder = testFolder()
  mkdirSync(folder.at('state'))
  store = readTrust({ state: folder.at('state') })
})
afterEach(() => folder[Symbol.dispose]())

const mine: TrustRecord = { answer: 'mine', settings: [], skills: new Map() }
const text = JSON.stringify({
  version: 1,
  repositories: { '/r': { answer: 'mine', settings: [], skills: {} } },
})
const said = () => store.read().diagnostics.map(({ message }) => message)

describe('the file of answers', () => {
  test('may begin with a mark, as the settings may', () => {
    writeFileSync(store.file, `\ufeff${text}`, { mode: 0o600 })
    expect(store.read()).toMatchObject({ diagnostics: [] })
    expect([...store.read().records.keys()]).toEqual(['/r'])
  })

  test('forgets a repository when its answer is taken back', async () => {
    await store.update('/r', () => mine)
    await store.update('/s', () => mine)
    await store.update('/r', () => undefined)
    expect([...store.read().records.keys()]).toEqual(['/s'])
  })

  test('of another version is believed by nobody, and never written over', async () => {
    const newer = text.replace('"version":1', '"version":2')
    writeFileSync(store.file, newer, { mode: 0o600 })
    expect(store.read().records.size).toBe(0)
    expect(said()[0]).toContain('they are of version 2, and this Skillet knows 1')
    await expect(store.update('/x', () => mine)).rejects.toThrow('Use the newer Skillet')
    expect(readFileSync(store.file, 'utf8')).toBe(newer)
    expect(existsSync(`${store.file}.broken`)).toBe(false)
  })

  test('with a wrong type in it says which', () => {
    writeFileSync(store.file, '{"version":1,"repositories":[]}', { mode: 0o600 })
    expect(said()[0]).toContain('`repositories` is not an object')
    writeFileSync(store.file, text.replace('"settings":[]', '"settings":{}'))
    expect(said()[0]).toContain('`settings` is not a list')
    writeFileSync(store.file, text.replace('"settings":[]', '"settings":[1]'))
    expect(said()[0]).toContain('`settings` holds something other than text')
    writeFileSync(store.file, text.replace('"mine"', '"perhaps"'))
    expect(said()[0]).toContain('an answer is unknown')
    writeFileSync(store.file, Buffer.from([0x22, 0xff, 0x22]))
    expect(said()[0]).toContain('are not UTF-8 text')
  })

  test('with far too many answers is not believed, nor is one that is far too large', () => {
    const one = { answer: 'mine', settings: [], skills: {} }
    const many = Array.from({ length: 10_001 }, (_, at) => [`/r${at}`, one] as const)
    const contents = { version: 1, repositories: Object.fromEntries(many) }
    writeFileSync(store.file, JSON.stringify(contents), { mode: 0o600 })
    expect(said()[0]).toContain('there are 10001 repositories, and at most 10000 are kept')
    writeFileSync(store.file, ' '.repeat(8 * 2 ** 20 + 1))
    expect(said()[0]).toContain('it has 8388609 bytes, and at most 8388608 are read')
  })

  test('that grows too large forgets single files first, and then says that it is full', async () => {
    const digests = (at: number) => [at.toString(16).padStart(64, '0')]
    const files = Object.fromEntries(digests(0).map((hash) => ['x'.repeat(4_000_000), hash]))
    const skills = new Map([['a', { digests: digests(1), files }]])
    await store.update('/a', () => ({ ...mine, skills }))
    await store.update('/b', () => ({ ...mine, skills }))
    await store.update('/c', () => ({ ...mine, skills }))
    expect(store.read().records.get('/a')?.skills.get('a')).toEqual({ digests: digests(1) })
    expect(store.read().records.get('/c')?.skills.get('a')).toEqual({ digests: digests(1), files })
    const huge = new Map([['x'.repeat(8 * 2 ** 20), { digests: [] }]])
    await expect(store.update('/d', () => ({ ...mine, skills: huge }))).rejects.toThrow('is full')
    expect([...store.read().records.keys()]).toEqual(['/a', '/b', '/c'])
  })
})

describe.skipIf(process.platform === 'win32')('the file of answers among other users', () => {
  test('is not believed where others may write it, and is mended by the remedy', () => {
    writeFileSync(store.file, text)
    chmodSync(store.file, 0o666)
    expect(store.read().records.size).toBe(0)
    expect(store.read().diagnostics[0]).toMatchObject({
      message: expect.stringContaining('can be written by other users'),
      hint: expect.stringContaining(`chmod 600 ${store.file}`),
    })
    chmodSync(store.file, 0o600)
    expect(store.read().records.size).toBe(1)
  })

  test.skipIf(process.getuid?.() !== 0)('is not believed where it is another user\u2019s', () => {
    writeFileSync(store.file, text, { mode: 0o600 })
    chownSync(store.file, 12_345, 0)
    expect(store.read().records.size).toBe(0)
    expect(said()[0]).toContain('belong to another user (12345)')
  })

  test('is kept readable by the person alone where it is broken', async () => {
    writeFileSync(store.file, '{')
    chmodSync(store.file, 0o644)
    await store.update('/x', () => mine)
    expect(readFileSync(`${store.file}.broken`, 'utf8')).toBe('{')
    expect(statSync(`${store.file}.broken`).mode & 0o777).toBe(0o600)
    expect(statSync(store.file).mode & 0o777).toBe(0o600)
  })

  test('is not waited for where it is a pipe, and an answer moves that out of the way', async () => {
    execFileSync('mkfifo', [store.file])
    expect(said()[0]).toContain('it is not an ordinary file')
    await store.update('/x', () => mine)
    expect([...store.read().records.keys()]).toEqual(['/x'])
  })

  test('is not read to its end where it leads to a device', async () => {
    symlinkSync('/dev/zero', store.file)
    expect(said()[0]).toContain('it is not an ordinary file')
    await store.update('/x', () => mine)
    expect([...store.read().records.keys()]).toEqual(['/x'])
  })
})
