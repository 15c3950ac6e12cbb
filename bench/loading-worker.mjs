/**
 * One measured task in a process of its own: `node --expose-gc loading-worker.mjs TASK FOLDER
 * [LOADER]`, where LOADER is pi's module, or another build of core.
 * Prints `{ ms, megabytes, kilobytesKept, count }` as JSON. The folder is read once before by a loop
 * that none of the contestants shares, so the disk and `node:fs` are warm and their own code is not.
 */
import { closeSync, lstatSync, openSync, readdirSync, readSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const [task, folder, loader] = process.argv.slice(2)

const tasks = {
  bare: async () => () => bareLoop(folder),
  pi: async () => {
    const { loadSkillsFromDir } = await import(pathToFileURL(loader).href)
    return () => loadSkillsFromDir({ dir: folder, source: 'user' }).skills
  },
  open: async () => {
    const open = await opener()
    return async () => (await open()).snapshot.entries
  },
  reload: async () => {
    const library = await (await opener())()
    return async () => (await library.reload()).entries
  },
  changed: async () => {
    const library = await (await opener())()
    const [first] = library.snapshot.entries
    const now = new Date()
    utimesSync(first.path, now, now)
    return async () => (await library.reload()).entries
  },
}

const run = await tasks[task]()
warmUp(folder)
globalThis.gc()
const { rss, heapUsed } = process.memoryUsage()
const start = performance.now()
const found = await run()
const ms = performance.now() - start
const megabytes = (process.resourceUsage().maxRSS * 1024 - rss) / 1024 / 1024
globalThis.gc()
const kilobytesKept = (process.memoryUsage().heapUsed - heapUsed) / 1024
process.stdout.write(JSON.stringify({ ms, megabytes, kilobytesKept, count: found.length }))

async function opener() {
  const core = loader ? pathToFileURL(loader).href : '../packages/core/dist/index.js'
  const { openLibrary } = await import(core)
  return () => openLibrary({ cwd: '/', home: join(folder, 'no-home'), paths: [folder] })
}

/**
 * The floor: list the same folders, read the first block of each `SKILL.md`, keep the paths. It
 * passes over the same names as the walk.
 */
function bareLoop(top) {
  const block = Buffer.allocUnsafe(4096)
  const open = [top]
  const found = []
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const entries = readdirSync(path, { withFileTypes: true })
    if (entries.some((entry) => entry.name === 'SKILL.md' && entry.isFile())) {
      const file = openSync(join(path, 'SKILL.md'), 'r')
      readSync(file, block, 0, block.length, 0)
      closeSync(file)
      found.push(path)
      continue
    }
    for (const entry of entries) {
      if (entry.isDirectory() && isSearched(entry.name)) open.push(join(path, entry.name))
    }
  }
  return found
}

function isSearched(name) {
  return !name.startsWith('.') && !['node_modules', '__pycache__', 'venv'].includes(name)
}

/** Every call that some contestant makes, on every folder and file that one reads. */
function warmUp(top) {
  const block = Buffer.allocUnsafe(4096)
  for (const entry of readdirSync(top, { withFileTypes: true })) {
    const path = join(top, entry.name)
    lstatSync(path, { throwIfNoEntry: false })
    if (entry.isDirectory()) warmUp(path)
    else if (entry.name === 'SKILL.md') {
      const file = openSync(path, 'r')
      readSync(file, block, 0, block.length, 0)
      closeSync(file)
    }
  }
}
