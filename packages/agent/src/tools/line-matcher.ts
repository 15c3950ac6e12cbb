import { Worker } from 'node:worker_threads'

/** Numbers of the matching lines, from 0; or that the time was up, or somebody stopped the search. */
export type LineMatches =
  | { readonly kind: 'lines'; readonly lines: readonly number[] }
  | { readonly kind: 'time' }

export interface LineMatcher extends AsyncDisposable {
  match(lines: readonly string[], most: number): Promise<LineMatches>
}

/**
 * What the worker runs. It is a text, and not a file of its own, so that it needs no place beside
 * the bundle that Skillet is built into.
 */
const workerSource = `
const { parentPort, workerData } = require('node:worker_threads')
const expression = new RegExp(workerData.source, workerData.flags)
parentPort.on('message', ({ lines, most }) => {
  const found = []
  for (let at = 0; at < lines.length && found.length < most; at += 1) {
    if (expression.test(lines[at])) found.push(at)
  }
  parentPort.postMessage({ kind: 'lines', lines: found })
})
`

/**
 * Matches lines against a regular expression in a thread that is ended when the deadline comes or
 * the search is stopped: an expression such as `(a+)+$` can keep any thread busy for years, so it is never this one.
 *
 * @param deadline in milliseconds of `performance.now()`.
 */
export function lineMatcher(
  source: string,
  flags: string,
  deadline: number,
  signal: AbortSignal,
): LineMatcher {
  const worker = new Worker(workerSource, {
    eval: true,
    workerData: { source, flags },
    env: {},
    // 256 MB are plenty for the lines of one file; a runaway expression cannot take more.
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  // A thread that dies has no answer, and its search ends with the time; it never ends the process.
  worker.on('error', () => undefined)
  worker.unref()
  // Its end settles the question that is open.
  const onAbort = (): void => void worker.terminate()
  signal.addEventListener('abort', onAbort, { once: true })
  return {
    match: (lines, most) => ask(worker, { lines, most }, deadline - performance.now()),
    [Symbol.asyncDispose]: async () => {
      signal.removeEventListener('abort', onAbort)
      await worker.terminate()
    },
  }
}

function ask(worker: Worker, question: unknown, time: number): Promise<LineMatches> {
  return new Promise((resolve) => {
    const settle = (answer: LineMatches): void => {
      clearTimeout(timer)
      worker.off('message', settle)
      worker.off('exit', gone)
      resolve(answer)
    }
    const gone = (): void => settle({ kind: 'time' })
    const timer = setTimeout(gone, Math.max(time, 0))
    worker.on('message', settle)
    worker.once('exit', gone)
    worker.postMessage(question)
  })
}

/** The regular expression that matches `text` literally. */
export function literalSource(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&')
}
