import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

const agent = fileURLToPath(new URL('../..', import.meta.url))

/** A folder with modules as they are here, in which programs of a process of their own run. */
export interface Workshop {
  /** Absolute, links resolved. */
  readonly root: string
  /** Starts Node.js with these words; `before` are the words of a program that starts it. */
  readonly start: (words: readonly string[], before?: readonly string[]) => Started
  readonly remove: () => void
}

/** A program that runs. */
export interface Started {
  readonly child: ChildProcess
  /** What it said so far. */
  readonly said: { stdout: string; stderr: string }
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: NodeJS.Signals | null
    readonly stdout: string
    readonly stderr: string
  }>
}

/**
 * Builds modules once, so that starting twenty programs compiles nothing.
 *
 * @param entries path in this package by name: `store` becomes `./store.mjs`
 */
export async function openWorkshop(entries: Readonly<Record<string, string>>): Promise<Workshop> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-processes-')))
  symlinkSync(join(agent, '../../node_modules'), join(root, 'node_modules'))
  await build({
    cwd: agent,
    config: false,
    tsconfig: false,
    entry: Object.fromEntries(
      Object.entries(entries).map(([name, path]) => [name, join(agent, path)]),
    ),
    alias: {
      '@skillet/core/search': join(agent, '../core/src/search.ts'),
      '@skillet/core': join(agent, '../core/src/index.ts'),
      '@skillet/agent': join(agent, 'src/index.ts'),
    },
    // What is installed of our own packages is what was built last.
    deps: { alwaysBundle: [/^@skillet\//u] },
    outDir: root,
    clean: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    logLevel: 'silent',
  })
  return {
    root,
    start: (words, before = []) => start(root, [...before, process.execPath, ...words]),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function start(cwd: string, [command = '', ...words]: readonly string[]): Started {
  const child = spawn(command, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      said[stream] += chunk
    })
  }
  const ended = new Promise<Awaited<Started['ended']>>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, ...said }))
  })
  return { child, said, ended }
}
