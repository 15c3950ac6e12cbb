import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createWorld, type World, type WorldOptions } from './world.ts'

let world: World
const open = (options?: WorldOptions) => {
  world = createWorld(options)
  return world
}
afterEach(() => world.remove())

describe('skillet list', () => {
  it('lists what can be called: how, from where, what for', async () => {
    open()
    world.skill('~/.claude/skills', 'pdf', { 'argument-hint': '<file>' })
    world.skill('~/.skillet/skills', 'csv')
    const { code, stdout } = await world.run('list')
    expect(code).toBe(0)
    expect(stdout).toBe(
      'csv         user  Does csv. Use when asked to csv.\n' +
        'pdf <file>  user  Does pdf. Use when asked to pdf.\n',
    )
  })

  it('cuts descriptions to the screen on a terminal, and never in a pipe', async () => {
    const description = 'word '.repeat(60).trim()
    open({ terminal: true, columns: 60 })
    world.skill('~/.claude/skills', 'pdf', { description })
    const { stdout } = await world.run('list')
    expect(stdout.length).toBeLessThanOrEqual(61)
    expect(stdout).toMatch(/…\n$/)
    world.remove()
    open()
    world.skill('~/.claude/skills', 'pdf', { description })
    expect((await world.run('list')).stdout).toContain(description)
  })

  it('says what is not in the list, and where it is told', async () => {
    open()
    world.skill('~/.claude/skills', 'pdf')
    world.skill('.claude/skills', 'deploy')
    world.write('~/.claude/skills/broken/SKILL.md', '---\nname: broken\n---\nNo description.\n')
    const { stdout, stderr } = await world.run('list')
    expect(stdout).not.toContain('deploy')
    expect(stderr).toContain('Not callable: 1 untrusted, 1 invalid. See: skillet list --all')
  })

  it('--all gives every file its state, reason and remedy', async () => {
    open()
    world.skill('~/.claude/skills', 'pdf')
    world.skill('.claude/skills', 'deploy')
    const { stdout } = await world.run('list', '--all')
    expect(stdout).toMatch(/● loaded \(1\)\n {2}pdf {2}user · ~\/\.claude\/skills\/pdf\/SKILL\.md/)
    expect(stdout).toMatch(/● untrusted \(1\)\n {2}deploy {2}project · \.claude\/skills\/deploy/)
    expect(stdout).toContain('→ ')
  })

  it('--all says once what holds for all skills of a repository', async () => {
    open()
    for (const name of ['a', 'b', 'c']) world.skill('.claude/skills', name)
    const { stdout } = await world.run('list', '--all')
    expect(stdout.match(/nobody has trusted/g)).toHaveLength(1)
    expect(stdout.match(/skillet trust/g)).toHaveLength(1)
    expect(stdout).toContain('For each of these 3: ')
  })

  it('--all shows how much is wrong with a callable skill, and the hint leads there', async () => {
    open()
    world.skill('~/.claude/skills', 'odd', {
      name: 'other-name',
      tools: '""',
      'disable-model-invocation': 'maybe',
    })
    const { stderr } = await world.run('list')
    expect(stderr).toContain('1 skill has warnings. See: skillet list --all')
    expect((await world.run('list', '--all')).stdout).toMatch(
      /\n {4}! .+ \(first of 2 warnings\)\n/,
    )
  })

  it('says in one line what was left out of the search; --all gives the paths', async () => {
    open()
    world.skill('~/.claude/skills', 'pdf')
    symlinkSync('nowhere', join(world.home, '.claude/skills/gone'))
    world.write('~/.claude/skills/node_modules/x/SKILL.md', 'x')
    const { stderr } = await world.run('list')
    expect(stderr).toMatch(/Left out: .*a link not followed.*See: skillet list --all\n/)
    expect(stderr.split('\n').filter((line) => line.includes('gone'))).toEqual([])
    const { stdout } = await world.run('list', '--all')
    expect(stdout).toContain('○ left out (2)\n')
    expect(stdout).toContain('~/.claude/skills/gone')
    expect(stdout).toContain('node_modules')
  })

  it('names a scope with one word', async () => {
    open()
    world.skill('../builtin', 'tour')
    world.skill('extra', 'mine')
    const screens = await Promise.all(
      [['list'], ['list', '--all'], ['show', 'tour'], ['why', 'tour'], ['doctor']].map(
        async (words) => (await world.run(...words, '--skill', 'extra')).screen,
      ),
    )
    for (const screen of screens) {
      expect(screen).toContain('built-in')
      expect(screen.replaceAll('/builtin', '')).not.toMatch(
        /\bbuiltin\b|· named|named ·|\bnamed {2}/,
      )
    }
  })

  it('without any skill it says where it looked', async () => {
    open()
    const { code, stdout, stderr } = await world.run('list')
    expect(code).toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toContain('No skill can be called. Skillet looked in:\n')
    expect(stderr).toContain('~/.claude/skills')
  })

  it('--skill adds a path, --trust counts the project’s skills, --cwd works elsewhere', async () => {
    open()
    world.skill('extra', 'mine')
    world.skill('.claude/skills', 'deploy')
    world.write('.git/HEAD', '')
    const named = await world.run('list', '--skill', 'extra')
    expect(named.stdout).toContain('mine')
    const trusted = await world.run('list', '--trust')
    expect(trusted.stdout).toContain('deploy')
    const elsewhere = await world.run('list', '--trust', '--cwd', '.claude/skills/deploy')
    expect(elsewhere.stdout).toContain('deploy')
  })

  it('shows hostile names and descriptions as plain text', async () => {
    open({ terminal: true })
    world.write(
      '~/.claude/skills/x/SKILL.md',
      '---\nname: "x\\e[2J"\ndescription: "a\\u202Eb \\e]0;owned\\a c"\n---\nBody\n',
    )
    const { screen } = await world.run('list', '--all')
    expect(screen).not.toMatch(/[^\P{Cc}\t\n]|\u202e/u)
    expect(screen).toContain('a⟨U+202E⟩b')
  })

  it('is the same, byte for byte, each time', async () => {
    open()
    for (const name of ['b', 'a', 'c']) world.skill('~/.claude/skills', name)
    const first = await world.run('list', '--json')
    expect((await world.run('list', '--json')).stdout).toBe(first.stdout)
  })
})
