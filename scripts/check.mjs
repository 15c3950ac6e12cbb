/** `npm run check`: everything about the code that is not a test. All steps run; one failure fails. */
import process from 'node:process'
import { build, fail, install, requireNode, run } from './prepare.mjs'

const libraries = ['packages/core', 'packages/agent', 'packages/server']
const published = [...libraries, 'packages/cli']

const steps = [
  step('format and lint', 'biome', 'ci', '--error-on-warnings', '.'),
  step('promises', 'oxlint', '--type-aware', '--deny-warnings'),
  step('types', 'tsc', '-p', '.'),
  step('types of the page', 'tsc', '-p', 'packages/web'),
  step('types of the browser tests', 'tsc', '-p', 'test/browser'),
  step('dead code', 'knip', '--no-progress'),
  ...published.map((path) => step(`package shape of ${path}`, 'publint', '--strict', path)),
  ...libraries.map((path) =>
    step(`types of ${path} for its users`, 'attw', '--pack', path, '--profile', 'esm-only'),
  ),
]

requireNode()
install()
build()

const failed = []
for (const { title, program, words } of steps) {
  const { status, stdout, stderr } = run(program, words)
  process.stdout.write(`${status === 0 ? 'pass' : 'FAIL'}  ${title}\n`)
  if (status === 0) continue
  failed.push(title)
  process.stdout.write(`${stdout}${stderr}`)
}
if (failed.length > 0)
  fail(`${failed.length} of ${steps.length} checks failed: ${failed.join(', ')}`)

/** @param {string} title @param {string} program @param {string[]} words */
function step(title, program, ...words) {
  return { title, program, words }
}
