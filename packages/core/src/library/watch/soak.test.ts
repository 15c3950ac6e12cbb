import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { openLibrary, openLibraryOn } from '../open.ts'
import { skillText, testFolder } from '../test-folder.ts'
import type { Snapshot } from '../types.ts'
import { nodeWatchSystem, type WatchSystem } from './system.ts'

const milliseconds = process.env['SKILLET_LONG'] ? 60_000 : 3_000

/** Runs in a thread of its own: edits, saves, renames, moves, deletes and adds skills until its time is up. */
const writer = `
const { mkdirSync, writeFileSync, renameSync, rmSync, readdirSync } = require('node:fs')
const { join } = require('node:path')
const { workerData, parentPort } = require('node:worker_threads')
const { roots, milliseconds, seed } = workerData
let state = seed
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const folder = () => join(roots[random(roots.length)], ['', 'group', 'group/deep'][random(3)], 's' + random(12))
const text = () => '---\\nname: n' + random(20) + '\\ndescription: Version ' + random(1e9) + '\\n---\\nBody.\\n'
const acts = [
  (at) => { mkdirSync(at, { recursive: true }); writeFileSync(join(at, 'SKILL.md'), text()) },
  (at) => { mkdirSync(at, { recursive: true }); writeFileSync(join(at, 'new'), text()); renameSync(join(at, 'new'), join(at, 'SKILL.md')) },
  (at) => writeFileSync(join(at, 'SKILL.md'), text()),
  (at) => renameSync(at, folder()),
  (at) => rmSync(at, { recursive: true, force: true }),
  (at) => rmSync(join(at, 'SKILL.md')),
  (at) => { if (random(20) === 0) rmSync(join(at, '..'), { recursive: true, force: true }) },
  (at) => writeFileSync(join(at, 'notes.txt'), text()),
]
const end = performance.now() + milliseconds
let count = 0
while (performance.now() < end) {
  try { acts[random(acts.length)](folder()); count += 1 } catch {}
  if (count % 50 === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + random(30))
}
parentPort.postMessage(count)
`

const contents = ({ entries }: Snapshot): readonly string[] =>
  entries.map(({ path, state, skill }) => `${path} ${state} ${skill?.name} ${skill?.description}`)

/** Every `SKILL.md` below a folder, but for those below another skill; the writer may remove a root. */
function filesOnDisk(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  const isSkill = entries.some((entry) => entry.name === 'SKILL.md')
  if (isSkill) return [join(folder, 'SKILL.md')]
  const folders = entries.filter((entry) => entry.isDirectory())
  return folders.flatMap(({ name }) => filesOnDisk(join(folder, name)))
}

test(
  'under load the last snapshot holds exactly the files that are on disk',
  async () => {
    using folder = testFolder({ 'home/.agents/skills/a/SKILL.md': skillText('a') })
    folder.write({ 'repo/.agents/skills/b/SKILL.md': skillText('b') })
    const roots = [folder.at('home/.agents/skills'), folder.at('repo/.agents/skills')]
    let handles = 0
    const system: WatchSystem = {
      ...nodeWatchSystem,
      watch(path, events) {
        const handle = nodeWatchSystem.watch(path, events)
        handles += 1
        return {
          close() {
            handles -= 1
            handle.close()
          },
        }
      },
    }
    const options = { cwd: folder.repo, home: folder.home, trust: 'all' } as const
    const library = await openLibraryOn(system, options)
    const seen: Snapshot[] = []
    const watching = library.watch((snapshot) => seen.push(snapshot))

    const seed = Number(process.env['SKILLET_SEED'] ?? Date.now() % 2 ** 32)
    const worker = new Worker(writer, { eval: true, workerData: { roots, milliseconds, seed } })
    const count = await new Promise<number>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    await worker.terminate()

    const expected = roots.flatMap((root) => filesOnDisk(root)).sort()
    await vi.waitFor(
      async () => {
        const fresh = await openLibrary(options)
        expect(contents(library.snapshot), `seed ${seed}`).toEqual(contents(fresh.snapshot))
      },
      { timeout: 10_000, interval: 100 },
    )
    expect(library.snapshot.entries.map(({ path }) => path).sort()).toEqual(expected)
    expect(count).toBeGreaterThan(100)
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.map(({ version }) => version)).toEqual(seen.map((_, index) => index + 2))
    expect(expected.every((path) => path.startsWith(folder.path + sep))).toBe(true)
    watching[Symbol.dispose]()
    expect(handles).toBe(0)
  },
  milliseconds + 30_000,
)
