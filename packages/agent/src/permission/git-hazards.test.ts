import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WorkspaceFixture, workspaceFixture } from '../tools/workspace-fixture.ts'
import { decide } from './decide.ts'
import { type GitSetting, readGitConfig } from './git-config.ts'
import { gitRunsPrograms } from './git-hazards.ts'
import { gitlinksIn } from './git-index.ts'
import { parseRule } from './rule.ts'

const hasGit = spawnSync('git', ['--version']).status === 0

const git = (at: WorkspaceFixture, ...words: string[]) =>
  spawnSync('git', words, {
    cwd: at.workspace,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: at.home, GIT_CONFIG_NOSYSTEM: '1' },
  })

describe('threat E3: the configuration of a repository', () => {
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

  it.runIf(hasGit)('keeps nobody waiting at a pipe in the place of one of its files', () => {
    const effects = ['index', 'config', 'config.worktree', 'HEAD', 'commondir'].map((name) => {
      using at = workspaceFixture()
      git(at, 'init', '-q')
      rmSync(at.path(`.git/${name}`), { force: true })
      expect(spawnSync('mkfifo', [at.path(`.git/${name}`)]).status).toBe(0)
      const access = { kind: 'run', command: 'git status', cwd: at.workspace } as const
      const context = { workspace: at.workspace, home: at.home, readableSkills: [] }
      const rules = [parseRule('bash(git status)', 'allow', 'state')]
      return decide({ tool: 'bash', input: {}, access }, rules, context).effect
    })
    expect(effects.slice(0, 3)).toEqual(['ask', 'ask', 'ask'])
    expect(effects).toHaveLength(5)
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

describe('threat E3: the configuration of a submodule', () => {
  /** A repository `outer` with one submodule `sub` in it, whose last change is not committed. */
  function withSubmodule(at: WorkspaceFixture, ...format: string[]) {
    const run = (folder: string, ...words: string[]) => {
      const made = git(at, '-C', folder, '-c', 'protocol.file.allow=always', ...identity, ...words)
      expect([words, made.status, made.stderr]).toEqual([words, 0, expect.any(String)])
    }
    git(at, 'init', '-q', ...format, 'inner')
    at.files({ 'inner/a': 'one\n', 'outer/b': 'one\n' })
    run('inner', 'add', 'a')
    run('inner', 'commit', '-qm', 'one')
    git(at, 'init', '-q', ...format, 'outer')
    run('outer', 'submodule', '--quiet', 'add', at.path('inner'), 'deep/sub')
    run('outer', 'add', '.')
    run('outer', 'commit', '-qm', 'one')
    at.files({ 'outer/deep/sub/a': 'two\n' })
    return run
  }
  const identity = ['-c', 'user.name=n', '-c', 'user.email=e@e']
  const verdict = (at: WorkspaceFixture) => {
    const access = { kind: 'run', command: 'git status', cwd: at.path('outer') } as const
    const context = { workspace: at.path('outer'), home: at.home, readableSkills: [] }
    const rules = [parseRule('bash(git status)', 'allow', 'state')]
    return decide({ tool: 'bash', input: {}, access }, rules, context).effect
  }

  it.runIf(hasGit)(
    'threat E3: runs its program in `git status` of the repository around it',
    () => {
      using at = workspaceFixture()
      const run = withSubmodule(at)
      expect([gitRunsPrograms(at.path('outer')), verdict(at)]).toEqual([false, 'allow'])
      const script = at.path('evil.sh')
      at.files({ 'evil.sh': `#!/bin/sh\ntouch ${at.path('PWNED')}\n` })
      git(
        at,
        'config',
        '-f',
        'outer/.git/modules/deep/sub/config',
        'core.fsmonitor',
        `sh ${script}`,
      )
      expect([gitRunsPrograms(at.path('outer')), verdict(at)]).toEqual([true, 'ask'])
      run('outer', 'status')
      expect(existsSync(at.path('PWNED'))).toBe(true)
    },
  )

  it.runIf(hasGit)('is found in an index of each version, with each kind of hash', () => {
    for (const version of ['2', '3', '4']) {
      for (const format of ['sha1', 'sha256']) {
        using at = workspaceFixture()
        const run = withSubmodule(at, `--object-format=${format}`)
        if (version === '3') run('outer', 'add', '--intent-to-add', '.')
        run('outer', 'update-index', '--index-version', version)
        expect([version, format, gitRunsPrograms(at.path('outer'))]).toEqual([
          version,
          format,
          false,
        ])
        at.files({ 'outer/.git/modules/deep/sub/config': '[diff]\nexternal = x' })
        expect([version, format, gitRunsPrograms(at.path('outer'))]).toEqual([
          version,
          format,
          true,
        ])
      }
    }
  })

  it.runIf(hasGit)('is found in version 4 behind names that are cut by more than 127 bytes', () => {
    using at = workspaceFixture()
    const run = withSubmodule(at)
    // Each name says how much of the one before it is left out; beyond 127 that takes two bytes.
    for (const [name, depth] of [
      ['a', 2],
      ['c', 60],
    ] as const) {
      at.files({ [`outer/${`${name.repeat(63)}/`.repeat(depth)}b`]: 'x' })
    }
    run('outer', 'add', '.')
    run('outer', 'update-index', '--index-version', '4')
    const index = readFileSync(at.path('outer/.git/index'))
    expect(gitlinksIn(index)).toEqual(['deep/sub'])
    at.files({ 'outer/.git/modules/deep/sub/config': '[diff]\nexternal = x' })
    expect(gitRunsPrograms(at.path('outer'))).toBe(true)
  })

  it.runIf(hasGit)('counts also where a repository of its own was added as it stood', () => {
    using at = workspaceFixture()
    const run = withSubmodule(at)
    git(at, 'clone', '-q', 'inner', 'outer/own')
    run('outer', '-c', 'advice.addEmbeddedRepo=false', 'add', 'own')
    at.files({ 'outer/own/.git/config': '[core]\nfsmonitor = x' })
    expect(gitRunsPrograms(at.path('outer'))).toBe(true)
  })

  it.runIf(hasGit)('that stands in another place than it says is not known', () => {
    using at = workspaceFixture()
    const run = withSubmodule(at)
    run('outer', 'config', '-f', '.git/modules/deep/sub/config', 'core.worktree', '/')
    expect(gitRunsPrograms(at.path('outer'))).toBe(true)
  })

  it.runIf(hasGit)('is not known where the index is split, broken or of tomorrow', () => {
    using at = workspaceFixture()
    const run = withSubmodule(at)
    const index = at.path('outer/.git/index')
    const whole = readFileSync(index)
    run('outer', 'update-index', '--split-index')
    expect(gitRunsPrograms(at.path('outer'))).toBe(true)
    const tomorrow = Buffer.from(whole)
    tomorrow.writeUInt32BE(5, 4)
    const cut = whole.subarray(0, whole.indexOf(Buffer.from([0, 0, 0xe0, 0])) + 10)
    const other = Buffer.from(whole)
    other.writeUInt32BE(0o170000, 12 + 24)
    for (const broken of [Buffer.alloc(0), tomorrow, cut, other]) {
      writeFileSync(index, broken)
      expect(gitRunsPrograms(at.path('outer'))).toBe(true)
    }
  })

  it('property: whatever bytes an index holds, reading it ends', () => {
    const head = fc.constantFrom(2, 3, 4).map((version) => {
      const bytes = Buffer.from('DIRC\0\0\0\0\0\0\0\u0003', 'latin1')
      bytes.writeUInt32BE(version, 4)
      return bytes
    })
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
        const links = gitlinksIn(Buffer.concat([start, rest, Buffer.from([0, 0, 0xe0, 0])]))
        expect(links === undefined || Array.isArray(links)).toBe(true)
      }),
    )
  })
})
