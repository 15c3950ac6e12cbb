/**
 * What every command of the workspace needs before it can work on a fresh clone: the packages of
 * the lock file, and a build. Each is done only when its inputs changed, and says so on stderr.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const oldest = [20, 19]

/** Ends the process with one sentence unless this Node is new enough. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  fail(
    `Skillet needs Node.js ${oldest.join('.')} or newer, and this is ${process.versions.node}. ` +
      'Install a newer one and try again.',
  )
}

/** Installs the packages of the lock file unless they are there. */
export function install() {
  const lock = digest(readFileSync(join(root, 'package-lock.json')))
  const stamp = join(root, 'node_modules', '.skillet-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say('Installing the packages of the lock file (once, about half a minute) …')
  npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, lock)
}

/** Builds every package unless no source is newer than the last build. */
export function build() {
  const sources = fingerprint(['packages', 'skills', 'package-lock.json', 'tsconfig.json'])
  const stamp = join(root, 'node_modules', '.skillet-build')
  const built = existsSync(join(root, 'packages/cli/dist/skillet.cjs'))
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  say('Building …')
  npm(['run', 'build', '--silent'])
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, sources)
}

/** Runs a program of `node_modules/.bin` or `node` in the root, and ends with its code where it fails. */
export function run(program, args, options = {}) {
  const command =
    program === 'node' ? process.execPath : join(root, 'node_modules', '.bin', program)
  return spawn(command, args, { cwd: root, ...options })
}

/** Ends the process with one sentence on stderr. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function npm(args) {
  const result = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  if (result.status === 0) return
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  fail(`\`npm ${args.join(' ')}\` failed; what it said is above.`)
}

function spawn(command, args, options) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
    ...options,
  })
  if (result.error) fail(`${command} could not be started: ${result.error.message}`)
  return result
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

/** What installing and building make, which is nobody's source. */
function isMade(path) {
  return (
    ['node_modules', 'dist', 'coverage'].includes(basename(path)) ||
    path === join('packages', 'server', 'client')
  )
}

/** One hash over path, size and time of change of every source file. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false })
    if (!stat) return
    if (!stat.isDirectory()) {
      hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
      return
    }
    for (const name of readdirSync(join(root, path)).sort()) {
      if (!isMade(join(path, name))) visit(join(path, name))
    }
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
