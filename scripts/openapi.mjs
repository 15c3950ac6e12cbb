/** Writes `docs/openapi.json`, as a server of this very source gives it. */
import process from 'node:process'
import { run } from './prepare.mjs'

const test = 'packages/server/test/openapi.test.ts'
const written = run('vitest', ['run', test, '-t', 'is docs/openapi.json'], {
  env: { ...process.env, WRITE_OPENAPI: '1' },
})
const formatted = run('biome', ['format', '--write', 'docs/openapi.json'])
for (const { status, stdout, stderr } of [written, formatted]) {
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
}
