import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { skillAt } from '../tools/workspace-fixture.ts'
import type { WorkingSandbox } from './index.ts'
import { sandboxFixture, whyNoSandbox } from './sandbox-fixture.ts'

const absence = await whyNoSandbox()
const title = absence === undefined ? 'a command in the sandbox' : `left out: ${absence}`

describe.skipIf(absence !== undefined)(title, () => {
  it('writes in the workspace, and reads what programs are made of', async () => {
    using at = await sandboxFixture()
    const outcome = await at.bash('echo hello > made && cat made && ls /usr/bin/env')
    expect(outcome).toMatchObject({ ok: true, text: 'hello\n/usr/bin/env', exitCode: 0 })
    expect(readFileSync(at.path('made'), 'utf8')).toBe('hello\n')
  })

  it('gives exit codes, and what is printed on both outputs in true order', async () => {
    using at = await sandboxFixture()
    const outcome = await at.bash('echo out; echo err >&2; echo again; exit 3')
    expect(outcome).toMatchObject({ ok: false, text: 'out\nerr\nagain\n[Exit code 3]' })
  })

  it('threat E4: finds an empty home but for toolchains, without their credentials', async () => {
    using at = await sandboxFixture()
    at.files({
      [join(at.home, '.ssh/id_ed25519')]: 'PRIVATE',
      [join(at.home, '.netrc')]: 'PRIVATE',
      [join(at.home, 'Documents/diary')]: 'PRIVATE',
      [join(at.home, '.cargo/credentials.toml')]: 'PRIVATE',
      [join(at.home, '.cargo/bin/tool')]: '#!/bin/sh\necho ran\n',
    })
    using again = await sandboxFixture()
    const seen = await at.bash(`ls -A ~; cat ~/.ssh/id_ed25519 ~/.netrc ~/Documents/diary`)
    expect(seen.ok).toBe(false)
    expect(seen.text).not.toContain('PRIVATE')
    expect(seen.wants).toBe('home')
    expect((await again.bash(`ls -A ${again.home}`)).text).toBe('work')
  })

  it('shows toolchains read-only, and what the settings name', async () => {
    using before = await sandboxFixture()
    const { openSandbox } = await import('./index.ts')
    before.files({
      [join(before.home, '.cargo/bin/tool')]: 'TOOL',
      [join(before.home, '.cargo/credentials.toml')]: 'PRIVATE',
      [join(before.home, 'data/table.csv')]: 'DATA',
    })
    const environment = { PATH: process.env['PATH'] ?? '' }
    const { workspace, home } = before
    const place = { workspace, home, environment, absent: [] }
    const sandbox = await openSandbox(place, { readable: ['~/data'] })
    const command = `cat ~/.cargo/bin/tool ~/data/table.csv; ls ~/.cargo; echo x > ~/data/new`
    const { text } = await before.bash(command, { sandbox })
    expect(text).toContain('TOOLDATAbin\n')
    expect(text).toContain('Read-only file system')
    expect(existsSync(join(home, 'data/new'))).toBe(false)
  })

  it("threat T5: does not see Skillet's state and settings, wherever they lie", async () => {
    using at = await sandboxFixture()
    const { openSandbox } = await import('./index.ts')
    at.files({ 'own/state/trust.json': 'SECRET', 'own/other': 'x' })
    const environment = { PATH: process.env['PATH'] ?? '' }
    const { workspace, home } = at
    const absent = [at.path('own/state')]
    const sandbox = await openSandbox({ workspace, home, environment, absent })
    const { text } = await at.bash('ls -A own/state; cat own/other; echo x > own/state/new', {
      sandbox,
    })
    expect(text).not.toContain('trust.json')
    expect(readdirSync(at.path('own/state'))).toEqual(['trust.json'])
  })

  it('threat E2: sees the listed environment and nothing else', async () => {
    using at = await sandboxFixture()
    process.env['SKILLET_TEST_API_KEY'] = 'sk-from-outside'
    try {
      const { text } = await at.bash('env; cat /proc/*/environ')
      expect(text).not.toContain('sk-from-outside')
      expect(text).toContain(`HOME=${at.home}`)
      expect(text).toContain('TMPDIR=/tmp')
    } finally {
      delete process.env['SKILLET_TEST_API_KEY']
    }
  })

  it('threat S8: reaches no server on loopback, and says what it missed', async () => {
    using at = await sandboxFixture()
    let visits = 0
    const server = createServer((socket) => {
      visits += 1
      socket.on('error', () => undefined)
      socket.end('HELLO')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const command = `exec 9<>/dev/tcp/127.0.0.1/${port} && cat <&9 || echo 'connection to 127.0.0.1 refused'; false`
    try {
      const closed = await at.bash(command)
      expect(closed.text).not.toContain('HELLO')
      expect(closed.wants).toBe('network')
      expect(closed.text).toContain('[The sandbox has no network')
      expect(visits).toBe(0)
      const access = { kind: 'run', command, cwd: at.workspace } as const
      const opened = await at.bash(command, { approved: { access, openings: ['network'] } })
      expect(opened.text).toContain('HELLO')
      expect(opened.wants).toBeUndefined()
      using always = await sandboxFixture({ network: true })
      expect((await always.bash(command)).text).toContain('HELLO')
    } finally {
      server.close()
    }
  })

  it('reads home, and only reads it, in a run that was given it', async () => {
    using at = await sandboxFixture()
    at.files({
      [join(at.home, 'notes')]: 'NOTES',
      [join(at.home, 'docs/x')]: '',
      [join(at.home, '.config/skillet/settings.json')]: 'SETTINGS',
    })
    const command = 'cat ~/notes; ls -A ~/.config/skillet; echo x > ~/notes; echo y > ~/new'
    expect((await at.bash('cat ~/notes')).wants).toBe('home')
    const access = { kind: 'run', command, cwd: at.workspace } as const
    // The folder that was shown counts, also where this run could start in the one left hidden.
    const shell = { cwd: join(at.home, 'docs') }
    const approved = { access, openings: ['home'] } as const
    const { text } = await at.bash(command, { shell, approved })
    expect(text).toContain('NOTES')
    expect(text).not.toContain('settings.json')
    expect(readFileSync(join(at.home, 'notes'), 'utf8')).toBe('NOTES')
    expect(existsSync(join(at.home, 'new'))).toBe(false)
  })

  it('sees no process of others, and ends none', async () => {
    using at = await sandboxFixture()
    const { text } = await at.bash(
      `ls /proc | grep -c '^[0-9]'; kill -9 ${process.pid} || echo none; kill -9 -1`,
    )
    expect(text).toMatch(/^[1-9]\nbash: .*No such process/u)
    expect(text).toContain('none')
  })

  it('has none of what root may do', async () => {
    using at = await sandboxFixture()
    const { text } = await at.bash(
      'grep -E "CapEff|NoNewPrivs" /proc/self/status; mount -t tmpfs x /mnt; cat /etc/shadow; id -u',
    )
    expect(text).toMatch(/CapEff:\s0+\nNoNewPrivs:\s1\n/u)
    expect(text).not.toMatch(/^root:/mu)
    expect(text).toMatch(new RegExp(`\\n${process.getuid?.()}(?:\\n|$)`, 'u'))
  })

  it('has temporary folders of its own', async () => {
    using at = await sandboxFixture()
    const { text } = await at.bash('echo x > /tmp/own; ls /tmp | head; ls /var/tmp | wc -l')
    expect(text).toContain('own')
    expect(existsSync('/tmp/own')).toBe(false)
    expect((await at.bash('cat /tmp/own')).ok).toBe(false)
  })

  it('keeps the working folder, and goes back where it is gone or only inside', async () => {
    using at = await sandboxFixture()
    mkdirSync(at.path('sub'))
    const shell = { cwd: at.workspace }
    expect((await at.bash('cd sub', { shell })).text).toContain('[Working folder: ')
    expect((await at.bash('pwd', { shell })).text).toBe(at.path('sub'))
    await at.bash('rmdir ../sub', { shell })
    expect((await at.bash('pwd', { shell })).text).toContain(`${at.workspace}\n[`)
    await at.bash('mkdir /tmp/inside && cd /tmp/inside', { shell })
    expect((await at.bash('pwd', { shell })).text).toContain('[/tmp/inside is gone')
    expect((await at.bash('cd /usr/lib', { shell })).ok).toBe(true)
    expect((await at.bash('pwd', { shell })).text).toBe('/usr/lib')
  })

  it('shows skills of other folders read-only', async () => {
    using at = await sandboxFixture()
    const file = join(at.home, '.agents/skills/pdf/SKILL.md')
    at.files({ [file]: 'name: pdf', [join(at.home, '.agents/skills/pdf/run.sh')]: 'echo ran' })
    const readableSkills = [skillAt(file)]
    const { text } = await at.bash(
      'bash ~/.agents/skills/pdf/run.sh; echo x >> ~/.agents/skills/pdf/run.sh',
      { readableSkills },
    )
    expect(text).toContain('ran')
    expect(text).toContain('Read-only file system')
  })

  it('opens home for nothing that a script of a skill did not find: the skill is there', async () => {
    using at = await sandboxFixture()
    const folder = join(at.home, '.agents/skills/pdf')
    at.files({ [join(folder, 'run.sh')]: 'cat "$1"', [join(folder, 'SKILL.md')]: 'name: pdf' })
    const readableSkills = [skillAt(join(folder, 'SKILL.md'))]
    const command = `bash ${folder}/run.sh nothere.txt`
    const outcome = await at.bash(command, { readableSkills })
    expect(outcome.text).toContain('No such file')
    expect(outcome.wants).toBeUndefined()
    const shell = { cwd: at.workspace }
    await at.bash(`cd ${folder}`, { readableSkills, shell })
    expect((await at.bash('pwd', { readableSkills, shell })).text).toBe(folder)
    expect((await at.bash('pwd', { shell })).text).toContain('is not shown in the sandbox')
  })

  it('looks at what a command made also where it could not be started', async () => {
    using at = await sandboxFixture()
    if (at.sandbox.kind === 'none') return expect.unreachable()
    let left = 0
    const sandbox: WorkingSandbox = {
      ...at.sandbox,
      enter: async () => ({
        program: '/usr/bin/true',
        settings: Buffer.alloc(0),
        fault: () => undefined,
        words: () => ['x'.repeat(200_000)],
        leave: async () => {
          left += 1
          return ['something was put aside.']
        },
      }),
    }
    const { ok, text } = await at.bash('true', { sandbox })
    expect([ok, left]).toEqual([false, 1])
    expect(text).toContain('more than the system passes on')
    expect(text).toContain('something was put aside.')
  })

  it('leaves nothing running when it ends, and says so', async () => {
    using at = await sandboxFixture()
    const tick = '(while [ $SECONDS -lt 20 ]; do echo x >> ticks; sleep 0.02; done)'
    const left = await at.bash(
      `setsid bash -c '${tick}' >/dev/null 2>&1 & until [ -s ticks ]; do :; done`,
    )
    expect(left.text).toContain('[Processes left in the background were stopped]')
    const ticks = readFileSync(at.path('ticks')).length
    expect((await at.bash('sleep 0.2; true')).text).toBe('(no output)')
    expect(readFileSync(at.path('ticks')).length).toBe(ticks)
  })

  it('ends everything when it is stopped, deaf processes and sessions of their own too', async () => {
    using at = await sandboxFixture()
    const stop = new AbortController()
    const command = [
      `trap '' TERM INT HUP`,
      `setsid bash -c 'trap "" TERM; while [ $SECONDS -lt 20 ]; do echo x >> ticks; sleep 0.02; done' &`,
      'until [ -s ticks ]; do :; done',
      'echo ready; while [ $SECONDS -lt 20 ]; do sleep 0.05; done',
    ].join('\n')
    const outcome = await at.bash(command, { signal: stop.signal, emit: () => stop.abort() })
    expect(outcome.text).toContain('[Stopped by the person]')
    const ticks = readFileSync(at.path('ticks')).length
    await at.bash('sleep 0.2')
    expect(readFileSync(at.path('ticks')).length).toBe(ticks)
  })

  it('lets a command clean up when it is stopped', async () => {
    using at = await sandboxFixture()
    const stop = new AbortController()
    const command = `trap 'echo cleaned > note; exit 5' TERM; echo ready; while :; do sleep 0.05; done`
    await at.bash(command, { signal: stop.signal, emit: () => stop.abort() })
    expect(readFileSync(at.path('note'), 'utf8')).toBe('cleaned\n')
  })

  it('threat E8: ends a fork loop at the limit, where the system counts processes', async () => {
    using at = await sandboxFixture()
    const { sandbox } = at
    if (sandbox.kind === 'none') throw new Error(sandbox.message)
    if (process.getuid?.() === 0) {
      expect(sandbox.processLimit).toBeUndefined()
      return
    }
    expect(sandbox.processLimit).toBeGreaterThan(100)
    const few = { ...sandbox, processLimit: 40 }
    const { text } = await at.bash('for i in $(seq 80); do sleep 5 & done; echo end', {
      sandbox: few,
    })
    expect(text).toContain('Resource temporarily unavailable')
  })

  it('says that the sandbox could not be made, and runs nothing then', async () => {
    using at = await sandboxFixture()
    const { sandbox } = at
    if (sandbox.kind === 'none') throw new Error(sandbox.message)
    const broken = {
      ...sandbox,
      enter: async (request: Parameters<typeof sandbox.enter>[0]) => {
        const entered = await sandbox.enter(request)
        return { ...entered, settings: Buffer.from('--bind\0/nowhere\0/nowhere\0') }
      },
    }
    const outcome = await at.bash('echo ran > ran', { sandbox: broken })
    expect(outcome.ok).toBe(false)
    expect(outcome.text).toContain('The sandbox could not be made, so nothing ran')
    expect(existsSync(at.path('ran'))).toBe(false)
  })

  it('leaks no handle and no process', { timeout: 60_000 }, async () => {
    using at = await sandboxFixture()
    const handles = () => readdirSync('/proc/self/fd').length
    const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim()
    await at.bash('true')
    const before = handles()
    for (let call = 0; call < 60; call += 1) {
      await at.bash(call % 3 === 0 ? 'sleep 60 & true' : 'echo x')
    }
    await vi.waitFor(() => {
      expect(handles()).toBeLessThanOrEqual(before)
      expect(children()).toBe('')
    }, 5000)
  })

  it('does not follow a link out of the workspace', async () => {
    using at = await sandboxFixture()
    at.files({ [join(at.home, 'outside/file')]: 'OUTSIDE' })
    symlinkSync(join(at.home, 'outside'), at.path('link'))
    const { text } = await at.bash('cat link/file; echo x > link/new')
    expect(text).not.toContain('OUTSIDE')
    expect(readdirSync(join(at.home, 'outside'))).toEqual(['file'])
  })
})
