/** `npm run api`: writes `docs/api/` from the docstrings of everything that the packages export. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { pagesOf } from './api/pages.mjs'
import { readEntries } from './api/read.mjs'

export { pagesOf, readEntries }

/** The page of each package entry, in the order in which they are listed. */
export const entries = [
  { name: '@skillet/core', source: 'packages/core/src/index.ts', page: 'core.md' },
  { name: '@skillet/core/menu', source: 'packages/core/src/menu.ts', page: 'core-menu.md' },
  { name: '@skillet/core/search', source: 'packages/core/src/search.ts', page: 'core-search.md' },
  { name: '@skillet/core/text', source: 'packages/core/src/text.ts', page: 'core-text.md' },
  { name: '@skillet/agent', source: 'packages/agent/src/index.ts', page: 'agent.md' },
]

export const root = fileURLToPath(new URL('..', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, 'docs/api')
  mkdirSync(folder, { recursive: true })
  for (const { file, text } of pagesOf(readEntries(root, entries))) {
    writeFileSync(join(folder, file), text)
    process.stdout.write(`docs/api/${file}\n`)
  }
}
