/**
 * Builds the command: `node build.mjs [folder]`.
 *
 * `skillet.cjs` starts; the other files load when a command needs them. Measured by processor time
 * against `node -e 0` (see `docs/command-line.md`): one file with everything 3.2, this 1.6 or less.
 *
 * CommonJS, since loading a module graph asynchronously costs several milliseconds of every call.
 */
import { cp, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const outFolder = resolve(process.argv[2] ?? join(here, 'dist'))
const source = (path) => join(here, '..', path)
const fromCore = createRequire(source('core/package.json'))

/** Each becomes one file, and is left out of the others. */
const parts = [
  { name: '@skillet/core', entry: source('core/src/index.ts'), file: 'core.cjs' },
  { name: '@skillet/agent', entry: source('agent/src/index.ts'), file: 'agent.cjs' },
  { name: '@clack/prompts', entry: '@clack/prompts', file: 'prompts.cjs' },
]

/**
 * Modules that load at the first call of one of their functions. `yaml` alone would cost a third of
 * `skillet list`, and most frontmatter never needs it. Classes and constants cannot wait: importing
 * one of these fails the build.
 */
const late = ['yaml', 'node:crypto', 'node:fs/promises', 'node:timers/promises']

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  minifyWhitespace: true,
  legalComments: 'linked',
  logLevel: 'warning',
  absWorkingDir: here,
  // `import()` of a part becomes a `require` when it is reached: no second module loader.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': '__dirname' },
  mainFields: ['module', 'main'],
}
const metaUrl = "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;"

await rm(outFolder, { recursive: true, force: true })
await mkdir(outFolder, { recursive: true })
await Promise.all([
  buildFile('skillet.cjs', source('cli/src/main.ts'), [lateModules(), withoutSubprocesses()]),
  buildFile('core.cjs', source('core/src/index.ts'), [lateModules()]),
  buildFile('agent.cjs', source('agent/src/index.ts')),
  buildFile('prompts.cjs', '@clack/prompts'),
  buildFile('yaml.cjs', fromCore.resolve('yaml')),
])
await cp(source('../skills'), join(outFolder, 'skills'), { recursive: true })

async function buildFile(file, entry, plugins = []) {
  const shebang = file === 'skillet.cjs' ? '#!/usr/bin/env node\n' : ''
  await build({
    ...common,
    entryPoints: [entry],
    outfile: join(outFolder, file),
    banner: { js: `${shebang}"use strict";${metaUrl}` },
    plugins: [partsApart(parts.filter((part) => part.file !== file)), ...plugins],
  })
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
        return { contents: [`const load = () => require(${target})`, ...functions].join('\n') }
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
