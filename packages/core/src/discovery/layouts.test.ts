import { describe, expect, it } from 'vitest'
import { discover } from './index.ts'
import { skillText, temporaryTree } from './temporary-tree.ts'

describe('the layouts', () => {
  it('ancestor A: below .free-code/skills any .md file at any depth is a candidate, of project and user', async () => {
    using tree = temporaryTree({
      'home/repo/.free-code/skills/review.md': skillText,
      'home/repo/.free-code/skills/git/commit.MD': skillText,
      'home/repo/.free-code/skills/git/notes.txt': 'x',
      'home/repo/.free-code/skills/pdf/SKILL.md': skillText,
      'home/repo/.free-code/skills/pdf/forms.md': skillText,
      'home/.free-code/skills/review.md': skillText,
    })
    const { candidates, diagnostics } = await discover(tree.options())
    const shown = candidates.map(({ path, root, singleFile }) => [
      path.slice(root.path.length + 1),
      root.scope,
      root.layout,
      singleFile,
    ])
    expect(shown).toEqual([
      ['git/commit.MD', 'project', 'any-markdown', true],
      ['pdf/SKILL.md', 'project', 'any-markdown', false],
      ['review.md', 'project', 'any-markdown', true],
      ['review.md', 'user', 'any-markdown', true],
    ])
    expect(diagnostics).toEqual([])
  })

  it('ancestor B: in pi, .md files straight in the root, and below it folders with SKILL.md', async () => {
    using tree = temporaryTree({
      'home/.pi/agent/skills/review.md': skillText,
      'home/.pi/agent/skills/group/pdf/SKILL.md': skillText,
      'home/.pi/agent/skills/group/loose.md': skillText,
      'home/.pi/agent/skills/group/pdf/inner/SKILL.md': skillText,
      'home/repo/.pi/skills/fix.md': skillText,
    })
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([
      'home/repo/.pi/skills/fix.md',
      'home/.pi/agent/skills/group/pdf/SKILL.md',
      'home/.pi/agent/skills/review.md',
    ])
    expect(found.candidates.map(({ singleFile }) => singleFile)).toEqual([true, false, true])
  })

  it('explicit folders are read as pi reads them, and the other clients’ take folders alone', async () => {
    using tree = temporaryTree({
      'lib/review.md': skillText,
      'lib/pdf/SKILL.md': skillText,
      'home/.agents/skills/review.md': skillText,
    })
    const found = await discover(tree.options({ paths: [tree.at('lib')] }))
    expect(tree.found(found)).toEqual(['lib/pdf/SKILL.md', 'lib/review.md'])
  })

  it('pass over hidden .md files, and follow links to .md files', async () => {
    using tree = temporaryTree({
      'home/.free-code/skills/._review.md': 'x',
      'home/notes/fix.md': skillText,
    })
    tree.link('home/.free-code/skills/fix.md', tree.at('home/notes/fix.md'))
    const { candidates } = await discover(tree.options())
    expect(candidates).toMatchObject([
      {
        path: tree.at('home/.free-code/skills/fix.md'),
        realPath: tree.at('home/notes/fix.md'),
        singleFile: true,
      },
    ])
  })
})

describe('ignore files in a walk', () => {
  const root = 'home/.agents/skills'

  it('bug 24 .gitignore effects: one inside a skill never hides that skill', async () => {
    using tree = temporaryTree({
      [`${root}/run/SKILL.md`]: skillText,
      [`${root}/run/.gitignore`]: '*\n',
      [`${root}/sub/.gitignore`]: '*\n',
      [`${root}/sub/skill.md`]: skillText,
    })
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([`${root}/run/SKILL.md`, `${root}/sub/skill.md`])
    for (const candidate of found.candidates) expect(candidate.ignored).toBeUndefined()
  })

  it("bug 24 .gitignore effects: a repository's own, above the skills root, hides nothing", async () => {
    using tree = temporaryTree({
      'home/repo/.gitignore': '.claude/\n/local/*\n!/local/skills/\n',
      'home/repo/.claude/skills/a/SKILL.md': skillText,
      'home/repo/local/skills/x/SKILL.md': skillText,
    })
    const found = await discover(tree.options({ paths: ['local/skills'] }))
    expect(tree.found(found)).toEqual([
      'home/repo/local/skills/x/SKILL.md',
      'home/repo/.claude/skills/a/SKILL.md',
    ])
  })

  it('bug 24 .gitignore effects: negated rules are read as git reads them', async () => {
    using tree = temporaryTree({
      'w/.gitignore': '/local/*\n!/local/skills/\n',
      'w/local/skills/x/SKILL.md': skillText,
      'w/local/other/y/SKILL.md': skillText,
    })
    const found = await discover(tree.options({ paths: [tree.at('w')] }))
    expect(tree.found(found)).toEqual(['w/local/skills/x/SKILL.md'])
    expect(found.diagnostics).toMatchObject([{ code: 'walk/not-entered' }])
    expect(found.diagnostics[0]?.message).toContain(tree.at('w/local/other'))
  })

  it('bug 24 .gitignore effects: a skill left out is listed with file and line, and is not read', async () => {
    using tree = temporaryTree({
      [`${root}/.gitignore`]: '# mine\ndraft-*\n',
      [`${root}/draft-a/SKILL.md`]: skillText,
      [`${root}/z/SKILL.md`]: skillText,
    })
    const { candidates } = await discover(tree.options())
    expect(candidates).toMatchObject([
      { path: tree.at(`${root}/z/SKILL.md`) },
      {
        path: tree.at(`${root}/draft-a/SKILL.md`),
        ignored: { file: tree.at(`${root}/.gitignore`), line: 2, pattern: 'draft-*' },
        diagnostics: [{ code: 'ignore/skill', severity: 'info' }],
      },
    ])
    expect(candidates[1]).not.toHaveProperty('head')
  })

  it('count in this order within a folder: .gitignore, .ignore, .fdignore', async () => {
    using tree = temporaryTree({
      [`${root}/.gitignore`]: 'a\nb\n',
      [`${root}/.ignore`]: '!a\n!b\n',
      [`${root}/.fdignore`]: 'b\n',
      [`${root}/a/SKILL.md`]: skillText,
      [`${root}/b/SKILL.md`]: skillText,
    })
    const { candidates } = await discover(tree.options())
    expect(candidates.map(({ ignored }) => ignored?.file)).toEqual([
      undefined,
      tree.at(`${root}/.fdignore`),
    ])
  })

  it('ancestor B: rules of .gitignore, .ignore and .fdignore hold with the prefix of their folder', async () => {
    const skills = 'home/.pi/agent/skills'
    using tree = temporaryTree({
      [`${skills}/team/.gitignore`]: '/old\n',
      [`${skills}/team/old/SKILL.md`]: skillText,
      [`${skills}/old/SKILL.md`]: skillText,
      [`${skills}/b/.ignore`]: 'x/\n',
      [`${skills}/b/x/SKILL.md`]: skillText,
      [`${skills}/.fdignore`]: 'secret.md\n',
      [`${skills}/secret.md`]: skillText,
      [`${skills}/open.md`]: skillText,
    })
    const { candidates } = await discover(tree.options())
    expect(
      candidates.map(({ path, ignored }) => [
        path.slice(tree.at(skills).length + 1),
        ignored?.line,
      ]),
    ).toEqual([
      ['old/SKILL.md', undefined],
      ['open.md', undefined],
      ['b/x/SKILL.md', 1],
      ['secret.md', 1],
      ['team/old/SKILL.md', 1],
    ])
  })

  it('a rule for the file itself leaves the skill out as one for its folder does', async () => {
    using tree = temporaryTree({
      [`${root}/.gitignore`]: 'SKILL.md\n!/b/SKILL.md\n',
      [`${root}/a/SKILL.md`]: skillText,
      [`${root}/b/SKILL.md`]: skillText,
    })
    const { candidates } = await discover(tree.options())
    expect(candidates.map(({ ignored }) => ignored?.line)).toEqual([undefined, 1])
  })

  it('what one root leaves out and another names is found, once', async () => {
    using tree = temporaryTree({
      'w/.gitignore': 'drafts\nmine\n',
      'w/mine/SKILL.md': skillText,
    })
    const found = await discover(tree.options({ paths: [tree.at('w'), tree.at('w/mine')] }))
    expect(found.candidates).toMatchObject([{ path: tree.at('w/mine/SKILL.md') }])
    expect(found.candidates[0]?.ignored).toBeUndefined()
  })

  it('threat T7: exhaustion: patterns that would keep a backtracking matcher busy for minutes are answered', async () => {
    using tree = temporaryTree({
      [`${root}/.gitignore`]: `${'**/a/'.repeat(6)}x\n${'*a'.repeat(30)}b\n${'x'.repeat(300)}\n`,
      [`${root}/ok/SKILL.md`]: skillText,
    })
    tree.write(`${root}/${'a'.repeat(200)}/${'a'.repeat(200)}/${'a'.repeat(200)}/SKILL.md`)
    const { candidates, diagnostics } = await discover(tree.options())
    expect(candidates).toHaveLength(2)
    expect(diagnostics.map(({ code }) => code)).toEqual(['ignore/pattern'])
  })
})
