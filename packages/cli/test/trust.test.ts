import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createWorld, type World, type WorldOptions } from './world.ts'

let world: World
const open = (options?: WorldOptions) => {
  world = createWorld(options)
  world.skill(
    '.claude/skills',
    'deploy',
    { 'allowed-tools': 'Bash(git push *)', hooks: '\n  postExecute: Say goodbye.' },
    'Run scripts/deploy.sh.',
  )
  world.write('.claude/skills/deploy/scripts/deploy.sh', 'echo deploy\n')
  return world
}
afterEach(() => world.remove())

describe('skillet trust', () => {
  it('shows what would be trusted before it asks', async () => {
    open({ terminal: true, answers: ['no'] })
    const { stdout, screen, code } = await world.run('trust')
    expect(code).toBe(0)
    expect(stdout).toContain('deploy')
    expect(stdout).toContain('Does deploy. Use when asked to deploy.')
    expect(stdout).toContain('SKILL.md, scripts/deploy.sh')
    expect(stdout).toContain('scripts: scripts/deploy.sh')
    expect(stdout).toContain('runs without asking: Bash(git push *)')
    expect(stdout).toContain('postExecute:')
    expect(stdout).toContain('Say goodbye.')
    expect(screen).toContain('[Trust these skills? No | Until they change | This folder is mine]')
    expect((await world.run('why', 'deploy')).code).toBe(1)
  })

  it('until they change: a changed skill waits again and shows which file changed', async () => {
    open({ terminal: true, answers: ['until-changed', 'no'] })
    expect((await world.run('trust')).code).toBe(0)
    expect((await world.run('why', 'deploy')).code).toBe(0)
    world.write('.claude/skills/deploy/scripts/deploy.sh', 'rm -rf /\n')
    expect((await world.run('why', 'deploy')).code).toBe(1)
    const again = await world.run('trust')
    expect(again.stdout).toContain('~ changed')
    expect(again.stdout).toContain('~ scripts/deploy.sh')
  })

  it('this folder is mine: changes are included', async () => {
    open({ terminal: true, answers: ['mine'] })
    await world.run('trust')
    world.write('.claude/skills/deploy/scripts/deploy.sh', 'echo changed\n')
    expect((await world.run('why', 'deploy')).code).toBe(0)
  })

  it('--yes asks nobody, and untrust takes it back', async () => {
    open()
    expect((await world.run('trust', '--yes')).code).toBe(0)
    expect((await world.run('why', 'deploy')).code).toBe(0)
    const again = await world.run('trust', '--yes')
    expect(again.stdout).toContain('nothing changed since')
    expect((await world.run('untrust')).code).toBe(0)
    expect((await world.run('why', 'deploy')).code).toBe(1)
  })

  it('without a terminal it decides nothing and names the flag', async () => {
    open()
    const { code, stderr } = await world.run('trust')
    expect(code).toBe(3)
    expect(stderr).toContain('skillet trust --yes')
    expect((await world.run('why', 'deploy')).code).toBe(1)
  })

  it('Ctrl-C at the question trusts nothing and exits 130', async () => {
    open({ terminal: true, answers: [undefined] })
    expect((await world.run('trust')).code).toBe(130)
    expect((await world.run('why', 'deploy')).code).toBe(1)
  })

  it('threat T5: refuses as a child of the engine, and so does --trust', async () => {
    open({ environment: { SKILLET_CHILD: '' } })
    expect((await world.run('trust', '--yes')).code).toBe(3)
    open({ environment: { SKILLET_CHILD: '1' } })
    expect((await world.run('trust', '--yes')).code).toBe(3)
    expect((await world.run('run', '--trust', 'deploy')).code).toBe(3)
    expect((await world.run('list', '--trust')).code).toBe(3)
    expect((await world.run('disable', 'deploy')).code).toBe(3)
    expect((await world.run('list')).code).toBe(0)
  })

  it('untrust says so where nothing was trusted', async () => {
    open()
    const { code, stderr } = await world.run('untrust')
    expect(code).toBe(0)
    expect(stderr).toContain('was trusted. Nothing changed.')
    expect(stderr).not.toContain('✓')
  })

  it('has nothing to ask where a project brings nothing', async () => {
    world = createWorld()
    const { code, stdout } = await world.run('trust')
    expect(code).toBe(0)
    expect(stdout).toContain('nothing to trust')
  })
})

describe('skillet enable and disable', () => {
  it('writes the project’s settings, which keep their trust', async () => {
    open()
    await world.run('trust', '--yes')
    const { code, stderr } = await world.run('disable', 'deploy')
    expect(code).toBe(0)
    expect(stderr).toContain('deploy disabled in this project (.skillet/settings.json)')
    expect(readFileSync(join(world.cwd, '.skillet/settings.json'), 'utf8')).toContain('"deploy"')
    expect((await world.run('why', 'deploy')).code).toBe(1)
    expect((await world.run('enable', 'deploy')).code).toBe(0)
    expect((await world.run('why', 'deploy')).code).toBe(0)
  })

  it('--user counts everywhere', async () => {
    open()
    world.skill('~/.claude/skills', 'pdf')
    await world.run('disable', '--user', 'pdf')
    const { stdout } = await world.run('list', '--json', '--all')
    const { skills } = JSON.parse(stdout)
    expect(skills.find(({ name }: { name: string }) => name === 'pdf').state).toBe('disabled')
  })

  it('counts in a project that has no settings yet, and trusts nothing else of it', async () => {
    open()
    world.skill('~/.claude/skills', 'pdf')
    expect((await world.run('disable', 'pdf')).code).toBe(0)
    const { skills } = JSON.parse((await world.run('list', '--json', '--all')).stdout)
    const states = skills.map(({ name, state }: Record<string, string>) => [name, state])
    expect(Object.fromEntries(states)).toEqual({ pdf: 'disabled', deploy: 'untrusted' })
    expect((await world.run('enable', 'pdf')).code).toBe(0)
    expect((await world.run('why', 'pdf')).code).toBe(0)
  })

  it('writes nothing where a project’s settings do not count, and says what to do', async () => {
    open()
    const file = world.write('.skillet/settings.json', '{ "permissions": { "ask": ["read"] } }')
    const { code, stderr } = await world.run('disable', 'deploy')
    expect(code).toBe(3)
    expect(stderr).toContain('skillet trust')
    expect(stderr).toContain('--user')
    expect(stderr).not.toContain('✓')
    expect(readFileSync(file, 'utf8')).toBe('{ "permissions": { "ask": ["read"] } }')
  })

  it('takes a glob for skills that are there now or later', async () => {
    open()
    world.skill('~/.claude/skills', 'internal-a')
    world.skill('~/.claude/skills', 'internal-b')
    expect((await world.run('disable', '--user', 'internal-*')).code).toBe(0)
    const { stdout } = await world.run('list')
    expect(stdout).not.toContain('internal')
  })

  it('takes a glob in a trusted project too, and says which rule counts instead', async () => {
    open()
    const file = world.write('.skillet/settings.json', '{\n  "enabled": ["deploy"]\n}\n')
    await world.run('trust', '--yes')
    const { code, stderr } = await world.run('disable', 'dep*')
    expect(code).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      enabled: ['deploy'],
      disabled: ['dep*'],
    })
    expect(stderr).toContain('A stronger rule counts instead for some of these skills')
    expect(stderr).toContain('"deploy" is enabled in this project’s settings')
    expect(stderr).toContain('.skillet/settings.json:2')
    expect((await world.run('why', 'deploy')).code).toBe(0)
  })

  it.each(['dep*', 'deploy'])(
    '--user says that a trusted project prevails over %s',
    async (term) => {
      open()
      world.write('.skillet/settings.json', '{ "enabled": ["deploy"] }')
      const alone = await world.run('disable', '--user', term)
      expect(alone.stderr).not.toContain('stronger')
      await world.run('trust', '--yes')
      const { code, stderr } = await world.run('disable', '--user', term)
      expect(code).toBe(0)
      expect(stderr).toContain('A stronger rule counts instead')
      const own = readFileSync(join(world.home, '.config/skillet/settings.json'), 'utf8')
      expect(JSON.parse(own)).toEqual({ disabled: [term] })
    },
  )

  it('an unknown name exits 2 and writes nothing', async () => {
    open()
    expect((await world.run('disable', '--user', 'nobody')).code).toBe(2)
  })

  it('broken settings are left alone, with place and reason', async () => {
    open()
    const file = world.write('~/.config/skillet/settings.json', '{ "disabled": [ }')
    const { code, stderr } = await world.run('disable', '--user', 'deploy')
    expect(code).toBe(1)
    expect(stderr).toMatch(/settings\.json:1:\d+ error/)
    expect(readFileSync(file, 'utf8')).toBe('{ "disabled": [ }')
  })
})
