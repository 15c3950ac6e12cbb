import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type SandboxFixture, sandboxFixture, whyNoSandbox } from './sandbox-fixture.ts'

const absence = await whyNoSandbox()
const title = absence === undefined ? 'the sandbox' : `left out: ${absence}`

const isRoot = process.getuid?.() === 0

/** What a hook, a setting or a filter would do outside: prove that it ran. */
const evil = `printf '#!/bin/sh\\ntouch "$HOME/ran"\\n'`

async function repository(): Promise<SandboxFixture> {
  const at = await sandboxFixture()
  at.git('init', '-q', '-b', 'main')
  at.files({ 'a.txt': 'one\n' })
  at.git('add', '.')
  at.git('commit', '-q', '-m', 'first')
  return at
}

/** Does outside what a person does every day; nothing of it may run what was made inside. */
function workOutside(at: SandboxFixture, folder = '.'): void {
  writeFileSync(at.path(join(folder, 'new.txt')), 'x')
  at.git('-C', folder, 'status')
  at.git('-C', folder, 'add', '.')
  at.git('-C', folder, 'commit', '-q', '-m', 'next')
  at.git('-C', folder, 'checkout', '-q', '-b', 'other')
  at.git('-C', folder, 'log', '-1')
  expect(existsSync(join(at.home, 'ran'))).toBe(false)
}

describe.skipIf(absence !== undefined)(title, () => {
  it('lets git work: status, add, commit, branches', async () => {
    using at = await repository()
    const identity = '-c user.name=Ada -c user.email=ada@example.org'
    const outcome = await at.bash(
      `echo two > b.txt && git add . && git ${identity} commit -q -m second && git checkout -q -b topic && git log --oneline | wc -l`,
    )
    expect(outcome).toMatchObject({ ok: true, text: '2' })
    expect(at.git('log', '--format=%s', '-1', 'topic').trim()).toBe('second')
  })

  it.each([
    ['a hook', `${evil} > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`],
    [
      'a hook, in namespaces of its own',
      `unshare -Urm bash -c '${evil.replaceAll("'", '"')} > /tmp/hook; chmod +x /tmp/hook; umount .git/hooks; mount -o remount,rw,bind .git/hooks; mkdir /tmp/x /tmp/y; mount --bind .git /tmp/x; mount --rbind .git /tmp/y; umount /tmp/y/hooks; for at in .git /tmp/x /tmp/y; do cp /tmp/hook $at/hooks/pre-commit; done'`,
    ],
    ['a setting', `git config core.fsmonitor 'touch ~/ran'`],
    ['a setting, by appending', `printf '[core]\\nfsmonitor = touch ~/ran\\n' >> .git/config`],
    ['attributes', `mkdir -p .git/info; echo '* filter=x' > .git/info/attributes`],
    ['the settings, by another file in their place', `cp .git/config c; mv -f c .git/config`],
    ['the whole of .git', `mv .git git2 && git init -q . && ${evil} > .git/hooks/pre-commit`],
    ['the whole of .git, by deleting it', `rm -rf .git; git init -q .; ${evil} > .git/hooks/x`],
    [
      'the folder of another repository',
      `mkdir -p own/objects own/refs && cp -r .git/HEAD own/ && printf '[core]\\nfsmonitor = touch ~/ran\\n' > own/config && echo ../own > .git/commondir`,
    ],
    [
      'settings of the worktree',
      `printf '[core]\\nfsmonitor = touch ~/ran\\n' > .git/config.worktree`,
    ],
  ])('threat E4: keeps %s of a repository as they are', async (_, command) => {
    using at = await repository()
    const config = readFileSync(at.path('.git/config'), 'utf8')
    await at.bash(command)
    expect(readFileSync(at.path('.git/config'), 'utf8')).toBe(config)
    expect(at.git('fsck').includes('error')).toBe(false)
    workOutside(at)
  })

  it('threat E4: holds a folder of hooks that was not there before', async () => {
    using at = await repository()
    await at.bash('true')
    renameSync(at.path('.git/hooks'), at.path('.git/kept'))
    const { text } = await at.bash(`mkdir -p .git/hooks; ${evil} > .git/hooks/pre-commit`)
    expect(text).toContain('Read-only file system')
    expect(readdirSync(at.path('.git/hooks'))).toEqual([])
  })

  it('threat E4: keeps nested repositories, submodules, worktrees and bare ones', async () => {
    using at = await repository()
    at.git('init', '-q', 'deep/nested')
    at.git('clone', '-q', '--bare', '.', 'bare.git')
    at.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', './bare.git', 'module')
    at.git('worktree', 'add', '-q', 'tree')
    expect(existsSync(at.path('.git/modules/module/config'))).toBe(true)
    const gits = ['.git', 'deep/nested/.git', 'bare.git', '.git/modules/module']
    const attempts = gits.flatMap((git) => [
      `${evil} > ${git}/hooks/pre-commit`,
      `echo '[core]' >> ${git}/config`,
    ])
    const more = [
      `echo 'gitdir: /tmp' > tree/.git`,
      `echo 'gitdir: /tmp' > module/.git`,
      `echo /tmp > .git/worktrees/tree/commondir`,
    ]
    const command = [...attempts, ...more].map((line) => `( ${line} ) || echo refused`).join('\n')
    const { text } = await at.bash(command)
    expect(text.match(/^refused$/gmu)).toHaveLength(attempts.length + more.length)
    expect(at.git('-C', 'tree', 'status')).toContain('On branch tree')
    workOutside(at)
  })

  it('threat E4: leaves a new repository alone that runs nothing', async () => {
    using at = await repository()
    const { text } = await at.bash('git init -q fresh && git worktree add -q tree')
    expect(text).toBe('(no output)')
    expect(at.git('-C', 'fresh', 'status')).toContain('No commits yet')
    expect(at.git('-C', 'tree', 'status')).toContain('On branch tree')
  })

  it.each([
    ['a hook', `git init -q new; ${evil} > new/.git/hooks/pre-commit; chmod +x new/.git/hooks/*`],
    ['a setting', `git init -q new; git -C new config core.fsmonitor 'touch ~/ran'`],
    [
      'hooks elsewhere',
      `git init -q new; mkdir new/h; ${evil} > new/h/pre-commit; chmod +x new/h/*; git -C new config core.hooksPath h`,
    ],
    [
      'a folder elsewhere',
      `git init -q real; git -C real config core.fsmonitor 'touch ~/ran'; mv real/.git data; mkdir new; echo 'gitdir: ../data' > new/.git`,
    ],
    [
      'a link in the place of .git',
      `git init -q real; git -C real config core.fsmonitor 'touch ~/ran'; mv real/.git data; mkdir new; ln -s ../data new/.git`,
    ],
    ['a .git file that names nothing yet', `mkdir -p new; echo 'gitdir: ../later' > new/.git`],
    [
      'the place of one that was moved',
      `mv known old; git init -q known; git -C known config core.fsmonitor 'touch ~/ran'`,
    ],
  ])('threat E4: puts a new repository aside that brings %s, and says so', async (_, command) => {
    using at = await repository()
    at.git('init', '-q', 'known')
    mkdirSync(at.path('new'), { recursive: true })
    const { text } = await at.bash(command)
    expect(text).toMatch(/was made inside and .*; it is now .*\.put-aside/u)
    workOutside(at)
    workOutside(at, existsSync(at.path('old')) ? 'known' : 'new')
  })

  it("threat T5: keeps settings, skill roots and shells' files, at any depth", async () => {
    using at = await repository()
    at.files({
      '.skillet/settings.json': '{}',
      '.claude/skills/a/SKILL.md': 'a',
      'deep/.envrc': 'a',
      'deep/.bashrc': 'a',
      'own-skills/b/SKILL.md': 'b',
    })
    const root = at.path('own-skills')
    const client = { client: 'skillet', layout: 'agent-skills', origin: 'named' } as const
    const roots = [{ path: root, realPath: root, scope: 'project', ...client } as const]
    const snapshot = { ...at.context().snapshot, roots }
    const attempts = [
      'echo x > .skillet/settings.json',
      'echo x > .claude/skills/a/SKILL.md',
      'mkdir .claude/skills/b',
      'echo x > deep/.envrc',
      'rm -f deep/.bashrc',
      'mv deep/.envrc deep/other',
      'echo x > own-skills/b/SKILL.md',
      'mv .skillet elsewhere',
    ]
    const command = attempts.map((line) => `( ${line} ) || echo refused`).join('\n')
    const { text } = await at.bash(command, { snapshot })
    expect(text.match(/^refused$/gmu)).toHaveLength(attempts.length)
  })

  it('threat T5: puts aside what would be obeyed and was not there before, and says so', async () => {
    using at = await repository()
    const made = [
      '.envrc',
      'deep/.skillet/settings.json',
      '.agents/skills/x/SKILL.md',
      '.gitmodules',
    ]
    const command = made
      .map((path) => `mkdir -p $(dirname ${path}); echo evil > ${path}`)
      .join('\n')
    const { text } = await at.bash(command)
    expect(made.filter((path) => existsSync(at.path(path)))).toEqual([])
    expect(readFileSync(at.path('.envrc.put-aside'), 'utf8')).toBe('evil\n')
    expect(text).toContain('[.envrc was made inside and would be obeyed outside the sandbox')
    await at.bash('echo again > .envrc')
    expect(readFileSync(at.path('.envrc.put-aside-2'), 'utf8')).toBe('again\n')
  })

  it('puts aside what a command made that was stopped', async () => {
    using at = await repository()
    const stop = new AbortController()
    const command = 'echo evil > .envrc; echo ready; sleep 20'
    await at.bash(command, { signal: stop.signal, emit: () => stop.abort() })
    expect(existsSync(at.path('.envrc'))).toBe(false)
  })

  it('finds what is made in a folder that it has seen a moment ago', async () => {
    using at = await repository()
    for (let round = 1; round <= 5; round += 1) {
      await at.bash(`mkdir d${round} && echo evil > d${round}/.envrc`)
      expect(existsSync(at.path(`d${round}/.envrc`))).toBe(false)
    }
  })

  it('works in a folder of a repository, whose other files are read-only', async () => {
    using at = await sandboxFixture()
    using inner = await innerFixture(at)
    const identity = '-c user.name=Ada -c user.email=ada@example.org'
    const outcome = await inner.bash(
      `echo two >> file && git status --short && git ${identity} commit -q -a -m second && cat ../top`,
    )
    expect(outcome).toMatchObject({ ok: true, text: ' M file\ntop' })
    const { text } = await inner.bash(`echo x > ../top; ${evil} > ../.git/hooks/pre-commit`)
    expect(text.match(/Read-only file system/gu)).toHaveLength(2)
    expect(readFileSync(at.path('top'), 'utf8')).toBe('top')
  })

  it('believes a .git file only where the repository knows of it', async () => {
    using at = await sandboxFixture()
    at.git('init', '-q', '../other')
    at.files({ '.git': `gitdir: ${join(at.home, 'other/.git')}\n` })
    const { openSandbox } = await import('./index.ts')
    const { workspace, home } = at
    const environment = { PATH: process.env['PATH'] ?? '' }
    const sandbox = await openSandbox({ workspace, home, environment, absent: [] })
    expect((await at.bash(`ls ${join(home, 'other')}`, { sandbox })).ok).toBe(false)
  })

  it('threat E4: opens no place that a folder of its own calls its repository', async () => {
    using at = await sandboxFixture()
    at.files({
      '.git': 'gitdir: own\n',
      'own/gitdir': `${at.path('.git')}\n`,
      'own/commondir': `${join(at.home, 'private')}\n`,
      [join(at.home, 'private/key')]: 'PRIVATE',
    })
    const { openSandbox } = await import('./index.ts')
    const { workspace, home } = at
    const environment = { PATH: process.env['PATH'] ?? '' }
    const sandbox = await openSandbox({ workspace, home, environment, absent: [] })
    const { text } = await at.bash('cat ~/private/key; echo x > ~/private/key', { sandbox })
    expect(text).not.toContain('PRIVATE')
    expect(readFileSync(join(home, 'private/key'), 'utf8')).toBe('PRIVATE')
  })

  it('works where the workspace is a submodule', async () => {
    using at = await sandboxFixture()
    at.git('init', '-q', '-b', 'main', 'module')
    at.git('-C', 'module', 'commit', '-q', '--allow-empty', '-m', 'first')
    at.git('init', '-q', '../outer')
    const add = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q']
    at.git('-C', '../outer', ...add, at.path('module'), 'module')
    const { openSandbox } = await import('./index.ts')
    const workspace = join(at.home, 'outer/module')
    const environment = { PATH: process.env['PATH'] ?? '' }
    const sandbox = await openSandbox({ workspace, home: at.home, environment, absent: [] })
    const identity = '-c user.name=Ada -c user.email=ada@example.org'
    const { text } = await at.bash(
      `echo x > x && git add . && git ${identity} commit -q -m second && git log --oneline | wc -l; ${evil} > ${join(at.home, 'outer/.git/modules/module/hooks/pre-commit')}; cat ../.gitmodules`,
      { sandbox, workspace, shell: { cwd: workspace } },
    )
    expect(text).toMatch(/^2\n.*Read-only file system\n.*No such file/u)
  })

  it('works in a worktree whose repository lies elsewhere', async () => {
    using at = await sandboxFixture()
    at.git('init', '-q', '-b', 'main', '../other')
    at.git('-C', '../other', 'commit', '-q', '--allow-empty', '-m', 'first')
    at.git('-C', '../other', 'worktree', 'add', '-q', join(at.workspace, 'tree'))
    const { openSandbox } = await import('./index.ts')
    const workspace = at.path('tree')
    const environment = { PATH: process.env['PATH'] ?? '' }
    const sandbox = await openSandbox({ workspace, home: at.home, environment, absent: [] })
    const identity = '-c user.name=Ada -c user.email=ada@example.org'
    const outcome = await at.bash(
      `echo x > x && git add . && git ${identity} commit -q -m second && git log --oneline | wc -l; ${evil} > ${join(at.home, 'other/.git/hooks/pre-commit')}`,
      { sandbox, workspace, shell: { cwd: workspace } },
    )
    expect(outcome.text).toMatch(/^2\n.*Read-only file system/u)
  })

  // Root looks into every folder.
  it.skipIf(isRoot)('keeps a folder as it is that cannot be looked into', async () => {
    using at = await repository()
    mkdirSync(at.path('closed'))
    chmodSync(at.path('closed'), 0o311)
    const command = 'echo fine; touch closed/new; chmod 755 closed'
    const { text } = await at.bash(command)
    expect(text).toMatch(/^fine\n.*Read-only file system\n.*Read-only file system/u)
    expect(statSync(at.path('closed')).mode & 0o777).toBe(0o311)
    chmodSync(at.path('closed'), 0o755)
  })

  it.skipIf(isRoot).each([
    ['itself', 'chmod 311 new'],
    ['with the folder above it', 'mkdir -p above; mv new above; chmod 311 above/new above'],
    ['by its .git', 'chmod 311 new/.git'],
  ])('threat E4: finds a new repository that was hidden %s, and says so', async (_, hide) => {
    using at = await repository()
    const config = `git -C new config core.fsmonitor 'touch ~/ran'`
    const { text } = await at.bash(`git init -q new && ${config} && ${hide}`)
    expect(text).toMatch(/was made inside and .*; it is now .*\.put-aside/u)
    const folder = existsSync(at.path('new')) ? 'new' : 'above/new'
    workOutside(at, folder)
    chmodSync(at.path(join(folder, '.git')), 0o755)
  })

  it.skipIf(isRoot)('threat E4: finds a hook in a folder that nobody may list', async () => {
    using at = await repository()
    const hook = 'new/.git/hooks/pre-commit'
    const { text } = await at.bash(
      `git init -q new && ${evil} > ${hook} && chmod +x ${hook} && chmod 311 new/.git/hooks`,
    )
    expect(text).toContain('new/.git/HEAD was made inside')
    workOutside(at, 'new')
    chmodSync(at.path('new/.git/hooks'), 0o755)
  })

  it('holds links to protected things in the workspace by what they lead to', async () => {
    using at = await repository()
    at.files({ 'real/settings.json': '{}' })
    symlinkSync('real', at.path('.skillet'))
    const { text } = await at.bash('echo x > .skillet/settings.json; echo x > real/settings.json')
    expect(text.match(/Read-only file system/gu)).toHaveLength(2)
    await at.bash('rm .skillet; mkdir .skillet; echo evil > .skillet/settings.json')
    expect(existsSync(at.path('.skillet'))).toBe(false)
    appendFileSync(at.path('a.txt'), 'still writable')
  })
})

/** A sandbox whose workspace is `package` in the repository of another. */
async function innerFixture(at: SandboxFixture) {
  at.git('init', '-q')
  at.files({ top: 'top', 'package/file': 'one\n' })
  at.git('add', '.')
  at.git('commit', '-q', '-m', 'first')
  const { openSandbox } = await import('./index.ts')
  const workspace = at.path('package')
  const environment = { PATH: process.env['PATH'] ?? '' }
  const sandbox = await openSandbox({ workspace, home: at.home, environment, absent: [] })
  const shell = { cwd: workspace }
  return {
    bash: (command: string) => at.bash(command, { sandbox, workspace, shell }),
    [Symbol.dispose]: () => undefined,
  }
}
