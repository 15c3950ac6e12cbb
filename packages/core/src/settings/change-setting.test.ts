import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { largestSettingsFile, settingBounds } from './bounds.ts'
import { changeSetting } from './change-setting.ts'
import { parseSettings, readSettingsFile } from './read.ts'

let folder: string
let userFile: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillet-change-'))
  userFile = join(folder, 'config', 'settings.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (text: string) => {
  mkdirSync(dirname(userFile), { recursive: true })
  writeFileSync(userFile, text, { mode: 0o644 })
}
const text = () => readFileSync(userFile, 'utf8')
const change = (path: readonly string[], value: Parameters<typeof changeSetting>[2]) =>
  changeSetting({ userFile }, path, value)

describe('changing one setting', () => {
  it('makes the file where there is none', async () => {
    expect(await change(['theme'], 'dark')).toEqual({ kind: 'written', file: userFile })
    expect(text()).toBe('{\n  "theme": "dark"\n}\n')
  })

  it('leaves every other letter as it stands', async () => {
    write('{\n\t"language" : "zh",\n\n\t"model":"a/b"\n}')
    await change(['model'], 'c/d')
    expect(text()).toBe('{\n\t"language" : "zh",\n\n\t"model":"c/d"\n}')
    await change(['language'], undefined)
    expect(text()).toBe('{\n\t"model":"c/d"\n}')
    await change(['model'], undefined)
    expect(text()).toBe('{}')
  })

  it('takes every one of a key that is there twice', async () => {
    write('{"model":"a/b","theme":"dark","model":"c/d"}')
    await change(['model'], undefined)
    expect(text()).toBe('{"theme":"dark"}')
  })

  it('says when nothing changes, and writes nothing', async () => {
    write('{"theme":"dark"}')
    expect(await change(['theme'], 'dark')).toMatchObject({ kind: 'unchanged' })
    expect(await change(['model'], undefined)).toMatchObject({ kind: 'unchanged' })
    expect(text()).toBe('{"theme":"dark"}')
  })

  it('keeps a file with a key for its owner alone', async () => {
    write('{"theme":"dark"}')
    await change(['providers', 'openai', 'apiKey'], 'sk-secret')
    expect(JSON.parse(text())).toEqual({
      theme: 'dark',
      providers: { openai: { apiKey: 'sk-secret' } },
    })
    expect(statSync(userFile).mode & 0o777).toBe(0o600)
    await change(['providers', 'openai', 'apiKey'], undefined)
    expect(JSON.parse(text())).toEqual({ theme: 'dark', providers: { openai: {} } })
  })

  it('refuses a file that is broken, and a value that would not count', async () => {
    write('{"theme": }')
    expect(await change(['theme'], 'dark')).toMatchObject({ kind: 'refused' })
    expect(text()).toBe('{"theme": }')
    write('{}')
    const refused = await change(['theme'], 'green')
    expect(refused).toMatchObject({
      kind: 'refused',
      diagnostics: [{ message: expect.stringContaining('`theme`') }],
    })
    expect(text()).toBe('{}')
  })

  it('writes no file that would not be read again, and says what is too long', async () => {
    write('{"theme": "dark", "unknown": 1}')
    for (const model of ['x'.repeat(2_000_000), '', ' ', 'a\0b']) {
      expect(await change(['model'], model)).toMatchObject({
        kind: 'refused',
        diagnostics: [{ message: expect.stringMatching(/`model`.*1 to 200 characters/u) }],
      })
    }
    const long = Array.from({ length: settingBounds.mostEntries + 1 }, (_, at) => `p${at}`)
    for (const [path, value] of [
      [['stepLimit'], 2 ** 31],
      [['skills'], long],
      [['disabled'], long],
      [['permissions', 'deny'], ['x'.repeat(settingBounds.longestRule + 1)]],
      [['providers', 'x'.repeat(settingBounds.longestName + 1), 'apiKey'], 'sk-1'],
    ] as const) {
      expect(await change(path, value), path.join('.')).toMatchObject({ kind: 'refused' })
    }
    expect(text()).toBe('{"theme": "dark", "unknown": 1}')
    expect(await change(['model'], 'a/b')).toMatchObject({ kind: 'written' })
  })

  it('never makes a file larger than what is read, not by many values that are each in order', async () => {
    const rules = Array.from({ length: 30 }, (_, at) => `bash(${at} ${'x'.repeat(32_000)})`)
    expect(await change(['permissions', 'allow'], rules)).toMatchObject({ kind: 'written' })
    expect(await change(['permissions', 'deny'], rules)).toMatchObject({
      kind: 'refused',
      diagnostics: [
        { message: expect.stringContaining(`at most ${largestSettingsFile} are read`) },
      ],
    })
    expect(readSettingsFile(userFile, 'user')).toMatchObject({
      settings: { permissions: { allow: rules } },
      diagnostics: [],
    })
    expect(await change(['permissions', 'allow'], undefined)).toMatchObject({ kind: 'written' })
  })

  it.each([
    ['Windows-1252', Buffer.from('{"model": "caf\u00e9/b"}', 'latin1')],
    ['UTF-16', Buffer.from('\ufeff{"model": "a/b"}', 'utf16le')],
    ['half a character', Buffer.from([0x7b, 0x22, 0xe2, 0x82, 0x22, 0x3a, 0x31, 0x7d])],
    ['too much', Buffer.alloc(largestSettingsFile + 1, 0x20)],
    ['nothing', Buffer.alloc(0)],
    ['no object', Buffer.from('["model"]')],
  ])('leaves a file of %s as it is, byte for byte', async (_, bytes) => {
    mkdirSync(dirname(userFile), { recursive: true })
    writeFileSync(userFile, bytes)
    const refused = await change(['theme'], 'dark')
    expect(refused).toMatchObject({ kind: 'refused', diagnostics: [{ file: userFile }] })
    expect(readFileSync(userFile).equals(bytes)).toBe(true)
  })

  it('keeps a byte order mark', async () => {
    write('\ufeff{"theme": "dark"}')
    expect(await change(['theme'], 'light')).toMatchObject({ kind: 'written' })
    expect(text()).toBe('\ufeff{"theme": "light"}')
  })

  it('law: what was written is what is read, and a removal takes it away again', async () => {
    const filled = fc.string({ minLength: 1, maxLength: 12 }).filter((one) => one.trim() !== '')
    const name = filled.filter((one) => one !== '__proto__')
    await fc.assert(
      fc.asyncProperty(name, filled, async (provider, key) => {
        write('{"theme": "dark"}')
        const path = ['providers', provider, 'apiKey']
        await change(path, key)
        const { settings } = parseSettings(text(), userFile, 'user')
        expect(settings.providers?.[provider]?.apiKey).toBe(key)
        await change(path, undefined)
        expect(parseSettings(text(), userFile, 'user').settings.providers?.[provider]).toEqual({})
      }),
      { numRuns: 50 },
    )
  })
})
