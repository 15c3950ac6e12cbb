import { describe, expect, it } from 'vitest'
import { bashTool } from './bash.ts'
import { blankSecrets, secretBlanker } from './environment.ts'
import { grepTool } from './grep.ts'
import { readTool } from './read.ts'
import { workspaceFixture } from './workspace-fixture.ts'

const key = 'SECRETKEY-abcdef-0123456789'
const knowing = { secretBlanker: () => secretBlanker([key]) }
/** What is left of the key where it is cut in two. */
const half = 'SECRETKEY'

describe('threat E2: a known key where a text is cut', () => {
  it('is gone from a line that `read` cuts', async () => {
    using at = workspaceFixture()
    const starts = [1975, 1985, 1999]
    at.files({ 'a.txt': starts.map((length) => 'x'.repeat(length) + key).join('\n') })
    const { text } = await readTool.run({ path: 'a.txt' }, at.context(knowing))
    expect(text).toContain('[… line cut]')
    expect(text).not.toContain('SECR')
  })

  it('is gone from a line that `grep` cuts, with ripgrep and without', async () => {
    using at = workspaceFixture()
    at.files({ 'a.txt': [480, 490].map((length) => 'x'.repeat(length) + key).join('\n') })
    for (const environment of [at.context().environment, { PATH: '/nowhere' }]) {
      const context = at.context({ ...knowing, environment })
      const { text } = await grepTool().run({ pattern: 'xxx' }, context)
      expect(text).toContain('[… line cut]')
      expect(text).not.toContain(half)
    }
  })

  it('is gone from output that `bash` cuts, and from what is shown of it', async () => {
    using at = workspaceFixture()
    // No line end anywhere, so that the cut is made by bytes alone.
    const command = `head -c 16375 /dev/zero | tr '\\0' x; printf ${key}; head -c 99000 /dev/zero | tr '\\0' y; printf ${key}; head -c 32755 /dev/zero | tr '\\0' z`
    const outcome = await bashTool.run({ command }, at.context(knowing))
    expect(outcome.text).toContain('bytes left out here')
    expect(outcome.text).not.toMatch(/SECRET|0123456789|456789/u)
    expect(at.emitted.join('')).not.toContain(half)
  })

  it('is gone where the pieces of an output part it', async () => {
    using at = workspaceFixture()
    const command = `printf ${key.slice(0, 12)}; sleep 0.1; printf ${key.slice(12)}`
    const { text } = await bashTool.run({ command }, at.context(knowing))
    expect(text).toBe('[secret removed]')
  })

  it('is gone as JSON writes it, with its slashes escaped or not', () => {
    const odd = 'se"cret\\key/with/slashes'
    for (const written of [JSON.stringify(odd), JSON.stringify(odd).replaceAll('/', '\\/')]) {
      expect(blankSecrets(`{"apiKey":${written}}`, [odd])).toBe('{"apiKey":"[secret removed]"}')
    }
  })
})
