import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import type { Orders, Said } from './program.ts'

const agent = fileURLToPath(new URL('../..', import.meta.url))

/** A folder with the program, built once, a workspace with skills, and a place for stores. */
export interface Workshop {
  /** Absolute, links resolved. */
  readonly root: string
  readonly workspace: string
  readonly home: string
  start(orders: Omit<Orders, 'workspace' | 'home'>): Started
  remove(): void
}

/** A program that runs. */
export interface Started {
  readonly child: ChildProcess
  /** What it said so far, whole lines alone. */
  readonly said: Said[]
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: NodeJS.Signals | null
    readonly stderr: string
  }>
}

/** @param skills text of `SKILL.md` below the frontmatter, by name */
export async function openWorkshop(skills: Readonly<Record<string, string>>): Promise<Workshop> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-engine-processes-')))
  const workspace = join(root, 'work')
  const home = join(root, 'home')
  for (const folder of [home, join(workspace, '.git')]) mkdirSync(folder, { recursive: true })
  for (const [name, body] of Object.entries(skills)) {
    const path = join(workspace, '.agents/skills', name, 'SKILL.md')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}\n`)
  }
  symlinkSync(join(agent, '../../node_modules'), join(root, 'node_modules'))
  await build({
    cwd: agent,
    config: false,
    tsconfig: false,
    entry: { program: join(agent, 'test/processes/program.ts') },
    alias: {
      '@skillet/core/search': join(agent, '../core/src/search.ts'),
      '@skillet/core': join(agent, '../core/src/index.ts'),
      '@skillet/agent': join(agent, 'src/index.ts'),
    },
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
    workspace,
    home,
    start: (orders) => start(root, { ...orders, workspace, home }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function start(root: string, orders: Orders): Started {
  const program = join(root, 'program.mjs')
  const child = spawn(process.execPath, [program, JSON.stringify(orders)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Said[] = []
  let stderr = ''
  let rest = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) said.push(JSON.parse(line))
  })
  const ended = new Promise<Awaited<Started['ended']>>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stderr }))
  })
  return { child, said, ended }
}
