/** Prints `N passed, N failed` from the test runner's report; no report or no test is a failure. */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { fail } from './prepare.mjs'

const file = process.argv[2]
if (!file) fail('Usage: node scripts/count-tests.mjs REPORT')
let report
try {
  report = JSON.parse(readFileSync(file, 'utf8'))
} catch (error) {
  fail(`The test runner left no report in ${file}: ${error.message}`)
}
const skipped = report.numPendingTests + report.numTodoTests
const tail = skipped > 0 ? `, ${skipped} skipped` : ''
process.stdout.write(`${report.numPassedTests} passed, ${report.numFailedTests} failed${tail}\n`)
if (report.numTotalTests === 0 || report.numPassedTests === 0) fail('No test ran.')
