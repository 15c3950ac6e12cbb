/** Loading: `openLibrary` and `reload` beside a bare loop over the same files, and beside pi. */
import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generatedSkills } from './corpus.mjs'
import { workerReports } from './measure.mjs'
import { piLoader } from './pi.mjs'

const worker = fileURLToPath(new URL('./loading-worker.mjs', import.meta.url))

/** Tables of a row for each set of files: time, memory, and the time on a cold disk. */
export function measureLoading(corpus) {
  const loader = piLoader()
  const sets = [
    ...[10, 100, 1000, 10_000].map((count) => [
      `${count.toLocaleString('en')} generated`,
      generatedSkills(count),
    ]),
    ...(corpus ? [['real files', corpus]] : []),
  ]
  const warm = sets.map(([title, folder]) => [title, reportsOf(folder, 'warm', warmTasks, loader)])
  const largest = canForgetFiles() ? sets.slice(-2) : []
  return {
    times: warm.map(([title, reports]) => timeRow(title, reports)),
    reloads: warm.map(([title, reports]) => reloadRow(title, reports)),
    memory: warm.map(([title, reports]) => memoryRow(title, reports)),
    cold: largest.map(([title, folder]) =>
      coldRow(title, reportsOf(folder, 'cold', coldTasks, loader, { rounds: 3 })),
    ),
  }
}

// `recall` finds what `keep for the next` left.
const warmTasks = [
  'bare',
  'floor',
  'open',
  'keep for the next',
  'recall',
  'again',
  'reload',
  'changed',
]
const coldTasks = ['bare', 'bare, asynchronous', 'open']

function reportsOf(folder, disk, tasks, loader, options) {
  const words = Object.fromEntries(tasks.map((task) => [task, [task, disk, folder]]))
  const pi = loader ? { pi: ['pi', disk, folder, loader] } : {}
  return workerReports(worker, { ...words, ...pi }, options)
}

function timeRow(set, { bare, floor, open, recall, again, pi }) {
  return {
    set,
    files: open.count,
    'bare loop': milliseconds(bare),
    openLibrary: milliseconds(open),
    'to bare': ratio(open, bare),
    'in warm code, to bare': ratio(again, bare),
    'in a later process, to bare': ratio(recall, bare),
    'its calls alone, to bare': ratio(floor, bare),
    pi: pi ? milliseconds(pi) : 'not installed',
    'pi to openLibrary': pi ? ratio(pi, open) : '–',
    'pi to a later process': pi ? ratio(pi, recall) : '–',
    'pi to the calls alone': pi ? ratio(pi, floor) : '–',
  }
}

function reloadRow(set, { bare, reload, changed }) {
  return {
    set,
    'nothing changed, to bare': ratio(reload, bare),
    'one file changed, to bare': ratio(changed, bare),
  }
}

function memoryRow(set, { open, pi }) {
  return {
    set,
    'openLibrary at its peak': `${open.megabytes.toFixed(1)} MB`,
    'kept for each file': `${((open.kilobytesKept * 1024) / open.count).toFixed(0)} bytes`,
    'pi at its peak': pi ? `${pi.megabytes.toFixed(1)} MB` : '–',
  }
}

function coldRow(set, reports) {
  const { bare, open, pi } = reports
  return {
    set,
    'bare loop': milliseconds(bare),
    'bare loop, 64 calls at once': ratio(reports['bare, asynchronous'], bare),
    'openLibrary, to bare': ratio(open, bare),
    'pi to openLibrary': pi ? ratio(pi, open) : '–',
  }
}

/** Whether this process may tell the system to forget the files that it has read. */
function canForgetFiles() {
  try {
    accessSync('/proc/sys/vm/drop_caches', constants.W_OK)
    return true
  } catch {
    return false
  }
}

function milliseconds({ ms }) {
  return `${ms.toFixed(1)} ms`
}

function ratio(one, other) {
  return `${(one.ms / other.ms).toFixed(2)} ×`
}
