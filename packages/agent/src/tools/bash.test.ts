import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bashTool } from './bash.ts'
import { killRunningCommands } from './running-commands.ts'
import { until, type WorkspaceFixture, workspaceFixture } from './workspace-fixture.ts'

/** Processes of a group that still do something; a dead one that nobody has collected does not. */
function aliveInGroup(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return Number(pgrp) === group && state !== 'Z' ? [Number(name)] : []
      } catch {
        return []
      }
    })
}

/** Runs a command that prints its group first, and stops it once it has. */
async function stoppedOnceRunning(at: WorkspaceFixture, rest: string) {
  const controller = new AbortController()
  let group = 0
  const running = bashTool.run(
    { command: `echo $$; ${rest}` },
    at.context({
      signal: controller.signal,
      emit: (chunk) => {
        group ||= Number.parseInt(chunk, 10)
        controller.abort()
      },
    }),
  )
  return { outcome: await running, group }
}

describe('bash', () => {
  it('gives what a command prints on both outputs in true order, and its exit code', async () => {
    using at = workspaceFixture()
    const command = 'echo out; echo err >&2; echo again; exit 3'
    const outcome = await bashTool.run({ command }, at.context())
    expect(outcome).toEqual({
      ok: false,
      text: 'out\nerr\nagain\n[Exit code 3]',
      exitCode: 3,
      outputLines: 3,
    })
    expect(at.emitted.join('')).toBe('out\nerr\nagain\n')
  })

  it('says so when there is no output, for the model in words and for the rest as a number', async () => {
    using at = workspaceFixture()
    expect(await bashTool.run({ command: 'true' }, at.context())).toEqual({
      ok: true,
      text: '(no output)',
      exitCode: 0,
      outputLines: 0,
    })
    const lines = async (command: string): Promise<number | undefined> =>
      (await bashTool.run({ command }, at.context())).outputLines
    expect(await lines('echo "(no output)"')).toBe(1)
    expect(await lines("printf 'a\\nb'; exit 1")).toBe(2)
    expect(await lines('yes | head -n 100000')).toBe(100_000)
  })

  it('keeps the working folder between calls, also after a failure', async () => {
    using at = workspaceFixture()
    mkdirSync(at.path('sub'))
    const context = at.context()
    const moved = await bashTool.run({ command: 'cd sub && false' }, context)
    expect(moved.text).toContain(`[Working folder: ${at.path('sub')}]`)
    expect(context.shell.cwd).toBe(at.path('sub'))
    expect((await bashTool.run({ command: 'pwd' }, context)).text).toBe(at.path('sub'))
  })

  it('threat E5: takes no word of a program for where the shell is', async () => {
    using at = workspaceFixture()
    at.files({
      'bad/go.sh': '',
      'sub/x': '',
      'moves.sh': [
        '#!/bin/sh',
        'printf "%s\\0%s/bad\\n\\0" "$__skillet_report" "$PWD" >&3',
        'printf "\\0%s/bad\\n\\0" "$PWD" >&3',
        'env >seen; head -c 200000 /dev/zero >&3',
      ].join('\n'),
    })
    const context = at.context()
    const outcome = await bashTool.run({ command: 'sh moves.sh' }, context)
    expect([outcome.text, context.shell.cwd]).toEqual(['(no output)', at.workspace])
    expect(readFileSync(at.path('seen'), 'utf8')).not.toContain('__skillet_report')
    await bashTool.run({ command: 'cd sub && sh ../moves.sh' }, context)
    expect(context.shell.cwd).toBe(at.path('sub'))
  })

  it('goes back to the workspace where its working folder is gone, and says so', async () => {
    using at = workspaceFixture()
    mkdirSync(at.path('sub'))
    const context = at.context()
    await bashTool.run({ command: 'cd sub' }, context)
    await bashTool.run({ command: 'rmdir ../sub' }, context)
    const input = { command: 'pwd' }
    expect(bashTool.access(input, context)).toMatchObject({ cwd: at.workspace })
    const { ok, text } = await bashTool.run(input, context)
    expect(ok).toBe(true)
    expect(text).toContain(`${at.workspace}\n[${at.path('sub')} is gone`)
    expect(context.shell.cwd).toBe(at.workspace)
  })

  it('reports a workspace that is gone instead of throwing', async () => {
    using at = workspaceFixture()
    const gone = at.path('gone')
    const context = at.context({ workspace: gone, shell: { cwd: gone } })
    const { ok, text } = await bashTool.run({ command: 'pwd' }, context)
    expect(ok).toBe(false)
    expect(text).toContain('could not be started')
  })

  it('has an empty standard input', async () => {
    using at = workspaceFixture()
    expect((await bashTool.run({ command: 'cat; echo done' }, at.context())).text).toBe('done')
  })

  it('threat E2: sees the listed environment and nothing else', async () => {
    using at = workspaceFixture()
    process.env['SKILLET_TEST_API_KEY'] = 'sk-from-outside'
    try {
      const { text } = await bashTool.run({ command: 'env' }, at.context())
      expect(text).not.toContain('sk-from-outside')
      expect(text).toContain(`HOME=${at.home}`)
      expect(text).toMatch(/^SKILLET_CHILD=1-[0-9a-f-]{36}$/mu)
    } finally {
      delete process.env['SKILLET_TEST_API_KEY']
    }
  })

  it('threat E8: cuts long output in the middle and counts what is left out', async () => {
    using at = workspaceFixture()
    const outcome = await bashTool.run(
      { command: 'yes | head -c 10000000; echo END' },
      at.context(),
    )
    expect(outcome.text.length).toBeLessThan(60_000)
    expect(outcome.text).toMatch(/^y\ny\n/u)
    expect(outcome.text).toMatch(/y\nEND$/u)
    expect(outcome.truncated).toBeGreaterThan(9_900_000)
    expect(outcome.text).toContain(`${outcome.truncated} of 10000004 bytes left out here`)
    expect(at.emitted.join('').length).toBeLessThan(1_100_000)
  })

  it('keeps characters whole where output is cut', async () => {
    using at = workspaceFixture()
    const command = `for i in $(seq 40000); do printf '漢'; done`
    expect((await bashTool.run({ command }, at.context())).text).not.toContain('\uFFFD')
  })

  it('stops a command after its time limit', async () => {
    using at = workspaceFixture()
    const outcome = await bashTool.run(
      { command: 'echo begun; sleep 60', timeout: 0.3 },
      at.context(),
    )
    expect(outcome.ok).toBe(false)
    expect(outcome.text).toBe('begun\n[Stopped after 0.3 seconds]')
  })

  it.runIf(process.platform === 'linux')(
    'ends the whole group when stopped, deaf processes too',
    async () => {
      using at = workspaceFixture()
      const deaf = `(trap '' TERM; while :; do sleep 60; done) & sleep 60`
      const { outcome, group } = await stoppedOnceRunning(at, deaf)
      expect(outcome.text).toContain('[Stopped by the person]')
      expect(group).toBeGreaterThan(1)
      expect(await until(() => aliveInGroup(group).length === 0)).toBe(true)
    },
  )

  it.runIf(process.platform === 'linux')(
    'threat E8: ends a shell that is deaf itself, after the time it is given to end',
    async () => {
      using at = workspaceFixture()
      const deaf = `trap '' TERM; while [ $SECONDS -lt 20 ]; do sleep 0.1; done`
      const { outcome, group } = await stoppedOnceRunning(at, deaf)
      expect(outcome.text).toContain('[Stopped by the person]')
      expect(outcome.exitCode).toBe(null)
      expect(await until(() => aliveInGroup(group).length === 0)).toBe(true)
    },
  )

  it.runIf(process.platform === 'linux')(
    'leaves nothing running in the background, and says so',
    async () => {
      using at = workspaceFixture()
      const outcome = await bashTool.run({ command: 'echo $$; sleep 60 & true' }, at.context())
      expect(outcome.text).toContain('[Processes left in the background were stopped]')
      const group = Number.parseInt(outcome.text, 10)
      expect(await until(() => aliveInGroup(group).length === 0)).toBe(true)
    },
  )

  it.runIf(process.platform === 'linux')(
    'threat E8: ends what left the group for a session of its own, and says so',
    async () => {
      using at = workspaceFixture()
      const command = "setsid sh -c 'echo $$ > id; exec sleep 60' & until [ -s id ]; do :; done"
      const outcome = await bashTool.run({ command }, at.context())
      expect(outcome.text).toContain('[Processes left in the background were stopped]')
      const group = Number.parseInt(readFileSync(at.path('id'), 'utf8'), 10)
      expect(await until(() => aliveInGroup(group).length === 0)).toBe(true)
    },
  )

  it.runIf(process.platform === 'linux')(
    'can be ended at once, deaf processes and sessions of their own too',
    async () => {
      using at = workspaceFixture()
      const ready = new AbortController()
      const command = [
        "trap '' INT TERM HUP",
        "setsid sh -c 'echo $$ > id; exec sleep 60' &",
        'until [ -s id ]; do :; done',
        'echo $$',
        'sleep 60',
      ].join('\n')
      let group = 0
      const outcome = await bashTool.run(
        { command },
        at.context({
          signal: ready.signal,
          emit: (chunk) => {
            group ||= Number.parseInt(chunk, 10)
            expect(killRunningCommands()).toBe(1)
          },
        }),
      )
      expect(outcome.text).toContain('[Ended by SIGKILL]')
      const other = Number.parseInt(readFileSync(at.path('id'), 'utf8'), 10)
      for (const one of [group, other]) {
        expect(one).toBeGreaterThan(1)
        expect(await until(() => aliveInGroup(one).length === 0)).toBe(true)
      }
      expect(killRunningCommands()).toBe(0)
    },
  )

  it('does not begin after it was stopped', async () => {
    using at = workspaceFixture()
    const signal = AbortSignal.abort()
    await bashTool.run({ command: 'echo x > made' }, at.context({ signal }))
    expect(readdirSync(at.workspace)).toEqual([])
  })

  it('threat E5: runs exactly what was approved, in the folder that was shown', async () => {
    using at = workspaceFixture()
    const access = { kind: 'run', command: 'echo a', cwd: at.workspace } as const
    const approved = at.context({ approved: { access } })
    expect((await bashTool.run({ command: 'echo a' }, approved)).ok).toBe(true)
    expect((await bashTool.run({ command: 'echo b' }, approved)).ok).toBe(false)
  })

  it('threat E5: runs in the folder that was approved, wherever the shell has gone meanwhile', async () => {
    using at = workspaceFixture()
    const command = 'pwd'
    const access = { kind: 'run', command, cwd: at.workspace } as const
    const shell = { cwd: at.home }
    const { ok, text } = await bashTool.run(
      { command },
      at.context({ shell, approved: { access } }),
    )
    expect([ok, text.split('\n')[0]]).toEqual([true, at.workspace])
  })

  it('says so where a command is longer than the system passes on', async () => {
    using at = workspaceFixture()
    const command = `: ${'x'.repeat(200_000)}`
    expect(await bashTool.run({ command }, at.context())).toMatchObject({
      ok: false,
      text: 'The command has 200002 bytes, more than the system passes on. Write them to a file, and run that.',
    })
  })

  it.runIf(process.platform === 'linux')('leaks no handle', async () => {
    using at = workspaceFixture()
    const handles = (): number => readdirSync('/proc/self/fd').length
    await bashTool.run({ command: 'true' }, at.context())
    const before = handles()
    for (let call = 0; call < 50; call += 1) {
      await bashTool.run({ command: call % 5 === 0 ? 'sleep 60 &' : 'echo x' }, at.context())
    }
    expect(await until(() => handles() <= before + 2)).toBe(true)
  })
})
