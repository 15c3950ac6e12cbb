import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workspaceFixture } from './workspace-fixture.ts'
import { writeTool } from './write.ts'

describe('write', () => {
  it('makes the file and its folders and shows the diff', async () => {
    using at = workspaceFixture()
    const made = await writeTool.run({ path: 'a/b/c.txt', content: 'new\n' }, at.context())
    expect(made.ok).toBe(true)
    expect(made.text).toBe('Made a/b/c.txt (4 bytes).')
    expect(made.diff).toContain('--- /dev/null\n+++ b/a/b/c.txt\n@@ -0,0 +1,1 @@\n+new\n')
    expect(readFileSync(at.path('a/b/c.txt'), 'utf8')).toBe('new\n')
    expect(readdirSync(at.path('a/b'))).toEqual(['c.txt'])
  })

  it('replaces the whole content and keeps the mode', async () => {
    using at = workspaceFixture()
    at.files({ 'run.sh': 'old\n' })
    chmodSync(at.path('run.sh'), 0o751)
    const replaced = await writeTool.run({ path: 'run.sh', content: 'new\n' }, at.context())
    expect(replaced.text).toBe('Replaced run.sh (4 bytes).')
    expect(replaced.diff).toContain('-old\n+new\n')
    expect(statSync(at.path('run.sh')).mode & 0o777).toBe(0o751)
  })

  it('bug 10 CRLF: keeps mark, UTF-16 and the line ends of Windows of a file it replaces', async () => {
    using at = workspaceFixture()
    const wide = Buffer.from('\uFEFFone\r\n', 'utf16le')
    at.files({
      crlf: 'one\r\ntwo\r\n',
      mark: '\uFEFFone\n',
      le: wide,
      be: Buffer.from(wide).swap16(),
      mixed: 'one\r\ntwo\n',
    })
    const write = (path: string, content: string) => writeTool.run({ path, content }, at.context())
    for (const path of ['crlf', 'mark', 'le', 'be', 'mixed']) {
      expect((await write(path, 'eins\nzwei\n')).ok).toBe(true)
    }
    expect(readFileSync(at.path('crlf'), 'utf8')).toBe('eins\r\nzwei\r\n')
    expect(readFileSync(at.path('mark'), 'utf8')).toBe('\uFEFFeins\nzwei\n')
    expect(readFileSync(at.path('le')).toString('utf16le')).toBe('\uFEFFeins\r\nzwei\r\n')
    expect(readFileSync(at.path('be')).swap16().toString('utf16le')).toBe('\uFEFFeins\r\nzwei\r\n')
    expect(readFileSync(at.path('mixed'), 'utf8')).toBe('eins\nzwei\n')
    await write('mark', '\uFEFFone')
    expect(readFileSync(at.path('mark'), 'utf8')).toBe('\uFEFFone')
    await write('crlf', 'a\r\nb\n')
    expect(readFileSync(at.path('crlf'), 'utf8')).toBe('a\r\nb\n')
    expect((await write('crlf', 'a\n')).text).toBe('Replaced crlf (2 bytes).')
  })

  it('shows in the diff only what changes, whatever the line ends', async () => {
    using at = workspaceFixture()
    at.files({ crlf: 'one\r\ntwo\r\n', latin: Buffer.from('caf\xe9', 'latin1') })
    const changed = await writeTool.run({ path: 'crlf', content: 'one\n2\n' }, at.context())
    expect(changed.diff).toContain(' one\r\n-two\r\n+2\r\n')
    const latin = await writeTool.run({ path: 'latin', content: 'café' }, at.context())
    expect(latin.diff).toMatch(/^latin is in UTF-8 from then on\.\n/u)
    expect(readFileSync(at.path('latin'), 'utf8')).toBe('café')
    at.files({ latin: Buffer.from('caf\xe9\none\n', 'latin1') })
    const shorter = await writeTool.run({ path: 'latin', content: 'cafe\none\n' }, at.context())
    expect(shorter.diff).toContain('-café\n+cafe\n one\n')
    at.files({ marked: '\uFEFFone\ntwo\n', binary: Buffer.from([0, 1]) })
    const input = { path: 'marked', content: '\uFEFFone\n2\n' }
    const marked = '\n one\n-two\n+2\n'
    expect((await writeTool.preview?.(input, at.context()))?.diff).toContain(marked)
    expect((await writeTool.run(input, at.context())).diff).toContain(marked)
    expect(readFileSync(at.path('marked'), 'utf8')).toBe('\uFEFFone\n2\n')
    const binary = await writeTool.run({ path: 'binary', content: 'x' }, at.context())
    expect(binary.diff).toBe('Binary file binary is replaced by text.\n')
  })

  it('writes through a link in the workspace, and keeps the link', async () => {
    using at = workspaceFixture()
    at.files({ 'real.txt': 'old' })
    symlinkSync('real.txt', at.path('link.txt'))
    await writeTool.run({ path: 'link.txt', content: 'new' }, at.context())
    expect(readFileSync(at.path('real.txt'), 'utf8')).toBe('new')
    expect(
      readdirSync(at.workspace, { withFileTypes: true }).filter((e) => e.isSymbolicLink()),
    ).toHaveLength(1)
  })

  it('refuses to leave the workspace by path or link, unless that was approved', async () => {
    using at = workspaceFixture()
    symlinkSync(at.home, at.path('up'))
    for (const path of ['../x.txt', 'up/x.txt', join(at.home, 'x.txt')]) {
      expect((await writeTool.run({ path, content: '' }, at.context())).ok).toBe(false)
      const approved = { access: writeTool.access({ path, content: '' }, at.context()) }
      expect((await writeTool.run({ path, content: '' }, at.context({ approved }))).ok).toBe(true)
    }
    expect(readdirSync(at.home).sort()).toEqual(['work', 'x.txt'])
  })

  it('refuses when the file is no longer the one whose diff was shown', async () => {
    using at = workspaceFixture()
    const input = { path: 'a.txt', content: 'mine' }
    const preview = await writeTool.preview?.(input, at.context())
    const access = writeTool.access(input, at.context())
    const approved = { access, baseHash: preview?.baseHash ?? '' }
    at.files({ 'a.txt': 'somebody was faster' })
    const late = await writeTool.run(input, at.context({ approved }))
    expect(late).toMatchObject({ ok: false, stale: true })
    expect(readFileSync(at.path('a.txt'), 'utf8')).toBe('somebody was faster')
  })

  it.each([
    'GIT~1/config',
    'a./b',
    'a /b',
    'file::$DATA',
    'a\\b',
    '.g\u200Bit/config',
    'x\u202Etxt.exe',
  ])('refuses the name %j, which another system reads otherwise', async (path) => {
    using at = workspaceFixture()
    const { ok, text } = await writeTool.run({ path, content: 'x' }, at.context())
    expect(ok).toBe(false)
    expect(text).toContain('choose a plain name')
    expect(readdirSync(at.workspace)).toEqual([])
  })

  it('says so when the path is a folder, and leaves nothing behind', async () => {
    using at = workspaceFixture()
    at.files({ 'folder/x': '' })
    expect((await writeTool.run({ path: 'folder', content: 'x' }, at.context())).text).toBe(
      'folder is a folder.',
    )
    expect((await writeTool.run({ path: 'folder/x/y', content: 'x' }, at.context())).ok).toBe(false)
    expect(readdirSync(at.path('folder'))).toEqual(['x'])
  })
})
