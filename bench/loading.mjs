/** Loading: `openLibrary` and `reload` beside a bare loop over the same files, and beside pi. */
import { fileURLToPath } from 'node:url'
import { generatedSkills } from './corpus.mjs'
import { workerReports } from './measure.mjs'
import { piLoader } from './pi.mjs'

const worker = fileURLToPath(new URL('./loading-worker.mjs', import.meta.url))

/** A table row for each set of files. */
export function measureLoading(corpus) {
  const loader = piLoader()
  const sets = [
    ...[10, 100, 1000, 10_000].map((count) => [
      `${count.toLocaleString('en')} generated`,
      generatedSkills(count),
    ]),
    ...(corpus ? [['real files', corpus]] : []),
  ]
  return sets.map(([title, folder]) => row(title, folder, loader))
}

function row(title, folder, loader) {
  const { bare, open, reload, changed, pi } = workerReports(worker, {
    bare: ['bare', folder],
    open: ['open', folder],
    reload: ['reload', folder],
    changed: ['changed', folder],
    ...(loader ? { pi: ['pi', folder, loader] } : {}),
  })
  const times = (report) => `${(report.ms / bare.ms).toFixed(2)} ×`
  return {
    set: title,
    files: open.count,
    'bare loop': `${bare.ms.toFixed(1)} ms`,
    openLibrary: `${open.ms.toFixed(1)} ms`,
    'to bare': times(open),
    'reload, nothing changed, to bare': times(reload),
    'reload, one file changed, to bare': times(changed),
    pi: pi ? `${pi.ms.toFixed(1)} ms` : 'not installed',
    'pi to openLibrary': pi ? `${(pi.ms / open.ms).toFixed(1)} ×` : '–',
    'openLibrary at its peak': `${open.megabytes.toFixed(1)} MB`,
    'kept for each file': `${((open.kilobytesKept * 1024) / open.count).toFixed(0)} bytes`,
    'pi at its peak': pi ? `${pi.megabytes.toFixed(1)} MB` : '–',
  }
}
