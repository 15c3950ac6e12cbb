/**
 * One measured task of the engine in a process of its own: `node --expose-gc engine-worker.mjs TASK
 * FOLDER`. Prints one JSON object of numbers, in milliseconds and megabytes.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { createEngine, createModels, openSqliteStore } from '../packages/agent/dist/index.js'
import { openLibrary } from '../packages/core/dist/index.js'
import { median } from './measure.mjs'
import { startProvider } from './provider.mjs'

const [task, folder] = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
const tasks = { 'first byte': firstByte, 'long conversation': longConversation, store: manyStored }
const provider = await startProvider()
try {
  process.stdout.write(JSON.stringify(await tasks[task]()))
} finally {
  await provider.close()
  rmSync(scratch, { recursive: true, force: true })
}

/** From `submitMessage` to the request at the provider, beside `streamText` from call to request. */
async function firstByte() {
  const { engine, close } = await openEngine()
  const bare = await bareStream()
  const times = { engine: [], bare: [] }
  for (let round = 0; round < 60; round++) {
    times.bare.push(await bare())
    times.engine.push((await turn(engine, `one-${round}`)).before)
  }
  await close()
  // The first calls also load and compile what they need; both have theirs.
  return {
    firstEngine: times.engine[0],
    firstBare: times.bare[0],
    engine: median(times.engine.slice(10)),
    bare: median(times.bare.slice(10)),
  }
}

/** A thousand turns in one conversation: what a turn costs beside the model, and what stays. */
async function longConversation() {
  const { engine, close } = await openEngine()
  for (let round = 0; round < 20; round++) await turn(engine, 'warm-up')
  globalThis.gc()
  const before = process.memoryUsage().heapUsed
  const own = []
  for (let round = 0; round < 1000; round++) {
    const { before: toRequest, after } = await turn(engine, 'long')
    own.push(toRequest + after)
  }
  globalThis.gc()
  const kept = (process.memoryUsage().heapUsed - before) / 1024 / 1024
  await close()
  const around = (at) => median(own.slice(at - 20, at))
  return { at20: around(20), at100: around(100), at500: around(500), at1000: around(1000), kept }
}

/** Ten thousand conversations of four messages: how long listing and searching take. */
async function manyStored() {
  // Filling it waits for the disk 80,000 times; memory spares that, and what is measured reads.
  const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(memory, 'skillet-bench-'))
  try {
    return await measureStore(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureStore(folder) {
  const store = await openSqliteStore({ folder })
  const owner = { host: 'bench', pid: process.pid, started: '0' }
  const words = ['release', 'invoice', 'kernel', '发票', 'harvest', 'quarterly', 'lighthouse']
  for (let index = 0; index < 10_000; index++) {
    const id = `c${index}`
    await store.create({ id, workspace: `/projects/${index % 10}`, now: index })
    await store.setTitle(id, `Conversation ${index} about ${words[index % 7]}`)
    for (const side of ['a', 'b']) {
      const text = `Message ${side} of ${index}: ${words[(index + 3) % 7]}, and what goes with it.`
      const message = { id: `${id}${side}`, role: 'user', createdAt: index, parts: [part(text)] }
      const answer = { id: `${id}${side}r`, role: 'assistant', createdAt: index, parts: [] }
      await store.enqueueTurn(id, { message, answer, owner })
      await store.put(id, { ...answer, parts: [part(`Answer: ${text}`)], end: { reason: 'done' } })
      await store.releaseTurn(id, answer.id)
    }
  }
  const timed = async (call) => {
    const times = []
    for (let round = 0; round < 15; round++) {
      const start = performance.now()
      await call()
      times.push(performance.now() - start)
    }
    return median(times)
  }
  const result = {
    list: await timed(() => store.list({ limit: 50 })),
    listOfFolder: await timed(() => store.list({ workspace: '/projects/3', limit: 50 })),
    listAll: await timed(() => store.list()),
    search: await timed(() => store.search({ text: 'lighthouse' })),
    searchRare: await timed(() => store.search({ text: 'Conversation 9876' })),
    searchShort: await timed(() => store.search({ text: '发票' })),
    searchNothing: await timed(() => store.search({ text: 'no such words anywhere' })),
  }
  await store.close()
  return result
}

function part(text) {
  return { type: 'text', text }
}

/** An engine over the folder of skills, a SQLite store and the provider. */
async function openEngine() {
  const library = await openLibrary({ cwd: scratch, home: join(scratch, 'home'), paths: [folder] })
  const store = await openSqliteStore({ folder: join(scratch, 'state') })
  const engine = createEngine({
    library,
    workspace: scratch,
    home: join(scratch, 'home'),
    store,
    titles: 'cut',
    model: createModels({
      environment: {},
      settings: {
        user: {
          model: 'bench/model',
          providers: { bench: { baseURL: provider.baseURL, apiKey: 'k' } },
        },
        project: {},
      },
    }),
  })
  return { engine, close: () => store.close() }
}

/** One turn: milliseconds from the call to the request, and from the answer's end to `turn-end`. */
async function turn(engine, conversationId) {
  const start = process.hrtime.bigint()
  let reason
  for await (const event of engine.submitMessage({ conversationId, text: 'Is it done?' })) {
    if (event.type === 'turn-end') reason = event.error?.message ?? event.reason
  }
  const end = process.hrtime.bigint()
  if (reason !== 'done') throw new Error(`A turn of the benchmark ended with: ${reason}`)
  const { arrived, answered } = await provider.next()
  return { before: between(start, arrived), after: Math.max(0, between(answered, end)) }
}

/** The same request by the AI SDK alone. */
async function bareStream() {
  const fromAgent = createRequire(new URL('../packages/agent/package.json', import.meta.url))
  const load = (name) => import(pathToFileURL(fromAgent.resolve(name)).href)
  const { streamText } = await load('ai')
  const { createOpenAICompatible } = await load('@ai-sdk/openai-compatible')
  const gateway = createOpenAICompatible({ name: 'bench', baseURL: provider.baseURL, apiKey: 'k' })
  const model = gateway('model')
  return async () => {
    const start = process.hrtime.bigint()
    const { fullStream } = streamText({
      model,
      system: 'You help.',
      messages: [{ role: 'user', content: 'Is it done?' }],
    })
    for await (const _ of fullStream);
    const { arrived } = await provider.next()
    return between(start, arrived)
  }
}

function between(start, end) {
  return Number(end - start) / 1e6
}
