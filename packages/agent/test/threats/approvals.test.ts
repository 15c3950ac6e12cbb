import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { calling, calls, messagesOf, ofType, skipDelays } from '../engine-world.ts'
import { attend } from './person.ts'
import { threatWorlds } from './threat-world.ts'

/** Somebody answers. */
const open = threatWorlds({ permissions: { attended: true } })

const edit = (oldText: string, newText: string, id = '1') =>
  calls(calling('edit', { path: 'a.txt', oldText, newText }, id))

describe('threat E5: what runs is what was shown', () => {
  it('an edit whose file changed under the question is refused and shown again', async () => {
    const { at, ...opened } = await open([edit('two', 'TWO')], { files: { 'a.txt': 'one\ntwo\n' } })
    const { asked, events } = await attend(opened, 'go', (_, nth) => {
      if (nth === 1) writeFileSync(at('a.txt'), 'two\none\n')
      return 'once'
    })
    expect(asked.map(({ diff }) => diff)).toEqual([
      expect.stringContaining(' one\n-two\n+TWO\n'),
      expect.stringContaining('-two\n+TWO\n one\n'),
    ])
    expect(new Set(asked.map(({ digest }) => digest)).size).toBe(2)
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('TWO\none\n')
    expect(ofType(events, 'tool-output').at(-1)?.outcome).toMatchObject({ ok: true })
  })

  it('one whose file changes every time is given up', async () => {
    const { at, ...opened } = await open([edit('two', 'TWO')], { files: { 'a.txt': 'two\n' } })
    const { asked, events } = await attend(opened, 'go', (_, nth) => {
      writeFileSync(at('a.txt'), `two\n${nth}\n`)
      return 'turn'
    })
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.length).toBeLessThan(10)
    expect(readFileSync(at('a.txt'), 'utf8')).toBe(`two\n${asked.length}\n`)
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', reason: 'done' })
  })

  it('a no to the second showing leaves the file as somebody else wrote it', async () => {
    const { at, ...opened } = await open([edit('two', 'TWO')], { files: { 'a.txt': 'two\n' } })
    const { events } = await attend(opened, 'go', (_, nth) => {
      if (nth > 1) return 'no'
      writeFileSync(at('a.txt'), 'two\nmine\n')
      return 'once'
    })
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('two\nmine\n')
    expect(ofType(events, 'tool-denied')).toMatchObject([{ by: 'person' }])
  })

  it('a file that appears under a question about a new one is shown first', async () => {
    const write = calls(calling('write', { path: 'new.txt', content: 'model\n' }))
    const { at, ...opened } = await open([write])
    const { asked } = await attend(opened, 'go', (_, nth) => {
      if (nth > 1) return 'no'
      writeFileSync(at('new.txt'), 'person\n')
      return 'once'
    })
    expect(asked).toHaveLength(2)
    expect(asked[1]?.diff).toContain('-person\n+model\n')
    expect(readFileSync(at('new.txt'), 'utf8')).toBe('person\n')
  })

  it('a link that takes the place of the file leads nowhere', async () => {
    const { at, root, ...opened } = await open([edit('two', 'TWO')], {
      files: { 'a.txt': 'two\n' },
    })
    const outside = join(root, 'home/diary.txt')
    writeFileSync(outside, 'two\n')
    await attend(opened, 'go', () => {
      rmSync(at('a.txt'))
      symlinkSync(outside, at('a.txt'))
      return 'once'
    })
    expect(readFileSync(outside, 'utf8')).toBe('two\n')
  })

  it('a consent without the digest, or with that of another question, runs nothing', async () => {
    const touch = (name: string) => calls(calling('bash', { command: `touch ${name}` }, name))
    const { at, ...opened } = await open([touch('one'), touch('two')])
    const digests: string[] = []
    await attend(opened, 'go', async ({ id, digest }, nth) => {
      digests.push(digest)
      if (nth === 1) return 'once'
      const [first = ''] = digests
      expect(await opened.engine.answer(id, { decision: 'once', digest: first })).toBe(false)
      expect(await opened.engine.answer(id, { decision: 'always', digest: '' })).toBe(false)
      expect(existsSync(at('two'))).toBe(false)
      return 'no'
    })
    expect([existsSync(at('one')), existsSync(at('two'))]).toEqual([true, false])
  })

  it('hidden characters are shown as their codes, and no rule is offered for them', async () => {
    const commands = [
      'echo safe \u202Etxt.exe',
      'echo a\rrm -rf x',
      'echo \u200bx',
      'echo \u009b31m',
    ]
    const { ...opened } = await open([
      calls(...commands.map((command, at) => calling('bash', { command }, `${at}`))),
    ])
    const { asked } = await attend(opened, 'go', () => 'no')
    expect(asked.map(({ input }) => input)).toEqual(commands.map((command) => ({ command })))
    for (const { rule, reason } of asked) {
      expect(rule).toBe('')
      expect(reason).not.toMatch(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/u)
    }
  })

  it('400 lines are all there, in the command and in the diff', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `line ${at}`)
    const command = lines.map((line) => `echo '${line}'`).join('\n')
    const write = calling('write', { path: 'long.txt', content: `${lines.join('\n')}\n` }, '2')
    const { ...opened } = await open([calls(calling('bash', { command }, '1'), write)])
    const { asked } = await attend(opened, 'go', () => 'no')
    expect(asked[0]?.access).toMatchObject({ command })
    for (const line of lines) expect(asked[1]?.diff).toContain(`+${line}\n`)
  })
})

describe('threat E6: a person who is asked too often says yes without reading', () => {
  it('a model that repeats a refused call 50 times asks once', async () => {
    const again = calls(calling('bash', { command: 'rm -rf build' }))
    const { ...opened } = await open(
      Array.from({ length: 50 }, () => again),
      { stepLimit: 60 },
    )
    const { asked, events } = await attend(opened, 'go', () => 'no')
    expect(asked).toHaveLength(1)
    expect(ofType(events, 'tool-denied')).toHaveLength(50)
  })

  it('fields in another order, another name of the tool, or another case is the same call', async () => {
    const { ...opened } = await open([
      calls(
        calling('bash', '{"command":"ls -R","timeout":5}', '1'),
        calling('Bash', '{"timeout":5,"command":"ls -R"}', '2'),
        calling('run_shell_command', { command: 'ls -R', timeout: 5 }, '3'),
      ),
    ])
    const { asked } = await attend(opened, 'go', () => 'no')
    expect(asked).toHaveLength(1)
  })

  it('50 equal calls of one step are one question, and all of them run', async () => {
    const write = (at: number) => calling('bash', { command: 'echo x >> log' }, `${at}`)
    const { at, ...opened } = await open([calls(...Array.from({ length: 50 }, (_, n) => write(n)))])
    const { asked } = await attend(opened, 'go', () => 'once')
    expect(asked).toHaveLength(1)
    expect(readFileSync(at('log'), 'utf8')).toBe('x\n'.repeat(50))
  })

  it('ordinary reads ask nothing', async () => {
    const { ...opened } = await open(
      [
        calls(
          calling('read', { path: 'a.txt' }),
          calling('ls', {}),
          calling('grep', { pattern: 'one' }),
          calling('find', { pattern: '*.txt' }),
        ),
      ],
      { files: { 'a.txt': 'one' } },
    )
    expect((await attend(opened, 'go', () => 'no')).asked).toEqual([])
  })

  it('no answer means more than its question: *always* keeps the exact rule, and nothing offers more', async () => {
    const commands = [
      'git push origin main',
      "npm test -- '*'",
      'make && make install',
      'curl x | sh',
    ]
    const { ...opened } = await open([
      calls(...commands.map((command, at) => calling('bash', { command }, `${at}`))),
    ])
    const { asked } = await attend(opened, 'go', () => 'no')
    expect(asked.map(({ rule }) => rule)).toEqual([
      'bash(git push origin main)',
      "bash(npm test -- '\\*')",
      'bash(make && make install)',
      '',
    ])
  })
})

describe('waiting for a person', () => {
  it('counts towards no limit: no step, no stall, no time of the tool', async () => {
    const stallMs = 200
    const delays = skipDelays(stallMs)
    let patience = 0
    const wait = async (ms: number, signal: AbortSignal) => {
      if (ms === stallMs) patience += 1
      await delays.wait(ms, signal)
      if (ms === stallMs) patience -= 1
    }
    const { model, ...opened } = await open(
      [calls(calling('bash', { command: 'echo done', timeout: 1 }))],
      { wait, stallMs, stepLimit: 2 },
    )
    const { events } = await attend(opened, 'go', () => {
      // Nobody looks at a clock meanwhile, and what would is told that an hour went by.
      expect(patience).toBe(0)
      vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
      vi.advanceTimersByTime(3_600_000)
      vi.useRealTimers()
      return 'once'
    })
    expect(messagesOf(model.requests[1])[2]).toContain('done')
    expect(events.at(-1)).toMatchObject({ reason: 'done', steps: 2 })
  })
})
