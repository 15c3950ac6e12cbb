import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { decide } from '../permission/index.ts'
import { isWithin, pathAccess } from '../tools/paths.ts'
import { readTool } from '../tools/read.ts'
import { skillAt } from '../tools/workspace-fixture.ts'
import { openSandbox } from './index.ts'
import { type SandboxFixture, sandboxFixture, whyNoSandbox } from './sandbox-fixture.ts'

const absence = await whyNoSandbox()
const title = absence === undefined ? 'ways out of the sandbox' : `left out: ${absence}`

describe.skipIf(absence !== undefined)(title, () => {
  it.each([
    ['itself', ''],
    ['in namespaces of its own', 'unshare -Urm '],
    ['where all of that is made anew', 'unshare -Urmpf --mount-proc '],
  ])(
    "threat E4: the kernel's settings are nobody's to write, by a command %s",
    async (_, begin) => {
      using at = await sandboxFixture()
      const writable =
        'find /proc/[^0-9]* -type f -writable 2>/dev/null | grep -v /proc/self | head'
      const named =
        'for at in kernel/core_pattern kernel/modprobe vm/drop_caches; do test -w /proc/sys/$at && echo $at; done'
      const { text: said } = await at.bash(`${begin}bash -c '${writable}; ${named}; true'`)
      // Making it anew may be refused altogether: then nothing is said of files.
      expect(said.replace(/^unshare: .*$/gmu, '(no output)').split('\n')[0]).toBe('(no output)')
    },
  )

  it("threat E4: the kernel's memory and messages are nobody's to read", async () => {
    using at = await sandboxFixture()
    const { text: said } = await at.bash(
      'for at in kcore kmsg kpagecount slabinfo vmallocinfo; do timeout 1 head -c1 /proc/$at >/tmp/read 2>/dev/null; test -s /tmp/read && echo $at; done; true',
    )
    expect(said).toBe('(no output)')
  })

  it('threat E4: reaches no handle that whoever started Skillet left open', async () => {
    using at = await sandboxFixture()
    at.files({ [join(at.home, 'private')]: 'PRIVATE' })
    const said = await withHandles(at, 'ls /proc/self/fd /proc/1/fd; cat /proc/*/fd/250/private')
    expect(said).toContain('0\n1\n2\n')
    expect(said).not.toContain('250\n')
    expect(said).not.toContain('PRIVATE')
  })

  it.each([
    ['home', (at: SandboxFixture) => at.home],
    ['a folder above home', (at: SandboxFixture) => join(at.home, '..')],
    ['any folder', (at: SandboxFixture) => join(at.home, 'other')],
    ['a repository of somebody else', (at: SandboxFixture) => join(at.home, 'project/.git')],
  ])('threat T5: a .git file that a copied folder brings does not open %s', async (_, target) => {
    using at = await sandboxFixture()
    at.files({ [join(at.home, 'private')]: 'PRIVATE', [join(at.home, 'other/private')]: 'PRIVATE' })
    at.git('init', '-q', '../project')
    const common = target(at)
    at.files({ '.git': 'gitdir: x\n', 'x/HEAD': 'ref: refs/heads/main\n' })
    at.files({ 'x/gitdir': '../.git\n', 'x/commondir': `${common}\n` })
    const { text: said } = await inNewSandbox(
      at,
      `ls -A ~ ${common}; cat ~/private ~/other/private; echo evil > ${common}/made`,
    )
    expect(said).not.toContain('PRIVATE')
    expect(existsSync(join(common, 'made'))).toBe(false)
  })

  it('threat T5: a .git file that names a folder of its own kind opens no other place', async () => {
    using at = await sandboxFixture()
    at.files({
      [join(at.home, 'HEAD')]: 'ref: refs/heads/main\n',
      [join(at.home, 'objects/private')]: 'PRIVATE',
      [join(at.home, 'refs/x')]: '',
      [join(at.home, 'worktrees/x/gitdir')]: `${at.path('.git')}\n`,
      [join(at.home, 'worktrees/x/commondir')]: '../..\n',
      [join(at.home, 'worktrees/x/HEAD')]: 'ref: refs/heads/main\n',
      '.git': `gitdir: ${join(at.home, 'worktrees/x')}\n`,
    })
    const { text: said } = await inNewSandbox(at, 'cat ~/objects/private; echo evil > ~/made')
    expect(said).not.toContain('PRIVATE')
    expect(existsSync(join(at.home, 'made'))).toBe(false)
  })

  it.each([
    ['a link to home', 'mv skills/t t2; ln -s ~ skills/t; true'],
    ['a folder of links', 'mv skills s2; ln -s . s3; ln -s ~/.. skills; mkdir -p t; true'],
    [
      'a link to its file',
      'mv skills/t t2; mkdir skills/t; ln -s ~/private skills/t/SKILL.md; true',
    ],
  ])('threat T5: a skill whose place was taken by %s opens nothing', async (_, command) => {
    using at = await sandboxFixture()
    at.files({
      'skills/t/SKILL.md': 'name: t',
      [join(at.home, 'private')]: 'PRIVATE',
      [join(at.home, 'SKILL.md')]: 'PRIVATE',
    })
    const readableSkills = [skillAt(at.path('skills/t/SKILL.md'), { scope: 'user' })]
    await at.bash(command)
    const private_ = join(at.home, 'private')
    const read = readTool.run({ path: 'skills/t/private' }, at.context({ readableSkills }))
    for (const { text: said } of [
      await at.bash('cat ~/private ~/SKILL.md skills/t/*', { readableSkills }),
      await read,
      await readTool.run({ path: private_ }, at.context({ readableSkills })),
    ]) {
      expect(said).not.toContain('PRIVATE')
    }
    const access = pathAccess('read', 'skills/t/private', at.context())
    const context = { workspace: at.workspace, home: at.home, readableSkills }
    const call = { tool: 'read', access, input: { path: 'skills/t/private' } }
    const isOutside = access.paths.some((path) => !isWithin(path, at.workspace))
    expect(decide(call, [], context).effect).toBe(isOutside ? 'ask' : 'allow')
  })

  it('threat E4: writes nothing that git obeys in the repository of a worktree', async () => {
    using at = await sandboxFixture()
    at.git('init', '-q', '-b', 'main', '../other')
    at.git('-C', '../other', 'commit', '-q', '--allow-empty', '-m', 'first')
    at.git('-C', '../other', 'worktree', 'add', '-q', at.path('tree'))
    const git = join(at.home, 'other/.git')
    const places = ['made', 'hooks/x', 'modules/x', 'info/attributes', 'worktrees/y/HEAD']
    const attempts = places.map(
      (path) => `mkdir -p ${git}/${dirname(path)}; echo x > ${git}/${path}`,
    )
    const identity = '-c user.name=Ada -c user.email=ada@example.org'
    const work = `touch x && git add x && git ${identity} commit -q -m second && git tag t && git ${identity} stash list && git log --oneline | wc -l`
    const { text: said } = await inNewSandbox(at, `${attempts.join('\n')}\n${work}`, 'tree')
    expect(said).toMatch(/^2$/mu)
    expect(places.filter((path) => existsSync(join(git, path)))).toEqual([])
  })
})

/** A sandbox that is opened only now, with what the workspace has come to hold. */
async function inNewSandbox(at: SandboxFixture, command: string, folder = '.') {
  const workspace = at.path(folder)
  const environment = { PATH: process.env['PATH'] ?? '' }
  const sandbox = await openSandbox({ workspace, home: at.home, environment, absent: [] })
  return at.bash(command, { sandbox, workspace, shell: { cwd: workspace } })
}

/** Runs a command in the sandbox, started by a program that left home open on handle 250. */
async function withHandles({ sandbox, ...at }: SandboxFixture, command: string): Promise<string> {
  if (sandbox.kind === 'none') throw new Error(sandbox.message)
  const request = { cwd: at.workspace, openings: [], skills: [], skillRoots: [] }
  const inside = await sandbox.enter(request)
  const words = [inside.program, ...inside.words(5), 'bash', '-c', `exec 2>&1; ${command}`]
  const open = ['-c', 'exec 250<"$1" 251<"$1/private"; shift; exec "$@"', 'bash', at.home]
  const child = spawn('bash', [...open, ...words], {
    stdio: ['ignore', 'pipe', 'inherit', 'ignore', 'ignore', 'pipe'],
  })
  const handles: readonly unknown[] = child.stdio
  const settings = handles[5]
  if (settings instanceof Writable) settings.end(inside.settings)
  const said = child.stdout === null ? '' : await text(child.stdout)
  await inside.leave()
  return said
}
