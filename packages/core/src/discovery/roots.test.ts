import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clients } from './clients.ts'
import { discover } from './index.ts'
import { skillText, temporaryTree } from './temporary-tree.ts'

const codes = (diagnostics: readonly { readonly code: string }[]) =>
  diagnostics.map((diagnostic) => diagnostic.code)

describe('the places that are looked at', () => {
  it('come as explicit, project, user, builtin, and each client in the order of the table', async () => {
    using tree = temporaryTree({
      'home/mine/SKILL.md': skillText,
      'home/repo/.agents/skills/p/SKILL.md': skillText,
      'home/repo/.skillet/skills/q/SKILL.md': skillText,
      'home/repo/team/t/SKILL.md': skillText,
      'home/.claude/skills/u/SKILL.md': skillText,
      'home/.pi/agent/skills/v/SKILL.md': skillText,
      'builtin/b/SKILL.md': skillText,
    })
    const found = await discover(
      tree.options({ paths: ['~/mine'], projectPaths: ['team'], builtin: tree.at('builtin') }),
    )
    expect(found.candidates.map(({ root }) => [root.scope, root.client])).toEqual([
      ['explicit', 'skillet'],
      ['project', 'skillet'],
      ['project', 'agents'],
      ['project', 'skillet'],
      ['user', 'claude'],
      ['user', 'pi'],
      ['builtin', 'skillet'],
    ])
    expect(found.diagnostics).toEqual([])
    expect(found.repository).toBe(tree.repo)
  })

  it('are listed whether they are there or not, absent ones without a real path', async () => {
    using tree = temporaryTree({ 'home/.agents/skills/u/SKILL.md': skillText })
    const { roots } = await discover(tree.options())
    expect(roots.map((root) => root.path.slice(tree.base.length))).toEqual([
      '/home/repo/.skillet/skills',
      '/home/repo/.agents/skills',
      '/home/repo/.claude/skills',
      '/home/repo/.pi/skills',
      '/home/repo/.free-code/skills',
      '/home/.skillet/skills',
      '/home/.agents/skills',
      '/home/.claude/skills',
      '/home/.pi/agent/skills',
      '/home/.free-code/skills',
    ])
    expect(roots.filter((root) => root.realPath !== undefined)).toHaveLength(1)
  })

  it('include further clients only where they are asked for', async () => {
    using tree = temporaryTree({
      'home/repo/.github/skills/g/SKILL.md': skillText,
      'home/.config/opencode/skills/o/SKILL.md': skillText,
    })
    expect((await discover(tree.options())).candidates).toEqual([])
    const asked = await discover(tree.options({ clients: ['opencode', 'github'] }))
    expect(asked.candidates.map(({ root }) => root.client)).toEqual(['github', 'opencode'])
  })

  it('answer an unknown client with the known ones', async () => {
    using tree = temporaryTree()
    const { diagnostics } = await discover(tree.options({ clients: ['copilot'] }))
    expect(diagnostics).toMatchObject([{ code: 'settings/invalid', severity: 'warning' }])
    for (const { id } of clients) expect(diagnostics[0]?.hint).toContain(id)
  })
})

describe('the project', () => {
  it('bug 26 started below the root: every folder up to the repository, the nearest first', async () => {
    using tree = temporaryTree({
      'home/repo/.agents/skills/a/SKILL.md': skillText,
      'home/repo/pkg/.agents/skills/b/SKILL.md': skillText,
      'home/repo/pkg/src/main.ts': '',
      'home/.agents/skills/mine/SKILL.md': skillText,
    })
    tree.write('work/.agents/skills/evil/SKILL.md')
    const found = await discover(tree.options({ cwd: tree.at('home/repo/pkg/src') }))
    expect(tree.found(found)).toEqual([
      'home/repo/pkg/.agents/skills/b/SKILL.md',
      'home/repo/.agents/skills/a/SKILL.md',
      'home/.agents/skills/mine/SKILL.md',
    ])
  })

  it('bug 26 worktree: a `.git` file is the root, and nothing above it is looked at', async () => {
    using tree = temporaryTree({
      'work/.agents/skills/evil/SKILL.md': skillText,
      'work/tree/.git': 'gitdir: /elsewhere\n',
      'work/tree/.agents/skills/a/SKILL.md': skillText,
      'work/tree/src/x.ts': '',
    })
    const found = await discover(tree.options({ cwd: tree.at('work/tree/src') }))
    expect(tree.found(found)).toEqual(['work/tree/.agents/skills/a/SKILL.md'])
    expect(found.repository).toBe(tree.at('work/tree'))
  })

  it('without a repository is the working folder alone', async () => {
    using tree = temporaryTree({
      'loose/.agents/skills/above/SKILL.md': skillText,
      'loose/deep/.agents/skills/here/SKILL.md': skillText,
    })
    const found = await discover(tree.options({ cwd: tree.at('loose/deep') }))
    expect(tree.found(found)).toEqual(['loose/deep/.agents/skills/here/SKILL.md'])
    expect(found.repository).toBeUndefined()
  })

  it('is never the home folder or one above it', async () => {
    using tree = temporaryTree({
      '.agents/skills/above/SKILL.md': skillText,
      'home/.agents/skills/mine/SKILL.md': skillText,
    })
    mkdirSync(tree.at('.git'))
    for (const cwd of [tree.home, tree.base]) {
      const found = await discover(tree.options({ cwd }))
      expect(found.candidates.map(({ root }) => root.scope)).toEqual(['user'])
      expect(found.diagnostics).toEqual([])
    }
  })

  it('in a repository that is the whole home folder ends below home', async () => {
    using tree = temporaryTree({
      'home/work/.agents/skills/a/SKILL.md': skillText,
      'home/private/SKILL.md': skillText,
    })
    mkdirSync(tree.at('home/.git'))
    tree.link('home/work/.agents/skills/b', tree.at('home/private'))
    rmSync(tree.at('home/repo'), { recursive: true })
    const found = await discover(tree.options({ cwd: tree.at('home/work') }))
    expect(tree.found(found)).toEqual(['home/work/.agents/skills/a/SKILL.md'])
    expect(codes(found.diagnostics)).toEqual(['link/escapes'])
    expect(found.repository).toBe(tree.home)
  })

  it('reached by a link is still found to its real root', async () => {
    using tree = temporaryTree({
      'home/repo/.agents/skills/a/SKILL.md': skillText,
      'home/repo/src/x.ts': '',
    })
    tree.link('short', tree.at('home/repo/src'))
    const found = await discover(tree.options({ cwd: tree.at('short') }))
    expect(tree.found(found)).toEqual(['home/repo/.agents/skills/a/SKILL.md'])
  })

  it('whose folder is linked to a user root is that user entry, without a word', async () => {
    using tree = temporaryTree({ 'home/.agents/skills/a/SKILL.md': skillText })
    tree.link('home/repo/.claude/skills', tree.at('home/.agents/skills'))
    tree.link('home/repo/.agents/skills/a', tree.at('home/.agents/skills/a'))
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual(['home/.agents/skills/a/SKILL.md'])
    expect(found.candidates[0]?.root.scope).toBe('user')
    expect(found.diagnostics).toEqual([])
  })

  it("threat T2: keeps the paths of its settings inside the repository, and a project's `skills` is no way out", async () => {
    using tree = temporaryTree({
      'home/repo/team/a/SKILL.md': skillText,
      'home/private/SKILL.md': skillText,
    })
    tree.link('home/repo/way-out', tree.at('home/private'))
    tree.write('home/other/SKILL.md')
    const projectPaths = ['./team', '../private', '~/other', 'way-out']
    const found = await discover(tree.options({ projectPaths }))
    expect(tree.found(found)).toEqual(['home/repo/team/a/SKILL.md'])
    expect(found.candidates[0]?.root.scope).toBe('project')
    expect(codes(found.diagnostics)).toEqual(['link/escapes', 'link/escapes', 'link/escapes'])
  })
})

describe('a path that somebody named', () => {
  it('bug 28 ~ in configured roots: home and a stated base, and no folder called ~ is made', async () => {
    using tree = temporaryTree({
      'home/my skills/a/SKILL.md': skillText,
      'home/x/b/SKILL.md': skillText,
      'home/.conf/rel/c/SKILL.md': skillText,
    })
    const base = tree.at('home/.conf')
    const paths = ['~/my skills', '$HOME/x', './rel', './gone'].map((path) => ({ path, base }))
    const found = await discover(tree.options({ paths }))
    expect(tree.found(found)).toEqual([
      'home/my skills/a/SKILL.md',
      'home/x/b/SKILL.md',
      'home/.conf/rel/c/SKILL.md',
    ])
    expect(found.diagnostics).toMatchObject([
      { code: 'root/missing', severity: 'warning', file: tree.at('home/.conf/gone') },
    ])
  })

  it('as a plain string starts at the working folder', async () => {
    using tree = temporaryTree({ 'home/repo/local/a/SKILL.md': skillText })
    expect(tree.found(await discover(tree.options({ paths: ['local'] })))).toEqual([
      'home/repo/local/a/SKILL.md',
    ])
  })

  it('that holds SKILL.md is one skill and a leaf, with all that is in its folder', async () => {
    using tree = temporaryTree({
      'lib/pdf/SKILL.md': skillText,
      'lib/pdf/notes.md': skillText,
      'lib/pdf/inner/SKILL.md': skillText,
    })
    const { candidates } = await discover(tree.options({ paths: [tree.at('lib/pdf')] }))
    expect(candidates).toMatchObject([{ path: tree.at('lib/pdf/SKILL.md'), singleFile: false }])
    expect(candidates[0]?.atRoot).toBeUndefined()
  })

  it('may be one .md file, and a SKILL.md named outright is its whole folder', async () => {
    using tree = temporaryTree({ 'lib/review.md': skillText, 'lib/pdf/SKILL.md': skillText })
    const paths = [tree.at('lib/review.md'), tree.at('lib/pdf/SKILL.md')]
    const { candidates } = await discover(tree.options({ paths }))
    expect(candidates.map(({ path, singleFile }) => [path, singleFile])).toEqual([
      [paths[0], true],
      [paths[1], false],
    ])
  })

  it('that is missing, empty, impossible or no Markdown is one warning each, and the rest loads', async () => {
    using tree = temporaryTree({ 'lib/a/SKILL.md': skillText, 'notes.txt': 'x' })
    tree.link('nowhere', '/nowhere/at/all')
    const paths = [
      'gone',
      '',
      ' ',
      'a\0b',
      tree.at('notes.txt'),
      tree.at('nowhere'),
      tree.at('lib'),
    ]
    const found = await discover(tree.options({ paths }))
    expect(tree.found(found)).toEqual(['lib/a/SKILL.md'])
    expect(codes(found.diagnostics)).toEqual([
      'root/missing',
      'root/missing',
      'root/missing',
      'root/missing',
      'root/file',
      'root/missing',
    ])
    for (const { severity, hint } of found.diagnostics) {
      expect(severity).toBe('warning')
      expect(hint).toBeTruthy()
    }
  })

  it("ancestor B: counts first: the same skill in a user's root is one candidate, the explicit one", async () => {
    using tree = temporaryTree({ 'home/.agents/skills/a/SKILL.md': skillText })
    const found = await discover(tree.options({ paths: ['~/.agents/skills'] }))
    expect(found.candidates.map(({ root }) => root.scope)).toEqual(['explicit'])
    expect(found.diagnostics).toEqual([])
  })
})

it("a client's skills folder that is a file is a warning", async () => {
  using tree = temporaryTree()
  mkdirSync(tree.at('home/repo/.agents'))
  writeFileSync(tree.at('home/repo/.agents/skills'), 'x')
  const { diagnostics } = await discover(tree.options())
  expect(codes(diagnostics)).toEqual(['root/file'])
})
