import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(repository, 'node_modules/.cache/skillet-browser-tests')

/** What the command and the page are made of. */
const sources = ['core', 'agent', 'server', 'language', 'lint', 'web', 'cli'].map(
  (name) => `packages/${name}`,
)

/**
 * The command with the page beside it, built from the sources as they are now: the absolute path of
 * `skillet.cjs`. Whatever was built of the very same sources is taken again. `SKILLET_TEST_COMMAND`
 * names one that is built already, such as that of a package.
 */
export async function buildCommand(): Promise<string> {
  const built = process.env['SKILLET_TEST_COMMAND']
  if (built !== undefined) return built
  const folder = join(cache, await fingerprint())
  const command = join(folder, 'skillet.cjs')
  if (existsSync(command)) return command
  await mkdir(cache, { recursive: true })
  await dropOld()
  const fresh = await mkdtemp(join(cache, 'new-'))
  try {
    await node([join(repository, 'packages/cli/build.mjs'), fresh])
    const vite = join(repository, 'node_modules/vite/bin/vite.js')
    const page = join(fresh, 'client')
    await node([
      vite,
      'build',
      join(repository, 'packages/web'),
      '--outDir',
      page,
      '--logLevel',
      'warn',
    ])
    // Another test file may have been faster; both built the same.
    await rename(fresh, folder).catch((error: unknown) => {
      if (!existsSync(command)) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return command
}

/** What was built more than an hour ago runs in no test any more. */
async function dropOld(): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > 3_600_000) await rm(folder, { recursive: true, force: true })
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const folder = join(repository, source)
    if (!existsSync(folder)) continue
    for (const file of await filesIn(folder)) {
      hash
        .update(relative(repository, file))
        .update('\0')
        .update(await readFile(file))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** Neither what is built nor what only tests. */
const skipped = /^(?:node_modules|dist|client|coverage|test)$|\.test\.tsx?$/u

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skipped.test(entry.name) && !folder.includes('/src/')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) files.push(...(await filesIn(path)))
    else if (entry.isFile() && !entry.name.includes('.test.')) files.push(path)
  }
  return files
}

function node(words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      cwd: repository,
      // As it ships: under a test runner React would be built as it is while developing.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: string[] = []
    child.stdout.on('data', (chunk) => said.push(String(chunk)))
    child.stderr.on('data', (chunk) => said.push(String(chunk)))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`node ${words.join(' ')} ended with ${code}\n${said.join('')}`))
    })
  })
}
