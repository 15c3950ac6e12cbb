import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type GrepInput, grepTool } from './grep.ts'
import { findRipgrep } from './search-ripgrep.ts'
import { until, type WorkspaceFixture, workspaceFixture } from './workspace-fixture.ts'

const ripgrep = findRipgrep({ PATH: process.env['PATH'] ?? '' }, '/nowhere')

/** Both ways of searching answer the same; where ripgrep is not installed there is one. */
const ways = [
  { way: 'its own way', path: '/nowhere' },
  ...(ripgrep === undefined ? [] : [{ way: 'ripgrep', path: process.env['PATH'] ?? '' }]),
]

/** Threads that match lines, and children: what a search may have running. */
function resourcesOf(id: number): string {
  const matchers = process.getActiveResourcesInfo().filter((name) => name === 'MessagePort')
  if (process.platform !== 'linux') return `${matchers.length}`
  const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim()
  return `${matchers.length} ${children}`
}

describe.each(ways)('grep, $way', ({ path }) => {
  const search = async (at: WorkspaceFixture, input: GrepInput, timeLimit = 10_000) => {
    const environment = { PATH: path }
    const outcome = await grepTool({ timeLimit }).run(input, at.context({ environment }))
    return outcome.text.split('\n')
  }

  it('lists matching lines with path and number', async () => {
    using at = workspaceFixture()
    at.files({ 'a.ts': 'one\ntwo\n', 'src/b.ts': 'zero\r\ntwo three\r\n', '.hidden': 'two' })
    const found = await search(at, { pattern: 'tw[o]' })
    expect(found.sort()).toEqual(['.hidden:1: two', 'a.ts:2: two', 'src/b.ts:2: two three'])
  })

  it('takes a plain text with literal, and ignores case where asked', async () => {
    using at = workspaceFixture()
    at.files({ a: 'x.y(z)\nx-y(z)\nX.Y(Z)\n' })
    expect(await search(at, { pattern: 'x.y(z)', literal: true })).toEqual(['a:1: x.y(z)'])
    const any = await search(at, { pattern: 'x.y(z)', literal: true, ignoreCase: true })
    expect(any).toEqual(['a:1: x.y(z)', 'a:3: X.Y(Z)'])
  })

  it('shows lines around matches, each once', async () => {
    using at = workspaceFixture()
    at.files({ a: '1\n2 x\n3\n4 x\n5\n6\n7\n8 x\n9\n' })
    expect(await search(at, { pattern: 'x', context: 1 })).toEqual([
      'a-1- 1',
      'a:2: 2 x',
      'a-3- 3',
      'a:4: 4 x',
      'a-5- 5',
      '--',
      'a-7- 7',
      'a:8: 8 x',
      'a-9- 9',
    ])
  })

  it('stops at the limit and says so', async () => {
    using at = workspaceFixture()
    at.files({ a: 'x\n'.repeat(10), b: 'x\n' })
    const found = await search(at, { pattern: 'x', limit: 3 })
    expect(found).toEqual([
      'a:1: x',
      'a:2: x',
      'a:3: x',
      '[Stopped after 3 matching lines; narrow the search or raise limit.]',
    ])
    expect(await search(at, { pattern: 'x', limit: 11 })).toHaveLength(11)
  })

  it('narrows to a glob by name or by path, and to a file', async () => {
    using at = workspaceFixture()
    at.files({ 'a.ts': 'x', 'src/b.ts': 'x', 'src/c.md': 'x' })
    expect(await search(at, { pattern: 'x', glob: '*.ts' })).toEqual(['a.ts:1: x', 'src/b.ts:1: x'])
    expect(await search(at, { pattern: 'x', glob: 'src/*.md' })).toEqual(['src/c.md:1: x'])
    expect(await search(at, { pattern: 'x', path: 'src/c.md' })).toEqual(['c.md:1: x'])
    expect(await search(at, { pattern: 'x', path: 'src' })).toEqual(['b.ts:1: x', 'c.md:1: x'])
  })

  it('leaves out what ignore files leave out, also above the folder, and .git and binary files', async () => {
    using at = workspaceFixture()
    at.files({
      '.gitignore': 'dist/\n*.log\n!keep.log\n',
      'dist/a': 'x',
      'b.log': 'x',
      'sub/keep.log': 'x',
      'sub/.ignore': 'c',
      'sub/c': 'x',
      'sub/d': 'x',
      'sub/e.log': 'x',
      '.git/f': 'x',
      g: Buffer.from('x\0'),
    })
    expect(await search(at, { pattern: 'x' })).toEqual(['sub/d:1: x', 'sub/keep.log:1: x'])
    expect(await search(at, { pattern: 'x', path: 'sub' })).toEqual(['d:1: x', 'keep.log:1: x'])
  })

  it('threat E2: does not open secret files unless one is named itself', async () => {
    using at = workspaceFixture()
    at.files({
      '.env': 'KEY=x',
      '.env.example': 'KEY=x',
      id_rsa: 'x',
      '.npmrc': 'x',
      'a/.aws/config': 'x',
    })
    expect(await search(at, { pattern: 'x' })).toEqual(['.env.example:1: KEY=x'])
    expect(await search(at, { pattern: 'x', path: '.env' })).toEqual(['.env:1: KEY=x'])
  })

  it('does not open what a rule keeps from being read', async () => {
    using at = workspaceFixture()
    at.files({ 'a/x': 'x', 'b/x': 'x' })
    const searchable = (path: string) => !path.startsWith(at.path('a'))
    const context = at.context({ environment: { PATH: path }, searchable })
    expect((await grepTool().run({ pattern: 'x' }, context)).text).toBe('b/x:1: x')
  })

  it('is over at once where it is stopped, in the middle of an expression too', async () => {
    using at = workspaceFixture()
    at.files({ a: `${'a'.repeat(40)}b\n` })
    const stop = new AbortController()
    const context = at.context({ environment: { PATH: path }, signal: stop.signal })
    const before = resourcesOf(process.pid)
    const search = grepTool().run({ pattern: '(a+)+$' }, context)
    let isOver = false
    const over = search
      .catch((error: unknown) => expect(error).toBe(stop.signal.reason))
      .finally(() => {
        isOver = true
      })
    await until(() => isOver || resourcesOf(process.pid) !== before)
    const during = resourcesOf(process.pid)
    stop.abort()
    await over
    // ripgrep is done with such an expression at once.
    if (path === '/nowhere') expect(during).not.toBe(before)
    // No thread goes on with the expression, and no child process.
    expect(await until(() => resourcesOf(process.pid) === before)).toBe(true)
  })

  it('does not begin after it was stopped', async () => {
    using at = workspaceFixture()
    at.files({ a: 'x' })
    const context = at.context({ environment: { PATH: path }, signal: AbortSignal.abort() })
    await expect(grepTool().run({ pattern: 'x' }, context)).rejects.toThrow('abort')
  })

  it('does not follow links', async () => {
    using at = workspaceFixture()
    at.files({ [join(at.home, 'outside/secret')]: 'x' })
    symlinkSync(join(at.home, 'outside'), at.path('folder'))
    symlinkSync(join(at.home, 'outside/secret'), at.path('file'))
    expect(await search(at, { pattern: 'x' })).toEqual(['No matches.'])
  })

  it('takes an expression in JavaScript’s syntax, and says what is wrong with a broken one', async () => {
    using at = workspaceFixture()
    at.files({ a: 'foobar\nfoobaz\n' })
    expect(await search(at, { pattern: 'foo(?!bar)' })).toEqual(['a:2: foobaz'])
    expect((await search(at, { pattern: 'a(' }))[0]).toContain(
      'The pattern is no regular expression',
    )
  })

  it('threat E3: takes a pattern that looks like an option as a pattern', async () => {
    using at = workspaceFixture()
    at.files({ a: '--pre=touch hacked\n' })
    expect(await search(at, { pattern: '--pre=touch hacked' })).toEqual(['a:1: --pre=touch hacked'])
    expect(readdirSync(at.workspace)).toEqual(['a'])
  })
})

describe('grep without ripgrep', () => {
  const environment = { PATH: '/nowhere' }

  it('threat E8: ends an expression that backtracks for ever, within its time', async () => {
    using at = workspaceFixture()
    at.files({ a: `${'a'.repeat(60)}!\n`, b: 'aaa\n' })
    const context = at.context({ environment })
    const { text } = await grepTool({ timeLimit: 500 }).run({ pattern: '(a+)+$' }, context)
    expect(text).toContain('[The search took too long in a and was stopped')
  })

  it.runIf(process.platform === 'linux')('leaks no handle in a hundred searches', async () => {
    using at = workspaceFixture()
    at.files({ a: 'x', 'b/c': 'x' })
    const run = () => grepTool().run({ pattern: 'x' }, at.context({ environment }))
    await run()
    const handles = (): number => readdirSync('/proc/self/fd').length
    const before = handles()
    for (let call = 0; call < 100; call += 1) await run()
    expect(handles()).toBeLessThanOrEqual(before + 5)
  })
})

describe('findRipgrep', () => {
  it('never takes a program from the workspace or from a relative folder (A3)', async () => {
    using at = workspaceFixture()
    at.files({ 'node_modules/.bin/rg': '#!/bin/sh\n', [join(at.home, 'bin/rg')]: '#!/bin/sh\n' })
    const { chmodSync } = await import('node:fs')
    for (const file of [at.path('node_modules/.bin/rg'), join(at.home, 'bin/rg')])
      chmodSync(file, 0o755)
    const inside = { PATH: `${at.path('node_modules/.bin')}:node_modules/.bin:.` }
    expect(findRipgrep(inside, at.workspace)).toBeUndefined()
    expect(findRipgrep({ PATH: join(at.home, 'bin') }, at.workspace)).toBe(join(at.home, 'bin/rg'))
  })
})
