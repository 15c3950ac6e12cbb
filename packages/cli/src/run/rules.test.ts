import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRuleMemory } from './rules.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'skillet-rules-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const state = () => join(base, 'state')
const memory = () => openRuleMemory({ state: state() })

describe('what *always* keeps', () => {
  it('holds in its folder and in no other, each rule once', async () => {
    await memory().add('/shop', 'bash(npm test)')
    await memory().add('/shop', 'bash(npm test)')
    await memory().add('/shop', 'edit(a.ts)')
    expect(memory().read('/shop')).toEqual({ rules: ['bash(npm test)', 'edit(a.ts)'] })
    expect(memory().read('/shop/sub')).toEqual({ rules: [] })
    expect(memory().read('/')).toEqual({ rules: [] })
  })

  it('is readable by its owner alone, in a folder that is too, and leaves nothing beside it', async () => {
    await memory().add('/shop', 'bash(npm test)')
    expect(statSync(memory().file).mode & 0o777).toBe(0o600)
    expect(statSync(state()).mode & 0o777).toBe(0o700)
    expect(readdirSync(state())).toEqual(['rules.json'])
  })

  it('a folder called like a part of every object is a folder', async () => {
    await memory().add('__proto__', 'bash(x)')
    await memory().add('constructor', 'bash(y)')
    expect(memory().read('constructor')).toEqual({ rules: ['bash(y)'] })
    expect(memory().read('toString')).toEqual({ rules: [] })
  })

  it('loses nothing where several processes keep rules at once', async () => {
    const script = join(base, 'add.mjs')
    buildSync({
      stdin: {
        contents: `import { openRuleMemory } from './rules.ts'
          const [state, own] = process.argv.slice(2)
          for (let n = 0; n < 5; n += 1) await openRuleMemory({ state }).add('/shop', \`bash(\${own} \${n})\`)`,
        resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: script,
      external: ['yaml', 'ignore', 'picomatch', 'fuzzysort', 'minisearch', 'stemmer'],
      alias: {
        '@skillet/core': fileURLToPath(new URL('../../../core/src/index.ts', import.meta.url)),
      },
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      logLevel: 'error',
    })
    const ends = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((own) => ended(script, own)))
    expect(ends).toEqual(ends.map(() => 0))
    const { rules } = memory().read('/shop')
    expect(new Set(rules).size).toBe(30)
    expect(rules).toHaveLength(30)
  })

  function ended(script: string, own: string): Promise<number | null> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [script, state(), own], { stdio: 'inherit' })
      child.on('exit', (code) => resolve(code))
    })
  }
})

describe('a file that cannot be believed', () => {
  const write = (text: string, mode = 0o600) => {
    mkdirSync(state(), { recursive: true })
    writeFileSync(memory().file, text)
    chmodSync(memory().file, mode)
  }
  const good = '{"version":1,"folders":{"/shop":["bash(x)"]}}'

  it.each([
    ['broken', '{"version":1,'],
    ['of another version', '{"version":2,"folders":{}}'],
    ['without folders', '{"version":1}'],
    ['with rules of another kind', '{"version":1,"folders":{"/shop":[1]}}'],
    ['of no object', '[]'],
    ['too large', `${' '.repeat(1024 * 1024)}${good}`],
  ])('%s holds no rule, says so, and is left alone', async (_, text) => {
    write(text)
    expect(memory().read('/shop')).toEqual({ rules: [], fault: expect.stringMatching(/./u) })
    await expect(memory().add('/shop', 'bash(y)')).rejects.toThrow()
    expect(readFileSync(memory().file, 'utf8')).toBe(text)
  })

  it.skipIf(process.platform === 'win32')('that others may write holds no rule', () => {
    write(good, 0o622)
    expect(memory().read('/shop').fault).toContain('can be written by other users')
    write(good, 0o644)
    expect(memory().read('/shop')).toEqual({ rules: ['bash(x)'] })
  })

  it.skipIf(process.platform === 'win32')('that is a pipe or a device is not waited for', () => {
    mkdirSync(state(), { recursive: true })
    symlinkSync('/dev/zero', memory().file)
    expect(memory().read('/shop').fault).toContain('is not an ordinary file')
  })

  it('never grows beyond what is read again', async () => {
    await memory().add('/shop', 'bash(x)')
    await expect(memory().add('/shop', `bash(${'y'.repeat(1024 * 1024)})`)).rejects.toThrow(
      'is full',
    )
    expect(memory().read('/shop')).toEqual({ rules: ['bash(x)'] })
  })
})
