import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryFixture, type SandboxFixture, whyNoSandbox } from './sandbox-fixture.ts'
import type { WorkingSandbox } from './types.ts'

const absence = await whyNoSandbox()
const title = absence === undefined ? 'what is exchanged while it is made' : `left out: ${absence}`

/** The same sandbox, but that something happens between the look and the mounts. */
function withHappening(
  { sandbox }: SandboxFixture,
  happen: () => void,
  undo: () => void = () => {},
): WorkingSandbox {
  if (sandbox.kind !== 'bubblewrap') throw new Error('There is no sandbox.')
  return {
    ...sandbox,
    async enter(request) {
      undo()
      const entered = await sandbox.enter(request)
      happen()
      return entered
    },
  }
}

/** Puts a link in the place of a folder of the workspace between each look and its mounts. */
function exchanging(at: SandboxFixture, folder: string, target: string): WorkingSandbox {
  const [path, kept] = [at.path(folder), at.path(`${folder}-kept`)]
  const exchange = (): void => {
    renameSync(path, kept)
    symlinkSync(target, path)
  }
  const undo = (): void => {
    if (!existsSync(kept)) return
    rmSync(path, { force: true })
    renameSync(kept, path)
  }
  return withHappening(at, exchange, undo)
}

/** A link that leads to the same place outside of the sandbox and in what is made of it. */
function relativeTo(at: SandboxFixture, folder: string, target: string): string {
  return relative(dirname(at.path(folder)), target)
}

describe.skipIf(absence !== undefined)(title, () => {
  it.each([
    ['home', (at: SandboxFixture) => at.home],
    ['a folder of home', (at: SandboxFixture) => join(at.home, 'private')],
  ])('threat E4: a repository that becomes a link to %s opens nothing', async (_, targetOf) => {
    using at = await repositoryFixture()
    at.git('init', '-q', 'q')
    mkdirSync(join(at.home, 'private'))
    writeFileSync(join(at.home, 'private/key'), 'hidden words')
    const target = relativeTo(at, 'q/.git', targetOf(at))
    const sandbox = exchanging(at, 'q/.git', target)
    const command = `cat ~/private/key q/.git/key q/.git/private/key; echo ran > ran`
    const { ok, text } = await at.bash(command, { sandbox })
    expect(text).not.toContain('hidden words')
    expect(ok).toBe(false)
    expect(text).toContain('so nothing ran')
    expect(existsSync(at.path('ran'))).toBe(false)
  })

  it('threat E4: a folder on the way that becomes a link makes nothing else writable', async () => {
    using at = await repositoryFixture()
    at.git('init', '-q', 'sub/q')
    const elsewhere = join(at.home, '.cargo/bin')
    mkdirSync(join(elsewhere, 'q/.git/hooks'), { recursive: true })
    const target = relativeTo(at, 'sub', elsewhere)
    const sandbox = exchanging(at, 'sub', target)
    const { text } = await at.bash('echo x > ~/.cargo/bin/q/.git/x; echo x > sub/q/.git/x', {
      sandbox,
    })
    expect(text).toContain('so nothing ran')
    expect(existsSync(join(elsewhere, 'q/.git/x'))).toBe(false)
  })

  it('threat E4: what is moved away for that moment is held all the same', async () => {
    using at = await repositoryFixture()
    at.git('init', '-q', 'q')
    let times = 0
    const sandbox = withHappening(at, () => {
      times += 1
      if (times === 1) renameSync(at.path('q'), at.path('away'))
      else if (times === 2) renameSync(at.path('away'), at.path('q'))
    })
    const { text } = await at.bash('ls -d q; echo evil > q/.git/hooks/pre-commit', { sandbox })
    // The second look saw it in the other place, and the third one in its own again.
    expect(times).toBe(3)
    expect(text).toContain('q\n')
    expect(text).toContain('Read-only file system')
  })

  it('runs where files come and go that nobody holds', async () => {
    using at = await repositoryFixture()
    const sandbox = withHappening(at, () => {
      writeFileSync(at.path('new.txt'), 'new')
      rmSync(at.path('a.txt'))
    })
    expect((await at.bash('ls', { sandbox })).text).toBe('new.txt')
  })

  it('threat E4: a command that exchanges folders as fast as it can reaches nothing', async () => {
    using at = await repositoryFixture()
    writeFileSync(join(at.home, 'private'), 'hidden words')
    const link = relativeTo(at, 'q/.git', at.home)
    const attack = [
      'git init -q q; cd q; mv .git real',
      `for i in $(seq 400); do ln -sfn ${link} .git; mv -T .git gone; mv real .git; mv .git real; done`,
    ].join('; ')
    const other = { shell: { cwd: at.workspace } }
    let isOver = false
    const attacking = at.bash(attack, other).finally(() => {
      isOver = true
    })
    const texts: string[] = []
    for (let tries = 0; tries < 40 && !isOver; tries += 1) {
      const { text } = await at.bash('cat ~/private q/.git/private 2>/dev/null; ls -A ~')
      texts.push(text)
    }
    await attacking
    expect(texts.join('\n')).not.toContain('hidden words')
    expect(statSync(join(at.home, 'private')).isFile()).toBe(true)
  })
})
