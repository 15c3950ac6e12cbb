import { describe, expect, it } from 'vitest'
import { discover } from './index.ts'
import { skillText, temporaryTree } from './temporary-tree.ts'

const said = (diagnostics: readonly { readonly code: string; readonly file: string }[]) =>
  diagnostics.map(({ code, file }) => [code, file])

describe('a link', () => {
  it('bug 17 linked skill folder: followed, and known under the name of the link', async () => {
    using tree = temporaryTree({ 'lib/pdf-v2/SKILL.md': skillText })
    tree.link('home/.agents/skills/pdf', tree.at('lib/pdf-v2'))
    const { candidates, diagnostics } = await discover(tree.options())
    expect(candidates).toMatchObject([
      {
        path: tree.at('home/.agents/skills/pdf/SKILL.md'),
        realPath: tree.at('lib/pdf-v2/SKILL.md'),
      },
    ])
    expect(diagnostics).toEqual([])
  })

  it('bug 17 linked root, and a linked group of skills below it', async () => {
    using tree = temporaryTree({
      'all/a/SKILL.md': skillText,
      'more/b/SKILL.md': skillText,
    })
    tree.link('home/.agents/skills', tree.at('all'))
    tree.link('all/group', tree.at('more'))
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([
      'home/.agents/skills/a/SKILL.md',
      'home/.agents/skills/group/b/SKILL.md',
    ])
  })

  it('to SKILL.md itself is followed, and two of them to one file are one skill', async () => {
    using tree = temporaryTree({ 'lib/one.md': skillText })
    tree.link('home/.agents/skills/a/SKILL.md', tree.at('lib/one.md'))
    tree.link('home/.agents/skills/b/SKILL.md', tree.at('lib/one.md'))
    const { candidates, diagnostics } = await discover(tree.options())
    expect(candidates).toMatchObject([
      { path: tree.at('home/.agents/skills/a/SKILL.md'), realPath: tree.at('lib/one.md') },
    ])
    expect(new TextDecoder().decode(candidates[0]?.head?.bytes)).toBe(skillText)
    expect(diagnostics).toEqual([])
  })

  it("bug 18 containment of links: the user's own are followed anywhere", async () => {
    using tree = temporaryTree({ 'home/work/x/SKILL.md': skillText })
    tree.link('home/.agents/skills/x', tree.at('home/work/x'))
    expect(tree.found(await discover(tree.options()))).toEqual(['home/.agents/skills/x/SKILL.md'])
  })

  it('bug 18 containment of links: below a refused SKILL.md nothing else is a skill', async () => {
    using tree = temporaryTree({
      'home/.ssh/SKILL.md': skillText,
      'home/repo/.agents/skills/z/inner/SKILL.md': skillText,
    })
    tree.link('home/repo/.agents/skills/z/SKILL.md', tree.at('home/.ssh/SKILL.md'))
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([])
    expect(said(found.diagnostics)).toEqual([
      ['link/escapes', tree.at('home/repo/.agents/skills/z/SKILL.md')],
    ])
  })

  it('below a SKILL.md that leads nowhere the search goes on', async () => {
    using tree = temporaryTree({ 'home/repo/.agents/skills/z/inner/SKILL.md': skillText })
    tree.link('home/repo/.agents/skills/z/SKILL.md', 'gone.md')
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual(['home/repo/.agents/skills/z/inner/SKILL.md'])
  })

  it("bug 18 containment of links: a project's link out of the repository is refused, with target and reason", async () => {
    using tree = temporaryTree({
      'home/.ssh/SKILL.md': skillText,
      'home/repo/.agents/skills/ok/SKILL.md': skillText,
      'home/repo/lib/in/SKILL.md': skillText,
    })
    tree.link('home/repo/.agents/skills/in', '../../lib/in')
    tree.link('home/repo/.agents/skills/y', tree.at('home/.ssh'))
    tree.link('home/repo/.agents/skills/z/SKILL.md', '../../../../.ssh/SKILL.md')
    tree.link('home/repo/.claude/skills', '../../.ssh')
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([
      'home/repo/.agents/skills/in/SKILL.md',
      'home/repo/.agents/skills/ok/SKILL.md',
    ])
    expect(said(found.diagnostics)).toEqual([
      ['link/escapes', tree.at('home/repo/.agents/skills/y')],
      ['link/escapes', tree.at('home/repo/.agents/skills/z/SKILL.md')],
      ['link/escapes', tree.at('home/repo/.claude/skills')],
    ])
    expect(found.diagnostics[0]?.message).toContain(tree.at('home/.ssh'))
    expect(found.diagnostics[0]?.message).toContain(tree.repo)
  })

  it('bug 18 containment of links: the answer does not tell whether the outside file is there', async () => {
    using tree = temporaryTree({ 'home/there': '' })
    tree.link('home/repo/.agents/skills/a', '../../../there')
    tree.link('home/repo/.agents/skills/b', '../../../gone')
    const { diagnostics } = await discover(tree.options())
    expect(diagnostics.map(({ code }) => code)).toEqual(['link/escapes', 'link/escapes'])
  })

  it('bug 19 dangling link: one warning, and the rest loads', async () => {
    using tree = temporaryTree({ 'home/.agents/skills/ok/SKILL.md': skillText })
    tree.link('home/.agents/skills/gone', '/nowhere')
    tree.link('home/.agents/skills/group/SKILL.md', 'nothing.md')
    tree.write('home/.agents/skills/group/b/SKILL.md')
    tree.link('home/.claude/skills', '/nowhere/either')
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([
      'home/.agents/skills/group/b/SKILL.md',
      'home/.agents/skills/ok/SKILL.md',
    ])
    expect(said(found.diagnostics)).toEqual([
      ['link/dangling', tree.at('home/.agents/skills/gone')],
      ['link/dangling', tree.at('home/.agents/skills/group/SKILL.md')],
      ['link/dangling', tree.at('home/.claude/skills')],
    ])
    expect(found.diagnostics[0]?.message).toContain('/nowhere')
  })

  it('bug 20 link loops: each skill once, each loop one warning', async () => {
    using tree = temporaryTree({
      'home/.agents/skills/a/SKILL.md': skillText,
      'home/.agents/skills/group/b/SKILL.md': skillText,
    })
    tree.link('home/.agents/skills/a/loop', '..')
    tree.link('home/.agents/skills/self', '.')
    tree.link('home/.agents/skills/group/up', '..')
    tree.link('home/.agents/skills/ring', 'ring')
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([
      'home/.agents/skills/a/SKILL.md',
      'home/.agents/skills/group/b/SKILL.md',
    ])
    expect(said(found.diagnostics)).toEqual([
      ['link/loop', tree.at('home/.agents/skills/ring')],
      ['link/loop', tree.at('home/.agents/skills/self')],
      ['link/loop', tree.at('home/.agents/skills/group/up')],
    ])
  })

  it('bug 20 link loops: two folders that lead to each other end, and both are read', async () => {
    using tree = temporaryTree({
      'home/.agents/skills/x/a/SKILL.md': skillText,
      'lib/z/b/SKILL.md': skillText,
    })
    tree.link('home/.agents/skills/x/y', tree.at('lib/z'))
    tree.link('lib/z/w', tree.at('home/.agents/skills/x'))
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([
      'home/.agents/skills/x/a/SKILL.md',
      'home/.agents/skills/x/y/b/SKILL.md',
    ])
    expect(said(found.diagnostics)).toEqual([['link/loop', tree.at('home/.agents/skills/x/y/w')]])
  })

  it('bug 21 same folder by two roots: one entry each, no warning', async () => {
    using tree = temporaryTree({ 'home/repo/.agents/skills/a/SKILL.md': skillText })
    tree.link('home/repo/.claude/skills', '../.agents/skills')
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual(['home/repo/.agents/skills/a/SKILL.md'])
    expect(found.diagnostics).toEqual([])
  })

  it('bug 21 same folder by two roots: what is wrong in it is said once', async () => {
    using tree = temporaryTree()
    tree.link('home/repo/.agents/skills/gone', 'nothing')
    tree.link('home/repo/.claude/skills', '../.agents/skills')
    const { diagnostics } = await discover(tree.options())
    expect(diagnostics.map(({ code }) => code)).toEqual(['link/dangling'])
  })

  it('ancestor B: links to the same file count once, by its real path', async () => {
    using tree = temporaryTree({ 'home/.pi/agent/skills/a/SKILL.md': skillText })
    tree.link('home/.pi/agent/skills/b', 'a')
    tree.link('home/.claude/skills/c', tree.at('home/.pi/agent/skills/a'))
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual(['home/.claude/skills/c/SKILL.md'])
    expect(found.diagnostics).toEqual([])
  })
})
