import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  type ProtocolServer,
  silence,
  startOpenAI,
  stream,
} from '../../agent/test/servers/index.ts'
import { createWorld, type World } from './world.ts'

/** The command as it ships: built anew into a folder of its own, spawned as a process. */
const packageFolder = fileURLToPath(new URL('..', import.meta.url))
let folder: string
let world: World
let server: ProtocolServer | undefined

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-bundle-')))
  const built = spawnSync(process.execPath, [
    join(packageFolder, 'build.mjs'),
    join(folder, 'dist'),
  ])
  if (built.status !== 0) throw new Error(String(built.stderr))
  // What npm installs beside the command.
  symlinkSync(join(packageFolder, '../../node_modules'), join(folder, 'node_modules'))
  world = createWorld()
  world.skill('~/.claude/skills', 'pdf')
}, 60_000)
afterEach(async () => {
  await server?.close()
  server = undefined
})
afterAll(() => {
  world.remove()
  rmSync(folder, { recursive: true, force: true })
})

const command = () => join(folder, 'dist/skillet.cjs')
const options = () => ({
  cwd: world.cwd,
  env: { PATH: process.env['PATH'], HOME: world.home },
})
const run = (...words: string[]) =>
  spawnSync(process.execPath, [command(), ...words], { ...options(), encoding: 'utf8' })

/** Starts a command, does something at the first sign of it, and waits for its end. */
function startAndThen(words: readonly string[], sign: string, act: (pid: number) => void) {
  const child = spawn(process.execPath, [command(), ...words], options())
  const said = { stdout: '', stderr: '' }
  let acted = false
  const listen = (stream: 'stdout' | 'stderr') =>
    child[stream].on('data', (chunk) => {
      said[stream] += chunk
      if (acted || !said[stream].includes(sign) || child.pid === undefined) return
      acted = true
      act(child.pid)
    })
  listen('stdout')
  listen('stderr')
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, ...said }))
  })
}

describe('the built command', () => {
  it('prints its version, and loads nothing else for it', () => {
    const { status, stdout } = run('--version')
    expect({ status, stdout }).toEqual({ status: 0, stdout: '0.1.0\n' })
  })

  it('starts through a link, as npm installs it', () => {
    const { status } = spawnSync('/bin/sh', ['-c', `ln -s ${command()} ${folder}/skillet`])
    expect(status).toBe(0)
    const { stdout } = spawnSync(process.execPath, [join(folder, 'skillet'), 'list', '--json'], {
      ...options(),
      encoding: 'utf8',
    })
    const scopes = JSON.parse(stdout).skills.map(({ scope }: { scope: string }) => scope)
    expect(scopes).toContain('builtin')
    expect(scopes).toContain('user')
  })

  it('carries the licences of what is bundled', () => {
    const notices = readFileSync(join(folder, 'dist/THIRD-PARTY.txt'), 'utf8')
    expect(notices).toMatch(/^yaml \d+\.\d+\.\d+ \(ISC\)$/m)
    expect(notices).toMatch(/^ai \d+\.\d+\.\d+ \(Apache-2\.0\)$/m)
  })

  it('has every built-in skill, each of them callable', () => {
    const { skills } = JSON.parse(run('list', '--json', '--all').stdout)
    const builtin = skills.filter(({ scope }: { scope: string }) => scope === 'builtin')
    expect(builtin.map(({ name }: { name: string }) => name)).toContain('tour')
    for (const { state } of builtin) expect(state).toBe('loaded')
  })

  it('runs a skill without any language model', () => {
    const { status, stdout, stderr } = run('run', '--model', 'guided', 'pdf')
    expect(stderr).toContain('● guided')
    expect(stdout).toContain('Do the work of pdf.')
    expect(status).toBe(0)
  })

  it('without a word and without a terminal it prints help', () => {
    const { status, stdout } = run()
    expect(status).toBe(0)
    expect(stdout).toContain('Usage: skillet')
  })

  it('colours on demand and never in a pipe', () => {
    expect(run('why', 'pdf').stdout).not.toContain('\u001b')
    expect(run('why', '--color', 'pdf').stdout).toContain('\u001b[')
  })

  it('a reader that leaves early is no error', () => {
    const script = `${process.execPath} ${command()} show --json tour | head -c 10; echo " left with \${PIPESTATUS[0]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { ...options(), encoding: 'utf8' })
    expect(stdout).toMatch(/ left with 0\n$/)
    expect(stderr).toBe('')
  })

  it('says so where the working folder is gone', () => {
    const script = `mkdir gone && cd gone && rmdir ../gone && ${process.execPath} ${command()} list`
    const { status, stderr } = spawnSync('bash', ['-c', script], { ...options(), encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('The working folder is gone.')
  })

  it('works in the folder of --cwd where the working folder is gone', () => {
    const script = `mkdir lost && cd lost && rmdir ../lost && ${process.execPath} ${command()} why --cwd / pdf`
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      ...options(),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('pdf can be called.')
    expect(status).toBe(0)
  })

  it.runIf(existsSync('/dev/full'))('says in one sentence that nothing can be written', () => {
    const script = `${process.execPath} ${command()} list > /dev/full`
    const { status, stderr } = spawnSync('bash', ['-c', script], { ...options(), encoding: 'utf8' })
    expect(stderr).toBe(
      'skillet: Standard output cannot be written: no space is left.\n  hint: Make room, then try again.\n',
    )
    expect(status).toBe(1)
  })

  it('takes the language of the frame from the environment', () => {
    const say = (variables: Record<string, string>) => {
      const { env, ...others } = options()
      const given = { ...others, env: { ...env, ...variables }, encoding: 'utf8' } as const
      return spawnSync(process.execPath, [command(), 'show', 'pdf'], given).stdout
    }
    expect(say({ LANG: 'en_US.UTF-8' })).toContain('End of skill "pdf"')
    expect(say({ LANG: 'zh_CN.UTF-8' })).not.toContain('End of skill "pdf"')
    expect(say({ LANG: 'zh_CN.UTF-8', LC_ALL: 'C' })).toContain('End of skill "pdf"')
  })
})

describe('conversations', () => {
  it('killed: the next run says what was left unfinished, and goes on in it', async () => {
    server = await startOpenAI([silence])
    const settings = (baseURL: string) =>
      world.write(
        '~/.config/skillet/settings.json',
        JSON.stringify({
          model: 'local/test-model',
          providers: { local: { kind: 'openai-compatible', baseURL } },
        }),
      )
    settings(server.baseURL)
    const { code } = await startAndThen(['run', 'pdf', 'a.pdf'], '● skill pdf', (pid) =>
      process.kill(pid, 'SIGKILL'),
    )
    expect(code).toBe(null)
    const { status, stderr } = run('run', '--model', 'guided', '--continue', 'pdf', 'b.pdf')
    expect(stderr).toMatch(
      /! A conversation was left unfinished when the program that ran it ended: a\.pdf\.\n {2}hint: All is kept but the text that was still coming in\. Go on in it: skillet run --resume [0-9a-f]{16} SKILL\n/u,
    )
    expect(status).toBe(0)
    expect(run('run', '--model', 'guided', 'pdf').stderr).not.toContain('left unfinished')
    const { conversations } = JSON.parse(run('conversations', '--json').stdout)
    expect(conversations.map(({ messages }: { messages: number }) => messages)).toContain(4)
  })

  it('load the database for nothing else', () => {
    const script = `
      const { load } = require(${JSON.stringify(command())})
      process.argv = [process.execPath, 'skillet', 'list']
      process.on('exit', () => {
        const loaded = Object.keys(require.cache).filter((path) => /libsql/.test(path))
        process.stderr.write(JSON.stringify(loaded))
      })
      load('command.cjs')`
    expect(
      spawnSync(process.execPath, ['-e', script], { ...options(), encoding: 'utf8' }).stderr,
    ).toBe('[]')
  })
})

describe('Ctrl-C', () => {
  const withModel = async (script: Parameters<typeof startOpenAI>[0]) => {
    server = await startOpenAI(script)
    world.write(
      '~/.config/skillet/settings.json',
      JSON.stringify({
        model: 'local/test-model',
        providers: { local: { kind: 'openai-compatible', baseURL: server.baseURL } },
      }),
    )
  }

  it('once stops the turn, says so and exits 130', async () => {
    await withModel([silence])
    const { code, stderr } = await startAndThen(['run', 'pdf'], '● skill pdf', (pid) =>
      process.kill(pid, 'SIGINT'),
    )
    expect(stderr).toContain('Stopped')
    expect(code).toBe(130)
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s stops the turn like it, and exits %i', async (signal, expected) => {
    await withModel([silence])
    const { code, stdout } = await startAndThen(['run', '--json', 'pdf'], 'step-start', (pid) =>
      process.kill(pid, signal),
    )
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'turn-end',
      reason: 'aborted',
    })
    expect(code).toBe(expected)
  })

  it('a second one leaves at once: nothing is left of a command that hears no signal', async () => {
    const mark = `deaf-${process.pid}`
    const deaf = `trap '' INT TERM; echo running; while true; do sleep 0.1; date > ${mark}; done`
    await withModel([stream([call('bash', { command: deaf })]), silence])
    const words = ['run', '--yes', '--json', 'pdf']
    // Two signals of one kind may count as one.
    const { code, stdout } = await startAndThen(words, '"running', (pid) => {
      process.kill(pid, 'SIGINT')
      process.kill(pid, 'SIGTERM')
    })
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.filter(({ type }) => type === 'tool-output').at(-1)).toMatchObject({
      final: false,
    })
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', reason: 'aborted', steps: 1 })
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect([130, 143]).toContain(code)
    expect(spawnSync('pgrep', ['-f', mark], { encoding: 'utf8' }).stdout).toBe('')
  })

  it('stops the command that the model runs, and all that it started', async () => {
    const mark = `ticks-${process.pid}`
    const endless = `touch started; echo running; while true; do sleep 0.1; date > ${mark}; done & wait`
    await withModel([stream([call('bash', { command: endless })]), silence])
    const { code } = await startAndThen(['run', '--yes', 'pdf'], '  running', (pid) =>
      process.kill(pid, 'SIGINT'),
    )
    expect(code).toBe(130)
    expect(existsSync(join(world.cwd, 'started'))).toBe(true)
    const left = spawnSync('pgrep', ['-f', mark], { encoding: 'utf8' })
    expect(left.stdout).toBe('')
  })
})
