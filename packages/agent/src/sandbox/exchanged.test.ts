import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSandbox } from './index.ts'
import { repositoryFixture, type SandboxFixture, whyNoSandbox } from './sandbox-fixture.ts'

const absence = await whyNoSandbox()
const title = absence === undefined ? 'what is exchanged on the way to it' : `left out: ${absence}`

/** What a hook would do outside: prove that it ran. */
const evil = `printf '#!/bin/sh\\ntouch "$HOME/ran"\\n'`

function didRun({ home }: SandboxFixture): boolean {
  return existsSync(join(home, 'ran'))
}

/** Does outside what a person does every day. */
function workOutside(at: SandboxFixture, folder = '.'): void {
  writeFileSync(at.path(join(folder, 'new.txt')), 'new')
  for (const words of [['status'], ['add', '.'], ['commit', '-q', '-m', 'next'], ['log', '-1']]) {
    at.git('-C', folder, ...words)
  }
  expect(didRun(at)).toBe(false)
}

describe.skipIf(absence !== undefined)(title, () => {
  it('threat E4: what was put aside does not come back in the next command', async () => {
    using at = await repositoryFixture()
    const made = await at.bash(
      `git init -q q; ${evil} > q/.git/hooks/pre-commit; chmod +x q/.git/hooks/*; echo evil > .envrc`,
    )
    expect(made.text.match(/was made inside/gu)).toHaveLength(2)
    const again = await at.bash('mv q/.git/HEAD.put-aside q/.git/HEAD; mv .envrc.put-aside .envrc')
    expect(again.text.match(/was made inside/gu)).toHaveLength(2)
    expect(existsSync(at.path('.envrc'))).toBe(false)
    workOutside(at, 'q')
  })

  it('threat E4: hooks that wait for a repository are put aside, once', async () => {
    using at = await repositoryFixture()
    const { text } = await at.bash(
      `mkdir -p q/.git/hooks; ${evil} > q/.git/hooks/pre-commit; chmod +x q/.git/hooks/*`,
    )
    expect(text).toContain('q/.git was made inside and belongs to a repository')
    expect(text).not.toContain('could not be renamed')
    at.git('init', '-q', 'q')
    workOutside(at, 'q')
  })

  it('threat E4: a folder that waits for a repository gets no hooks later', async () => {
    using at = await repositoryFixture()
    expect((await at.bash('mkdir -p q/.git/objects q/.git/refs')).text).toBe('(no output)')
    await at.bash(
      `mkdir -p q/.git/hooks; ${evil} > q/.git/hooks/pre-commit; chmod +x q/.git/hooks/*`,
    )
    at.git('init', '-q', 'q')
    workOutside(at, 'q')
  })

  it.each([
    ['moved with its folder', 'mv modules m2; mkdir modules; ln -s ../evil modules/lib'],
    ['replaced by a link', 'mv modules/lib modules/old; ln -s ../../evil modules/lib'],
    ['reached by a link in place of its folder', 'mv modules m2; ln -s ../evil-modules modules'],
  ])("threat E4: a submodule's repository is not %s", async (_, command) => {
    using at = await repositoryFixture()
    at.git('clone', '-q', '--bare', '.', join(at.home, 'lib.git'))
    at.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      'add',
      '-q',
      join(at.home, 'lib.git'),
      'lib',
    )
    at.git('commit', '-q', '-m', 'submodule')
    const prepare = [
      'mkdir evil evil-modules; git init -q other; cp -r other/.git/. evil',
      `${evil} > evil/hooks/pre-commit; chmod +x evil/hooks/*; cp -r evil evil-modules/lib; cd .git`,
    ]
    const { text } = await at.bash(`${prepare.join('; ')}; ${command}`)
    expect(text).toContain('Device or resource busy')
    workOutside(at, 'lib')
    workOutside(at)
  })

  it('threat E4: a link to a submodule that was not there before is put aside', async () => {
    using at = await repositoryFixture()
    const { text } = await at.bash(
      `git init -q other; mv other/.git evil; ${evil} > evil/hooks/pre-commit; chmod +x evil/hooks/*; mkdir .git/modules; ln -s ../../evil .git/modules/lib`,
    )
    expect(text).toContain('.git/modules/lib was made inside and leads git elsewhere')
    expect(existsSync(at.path('.git/modules/lib'))).toBe(false)
  })

  it('threat E4: hooks that a link leads to stay, whatever is moved on the way', async () => {
    using at = await repositoryFixture()
    at.files({ 'tools/hooks/pre-push': '#!/bin/sh\n' })
    rmSync(at.path('.git/hooks'), { recursive: true })
    symlinkSync('../tools/hooks', at.path('.git/hooks'))
    const { text } = await at.bash(
      `mv tools t2; mkdir -p tools/hooks; ${evil} > tools/hooks/pre-commit; chmod +x tools/hooks/*`,
    )
    expect(text).toContain('Device or resource busy')
    workOutside(at)
  })

  it('threat E4: hooks that a link leads to only now are put aside', async () => {
    using at = await repositoryFixture()
    rmSync(at.path('.git/hooks'), { recursive: true })
    symlinkSync('../tools/hooks', at.path('.git/hooks'))
    const { text } = await at.bash(
      `mkdir -p tools/hooks; ${evil} > tools/hooks/pre-commit; chmod +x tools/hooks/*`,
    )
    expect(text).toContain('.git/hooks was made inside and git would obey it')
    workOutside(at)
  })

  it.each([
    ['that are included', `printf '[core]\\nfsmonitor = touch ~/ran\\n' > `],
    ['that included ones include', `printf '[core]\\nfsmonitor = touch ~/ran\\n' > deep/`],
  ])('threat E4: settings %s are held', async (_, write) => {
    using at = await repositoryFixture()
    at.files({
      'shared.cfg': '[include]\n\tpath = deep/shared.cfg\n',
      'deep/shared.cfg': '[core]\n',
    })
    at.git('config', 'include.path', '../shared.cfg')
    const { text } = await at.bash(`${write}shared.cfg; rm -rf deep; mv deep away`)
    expect(text).toContain('Read-only file system')
    expect(text).toContain('Device or resource busy')
    workOutside(at)
  })

  it('threat E4: settings that are included and not there yet are put aside', async () => {
    using at = await repositoryFixture()
    at.git('config', 'include.path', '../shared.cfg')
    await at.bash(`printf '[core]\\nfsmonitor = touch ~/ran\\n' > shared.cfg`)
    expect(existsSync(at.path('shared.cfg.put-aside'))).toBe(true)
    workOutside(at)
  })

  it('threat E4: hooks elsewhere of a submodule and of a worktree are held', async () => {
    using at = await repositoryFixture()
    at.git('clone', '-q', '--bare', '.', join(at.home, 'lib.git'))
    at.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      'add',
      '-q',
      join(at.home, 'lib.git'),
      'lib',
    )
    at.git('-C', 'lib', 'config', 'core.hooksPath', '.githooks')
    at.git('worktree', 'add', '-q', 'tree')
    at.git('config', 'core.hooksPath', '.githooks')
    at.files({ 'lib/.githooks/x': '', 'tree/.githooks/x': '' })
    for (const folder of ['lib', 'tree']) {
      const { text } = await at.bash(`cd ${folder}; ${evil} > .githooks/pre-commit; cd ..`)
      expect(text).toContain('Read-only file system')
    }
  })

  it('threat E4: hooks elsewhere are held where only a worktree is worked in', async () => {
    using at = await repositoryFixture()
    at.git('init', '-q', '-b', 'main', '../other')
    at.git('-C', '../other', 'commit', '-q', '--allow-empty', '-m', 'first')
    at.git('-C', '../other', 'worktree', 'add', '-q', at.path('tree'))
    at.git('-C', '../other', 'config', 'core.hooksPath', '.githooks')
    const workspace = at.path('tree')
    const environment = { PATH: process.env['PATH'] ?? '' }
    const sandbox = await openSandbox({ workspace, home: at.home, environment, absent: [] })
    const command = `mkdir .githooks; ${evil} > .githooks/pre-commit; chmod +x .githooks/*`
    const { text } = await at.bash(command, { sandbox, workspace, shell: { cwd: workspace } })
    expect(text).toContain('.githooks was made inside')
    workOutside(at, 'tree')
  })

  it('threat E4: a rebase that waits runs no command that was added', async () => {
    using at = await repositoryFixture()
    const todo = '.git/rebase-merge/git-rebase-todo'
    at.files({ [todo]: 'exec make test\nexec true\npick 1234\n', [`${todo}.backup`]: '' })
    expect((await at.bash(`sed -i 1d ${todo}`)).text).toBe('(no output)')
    const { text } = await at.bash(`echo 'exec touch ~/ran' >> ${todo}`)
    expect(text).toContain('git would run the commands in it')
    expect(existsSync(at.path(todo))).toBe(false)
    expect(readFileSync(at.path(`${todo}.put-aside`), 'utf8')).toContain('exec true')
  })

  it('threat E4: a folder whose name no text can hold gets one, and is looked into', async () => {
    using at = await repositoryFixture()
    const prepare = `git init -q pkg; ${evil} > pkg/.git/hooks/pre-commit; chmod +x pkg/.git/hooks/*`
    const { text } = await at.bash(
      `${prepare}; mkdir $'\\377'; mv pkg $'\\377/\\376'; ln -s $'\\377/\\376' pkg`,
    )
    expect(text).toContain('it is now %FF.')
    expect(text).toContain('it is now %FF/%FE.')
    expect(text).toContain('%FF/%FE/.git/HEAD was made inside')
    expect(existsSync(at.path('pkg'))).toBe(false)
    workOutside(at, '%FF/%FE')
  })

  it('threat E4: a folder whose name no text can hold is read-only where it was there', async () => {
    using at = await repositoryFixture()
    mkdirSync(Buffer.from(`${at.path('caf')}\u00e9`, 'latin1'))
    const { text } = await at.bash(`echo x > $'caf\\351/x'; mv $'caf\\351' other; ls`)
    expect(text).toContain('Read-only file system')
    expect(text).toContain('Device or resource busy')
    expect(text).not.toContain('was made inside')
  })

  it('threat T5: a root of skills is not exchanged by way of a link', async () => {
    using at = await repositoryFixture()
    at.files({ '.claude/skills/a/SKILL.md': 'a', 'own/skills/b/SKILL.md': 'b' })
    const roots = ['.claude/skills', 'own/skills', '.agents/skills'].map((name) => {
      const path = at.path(name)
      const client = { client: 'skillet', layout: 'agent-skills', origin: 'named' } as const
      return { path, realPath: path, scope: 'project', ...client } as const
    })
    const snapshot = { ...at.context().snapshot, roots }
    const { text } = await at.bash(
      'mv .claude c2; mv own o2; mkdir c3; ln -s ~ c3/skills; ln -s c3 .agents',
      { snapshot },
    )
    expect(text.match(/Device or resource busy/gu)).toHaveLength(2)
    expect(text).toContain('.agents/skills was made inside')
    expect(existsSync(at.path('.agents/skills'))).toBe(false)
  })
})
