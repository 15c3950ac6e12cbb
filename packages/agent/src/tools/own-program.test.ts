import { chmodSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownProgram } from './own-program.ts'
import { workspaceFixture } from './workspace-fixture.ts'

describe('threat E3: a program that runs without a question', () => {
  it('is none that came with a repository, wherever PATH leads', () => {
    using at = workspaceFixture()
    at.files({
      '.git/HEAD': '',
      'tools/rg': '',
      'packages/site/node_modules/.bin/rg': '',
      'packages/site/x': '',
    })
    const workspace = at.path('packages/site')
    const programs = [at.path('tools/rg'), join(workspace, 'node_modules/.bin/rg')]
    for (const program of programs) chmodSync(program, 0o755)
    symlinkSync(at.path('tools'), join(at.home, 'linked'))
    const own = (path: string) => join(at.home, path)
    at.files({ [own('bin/rg')]: '', [own('node_modules/.bin/rg')]: '', [own('alone/x')]: '' })
    for (const path of ['bin/rg', 'node_modules/.bin/rg']) chmodSync(own(path), 0o755)
    symlinkSync(at.path('tools/rg'), join(at.home, 'alone/rg'))
    const find = (...folders: string[]) => ownProgram('rg', folders.join(delimiter), workspace)
    expect(find(at.path('tools'))).toBeUndefined()
    expect(find(join(workspace, 'node_modules/.bin'))).toBeUndefined()
    expect(find(join(at.home, 'linked'))).toBeUndefined()
    expect(find(join(at.home, 'alone'))).toBeUndefined()
    expect(find(join(at.home, 'node_modules/.bin'))).toBeUndefined()
    expect(find('', '.', 'tools', '../../tools')).toBeUndefined()
    expect(find(at.path('tools'), own('alone'), own('bin'))).toBe(own('bin/rg'))
  })

  it('comes from the usual folders where PATH is not said', () => {
    using at = workspaceFixture()
    expect(ownProgram('sh', undefined, at.workspace)).toMatch(/^\/(?:usr\/(?:local\/)?)?bin\/sh$/u)
  })
})
