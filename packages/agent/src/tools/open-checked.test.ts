import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { editTool } from './edit.ts'
import { grepTool } from './grep.ts'
import { openChecked } from './open-checked.ts'
import { realPathOf } from './paths.ts'
import { readTool } from './read.ts'
import { type WorkspaceFixture, workspaceFixture } from './workspace-fixture.ts'
import { writeTool } from './write.ts'

/**
 * Swaps `name` between what stands there and a link, as fast as it can, until it is ended or ten
 * seconds are over. It renames, so that at every moment one of the two is there.
 */
const swapper = `
const { renameSync, rmSync } = require('node:fs')
const [good, bad, name] = process.argv.slice(1)
const end = Date.now() + 10000
process.stdout.write('swapping')
while (Date.now() < end) {
  renameSync(name, good); renameSync(bad, name)
  renameSync(name, bad); renameSync(good, name)
}
`

async function whileSwapping(
  at: WorkspaceFixture,
  target: string,
  attempt: () => Promise<void>,
  ms = 1000,
): Promise<number> {
  const names = ['good', 'bad', target].map((name) => at.path(name))
  const child: ChildProcess = spawn(process.execPath, ['-e', swapper, ...names], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()))
  const deadline = performance.now() + ms
  let attempts = 0
  for (; performance.now() < deadline; attempts += 1) await attempt()
  child.kill('SIGKILL')
  await ended
  return attempts
}

describe('opening a checked file', () => {
  it('threat E1: never reads through a link that is swapped in for the file', {
    timeout: 20_000,
  }, async () => {
    using at = workspaceFixture()
    at.files({ [join(at.home, 'outside')]: 'OUTSIDE', file: 'inside' })
    symlinkSync(join(at.home, 'outside'), at.path('bad'))
    const seen = new Set<string>()
    const attempts = await whileSwapping(
      at,
      'file',
      async () => {
        seen.add((await readTool.run({ path: 'file' }, at.context())).text)
      },
      5000,
    )
    expect(attempts).toBeGreaterThan(50)
    expect([...seen].filter((text) => text.includes('OUTSIDE'))).toEqual([])
    expect(seen).toContain('1\tinside')
  })

  it('threat E1: never reads through a folder on the way that is swapped for a link', async () => {
    using at = workspaceFixture()
    at.files({ [join(at.home, 'elsewhere/file')]: 'OUTSIDE', 'folder/file': 'inside' })
    symlinkSync(join(at.home, 'elsewhere'), at.path('bad'))
    const seen = new Set<string>()
    await whileSwapping(at, 'folder', async () => {
      seen.add((await readTool.run({ path: 'folder/file' }, at.context())).text)
    })
    expect([...seen].filter((text) => text.includes('OUTSIDE'))).toEqual([])
    expect(seen).toContain('1\tinside')
  })

  it.each([
    ['its own way', '/nowhere'],
    ['ripgrep, where there is one', process.env['PATH'] ?? ''],
  ])('threat E1: never searches through a link that is swapped in, %s', async (_, path) => {
    using at = workspaceFixture()
    at.files({ [join(at.home, 'elsewhere/file')]: 'word OUTSIDE', 'folder/file': 'word inside' })
    symlinkSync(join(at.home, 'elsewhere'), at.path('bad'))
    const search = async () => {
      const context = at.context({ environment: { PATH: path } })
      return (await grepTool().run({ pattern: 'word', path: 'folder' }, context)).text
    }
    const seen = new Set([await search()])
    expect(seen).toContain('file:1: word inside')
    const attempts = await whileSwapping(at, 'folder', async () => {
      seen.add(await search())
    })
    expect(attempts).toBeGreaterThan(5)
    expect([...seen].filter((text) => text.includes('OUTSIDE'))).toEqual([])
  })

  const places = [
    ['a link for the file', 'file', 'outside/file'],
    ['a link for the folder on the way', 'folder', 'outside'],
  ] as const

  it.runIf(process.platform === 'linux').each(places)(
    'threat E1: never writes through %s that is swapped in',
    { timeout: 20_000 },
    async (_, swapped, target) => {
      using at = workspaceFixture()
      const outside = join(at.home, 'outside/file')
      at.files({ [outside]: 'OUTSIDE', file: 'inside', 'folder/file': 'inside' })
      symlinkSync(join(at.home, target), at.path('bad'))
      const path = swapped === 'file' ? 'file' : 'folder/file'
      const outcomes = new Set<string>()
      const ended = async () => {
        const { ok, diff = '' } = await writeTool.run({ path, content: 'inside' }, at.context())
        outcomes.add(`${ok} ${diff.includes('OUTSIDE')}`)
      }
      const attempts = await whileSwapping(at, swapped, ended, 5000)
      expect(attempts).toBeGreaterThan(50)
      expect(readFileSync(outside, 'utf8')).toBe('OUTSIDE')
      expect([...outcomes]).toContain('true false')
      expect([...outcomes].filter((outcome) => outcome.endsWith('true'))).toEqual([])
    },
  )

  it.runIf(process.platform === 'linux').each(places)(
    'threat E1: never edits through %s that is swapped in',
    { timeout: 20_000 },
    async (_, swapped, target) => {
      using at = workspaceFixture()
      const outside = join(at.home, 'outside/file')
      at.files({ [outside]: 'one two OUTSIDE', file: 'one', 'folder/file': 'one' })
      symlinkSync(join(at.home, target), at.path('bad'))
      const path = swapped === 'file' ? 'file' : 'folder/file'
      let made = 0
      const leaks: string[] = []
      const edit = async () => {
        // The outside file has both words, so that every edit could be made there.
        for (const [oldText, newText] of [
          ['one', 'two'],
          ['two', 'one'],
        ] as const) {
          const { ok, diff = '' } = await editTool.run({ path, oldText, newText }, at.context())
          if (ok) made += 1
          if (diff.includes('OUTSIDE')) leaks.push(diff)
        }
      }
      const attempts = await whileSwapping(at, swapped, edit, 5000)
      expect(attempts).toBeGreaterThan(50)
      expect(readFileSync(outside, 'utf8')).toBe('one two OUTSIDE')
      expect(leaks).toEqual([])
      expect(made).toBeGreaterThan(0)
    },
  )

  it('says what stands in the place', async () => {
    using at = workspaceFixture()
    at.files({ file: 'x', 'folder/x': '' })
    symlinkSync('file', at.path('link'))
    const kindOf = async (name: string) => {
      const opened = await openChecked(at.path(name))
      if (opened.kind === 'open') await opened.handle.close()
      return opened.kind
    }
    expect(await kindOf('file')).toBe('open')
    expect(await kindOf('folder')).toBe('folder')
    expect(await kindOf('missing')).toBe('missing')
    expect(await kindOf('file/below')).toBe('missing')
    expect(await kindOf('link')).toBe('moved')
  })

  it('resolves what exists, and keeps the names of what does not', () => {
    using at = workspaceFixture()
    at.files({ 'real/x': '' })
    symlinkSync('real', at.path('link'))
    expect(realPathOf(at.path('link/new/file'))).toBe(at.path('real/new/file'))
  })
})
