/**
 * Builds the command: `dist/skillet.cjs` starts, `dist/core.cjs` and `dist/agent.cjs` load when a
 * command needs them. `skillet --version` reads the first alone.
 *
 * `node build.mjs [folder]` builds into another folder.
 */
import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const outFolder = resolve(process.argv[2] ?? join(here, 'dist'))
const source = (path) => join(here, '..', path)

/** Each becomes one file. Later ones may require earlier ones, so that nothing is there twice. */
const parts = [
  { entry: source('core/src/index.ts'), name: '@skillet/core', out: 'core.cjs' },
  { entry: source('agent/src/index.ts'), name: '@skillet/agent', out: 'agent.cjs' },
]

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  minifyWhitespace: true,
  legalComments: 'linked',
  logLevel: 'warning',
  // `import()` of a part becomes a `require` that runs when it is reached: no second module loader.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': '__dirname' },
  // Some packages offer CommonJS to `require` and modules to `import`; modules bundle smaller.
  mainFields: ['module', 'main'],
}
const metaUrl = "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;"

await rm(outFolder, { recursive: true, force: true })
await mkdir(outFolder, { recursive: true })
await Promise.all([
  build({
    ...common,
    entryPoints: [source('cli/src/main.ts')],
    outfile: join(outFolder, 'skillet.cjs'),
    banner: { js: `#!/usr/bin/env node\n"use strict";${metaUrl}` },
    plugins: [partsApart(parts)],
  }),
  ...parts.map(({ entry, name, out }) =>
    build({
      ...common,
      entryPoints: [entry],
      outfile: join(outFolder, out),
      banner: { js: `"use strict";${metaUrl}` },
      plugins: [partsApart(parts.filter((part) => part.name !== name))],
    }),
  ),
])
await cp(source('../skills'), join(outFolder, 'skills'), { recursive: true })

/** Leaves the named packages out of a bundle and points to their own files beside it. */
function partsApart(others) {
  return {
    name: 'parts-apart',
    setup(bundle) {
      for (const { name, out } of others) {
        bundle.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({
          path: `./${out}`,
          external: true,
        }))
      }
    },
  }
}
