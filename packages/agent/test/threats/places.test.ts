import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseRule } from '@skillet/agent'
import { lookUp } from '@skillet/core'
import { describe, expect, it } from 'vitest'
import { calling, calls, collect, messagesOf, ofType, says, systemOf } from '../engine-world.ts'
import { threatWorlds } from './threat-world.ts'

/** Everything is allowed that a rule or `--yes` can allow, and nobody is there. */
const open = threatWorlds({
  sandbox: { mode: 'off' },
  permissions: {
    unattended: 'allow',
    rules: ['read', 'edit', 'write'].map((rule) => parseRule(rule, 'allow', 'command-line')),
  },
})

const write = (path: string, id = path) => calling('write', { path, content: 'PWNED' }, id)

describe('threat T5: the model widens its own rights', () => {
  const protectedPaths = [
    '.git/hooks/pre-commit',
    '.git/config',
    'nested/.git/hooks/post-checkout',
    '.gitmodules',
    '.skillet/settings.json',
    '.agents/skills/new/SKILL.md',
    '.claude/skills/new/SKILL.md',
    '.envrc',
    '~/.bashrc',
    '~/.zshenv',
    '~/.gitconfig',
    '~/.ssh/authorized_keys',
    '~/.claude/skills/new/SKILL.md',
    '~/.config/systemd/user/x.service',
  ]

  it.each(protectedPaths)('writing %s is not done, whatever was allowed', async (path) => {
    const { send, root, at } = await open([
      calls(write(path), calling('edit', { path, oldText: 'mine', newText: 'PWNED' })),
    ])
    const real = path.startsWith('~') ? join(root, 'home', path.slice(2)) : at(path)
    mkdirSync(join(real, '..'), { recursive: true })
    writeFileSync(real, 'mine')
    const denied = ofType(await send('go'), 'tool-denied')
    expect(denied.map(({ tool }) => tool)).toEqual(['write', 'edit'])
    expect(readFileSync(real, 'utf8')).toBe('mine')
  })

  it('nor is it by a link, a folder that is one, or another name of the same folder', async () => {
    const { send, at } = await open([
      calls(write('a.txt'), write('folder/pre-commit'), write('x/../.git/config')),
    ])
    mkdirSync(at('.git/hooks'))
    mkdirSync(at('x'))
    writeFileSync(at('.git/config'), 'mine')
    symlinkSync('.git/config', at('a.txt'))
    symlinkSync('.git/hooks', at('folder'))
    expect(ofType(await send('go'), 'tool-denied')).toHaveLength(3)
    expect(readFileSync(at('.git/config'), 'utf8')).toBe('mine')
    expect(existsSync(at('.git/hooks/pre-commit'))).toBe(false)
  })

  it('a second name of one protected file is a new file once it is written', async () => {
    const { send, at } = await open([calls(write('b.txt'))])
    writeFileSync(at('.git/config'), 'mine')
    linkSync(at('.git/config'), at('b.txt'))
    await send('go')
    expect(readFileSync(at('.git/config'), 'utf8')).toBe('mine')
  })

  it('Skillet’s state is not read, not even where everything was allowed', async () => {
    const { root, model, another } = await open([
      calls(calling('read', { path: '~/state/trust.json' }), calling('ls', { path: '~/state' })),
    ])
    const state = join(root, 'home/state')
    mkdirSync(state)
    writeFileSync(join(state, 'trust.json'), 'SECRET')
    const events = await collect(another({ places: { state } }).submitMessage({ text: 'go' }))
    expect(ofType(events, 'tool-denied')).toHaveLength(2)
    expect(JSON.stringify(model.requests)).not.toContain('SECRET')
  })

  it('commands with a rule for them do not reach there either', async () => {
    const lines = [
      'cp a .git/hooks/pre-commit',
      'cp a .GIT/hooks/pre-commit',
      'mv a ~/.bashrc',
      'ln -s a .agents/skills/x',
      'tee .skillet/settings.json',
      'cp a -t.git/hooks',
      'cp a .g*/hooks/pre-commit',
    ]
    const rules = ['cp', 'mv', 'ln', 'tee'].map((name) =>
      parseRule(`bash(${name} *)`, 'allow', 'user-settings'),
    )
    const { send, at } = await open(
      [calls(...lines.map((command, id) => calling('bash', { command }, `${id}`)))],
      { permissions: { rules }, files: { a: 'PWNED' } },
    )
    mkdirSync(at('.git/hooks'))
    expect(ofType(await send('go'), 'tool-denied')).toHaveLength(lines.length)
    expect(existsSync(at('.git/hooks/pre-commit'))).toBe(false)
  })
})

describe('threat T6: other spellings of a protected name', () => {
  it.each([
    '.GIT/config',
    '.Git/hooks/x',
    '.g\u200bit/config',
    '.git\u200c/hooks/x',
    '.\uff47\uff49\uff54/config',
    'GIT~1/config',
    '.git./config',
    '.git /config',
    '.git::$INDEX_ALLOCATION/config',
    '.git/config::$DATA',
    '.SKILLET/settings.json',
    '.agents/SKILLS/x/SKILL.md',
    '.BASHRC',
  ])('%j is not written', async (path) => {
    const { send, at } = await open([calls(write(path))])
    expect(ofType(await send('go'), 'tool-denied')).toHaveLength(1)
    expect(existsSync(at(path))).toBe(false)
  })
})

describe('threat T8: names that look like another', () => {
  const cyrillic = 'comm\u0456t'
  const unseen = 'com\u200bmit'

  it('are never equal to it, and keep their own skill', async () => {
    const { library, send, model } = await open([says('one')], {
      skills: { commit: 'REAL BODY', [cyrillic]: 'FAKE BODY' },
    })
    const { snapshot } = library
    expect(lookUp(snapshot, 'commit').skill?.name).toBe('commit')
    expect(lookUp(snapshot, cyrillic).skill?.name).not.toBe('commit')
    await send('/commit now')
    expect(systemOf(model.requests[0])).toContain('REAL BODY')
    expect(systemOf(model.requests[0])).not.toContain('FAKE BODY')
  })

  it('are warned of, with the letters that do not show written as codes', async () => {
    const { library } = await open([says('one')], {
      skills: { commit: 'Body.', [cyrillic]: 'Body.', [unseen]: 'Body.' },
    })
    const found = library.snapshot.entries.flatMap(({ diagnostics }) => diagnostics)
    const said = [...found, ...library.snapshot.diagnostics].map(
      ({ code, message }) => `${code} ${message}`,
    )
    expect(said.filter((one) => one.startsWith('name/'))).not.toEqual([])
    for (const one of said) expect(one).not.toMatch(/[\u200b\u202e]/u)
  })

  it('of a denied skill stay denied by what the rule says, and the look-alike is no way in', async () => {
    const { send, model } = await open(
      [
        calls(
          calling('activate_skill', { name: 'comm\u0456t' }),
          calling('COMMIT', {}),
          calling('commit\u200b', {}),
        ),
      ],
      {
        skills: { commit: 'REAL BODY' },
        permissions: { rules: [parseRule('skill(commit)', 'deny', 'user-settings')] },
      },
    )
    await send('go')
    expect(messagesOf(model.requests[1]).join('\n')).not.toContain('REAL BODY')
  })
})
