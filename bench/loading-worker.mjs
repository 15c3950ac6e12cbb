/**
 * One measured task in a process of its own: `node --expose-gc loading-worker.mjs TASK DISK FOLDER
 * [LOADER]`, where LOADER is pi's module, or another build of core.
 * Prints `{ ms, megabytes, kilobytesKept, count }` as JSON. On a `warm` disk the folder is read once
 * before by a loop that none of the contestants shares, so the disk and `node:fs` are warm and their
 * own code is not. On a `cold` one the system is told to forget every file, which only root may.
 */
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open as openFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const [task, disk, folder, loader] = process.argv.slice(2)

/** Beside the set, so that it is kept from one process to the next. */
const cache = { cache: `${folder}-kept` }

const tasks = {
  bare: async () => () => bareLoop(folder),
  'bare, asynchronous': async () => () => asynchronousLoop(folder),
  floor: async () => () => floor(folder),
  pi: async () => {
    const { loadSkillsFromDir } = await import(pathToFileURL(loader).href)
    return () => loadSkillsFromDir({ dir: folder, source: 'user' }).skills
  },
  open: async () => {
    const open = await opener()
    return async () => (await open()).snapshot.entries
  },
  'keep for the next': async () => {
    await (await opener(cache))()
    await nextTurn()
    return () => []
  },
  recall: async () => {
    const open = await opener(cache)
    return async () => (await open()).snapshot.entries
  },
  again: async () => {
    const open = await opener()
    for (let times = 0; times < 4; times++) await open()
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
if (disk === 'cold') writeFileSync('/proc/sys/vm/drop_caches', '3')
else warmUp(folder)
globalThis.gc()
const { rss, heapUsed } = process.memoryUsage()
const start = performance.now()
const found = await run()
const ms = performance.now() - start
const megabytes = (process.resourceUsage().maxRSS * 1024 - rss) / 1024 / 1024
globalThis.gc()
const kilobytesKept = (process.memoryUsage().heapUsed - heapUsed) / 1024
process.stdout.write(JSON.stringify({ ms, megabytes, kilobytesKept, count: found.length }))

async function opener(more = {}) {
  const core = loader ? pathToFileURL(loader).href : '../packages/core/dist/index.js'
  const { openLibrary } = await import(core)
  return () => openLibrary({ cwd: '/', home: join(folder, 'no-home'), paths: [folder], ...more })
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

/** The same with many calls under way at once, which a disk that has to be waited for may like. */
async function asynchronousLoop(top) {
  const found = []
  const waiting = [top]
  let busy = 0
  await new Promise((resolve, reject) => {
    const next = () => {
      while (busy < 64 && waiting.length > 0) {
        busy += 1
        look(waiting.pop())
          .then(() => {
            busy -= 1
            next()
          })
          .catch(reject)
      }
      if (busy === 0) resolve()
    }
    next()
  })
  return found

  async function look(path) {
    const entries = await readdir(path, { withFileTypes: true })
    if (entries.some((entry) => entry.name === 'SKILL.md' && entry.isFile())) {
      const file = await openFile(join(path, 'SKILL.md'))
      await file.read(Buffer.allocUnsafe(4096), 0, 4096, 0)
      await file.close()
      found.push(path)
      return
    }
    for (const entry of entries) {
      if (entry.isDirectory() && isSearched(entry.name)) waiting.push(join(path, entry.name))
    }
  }
}

/** The calls that `openLibrary` makes and nothing else: no loader of this kind can be faster. */
function floor(top) {
  const block = Buffer.allocUnsafe(4096)
  const open = [top]
  const found = []
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const skill = `${path}/SKILL.md`
    if (lstatSync(skill, { throwIfNoEntry: false }) !== undefined) {
      const file = openSync(skill, 'r')
      readSync(file, block, 0, block.length, 0)
      closeSync(file)
      found.push(path)
      continue
    }
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory() && isSearched(entry.name)) open.push(`${path}/${entry.name}`)
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
