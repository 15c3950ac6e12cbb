/** Start-up: the command on a small set, and the import of the library, beside `node -e 0`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../scripts/prepare.mjs'
import { generatedSkills } from './corpus.mjs'
import { commandTimes } from './measure.mjs'

export function measureStartUp() {
  const command = join(root, 'packages/cli/dist/skillet.cjs')
  const library = join(root, 'packages/core/dist/index.js')
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  const env = { PATH: process.env.PATH, HOME: home }
  try {
    const times = commandTimes(
      {
        'node -e 0': ['-e', '0'],
        'skillet --version': [command, '--version'],
        'skillet list, 20 skills': [command, 'list', '--skill', generatedSkills(20)],
        'import of @skillet/core': [
          '--input-type=module',
          '-e',
          `await import(${JSON.stringify(library)})`,
        ],
        'empty module': ['--input-type=module', '-e', '0'],
      },
      { cwd: home, env },
    )
    const { 'node -e 0': bare, 'empty module': emptyModule } = times
    return Object.entries(times).map(([what, time]) => ({
      what,
      time: `${time.toFixed(1)} ms`,
      'to node -e 0': `${(time / bare).toFixed(2)} ×`,
      'more than an empty module': what.startsWith('import')
        ? `${(time - emptyModule).toFixed(1)} ms`
        : '–',
    }))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
