import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whyNoSandbox } from '../sandbox/sandbox-fixture.ts'
import { until, workspaceFixture } from './workspace-fixture.ts'

const absence = await whyNoSandbox()

/** A program that runs one command as the engine does, in a sandbox where it is told to. */
const program = `
import { bashTool } from '../tools/bash.ts'
import { listedEnvironment } from '../tools/environment.ts'
import { openSandbox } from '../sandbox/index.ts'
const [home, workspace, mode, command] = process.argv.slice(2)
const environment = listedEnvironment({ PATH: process.env.PATH, HOME: home })
const sandbox = await openSandbox({ workspace, home, environment, absent: [] }, { mode })
console.log(sandbox.kind)
await bashTool.run({ command }, {
  workspace, home, environment, sandbox,
  shell: { cwd: workspace },
  signal: new AbortController().signal,
  emit: (chunk) => process.stdout.write(chunk),
  snapshot: { skills: [], entries: [], roots: [], diagnostics: [], version: 1 },
  readableSkills: [],
  images: false,
})
`

/** One process in the shell's group, one in a session of its own, both deaf to what can be heard. */
const command = [
  `trap '' TERM HUP INT PIPE`,
  `setsid bash -c 'trap "" TERM HUP INT PIPE; while [ $SECONDS -lt 30 ]; do echo x >> far; sleep 0.02; done' &`,
  `(while [ $SECONDS -lt 30 ]; do echo x >> near; sleep 0.02; done) &`,
  'until [ -s near ] && [ -s far ]; do sleep 0.01; done; echo ready',
  'while [ $SECONDS -lt 30 ]; do sleep 0.05; done',
].join('\n')

/** Processes with this text in their environment: their home folder is nobody else's. */
function living(home: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const isDead = /\) [ZX]/u.test(stat)
        return !isDead && readFileSync(`/proc/${name}/environ`, 'latin1').includes(`HOME=${home}`)
      } catch {
        return false
      }
    })
    .map(Number)
}

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillet-killed-'))
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  symlinkSync(at('../../../../node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'run.ts'), program.replaceAll("from '..", `from '${at('..')}`))
  await build({
    cwd: at('../..'),
    config: false,
    tsconfig: false,
    entry: { run: join(folder, 'run.ts') },
    alias: {
      '@skillet/core/search': at('../../../core/src/search.ts'),
      '@skillet/core': at('../../../core/src/index.ts'),
    },
    outDir: folder,
    clean: false,
    deps: { alwaysBundle: [/^@skillet\//u] },
    format: 'esm',
    platform: 'node',
    dts: false,
    logLevel: 'silent',
  })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(home: string, workspace: string, mode: string): ChildProcess {
  const words = [join(folder, 'run.mjs'), home, workspace, mode, command]
  return spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] })
}

describe.runIf(process.platform === 'linux')('a process that is killed', () => {
  const modes = [
    ['without a sandbox', 'off'],
    ...(absence === undefined ? ([['in a sandbox', 'auto']] as const) : []),
  ] as const

  it.each(modes)('leaves no child of bash behind: %s', async (_, mode) => {
    using at = workspaceFixture()
    const child = start(at.home, at.workspace, mode)
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
    expect(await until(() => said.includes('ready'))).toBe(true)
    expect(said.startsWith(mode === 'off' ? 'none' : 'bubblewrap')).toBe(true)
    expect(living(at.home).length).toBeGreaterThan(2)
    child.kill('SIGKILL')
    expect(await until(() => living(at.home).length === 0)).toBe(true)
  })

  it.each(modes)('leaves none at whatever moment it is killed: %s', async (_, mode) => {
    for (let round = 0; round < 12; round += 1) {
      using at = workspaceFixture()
      const child = start(at.home, at.workspace, mode)
      const opened = new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()))
      await opened
      const moment = performance.now() + round * 4
      while (performance.now() < moment) await new Promise((resolve) => setImmediate(resolve))
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGKILL')
      await ended
      expect(await until(() => living(at.home).length === 0)).toBe(true)
      expect(existsSync(at.workspace)).toBe(true)
    }
  })
})
