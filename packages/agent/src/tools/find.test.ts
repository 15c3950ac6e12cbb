import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findTool } from './find.ts'
import { lsTool } from './ls.ts'
import { workspaceFixture } from './workspace-fixture.ts'

describe('find', () => {
  it('finds names at any depth, and paths from the folder', async () => {
    using at = workspaceFixture()
    at.files({ 'a.ts': '', 'src/b.ts': '', 'src/deep/c.ts': '', 'src/d.md': '', '.dot/e.ts': '' })
    const find = async (pattern: string, path?: string) =>
      (await findTool.run(path === undefined ? { pattern } : { pattern, path }, at.context())).text
    expect(await find('*.ts')).toBe('a.ts\n.dot/e.ts\nsrc/b.ts\nsrc/deep/c.ts')
    expect(await find('src/*.ts')).toBe('src/b.ts')
    expect(await find('src/**/*.ts')).toBe('src/b.ts\nsrc/deep/c.ts')
    expect(await find('*.ts', 'src')).toBe('b.ts\ndeep/c.ts')
    expect(await find('deep')).toBe('src/deep/')
    expect(await find('*.{md,txt}')).toBe('src/d.md')
    expect(await find('nothing')).toBe('Nothing found.')
  })

  it('respects ignore files at every level, and names links without following them', async () => {
    using at = workspaceFixture()
    at.files({
      '.gitignore': 'out\n',
      'out/x.ts': '',
      'src/.fdignore': 'y.ts\n',
      'src/y.ts': '',
      'y.ts': '',
      '.git/z.ts': '',
    })
    symlinkSync('/etc', at.path('link.ts'))
    expect((await findTool.run({ pattern: '*.ts' }, at.context())).text).toBe('link.ts\ny.ts')
  })

  it('does not name what a rule keeps from being found', async () => {
    using at = workspaceFixture()
    at.files({ 'a/x': '', 'b/x': '' })
    const searchable = (path: string, tool: string) =>
      tool === 'grep' || !path.startsWith(at.path('a'))
    const { text } = await findTool.run({ pattern: '*' }, at.context({ searchable }))
    expect(text).toBe('b/\nb/x')
  })

  it('stops at the limit and says so', async () => {
    using at = workspaceFixture()
    at.files({ a: '', b: '', c: '' })
    const { text } = await findTool.run({ pattern: '*', limit: 2 }, at.context())
    expect(text).toBe('a\nb\n[More than 2 results; narrow the pattern or raise limit.]')
  })

  it('threat T7: is not held up by patterns made to', async () => {
    using at = workspaceFixture()
    const name = 'a'.repeat(120)
    at.files({
      [`${'a/'.repeat(40)}${name}`]: '',
      '.gitignore': `${'**/a/'.repeat(6)}b\n${'x'.repeat(300)}\n`,
    })
    await findTool.run({ pattern: `${'*a'.repeat(20)}b` }, at.context())
    const { text } = await findTool.run({ pattern: `${'**/a/'.repeat(6)}b` }, at.context())
    expect(text).toContain('1 patterns of ignore files are longer than 256 characters')
    const long = await findTool.run({ pattern: 'x'.repeat(257) }, at.context())
    expect(long).toMatchObject({ ok: false, text: expect.stringContaining('256') })
  })

  it('says that a file is no folder, and that a missing one is missing', async () => {
    using at = workspaceFixture()
    at.files({ 'a.ts': '' })
    const run = (path: string) => findTool.run({ pattern: '*', path }, at.context())
    expect((await run('a.ts')).text).toBe('a.ts is a file, not a folder.')
    expect((await run('b.ts')).text).toBe('b.ts does not exist. Near names: a.ts.')
    expect((await run('/etc')).ok).toBe(false)
  })
})

describe('ls', () => {
  it('lists names without case, folders with /, links with @, dot files too', async () => {
    using at = workspaceFixture()
    at.files({ 'B.txt': '', a: '', '.dot': '', 'folder/x': '' })
    symlinkSync('a', at.path('link'))
    expect((await lsTool.run({}, at.context())).text).toBe('.dot\na\nB.txt\nfolder/\nlink@')
    expect((await lsTool.run({ limit: 2 }, at.context())).text).toBe(
      '.dot\na\n[3 more entries; raise limit to see them.]',
    )
  })

  it('says what a path is that cannot be listed', async () => {
    using at = workspaceFixture()
    at.files({ a: '' })
    expect((await lsTool.run({ path: 'a' }, at.context())).text).toBe(
      'a is a file; look at it with read.',
    )
    expect((await lsTool.run({ path: 'b' }, at.context())).ok).toBe(false)
    expect((await lsTool.run({ path: '..' }, at.context())).text).toContain('outside the workspace')
  })
})
