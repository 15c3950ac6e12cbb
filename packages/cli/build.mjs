/**
 * Builds the command: `node build.mjs [folder]`.
 *
 * `skillet.cjs` starts `command.cjs`; the other parts load when a command needs them. CommonJS,
 * since loading a graph of modules asynchronously costs several milliseconds of every call. Each
 * part gets a code cache for the Node that builds it (see `launch.cjs`); published packages go
 * without, since hardly anybody has that very Node.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { thirdPartyNotices } from '../../scripts/third-party.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const outFolder = resolve(process.argv[2] ?? join(here, 'dist'))
const source = (path) => join(here, '..', path)
const fromCore = createRequire(source('core/package.json'))
const fromAgent = createRequire(source('agent/package.json'))

/** Each becomes one file, and is left out of the others. */
const parts = [
  { name: '@skillet/core', entry: source('core/src/index.ts'), file: 'core.cjs' },
  { name: '@skillet/agent', entry: source('agent/src/index.ts'), file: 'agent.cjs' },
  { name: '@skillet/server', entry: source('server/src/index.ts'), file: 'server.cjs' },
  { name: './live-chat.ts', entry: source('cli/src/chat/live-chat.ts'), file: 'chat.cjs' },
  {
    name: './highlight-languages.ts',
    entry: source('cli/src/chat/markdown/highlight-languages.ts'),
    file: 'highlight.cjs',
  },
  { name: '@clack/prompts', entry: '@clack/prompts', file: 'prompts.cjs' },
  { name: 'undici', entry: fromAgent.resolve('undici'), file: 'undici.cjs' },
]

/**
 * Modules that load at the first call of one of their functions. `yaml` alone would cost a third of
 * `skillet list`, and most frontmatter never needs it. Classes and constants cannot wait: importing
 * one of these fails the build, but for classes that are only ever made with `new`.
 */
const late = ['yaml', 'node:crypto', 'node:fs/promises', 'node:timers/promises', 'node:tty']

/** Classes of late modules that nobody extends or asks about with `instanceof`. */
const onlyMade = new Set(['Lexer'])

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  absWorkingDir: here,
  // A part of its own for each system: it cannot be bundled, so npm installs it.
  // `koffi` is for consoles of Windows, and our own terminal never asks for it.
  external: ['libsql', 'koffi'],
  // `import()` of a part becomes a `require` when it is reached: no second module loader.
  supported: { 'dynamic-import': false },
  define: {
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
    // The first use of the global `performance` loads `node:perf_hooks`.
    'performance.now': 'monotonicNow',
    // pi-tui writes files for its own makers where these are set.
    'process.env.PI_TUI_DEBUG': 'undefined',
    'process.env.PI_DEBUG_REDRAW': 'undefined',
    'process.env.PI_CLEAR_ON_SHRINK': 'undefined',
    'process.env.PI_HARDWARE_CURSOR': 'undefined',
  },
  mainFields: ['module', 'main'],
}
const prelude = [
  "'use strict'",
  'const monotonicNow=()=>{const[s,n]=process.hrtime();return s*1e3+n/1e6}',
].join(';')

await rm(outFolder, { recursive: true, force: true })
await mkdir(outFolder, { recursive: true })
const bundled = await Promise.all([
  buildFile('command.cjs', source('cli/src/main.ts'), [
    lateModules(),
    withoutSubprocesses(),
    withoutStreams(),
  ]),
  buildFile('core.cjs', source('core/src/index.ts'), [lateModules()]),
  buildFile('agent.cjs', source('agent/src/index.ts')),
  buildFile('server.cjs', source('server/src/index.ts')),
  buildFile('chat.cjs', source('cli/src/chat/live-chat.ts'), [
    lateModules(),
    withoutStreams(),
    withoutUnused(),
  ]),
  buildFile('highlight.cjs', source('cli/src/chat/markdown/highlight-languages.ts')),
  buildFile('prompts.cjs', '@clack/prompts'),
  buildFile('undici.cjs', fromAgent.resolve('undici')),
  buildFile('yaml.cjs', fromCore.resolve('yaml')),
])
await writeFile(join(outFolder, 'THIRD-PARTY.txt'), await thirdPartyNotices(bundled.flat()))
await cp(source('../skills'), join(outFolder, 'skills'), { recursive: true })
// The page, where it was built: without it `skillet serve` is an API alone, and says so.
if (existsSync(source('server/client'))) {
  await cp(source('server/client'), join(outFolder, 'client'), { recursive: true })
}
await copyFile(fileURLToPath(import.meta.resolve('./launch.cjs')), join(outFolder, 'skillet.cjs'))
await chmod(join(outFolder, 'skillet.cjs'), 0o755)
makeCaches()

/** Builds one part, and gives the files that went into it. */
async function buildFile(file, entry, plugins = []) {
  const outfile = join(outFolder, file)
  const { metafile } = await build({
    ...common,
    entryPoints: [entry],
    outfile,
    banner: { js: `(function(exports,require,module,__filename,__dirname){${prelude};` },
    footer: { js: '})' },
    plugins: [partsApart(parts.filter((part) => part.file !== file)), ...plugins],
  })
  await writeFile(outfile, asciiOnly(await readFile(outfile, 'utf8')))
  return Object.keys(metafile.inputs).map((path) => resolve(here, path))
}

/** Regular expressions keep their letters, and one letter beyond Latin-1 doubles a whole source. */
function asciiOnly(text) {
  return text.replace(/[^\p{ASCII}]/gu, (letter) =>
    letter
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** Runs commands once, so that the caches hold the functions that a start needs. */
function makeCaches() {
  const home = mkdtempSync(join(tmpdir(), 'skillet-build-'))
  for (const words of [['list'], ['prompt', 'hello', '--model', 'guided']]) {
    const script = `
      const { load, loaded, suffix } = require(${JSON.stringify(join(outFolder, 'skillet.cjs'))})
      const { existsSync, writeFileSync } = require('node:fs')
      process.argv = [process.execPath, 'skillet', ...${JSON.stringify(words)}]
      process.on('exit', () => {
        for (const [file, { script }] of loaded) {
          const cache = ${JSON.stringify(`${outFolder}/`)} + file + '.' + suffix
          if (!existsSync(cache)) writeFileSync(cache, script.createCachedData())
        }
      })
      load('command.cjs')`
    const { status, stderr } = spawnSync(process.execPath, ['-e', script], {
      cwd: home,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home },
    })
    if (status !== 0) throw new Error(`The built command does not run: ${stderr}`)
  }
  rmSync(home, { recursive: true, force: true })
}

/** Points from one file to the others beside it. */
function partsApart(others) {
  return {
    name: 'parts-apart',
    setup(bundle) {
      for (const { name, file } of others) {
        bundle.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({
          path: `./${file}`,
          external: true,
        }))
      }
    },
  }
}

function lateModules() {
  return {
    name: 'late-modules',
    setup(bundle) {
      bundle.onResolve({ filter: /^(?:yaml|node:.+)$/ }, ({ path, namespace }) =>
        late.includes(path) && namespace === 'file' ? { path, namespace: 'late' } : undefined,
      )
      bundle.onLoad({ filter: /./, namespace: 'late' }, ({ path }) => {
        const target = JSON.stringify(path.startsWith('node:') ? path : `./${path}.cjs`)
        const functions = functionsOf(fromCore(path)).map(
          (name) => `export const ${name} = (...given) => load().${name}(...given)`,
        )
        const classes = Object.keys(fromCore(path))
          .filter((name) => onlyMade.has(name))
          .map(
            (name) => `export function ${name}(...given) { return new (load().${name})(...given) }`,
          )
        return {
          contents: [`const load = () => require(${target})`, ...functions, ...classes].join('\n'),
        }
      })
      bundle.onResolve({ filter: /./, namespace: 'late' }, ({ path }) => ({ path, external: true }))
    },
  }
}

function functionsOf(module) {
  return Object.keys(module).filter((name) => {
    const value = module[name]
    return typeof value === 'function' && !/^class\b/.test(String(value))
  })
}

/** pi-tui does not say that its modules do nothing by themselves; without this all of it comes along. */
function withoutUnused() {
  return {
    name: 'without-unused',
    setup(bundle) {
      bundle.onResolve({ filter: /^@mariozechner\/pi-tui$/ }, () => ({
        path: fileURLToPath(import.meta.resolve('@mariozechner/pi-tui')),
        sideEffects: false,
      }))
      bundle.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) =>
        /[\\/]pi-tui[\\/]dist/.test(resolveDir)
          ? { path: resolve(resolveDir, path), sideEffects: false }
          : undefined,
      )
    },
  }
}

/** `picocolors` looks at `process.stdout` when it loads; here the command says what to colour. */
function withoutStreams() {
  return {
    name: 'without-streams',
    setup(bundle) {
      bundle.onLoad({ filter: /[\\/]picocolors[\\/]picocolors\.js$/ }, async ({ path }) => ({
        contents: `const process = {}\n${await readFile(path, 'utf8')}`,
      }))
    },
  }
}

/** `commander` can start other programs as subcommands; Skillet has none, and loading that is slow. */
function withoutSubprocesses() {
  return {
    name: 'without-subprocesses',
    setup(bundle) {
      bundle.onResolve({ filter: /^(?:node:)?child_process$/ }, ({ importer }) =>
        /[\\/]commander[\\/]/.test(importer) ? { path: 'none', namespace: 'none' } : undefined,
      )
      bundle.onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'module.exports = {}' }))
    },
  }
}
