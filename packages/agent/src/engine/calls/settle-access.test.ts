import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { settleAccess } from './settle-access.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-access-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const workspace = join(root, 'work')
mkdirSync(join(workspace, 'sub'), { recursive: true })
mkdirSync(join(root, 'out/deep'), { recursive: true })
writeFileSync(join(root, 'out/secret'), 'x')
symlinkSync(join(root, 'out/deep'), join(workspace, 'link'))

const read = (...paths: readonly string[]) => settleAccess({ kind: 'read', paths }, workspace)

describe('what a tool says it would touch', () => {
  it('stays as it is where it is settled', () => {
    const access = { kind: 'read', paths: [join(workspace, 'sub')] } as const
    expect(settleAccess(access, workspace)).toBe(access)
    const linked = { ...access, named: [join(workspace, 'link')] }
    expect(settleAccess(linked, workspace)).toBe(linked)
  })

  it('starts at the workspace', () => {
    expect(read('sub/a')).toMatchObject({ paths: [join(workspace, 'sub/a')] })
    expect(settleAccess({ kind: 'run', command: 'x', cwd: 'sub' }, workspace)).toMatchObject({
      cwd: join(workspace, 'sub'),
    })
  })

  it('leads where links lead, and keeps the names that were given', () => {
    expect(read(`${workspace}/link/new`, `${workspace}/sub`)).toEqual({
      kind: 'read',
      paths: [join(root, 'out/deep/new'), join(workspace, 'sub')],
      named: [join(workspace, 'link/new'), join(workspace, 'sub')],
    })
  })

  it('goes up from where a link leads, as the system does', () => {
    expect(read(`${workspace}/link/../secret`)).toMatchObject({ paths: [join(root, 'out/secret')] })
    expect(read(`${workspace}/../out/none`)).toMatchObject({ paths: [join(root, 'out/none')] })
  })
})
