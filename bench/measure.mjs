/**
 * Measuring on a noisy machine: the contestants take turns, each in a process of its own, and
 * what counts is the ratio of their medians within one run.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * Wall time of whole commands. `commands`: name → words after `node`. Gives name → median in ms.
 */
export function commandTimes(commands, { rounds = 21, cwd, env } = {}) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [name, words] of Object.entries(commands)) {
      const start = performance.now()
      const { status, stderr } = spawnSync(process.execPath, words, { cwd, env, encoding: 'utf8' })
      const time = performance.now() - start
      if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}: ${stderr}`)
      if (round > 0) times[name].push(time)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
}

/**
 * What the tasks of a worker report about themselves. `tasks`: name → words for the worker, which
 * prints one JSON object of numbers. Gives name → the median of each number.
 */
export function workerReports(worker, tasks, { rounds = 5 } = {}) {
  const reports = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [name, words] of Object.entries(tasks)) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--expose-gc', worker, ...words],
        { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
      )
      if (status !== 0)
        throw new Error(`${worker} ${words.join(' ')} ended with ${status}: ${stderr}`)
      if (round > 0) reports[name].push(JSON.parse(stdout))
    }
  }
  return Object.fromEntries(Object.entries(reports).map(([name, all]) => [name, medianOfEach(all)]))
}

function medianOfEach(reports) {
  return Object.fromEntries(
    Object.keys(reports[0]).map((key) => [key, median(reports.map((report) => report[key]))]),
  )
}
