import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { afterAll, beforeAll, expect, test } from 'vitest'

const core = fileURLToPath(new URL('..', import.meta.url))
let root: string

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-memory-')))
  symlinkSync(join(core, '../../node_modules'), join(root, 'node_modules'))
  await build({
    cwd: core,
    config: false,
    tsconfig: false,
    entry: { core: join(core, 'src/index.ts') },
    outDir: root,
    clean: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    logLevel: 'silent',
  })
}, 60_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Megabytes that everything which stays may take: far less than the files have together. */
const most = 48

const line = 'A rule that takes some room. '
const deep = (levels: number) => `x: ${'['.repeat(levels)}${']'.repeat(levels)}`
const levels = Array.from({ length: 10 }, (_, level) => {
  const items = level === 0 ? Array(10).fill('x') : Array(10).fill(`*l${level - 1}`)
  return `  - &l${level} [${items.join(', ')}]`
})

const hostile: readonly string[] = [
  `---\nNAME\nx:\n${levels.join('\n')}\n---\nBody.\n`,
  `---\nNAME\n${'? '.repeat(8_000)}\n---\nBody.\n`,
  `---\nNAME\n${deep(7_000)}\n---\nBody.\n`,
  `---\nNAME\n${deep(10_000)}\n---\nBody.\n`,
  `---\nNAME\n${Array.from({ length: 100_000 }, (_, at) => `k${at}: v`).join('\n')}\n---\nBody.\n`,
  `---\nNAME\nx: ${'a'.repeat(1024 * 1024)}\n---\nBody.\n`,
  `---\nNAME\n---\n${line.repeat(36_000)}\n`,
]

const program = `
import { openLibrary } from './core.mjs'
const [cwd, home] = process.argv.slice(2)
const library = await openLibrary({ cwd, home, trust: 'all' })
const { skills, entries, diagnostics } = library.snapshot
const told = [...entries.flatMap((entry) => entry.diagnostics), ...diagnostics].length
console.log(JSON.stringify({ skills: skills.length, entries: entries.length, told }))
`

test('210 hostile files are read in less memory than they have', () => {
  for (let at = 0; at < 210; at += 1) {
    const folder = join(root, 'home/.agents/skills', `s${at}`)
    mkdirSync(folder, { recursive: true })
    const text = hostile[at % hostile.length] ?? ''
    writeFileSync(
      join(folder, 'SKILL.md'),
      text.replace('NAME', () => `name: s${at}\ndescription: Does ${at}.`),
    )
  }
  mkdirSync(join(root, 'work'))
  writeFileSync(join(root, 'program.mjs'), program)
  const words = ['program.mjs', join(root, 'work'), join(root, 'home')]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${most}`, ...words],
    { cwd: root, encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const { skills, entries, told } = JSON.parse(stdout)
  expect(entries).toBe(210)
  expect(skills).toBeGreaterThanOrEqual(120)
  expect(told).toBeLessThan(210 * 21)
}, 60_000)
