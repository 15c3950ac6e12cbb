/** The engine: its own time in a turn, in a long conversation, and the store with many of them. */
import { fileURLToPath } from 'node:url'
import { generatedSkills } from './corpus.mjs'
import { workerReports } from './measure.mjs'

const worker = fileURLToPath(new URL('./engine-worker.mjs', import.meta.url))

/** Table rows: the way to the first byte, a conversation as it grows, and the store. */
export function measureEngine() {
  const folder = generatedSkills(100)
  const [first] = Object.values(
    workerReports(worker, { turns: ['first byte', folder] }, { rounds: 3 }),
  )
  const { long, store } = workerReports(
    worker,
    { long: ['long conversation', folder], store: ['store', folder] },
    { rounds: 1 },
  )
  return {
    firstByte: [
      firstByteRow('the first in a process', first.firstBare, first.firstEngine),
      firstByteRow('the median of fifty', first.bare, first.engine),
    ],
    long: [
      {
        what: 'own time of a turn',
        'after 20 turns': milliseconds(long.at20),
        'after 100': milliseconds(long.at100),
        'after 500': milliseconds(long.at500),
        'after 1,000': milliseconds(long.at1000),
        'memory after them': `${long.kept.toFixed(1)} MB more`,
      },
    ],
    store: [
      ['list, the newest 50', store.list],
      ['list, the newest 50 of one folder', store.listOfFolder],
      ['list, all', store.listAll],
      ['search, a word of many', store.search],
      ['search, a phrase of one', store.searchRare],
      ['search, two letters', store.searchShort],
      ['search, nothing found', store.searchNothing],
    ].map(([what, ms]) => ({ what, time: milliseconds(ms) })),
  }
}

function firstByteRow(turn, bare, engine) {
  return {
    turn,
    'streamText alone': milliseconds(bare),
    'the engine, 100 skills': milliseconds(engine),
    'to streamText': `${(engine / bare).toFixed(2)} ×`,
    more: milliseconds(engine - bare),
  }
}

function milliseconds(ms) {
  return `${ms.toFixed(1)} ms`
}
