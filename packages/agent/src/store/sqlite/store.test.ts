import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { describeStore } from '../contract.ts'
import { openSqliteStore } from './index.ts'

let base: string
let count = 0
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'skillet-store-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

describeStore('SqliteStore', (now) => {
  count += 1
  return openSqliteStore({ folder: join(base, String(count)), now })
})
