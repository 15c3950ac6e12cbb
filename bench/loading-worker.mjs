/**
 * One measured task in a process of its own: `node loading-worker.mjs TASK FOLDER [LOADER]`.
 * Prints `{ ms, megabytes, count }` as JSON. The folder is read once before, so the disk is warm.
 */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const [task, folder, loader] = process.argv.slice(2)

const tasks = {
  bare: async () => () => bareLoop(folder),
  pi: async () => {
    const { loadSkillsFromDir } = await import(pathToFileURL(loader).href)
    return () => loadSkillsFromDir({ dir: folder, source: 'user' }).skills.length
  },
  open: async () => {
    const open = await opener()
    return async () => (await open()).snapshot.entries.length
  },
  reload: async () => {
    const library = await (await opener())()
    return async () => (await library.reload()).entries.length
  },
}

const run = await tasks[task]()
if (task !== 'bare') bareLoop(folder)
globalThis.gc?.()
const before = process.memoryUsage().rss
const start = performance.now()
const count = await run()
const ms = performance.now() - start
const megabytes = (process.resourceUsage().maxRSS * 1024 - before) / 1024 / 1024
process.stdout.write(JSON.stringify({ ms, megabytes, count }))

async function opener() {
  const { openLibrary } = await import('../packages/core/dist/index.js')
  return () => openLibrary({ cwd: '/', home: join(folder, 'no-home'), paths: [folder] })
}

/** The floor: list the same folders, read the first block of each `SKILL.md`, keep nothing. */
function bareLoop(top) {
  const block = Buffer.allocUnsafe(4096)
  const open = [top]
  let count = 0
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const entries = readdirSync(path, { withFileTypes: true })
    if (entries.some((entry) => entry.name === 'SKILL.md')) {
      const file = openSync(join(path, 'SKILL.md'), 'r')
      readSync(file, block, 0, block.length, 0)
      closeSync(file)
      count++
      continue
    }
    for (const entry of entries) {
      if (entry.isDirectory() && !entry.name.startsWith('.')) open.push(join(path, entry.name))
    }
  }
  return count
}
