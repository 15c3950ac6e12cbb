import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(() => {
  world = createWorld()
  world.skill('~/.claude/skills', 'review')
  world.skill('.claude/skills', 'deploy')
})
afterAll(() => world.remove())

describe('usage', () => {
  it('--version prints the version alone', async () => {
    expect(await world.run('--version')).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' })
  })

  it('without a word, and without a terminal, it prints help', async () => {
    const { code, stdout } = await world.run()
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: skillet')
    expect(stdout).toContain('run <skill> [arguments...]')
  })

  it('an unknown flag exits 2 with a suggestion', async () => {
    const { code, stdout, stderr } = await world.run('list', '--jsn')
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain("unknown option '--jsn'")
    expect(stderr).toContain('Did you mean --json?')
  })

  it.each([
    ['--resume', 'skillet chat --resume'],
    ['--dry-run', 'skillet run --dry-run'],
  ])('%s without a command names the one that has it', async (flag, whole) => {
    const { code, stderr } = await world.run(flag)
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`hint: It is a flag of a command: ${whole}`),
    ])
  })

  it('an unknown command exits 2 with a suggestion', async () => {
    const { code, stderr } = await world.run('lsit')
    expect(code).toBe(2)
    expect(stderr).toContain("unknown command 'lsit'")
    expect(stderr).toContain('Did you mean list?')
  })

  it.each(['lint', 'doctr-x-y', 'xyzzy'])(
    '%s, which is near to nothing, gets no guess',
    async (word) => {
      const { code, stderr } = await world.run(word)
      expect(code).toBe(2)
      expect(stderr).not.toContain('Did you mean')
      expect(stderr).toContain('See the commands: skillet help')
    },
  )

  it('a missing word shows how the command is called, and where to find one', async () => {
    const { stderr } = await world.run('show')
    expect(stderr).toContain("missing required argument 'skill'")
    expect(stderr).toContain('usage: skillet show [options] <skill>')
    expect(stderr).toContain('skillet list')
  })

  it('--cwd of a folder that is not there exits 2', async () => {
    const { code, stderr } = await world.run('list', '--cwd', 'nowhere')
    expect(code).toBe(2)
    expect(stderr).toContain('There is no folder nowhere.')
  })

  it.each(['run', 'show', 'prompt', 'why', 'list'])(
    '%s says once, beside its data, that a path of --skill is not there',
    async (command) => {
      const words = command === 'list' ? [] : [command === 'prompt' ? '/review' : 'review']
      const flags = command === 'run' ? ['--model', 'guided'] : []
      const ran = await world.run(command, '--skill', '/nowhere', ...flags, ...words)
      expect(ran.code).toBe(0)
      expect(ran.stderr.match(/There is nothing at the skills path/g)).toHaveLength(1)
      expect(ran.stderr).toContain('[root/missing]')
      expect(ran.stdout).not.toContain('nothing at the skills path')
    },
  )

  it('what the search passed by is one line, and nothing where it is no more than worth knowing', async () => {
    expect((await world.run('why', 'review')).stderr).toBe('')
    symlinkSync('/nowhere', join(world.home, '.claude/skills/dangling'))
    const { stderr } = await world.run('why', 'review')
    rmSync(join(world.home, '.claude/skills/dangling'))
    expect(stderr).toBe('Left out: a link not followed. See: skillet list --all\n')
  })

  it.each([
    [['list', '--bad\u001b[31m\u202e']],
    [['bad\u001b]0;owned\u0007\nskillet: all is well']],
    [['show', 'pdf', 'more\u001b[2J']],
    [['run', '--language', 'x\u001b[31m', 'pdf']],
    [['help', 'x\u001b[31m']],
  ])('what was typed is repeated without what steers a terminal: %j', async (words) => {
    const { stdout, stderr } = await world.run(...words)
    for (const bad of ['\u001b', '\u0007', '\u202e', '\nskillet: all']) {
      expect(stdout + stderr).not.toContain(bad)
    }
  })

  it('a missing word exits 2', async () => {
    expect((await world.run('show')).code).toBe(2)
    expect((await world.run('run')).code).toBe(2)
  })

  it('commands that are not there yet are not offered', async () => {
    const { stdout } = await world.run('--help')
    expect(stdout).not.toMatch(/\b(lint|new|mcp|completion)\b/)
  })

  it.each(['show', 'run'])('%s of an unknown skill exits 2 with near names', async (command) => {
    const { code, stdout, stderr } = await world.run(command, 'reviw')
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain('There is no skill "reviw"')
    expect(stderr).toContain('Did you mean review?')
  })

  it('running an untrusted skill exits 3 with the command to run', async () => {
    const { code, stderr } = await world.run('run', 'deploy')
    expect(code).toBe(3)
    expect(stderr).toContain('deploy cannot be run')
    expect(stderr).toContain('skillet trust')
  })

  it('running an invalid skill shows its diagnostics with place and remedy', async () => {
    world.write('~/.claude/skills/bad/SKILL.md', '---\nname: bad\n---\nBody\n')
    const { code, stderr } = await world.run('run', 'bad')
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /~\/\.claude\/skills\/bad\/SKILL\.md(:\d+:\d+)? error .* \[description\/missing\]/,
    )
    expect(stderr).toContain('hint: ')
    expect(stderr.match(/no "description"/g)).toHaveLength(1)
    expect(stderr.match(/What it does/g)).toHaveLength(1)
  })

  it('why: not callable exits 1, callable 0', async () => {
    expect((await world.run('why', 'deploy')).code).toBe(1)
    expect((await world.run('why', 'no-such-thing')).code).toBe(1)
    const callable = await world.run('why', 'review')
    expect(callable.code).toBe(0)
    expect(callable.stdout).toContain('review can be called.')
  })
})
