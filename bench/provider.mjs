/**
 * A provider in a thread of its own: answers every request at once with a short text, in the
 * protocol of OpenAI-compatible servers, and tells when a request arrived and when its answer was
 * gone. The system's clock of `hrtime` is the same in all threads.
 */
import { createServer } from 'node:http'
import process from 'node:process'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

if (!isMainThread) serve()

/** Starts the provider. `next()` gives the times of the next request, as `hrtime.bigint()`. */
export async function startProvider() {
  const worker = new Worker(new URL(import.meta.url))
  const waiting = []
  const told = []
  const port = await new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', resolve)
  })
  worker.on('message', (times) => {
    const wanted = waiting.shift()
    if (wanted) wanted(times)
    else told.push(times)
  })
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    next: () =>
      told.length > 0
        ? Promise.resolve(told.shift())
        : new Promise((resolve) => waiting.push(resolve)),
    close: () => worker.terminate(),
  }
}

function serve() {
  const server = createServer((request, response) => {
    const arrived = process.hrtime.bigint()
    request.resume()
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const chunk of answer()) response.write(`data: ${JSON.stringify(chunk)}\n\n`)
      response.end('data: [DONE]\n\n', () => {
        parentPort.postMessage({ arrived, answered: process.hrtime.bigint() })
      })
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
}

function* answer() {
  const head = { id: 'a', object: 'chat.completion.chunk', created: 0, model: 'bench' }
  const choice = (delta, finish = null) => [{ index: 0, delta, finish_reason: finish }]
  yield { ...head, choices: choice({ role: 'assistant', content: '' }) }
  for (const word of ['All ', 'of ', 'it ', 'is ', 'done.']) {
    yield { ...head, choices: choice({ content: word }) }
  }
  yield { ...head, choices: choice({}, 'stop') }
  const usage = { prompt_tokens: 1000, completion_tokens: 5, total_tokens: 1005 }
  yield { ...head, choices: [], usage }
}
