import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSetting } from './change-setting.ts'
import { parseSettings } from './read.ts'

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

  it('law: what was written is what is read, and a removal takes it away again', async () => {
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((one) => one !== '__proto__')
    await fc.assert(
      fc.asyncProperty(name, fc.string({ minLength: 1 }), async (provider, key) => {
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
