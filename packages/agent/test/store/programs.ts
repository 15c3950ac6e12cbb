import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

const agent = fileURLToPath(new URL('../..', import.meta.url))

/** A folder in which programs run that import the store as it is here: `./store.mjs`. */
export interface Workshop {
  /** Absolute, links resolved. */
  readonly folder: string
  /** Starts a module; `process.argv` has the words from 1 on. */
  start(program: string, words?: readonly string[], wrapped?: readonly string[]): Started
  remove(): void
}

/** A program that runs. */
export interface Started {
  readonly child: ChildProcess
  /** What it said so far. */
  readonly said: { stdout: string; stderr: string }
  readonly ended: Promise<{
    readonly code: number | null
    readonly stdout: string
    readonly stderr: string
  }>
}

/** Builds the store once, so that starting twenty programs compiles nothing. */
export async function openWorkshop(): Promise<Workshop> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-store-programs-')))
  symlinkSync(join(agent, '../../node_modules'), join(folder, 'node_modules'))
  await build({
    cwd: agent,
    config: false,
    tsconfig: false,
    entry: { store: join(agent, 'src/store/index.ts') },
    outDir: folder,
    clean: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    logLevel: 'silent',
  })
  return {
    folder,
    start(program, words = [], wrapped = []) {
      const node = [process.execPath, '--input-type=module', '-e', program, ...words]
      const [command = '', ...rest] = [...wrapped, ...node]
      const child = spawn(command, rest, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
      const said = { stdout: '', stderr: '' }
      for (const stream of ['stdout', 'stderr'] as const) {
        child[stream]?.on('data', (chunk) => {
          said[stream] += chunk
        })
      }
      const ended = new Promise<Awaited<Started['ended']>>((resolve) => {
        child.on('close', (code) => resolve({ code, ...said }))
      })
      return { child, said, ended }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
