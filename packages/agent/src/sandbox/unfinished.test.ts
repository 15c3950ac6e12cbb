import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSandbox } from './index.ts'
import { repositoryFixture, type SandboxFixture, whyNoSandbox } from './sandbox-fixture.ts'

const absence = await whyNoSandbox()
const title = absence === undefined ? 'a command that was cut off' : `left out: ${absence}`

/** A sandbox that keeps which commands run, as one opened by a program does. */
async function keeping(at: SandboxFixture) {
  const environment = { PATH: process.env['PATH'] ?? '' }
  const records = join(at.home, 'state/commands')
  const ground = { workspace: at.workspace, home: at.home, environment, absent: [], records }
  const sandbox = await openSandbox(ground)
  if (sandbox.kind === 'none') throw new Error(sandbox.message)
  return { sandbox, records }
}

/** Makes all records those of programs that are gone: their ids may be somebody else's now. */
function endPrograms(records: string): void {
  for (const name of readdirSync(records)) {
    const path = join(records, name)
    const record: unknown = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...Object(record), began: 1 }))
  }
}

describe.skipIf(absence !== undefined)(title, () => {
  it('leaves what it made to be mentioned by the next, once, and where it is', async () => {
    using at = await repositoryFixture()
    const { sandbox, records } = await keeping(at)
    await sandbox.enter({ cwd: at.workspace, openings: [], skills: [], skillRoots: [] })
    at.files({ '.envrc': 'evil' })
    endPrograms(records)
    const { sandbox: next } = await keeping(at)
    const outcome = await at.bash('true', { sandbox: next })
    expect(outcome.notices).toEqual([expect.stringContaining('.envrc came to be since a command')])
    expect(existsSync(at.path('.envrc'))).toBe(true)
    expect((await at.bash('true', { sandbox: next })).notices).toBeUndefined()
    expect(readdirSync(records)).toEqual([])
  })

  it('is none while its program runs, or where it made nothing', async () => {
    using at = await repositoryFixture()
    const { sandbox, records } = await keeping(at)
    await sandbox.enter({ cwd: at.workspace, openings: [], skills: [], skillRoots: [] })
    at.files({ '.envrc': 'mine' })
    expect((await at.bash('true', { sandbox })).notices).toBeUndefined()
    expect(readdirSync(records)).toHaveLength(1)
  })

  it('is forgotten when a command ends, and nothing is needed to keep it', async () => {
    using at = await repositoryFixture()
    const { sandbox, records } = await keeping(at)
    await at.bash('true', { sandbox })
    expect(readdirSync(records)).toEqual([])
    writeFileSync(join(records, 'strange.json'), 'no record')
    expect((await at.bash('echo fine', { sandbox })).text).toBe('fine')
  })
})
