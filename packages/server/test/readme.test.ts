import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))

it('the example of the README serves, on a port of its own', async () => {
  const page = readFileSync(join(here, '../README.md'), 'utf8')
  const [, code = ''] = /```js\n([\s\S]*?)```/u.exec(page) ?? []
  const exported = code
    .replace('environment.TOKEN', () => `'${'t'.repeat(30)}'`)
    .replace('server.listen(4747)', () => 'server.listen(0)')
    .replace(/^console\.log\(.*\)$/mu, () => 'export { server, origin }')
  // Below the package, so that its imports are found as those of any program.
  const folder = mkdtempSync(join(here, 'readme-'))
  try {
    const file = join(folder, 'example.mjs')
    writeFileSync(file, exported)
    const { server, origin } = await import(file)
    const headers = { authorization: `Bearer ${'t'.repeat(30)}` }
    const session = await fetch(`${origin}/api/session`, { headers })
    expect(await session.json()).toMatchObject({ skillet: '1.0.0', workspace: process.cwd() })
    await server.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
