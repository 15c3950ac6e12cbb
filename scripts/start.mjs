/**
 * `npm start [-- words…]`: sets up what is missing, then runs the command with those words in the
 * folder that `npm` was called from. Without words it serves the page.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { build, install, requireNode, root } from './prepare.mjs'

requireNode()
install()
build()

const words = process.argv.slice(2)
const child = spawn(
  process.execPath,
  [join(root, 'packages/cli/dist/skillet.cjs'), ...(words.length > 0 ? words : ['serve'])],
  { cwd: process.env.INIT_CWD ?? process.cwd(), stdio: 'inherit' },
)
// The terminal sends these to the whole group; the command decides what they mean.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
}
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})
