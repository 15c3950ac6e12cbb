/** `npm run check`: everything about the code that is not a test. All steps run; one failure fails. */
import process from 'node:process'
import { build, fail, install, requireNode, run } from './prepare.mjs'

const published = ['packages/core', 'packages/agent', 'packages/cli']

const steps = [
  ['format and lint', 'biome', ['ci', '--error-on-warnings', '.']],
  ['promises', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types', 'tsc', ['-p', '.']],
  ['dead code', 'knip', ['--no-progress']],
  ...published.map((path) => [`package shape of ${path}`, 'publint', ['--strict', path]]),
  ...['packages/core', 'packages/agent'].map((path) => [
    `types of ${path} for its users`,
    'attw',
    ['--pack', path, '--profile', 'esm-only', '--format', 'ascii', '--quiet'],
  ]),
]

requireNode()
install()
build()

const failed = []
for (const [title, program, args] of steps) {
  const { status, stdout, stderr } = run(program, args)
  process.stdout.write(`${status === 0 ? 'pass' : 'FAIL'}  ${title}\n`)
  if (status === 0) continue
  failed.push(title)
  process.stdout.write(`${stdout}${stderr}`)
}
if (failed.length > 0)
  fail(`${failed.length} of ${steps.length} checks failed: ${failed.join(', ')}`)
