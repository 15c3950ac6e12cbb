/** `npm test [-- words…]`: sets up what is missing, then runs the tests (words go to vitest). */
import process from 'node:process'
import { build, install, requireNode, run } from './prepare.mjs'

requireNode()
install()
build()
process.exitCode =
  run('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1
