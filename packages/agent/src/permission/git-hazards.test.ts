import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WorkspaceFixture, workspaceFixture } from '../tools/workspace-fixture.ts'
import { decide } from './decide.ts'
import { type GitSetting, readGitConfig } from './git-config.ts'
import { gitRunsPrograms } from './git-hazards.ts'
import { parseRule } from './rule.ts'

const hasGit = spawnSync('git', ['--version']).status === 0

const git = (at: WorkspaceFixture, ...words: string[]) =>
  spawnSync('git', words, {
    cwd: at.workspace,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: at.home, GIT_CONFIG_NOSYSTEM: '1' },
  })

describe('the configuration of a repository (E3)', () => {
  it.each([
    '[a] [diff] external = touch PWNED;true\n',
    '[a][b "c]"][diff]external=x',
    '[core] bare = false\n[user]name=x\n[user] [core]\nfsmonitor = x',
    '[remote "a]"] uploadpack = x',
    '[remote "a\\"]"] url = y\nuploadpack = x',
    '[core]\n\talternateRefsCommand = x',
    '[core]\n\tgitProxy = x',
    '[gpg "ssh"]\n\tdefaultKeyCommand = x',
    '[gpg.ssh]\n\tdefaultKeyCommand = x',
    '[include]\n\tpath = ../evil',
    '[user] [include] path = ../evil',
    '[includeIf "gitdir:/**"]\n\tpath = ../evil',
    '[core]\n\tbare = \\\n false\n\texcludesFile = /x',
    '[core]\n\tworktree = /home',
    '[remote "x"]\n\tpromisor = true',
    '[lfs "extension.x"]\n\tclean = x',
    '[submodule "x"]\n\tupdate = !x',
    '\uFEFF[diff] external = x',
    '[of-tomorrow]\n\tkey = x',
    'no section = x',
    '[core]\n\tbare = "open',
    '[core]\n\tbare = \\x',
    '[core\nbare = x',
  ])('speaks against git with %j', (config) => {
    using at = workspaceFixture()
    at.files({ '.git/config': config })
    expect(gitRunsPrograms(at.workspace)).toBe(true)
  })

  it.each([
    '',
    '# external = x\n; [diff] external = x\n',
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates\n',
    '[remote "origin"]\r\n\turl = https://x/y.git # [diff] external\r\n\tfetch = +refs/heads/*:refs/remotes/origin/*\r\n',
    '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n\tvscode-merge-base = x\n',
    '[user]\n\tname = "[diff] external = x"\n\temail = a\\\n@b\n',
    '[user] [branch "a]"] remote = x [diff] external = y',
  ])('has nothing against %j', (config) => {
    using at = workspaceFixture()
    at.files({ '.git/config': config })
    expect(gitRunsPrograms(at.workspace)).toBe(false)
  })

  it.runIf(hasGit)('keeps a copied repository from running its program under a pattern', () => {
    using at = workspaceFixture()
    git(at, 'init', '-q')
    at.files({ a: 'one\n' })
    git(at, 'add', 'a')
    at.files({ a: 'two\n', '.git/config': '[a] [diff] external = touch PWNED;true\n' })
    const access = { kind: 'run', command: 'git diff a', cwd: at.workspace } as const
    const context = { workspace: at.workspace, home: at.home, readableSkills: [] }
    const rules = [parseRule('Bash(git diff *)', 'allow', 'state')]
    expect(decide({ tool: 'bash', input: {}, access }, rules, context).effect).toBe('ask')
    git(at, 'diff', 'a')
    expect(existsSync(at.path('PWNED'))).toBe(true)
  })

  it('is looked for where git looks for it', () => {
    using at = workspaceFixture()
    const evil = '[core] fsmonitor = x'
    at.files({
      'outer/.git/config': evil,
      // Git passes over a `.git` that is no repository.
      'outer/inner/.git/config': '',
      'outer/inner/.git/HEAD': 'nothing\n',
      'outer/inner/.git/objects/x': '',
      'outer/inner/.git/refs/x': '',
      'common/.git/commondir': '../elsewhere\n',
      'common/elsewhere/config': evil,
      'linked/.git': 'gitdir: at\nline\n',
      'linked/at\nline/config': evil,
      'work/.git': 'gitdir: trees/x\n',
      'work/trees/x/config.worktree': evil,
      'outer/whole/.git/HEAD': 'ref: refs/heads/main\n',
      'outer/whole/.git/objects/x': '',
      'outer/whole/.git/refs/x': '',
      'big/.git/config': `# ${'x'.repeat(300_000)}`,
    })
    for (const name of ['outer/inner', 'common', 'linked', 'work', 'big']) {
      expect([name, gitRunsPrograms(at.path(name))]).toEqual([name, true])
    }
    expect(gitRunsPrograms(at.path('outer/whole'))).toBe(false)
  })

  it.runIf(hasGit)('is read as git itself reads it', () => {
    using at = workspaceFixture()
    const piece = fc.constantFrom(
      '[a]',
      '[b "c]"]',
      '[d "e\\"f"]',
      '[g.H]',
      ' ',
      '\n',
      '\t',
      '\r\n',
      'key',
      '=',
      '"',
      '\\',
      '#',
      ';',
      'x',
      '\\\n',
      '\\"',
      '\\t',
      '[',
      ']',
      'k = v\n',
      '"q # r"',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('')
        at.files({ config: text })
        const read = readGitConfig(text)
        const listed = git(at, 'config', '--file', 'config', '--list', '--null')
        // What git refuses cannot run anything; what it takes must have been read the same.
        if (listed.status !== 0 || read === undefined) return
        expect(read.map(entryOf)).toEqual(listed.stdout.split('\0').slice(0, -1))
      }),
      { numRuns: 150 },
    )
  })
})

/** As `git config --list --null` prints it. */
function entryOf({ section, subsection, key, value }: GitSetting): string {
  const name = [section, ...(subsection === undefined ? [] : [subsection]), key].join('.')
  return value === undefined ? name : `${name}\n${value}`
}
