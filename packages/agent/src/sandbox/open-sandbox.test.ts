import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workspaceFixture } from '../tools/workspace-fixture.ts'
import { openSandbox } from './index.ts'

describe.runIf(process.platform === 'linux')('there is no sandbox, and it says why', () => {
  const ground = (at: { readonly workspace: string; readonly home: string }, path: string) => ({
    workspace: at.workspace,
    home: at.home,
    environment: { PATH: path },
    absent: [],
  })

  it('where the person turned it off', async () => {
    using at = workspaceFixture()
    const sandbox = await openSandbox(ground(at, '/usr/bin'), { mode: 'off' })
    expect(sandbox).toEqual({ kind: 'none', reason: 'off', message: 'It is off in your settings.' })
  })

  it('where bubblewrap is not installed, with what to install', async () => {
    using at = workspaceFixture()
    expect(await openSandbox(ground(at, '/nowhere'))).toMatchObject({
      reason: 'missing',
      hint: expect.stringContaining('Install bubblewrap'),
    })
  })

  it('where the workspace is home, or holds it', async () => {
    using at = workspaceFixture()
    for (const workspace of [at.home, '/', join(at.home, '..')]) {
      const sandbox = await openSandbox({ ...ground(at, '/usr/bin'), workspace })
      expect(sandbox).toMatchObject({ kind: 'none', reason: 'workspace' })
    }
  })

  it('where the system refuses it, with what the program said', async () => {
    using at = workspaceFixture()
    const program = join(at.home, 'bin/bwrap')
    const said = 'bwrap: No permissions to create a new namespace'
    at.files({ [program]: `#!/bin/sh\necho '${said}' >&2\nexit 1\n` })
    chmodSync(program, 0o755)
    const sandbox = await openSandbox(ground(at, join(at.home, 'bin')))
    expect(sandbox).toMatchObject({ kind: 'none', reason: 'refused', hint: expect.any(String) })
    expect(sandbox.kind === 'none' && sandbox.message).toContain(said)
  })

  it('where only the workspace or a relative folder has a bubblewrap (A3)', async () => {
    using at = workspaceFixture()
    at.files({ 'bin/bwrap': '#!/bin/sh\ntouch ran\n' })
    chmodSync(at.path('bin/bwrap'), 0o755)
    const path = `${at.path('bin')}:bin:.`
    expect(await openSandbox(ground(at, path))).toMatchObject({ reason: 'missing' })
  })
})
