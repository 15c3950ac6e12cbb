import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sandboxFixture, whyNoSandbox } from '../sandbox/sandbox-fixture.ts'
import { bashTool } from './bash.ts'
import { builtInTools } from './builtin.ts'
import { editTool } from './edit.ts'
import { findTool } from './find.ts'
import { grepTool } from './grep.ts'
import { lsTool } from './ls.ts'
import { readTool } from './read.ts'
import type { Tool, ToolContext } from './types.ts'
import { until, workspaceFixture } from './workspace-fixture.ts'
import { writeTool } from './write.ts'

const absence = await whyNoSandbox()
const isLinux = process.platform === 'linux'
const isRoot = process.getuid?.() === 0

const handles = (): number => readdirSync('/proc/self/fd').length
const children = (): string =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim()

/** Calls at a time. */
const sideBySide = 8

/** Inputs that succeed and that fail, by tool. */
const inputs: Readonly<Record<string, readonly unknown[]>> = {
  read: [{ path: 'a' }, { path: 'bin' }, { path: 'folder' }, { path: 'none' }, { path: '/etc/x' }],
  write: [
    { path: 'new', content: 'x' },
    { path: 'folder', content: 'x' },
    { path: 'a/b', content: '' },
  ],
  edit: [
    { path: 'e', oldText: 'one', newText: 'two' },
    { path: 'e', oldText: 'two', newText: 'one' },
    { path: 'bin', oldText: 'x', newText: 'y' },
    { path: 'none', oldText: 'x', newText: 'y' },
  ],
  bash: [{ command: 'true' }, { command: 'exit 3' }, { command: 'sleep 60 &' }],
  grep: [{ pattern: 'x' }, { pattern: 'a(' }, { pattern: 'x', path: 'none' }],
  find: [{ pattern: '*' }, { pattern: 'x', path: 'none' }],
  ls: [{}, { path: 'a' }, { path: 'none' }],
  activate_skill: [{ name: 'nobody' }],
  search_skills: [{ query: 'nothing' }],
}

/** A call that starts processes costs as much as a hundred that start none. */
const dear = new Set(['bash', 'grep'])

const subjects: readonly (readonly [string, number, Tool, 'sandbox' | 'none'])[] = [
  ...builtInTools.map(
    (tool) => [tool.name, dear.has(tool.name) ? 400 : 1000, tool, 'none'] as const,
  ),
  ...(absence === undefined ? ([['bash in a sandbox', 104, bashTool, 'sandbox']] as const) : []),
]

describe.runIf(isLinux)('many calls, some side by side', () => {
  it.each(subjects)(
    'of %s leave no handle open and no process behind (%i)',
    { timeout: 180_000 },
    async (_, times, tool, place) => {
      using at = await sandboxFixture(place === 'none' ? { mode: 'off' } : {})
      at.files({ a: 'x', e: 'one', bin: Buffer.from([120, 0]), 'folder/x': 'x' })
      const some = inputs[tool.name] ?? []
      expect(some.length).toBeGreaterThan(0)
      const { sandbox } = at
      const calls = async (numbers: readonly number[]) => {
        await Promise.all(
          numbers.map((number) => tool.run(some[number % some.length], at.context({ sandbox }))),
        )
      }
      const round = Array.from({ length: sideBySide }, (_each, number) => number)
      await calls(round)
      expect(await until(() => children() === '')).toBe(true)
      const before = handles()
      for (let done = 0; done < times; done += sideBySide) {
        await calls(round.map((number) => done + number))
      }
      expect(await until(() => handles() <= before)).toBe(true)
      // A zombie would be a child still.
      expect(await until(() => children() === '')).toBe(true)
    },
  )
})

describe.runIf(isLinux)('what is no ordinary file', () => {
  const special = (name: string): readonly (readonly [Tool, unknown])[] => [
    [readTool, { path: name }],
    [writeTool, { path: name, content: 'x' }],
    [editTool, { path: name, oldText: 'x', newText: 'y' }],
    [grepTool(), { pattern: 'x', path: name }],
    [lsTool, { path: name }],
    [findTool, { pattern: '*', path: name }],
  ]

  it('a pipe that nobody writes to keeps no tool waiting', async () => {
    using at = workspaceFixture()
    execFileSync('mkfifo', [at.path('pipe')])
    for (const [tool, input] of special('pipe')) {
      const { ok, text } = await tool.run(input, at.context())
      expect([tool.name, ok]).toEqual([tool.name, false])
      expect(text).toContain('pipe is a pipe, socket or device, which no tool opens.')
    }
    at.files({ x: 'word' })
    expect((await grepTool().run({ pattern: 'word' }, at.context())).text).toBe('x:1: word')
    expect(statSync(at.path('pipe')).isFIFO()).toBe(true)
  })

  it('a device that never ends is not read, also where it was approved', async () => {
    using at = workspaceFixture()
    for (const path of ['/dev/zero', '/dev/tty', '/dev/full']) {
      for (const [tool, input] of special(path)) {
        const access = tool.access(input, at.context())
        const { ok } = await tool.run(input, at.context({ approved: { access } }))
        expect([tool.name, ok]).toEqual([tool.name, false])
      }
    }
  })

  it('files of /proc, which have no size, are read to their end', async () => {
    using at = workspaceFixture()
    const path = '/proc/self/status'
    const access = readTool.access({ path }, at.context())
    const { text } = await readTool.run({ path }, at.context({ approved: { access } }))
    expect(text).toContain('Name:')
  })
})

describe('large files', () => {
  it('of 100 MB are read piece by piece, in little memory', { timeout: 60_000 }, async () => {
    using at = workspaceFixture()
    const file = openSync(at.path('big'), 'w')
    const line = `${'0123456789'.repeat(9)}abcdefghi\n`
    const block = Buffer.from(line.repeat(10_000))
    for (let number = 0; number < 100; number += 1) writeSync(file, block)
    closeSync(file)
    expect(statSync(at.path('big')).size).toBe(100_000_000)
    const before = process.memoryUsage().rss
    const first = await readTool.run({ path: 'big', limit: 2 }, at.context())
    expect(first.text).toMatch(/^1\t0123.*\n2\t0123.*\n\[Lines 1–2 of a longer file\./u)
    const late = await readTool.run({ path: 'big', offset: 1_000_000 }, at.context())
    expect(late.text).toBe(`1000000\t${line.trimEnd()}`)
    expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000)
    for (const tool of [
      editTool.run({ path: 'big', oldText: 'a', newText: 'b' }, at.context()),
      writeTool.run({ path: 'big', content: 'x' }, at.context()),
    ]) {
      expect((await tool).text).toContain('more than the 16777216 that can be edited')
    }
  })

  it('with holes of a terabyte, and binary ones, are named and not read', async () => {
    using at = workspaceFixture()
    const file = openSync(at.path('sparse'), 'w')
    ftruncateSync(file, 2 ** 40)
    closeSync(file)
    const { ok, text } = await readTool.run({ path: 'sparse' }, at.context())
    expect({ ok, text }).toEqual({
      ok: false,
      text: 'sparse is a binary file of 1099511627776 bytes; it is not shown.',
    })
  })

  it('can be stopped while they are read', async () => {
    using at = workspaceFixture()
    at.files({ big: 'x\n'.repeat(5_000_000) })
    const stop = new AbortController()
    const reading = readTool.run(
      { path: 'big', offset: 9_000_000 },
      at.context({ signal: stop.signal }),
    )
    setImmediate(() => stop.abort())
    await expect(reading).rejects.toThrow('abort')
  })
})

describe('replacing a file', () => {
  const replace = [
    ['write', (at: ToolContext, path: string) => writeTool.run({ path, content: 'two' }, at)],
    ['edit', (at: ToolContext, path: string) => editTool.run(oneToTwo(path), at)],
  ] as const
  const oneToTwo = (path: string) => ({ path, oldText: 'one', newText: 'two' })

  it.each(replace)('%s keeps permission bits, and owner where it may', async (_, run) => {
    using at = workspaceFixture()
    at.files({ tool: 'one' })
    chmodSync(at.path('tool'), 0o4750)
    if (isRoot) {
      chownSync(at.path('tool'), 1234, 4321)
      chmodSync(at.path('tool'), 0o4750)
    }
    expect((await run(at.context(), 'tool')).ok).toBe(true)
    const { mode, uid, gid } = statSync(at.path('tool'))
    expect(readFileSync(at.path('tool'), 'utf8')).toBe('two')
    expect(mode & 0o7777).toBe(0o4750)
    if (isRoot) expect([uid, gid]).toEqual([1234, 4321])
  })

  it.each(replace)('%s keeps a link, and leaves the other name of a file alone', async (_, run) => {
    using at = workspaceFixture()
    at.files({ 'real/file': 'one', other: 'one' })
    symlinkSync('real/file', at.path('link'))
    linkSync(at.path('other'), at.path('second'))
    expect((await run(at.context(), 'link')).ok).toBe(true)
    expect(readFileSync(at.path('real/file'), 'utf8')).toBe('two')
    expect((await run(at.context(), 'other')).ok).toBe(true)
    expect(readFileSync(at.path('second'), 'utf8')).toBe('one')
  })

  it.each(replace)('%s does not follow a link to nothing, wherever it leads', async (_, run) => {
    using at = workspaceFixture()
    symlinkSync('../outside', at.path('dangling'))
    const { ok, text } = await run(at.context(), 'dangling')
    expect(ok).toBe(false)
    expect(text).toContain('dangling is a link that leads nowhere')
    expect(readdirSync(at.home)).toEqual(['work'])
  })

  it.each(replace)(
    '%s says so where the folder is read-only, and leaves nothing',
    async (_, run) => {
      using at = workspaceFixture()
      at.files({ 'closed/file': 'one' })
      chmodSync(at.path('closed'), 0o555)
      const { ok, text } = await run(at.context(), 'closed/file')
      chmodSync(at.path('closed'), 0o755)
      // Modes do not stop root.
      if (isRoot) return expect(ok).toBe(true)
      expect({ ok, text }).toEqual({
        ok: false,
        text: `${at.path('closed/file')} could not be written (EACCES).`,
      })
      expect(readdirSync(at.path('closed'))).toEqual(['file'])
      expect(readFileSync(at.path('closed/file'), 'utf8')).toBe('one')
    },
  )

  it.runIf(isLinux && isRoot)(
    'says so where the disk is full, and keeps the old file',
    async () => {
      using at = workspaceFixture()
      mkdirSync(at.path('small'))
      const words = ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at.path('small')]
      const mounted = spawnSync('mount', words)
      if (mounted.status !== 0) return
      try {
        at.files({ 'small/file': 'one' })
        const content = 'x'.repeat(200_000)
        const { ok, text } = await writeTool.run({ path: 'small/file', content }, at.context())
        expect({ ok, text }).toEqual({
          ok: false,
          text: `${at.path('small/file')} could not be written (ENOSPC).`,
        })
        expect(readdirSync(at.path('small'))).toEqual(['file'])
        expect(readFileSync(at.path('small/file'), 'utf8')).toBe('one')
      } finally {
        spawnSync('umount', [at.path('small')])
      }
    },
  )
})

describe.runIf(isLinux)('bash', () => {
  it('is over where a process in the background has closed its output', async () => {
    using at = workspaceFixture()
    const command = 'sleep 60 >/dev/null 2>&1 </dev/null & echo begun'
    const { ok, text } = await bashTool.run({ command }, at.context())
    expect(ok).toBe(true)
    expect(text).toContain('begun')
    expect(await until(() => children() === '')).toBe(true)
  })

  it('stops a command that prints without end, in bounded memory (1 GB)', async () => {
    using at = workspaceFixture()
    const before = process.memoryUsage().rss
    const command = 'head -c 1000000000 /dev/zero | tr "\\\\0" x; echo END'
    const { ok, text, truncated } = await bashTool.run({ command }, at.context())
    expect(ok).toBe(false)
    expect(text).toMatch(/\[Stopped after \d{9} bytes of output\]/u)
    expect(text.length).toBeLessThan(60_000)
    expect(truncated).toBeGreaterThan(200_000_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  }, 60_000)

  it('cuts a line that has no end, and shows it while it comes', async () => {
    using at = workspaceFixture()
    const { text, outputLines } = await bashTool.run(
      { command: 'head -c 3000000 /dev/zero | tr "\\\\0" y' },
      at.context(),
    )
    expect(outputLines).toBe(1)
    expect(text.length).toBeLessThan(60_000)
    expect(at.emitted.length).toBeGreaterThan(1)
  })

  it('takes binary output for what it is: characters that are none', async () => {
    using at = workspaceFixture()
    const { ok, text } = await bashTool.run({ command: `printf 'a\\377\\200b'` }, at.context())
    expect({ ok, text }).toEqual({ ok: true, text: 'a\uFFFD\uFFFDb' })
  })

  it('is stopped whenever that is: before, at once, while it prints, in its last words', async () => {
    using at = workspaceFixture()
    const command = `trap 'echo last; sleep 0.05; echo words' EXIT; for i in 1 2 3; do echo $i; sleep 0.02; done`
    for (const ms of [0, 1, 5, 10, 20, 40, 60, 80, 120]) {
      const stop = new AbortController()
      const running = bashTool.run({ command }, at.context({ signal: stop.signal }))
      setTimeout(() => stop.abort(), ms)
      // It was done, with its last words, or it was stopped.
      expect((await running).text).toMatch(/\nwords$|\[Stopped by the person\]$/u)
    }
    expect(await until(() => children() === '')).toBe(true)
  })
})
