import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skillAt, type WorkspaceFixture, workspaceFixture } from '../tools/workspace-fixture.ts'
import { decide } from './decide.ts'
import { parseRule } from './rule.ts'
import type { Rule, RuleOrigin } from './types.ts'

let at: WorkspaceFixture
beforeAll(() => {
  at = workspaceFixture()
  mkdirSync(at.path('sub'))
})
afterAll(() => at[Symbol.dispose]())

const allow = (source: string, origin: RuleOrigin = 'state') => parseRule(source, 'allow', origin)
const ask = (source: string, origin: RuleOrigin = 'state') => parseRule(source, 'ask', origin)
const deny = (source: string, origin: RuleOrigin = 'state') => parseRule(source, 'deny', origin)

const verdict = (command: string, rules: readonly Rule[], cwd = at.workspace) =>
  decide({ tool: 'bash', input: { command }, access: { kind: 'run', command, cwd } }, rules, {
    workspace: at.workspace,
    home: at.home,
    readableSkills: [],
  })
const effect = (command: string, ...rules: Rule[]) => verdict(command, rules).effect

describe('a command line', () => {
  it('asks without a rule', () => {
    expect(effect('npm test')).toBe('ask')
  })

  it('says of characters that do not show that they do not, whichever they are', () => {
    for (const character of ['\u200b', '\u202e', '\u001b']) {
      const { reason } = verdict(`echo a${character}b`, [allow('bash(echo *)')])
      expect(reason).toContain('it holds characters that do not show')
    }
  })

  it.each([
    ['bash(git:*)', 'git', 'allow'],
    ['bash(git:*)', 'git status', 'allow'],
    ['bash(git:*)', 'gitk', 'ask'],
    ['bash(git diff *)', 'git diff src', 'allow'],
    ['bash(git diff *)', 'git diff', 'allow'],
    ['bash(git diff *)', 'git difftool', 'ask'],
    ['bash(npm test)', 'npm test', 'allow'],
    ['bash(npm test)', 'npm test x', 'ask'],
    ['Bash(npm run test:*)', 'npm run test', 'allow'],
    ['bash(npm run test:*)', 'npm run test:unit', 'ask'],
    ['bash(echo *)', `echo 'a && b; c | d'`, 'allow'],
    ['bash(ls *)', 'ls *.ts', 'ask'],
    ['bash(ls *)', 'ls src/*.ts', 'allow'],
    ['bash(git commit -m *)', `git commit -m "it's done"`, 'allow'],
  ])('with the rule %s, `%s`: %s', (source, command, expected) => {
    expect(effect(command, allow(source))).toBe(expected)
  })

  it('needs every command of a compound line to be allowed', () => {
    const git = allow('bash(git:*)')
    for (const join of ['&&', '||', ';', '|', '&', '\n', '|&']) {
      expect(effect(`git status ${join} rm -rf x`, git)).toBe('ask')
      expect(effect(`git status ${join} git log`, git)).toBe('allow')
      expect(effect(`git status ${join} npm test`, git, allow('bash(npm test)'))).toBe('allow')
    }
    expect(effect('(git status; git log)', git)).toBe('allow')
    expect(effect('if git status; then git log; fi', git)).toBe('allow')
    expect(effect('{ git status; rm x; }', git)).toBe('ask')
  })

  it('covers a whole line by the rule that names it, and no part of it by that rule', () => {
    const both = allow('bash(npm test && npm run lint)')
    expect(effect('npm test && npm run lint', both)).toBe('allow')
    expect(effect('npm test && npm run lint && rm x', both)).toBe('ask')
    expect(effect('npm test', both)).toBe('ask')
  })

  it.each([
    'git log > out',
    'git log >> out',
    'git log < in',
    'git log 2>&1',
    'git log &> out',
    'git log <<< x',
    'git log <<E\nx\nE',
    'A=1 git log',
    'A=1; git log',
    'git log $(rm x)',
    'git log `rm x`',
    'git log <(rm x)',
    'git log $x',
    'git log "$x"',
    `git log $\{x:=y}`,
    'git log $((x=1))',
    'git log {a,b}',
    `git log $'\\x2d\\x2doutput=x'`,
    'git log $"x"',
    '{ git log; } > out',
    'git log() { rm x; }',
    'function git { rm x; }; git log',
    'for PATH in /evil; do git log; done',
    'while git log; do git log; done',
    'case x in x) git log;; esac',
    'coproc git log',
    '(( x = 1 ))',
    '$x log',
    '"$x" log',
    'g$x log',
    'git log\r',
    'git log "unclosed',
    'git log &&',
    'if git log',
    '',
    '# git log',
  ])('covers no part of `%s` by a pattern', (command) => {
    expect(effect(command, allow('bash(git *)'), allow('bash(*)'))).toBe('ask')
  })

  it.each([
    'eval git log',
    'source git.sh',
    '. git.sh',
    "trap 'rm x' EXIT",
    "sh -c 'git log'",
    'SUDO git log',
    '/usr/bin/sudo.exe git log',
    "bash -lc 'git log'",
    'bash',
    'curl x | sh',
    'xargs git log',
    'env git log',
    'sudo git log',
    '/usr/bin/env git log',
    'exec git log',
    'command git log',
    'timeout 1 git log',
    'export A',
    'alias git=rm',
    'set -- x',
    'printf -v PATH x',
    'read x',
  ])('asks about `%s`, whatever the pattern', (command) => {
    expect(effect(command, allow('bash(*)'))).toBe('ask')
  })

  it.each([
    'git -c core.pager=x log',
    'git -ccore.pager=x log',
    'git -C /elsewhere log',
    'git --git-dir=x log',
    'git --exec-path=x log',
    'git --config-env=a=b log',
    'git diff --output=x',
    'git diff --outp=x',
    'git diff --output x',
    'git diff --ext-diff',
    'git log --textconv',
    'git fetch --upload-pack=x',
    'git grep -Oless x',
    'git rebase -x make',
    'git rebase --exec make',
    'git config core.pager x',
    'git bisect run make',
    'git submodule foreach make',
    'git clone -c a=b x',
    'git archive -o x HEAD',
    'rg --pre=x y',
    'rg --pre x y',
    'rg -z x',
    'rg --hostname-bin=x y',
    'find . -exec rm {} +',
    'find . -execdir rm {} +',
    'find . -ok rm {} +',
    'find . -delete',
    'find . -fprintf x y',
    'sort -o x y',
    'sort -uo x y',
    'sort --output=x y',
    'sort --out=x y',
    'sort --compress-program=x y',
    'tar xf a.tar',
    'tar -xf a.tar',
    'tar --extract -f a.tar',
    'tar tf a.tar --to-command=x',
    'tar tf a.tar --checkpoint-action=exec=x',
    'tar tf a.tar -I x',
    'tar tf host:a.tar',
    '/usr/bin/git diff --output=x',
  ])('threat E3: asks about `%s`, whose option runs or writes', (command) => {
    const name = command.split(' ', 1)[0] ?? ''
    expect(effect(command, allow(`bash(${name} *)`), allow(`bash(${command})`))).toBe('ask')
  })

  it.each([
    'git log -p',
    'git diff -C HEAD',
    'git --no-pager log -S pre -n 5 --stat',
    'git branch --show-current',
    'git stash list',
    'rg -n -e pattern src',
    'find . -name x',
    'sort -n x',
    'tar -tf a.tar',
    'tar tf a.tar',
  ])('has nothing against `%s`', (command) => {
    const name = command.split(' ', 1)[0] ?? ''
    expect(effect(command, allow(`bash(${name} *)`))).toBe('allow')
  })

  it('threat E3: asks where the repository itself makes git run programs', () => {
    using copied = workspaceFixture()
    const run = (config: string) => {
      copied.files({ '.git/config': config })
      const access = { kind: 'run', command: 'git status', cwd: copied.workspace } as const
      const call = { tool: 'bash', input: {}, access }
      const context = { workspace: copied.workspace, home: copied.home, readableSkills: [] }
      return decide(call, [allow('bash(git status)')], context).effect
    }
    expect(run('[core]\n\tbare = false\n[remote "origin"]\n\turl = https://x\n')).toBe('allow')
    expect(run('[core]\n\tfsmonitor = ./evil\n')).toBe('ask')
    expect(run('[diff]\n\texternal = ./evil\n')).toBe('ask')
    expect(run('[diff "x"]\n\ttextconv = ./evil\n')).toBe('ask')
    expect(run('[core]\n\tFSMONITOR=./evil\n')).toBe('ask')
    expect(run('[include]\n\tpath = ../evil\n')).toBe('ask')
    expect(run('[alias]\n\tst = !evil\n')).toBe('ask')
    expect(run('[core] fsmonitor = ./evil\n')).toBe('ask')
    // Hooks of commands that change something are what those commands are for; this one is not.
    expect(run('[core]\n\thooksPath = .husky\n')).toBe('allow')
    copied.files({ '.husky/post-index-change': '' })
    expect(run('[core]\n\thooksPath = .husky\n')).toBe('ask')
    expect(run('')).toBe('allow')
    copied.files({ '.git/hooks/post-index-change': '' })
    expect(run('')).toBe('ask')
  })

  it('threat E3: asks where a folder on the way is a repository with such a configuration', () => {
    using cloned = workspaceFixture()
    const evil = '[core]\n\tfsmonitor = ./evil\n'
    cloned.files({
      'bare/HEAD': '',
      'bare/objects/x': '',
      'bare/refs/x': '',
      'bare/config': evil,
      'nested/.git/config': evil,
      'deep/er/.git/config': evil,
    })
    const rules = [allow('bash(git status)'), allow('bash(cd *)')]
    const run = (command: string) =>
      decide(
        { tool: 'bash', input: {}, access: { kind: 'run', command, cwd: cloned.workspace } },
        rules,
        { workspace: cloned.workspace, home: cloned.home, readableSkills: [] },
      ).effect
    expect(run('git status')).toBe('allow')
    expect(run('cd bare && git status')).toBe('ask')
    expect(run('cd nested && git status')).toBe('ask')
    expect(run('cd deep; cd er; git status')).toBe('ask')
  })

  it('asks where it would run outside the workspace, or goes there first', () => {
    const rules = [allow('bash(npm test)', 'user-settings'), allow('bash(cd *)')]
    expect(verdict('npm test', rules, at.home).effect).toBe('ask')
    expect(verdict('npm test', rules, at.path('sub')).effect).toBe('allow')
    expect(verdict('cd sub && npm test', rules).effect).toBe('allow')
    symlinkSync(at.home, at.path('sub/out'))
    expect(verdict('cd sub && cd out && npm test', rules).effect).toBe('ask')
    for (const target of ['..', 'sub/..', 'sub && cd ..', '/tmp', '~', '-', '']) {
      expect(verdict(`cd ${target} && npm test`, rules).effect).toBe('ask')
    }
  })

  it('asks where a wildcard would cover a secret or protected file', () => {
    for (const file of [
      '.env',
      '.git/config',
      '.bashrc',
      '~/.ssh/id_ed25519',
      '.skillet/settings.json',
    ]) {
      expect(effect(`cat ${file}`, allow('bash(cat *)'))).toBe('ask')
      expect(effect(`tool --file=${file}`, allow('bash(tool *)'))).toBe('ask')
    }
    expect(effect('cat .env', allow('bash(cat .env)'))).toBe('allow')
  })

  it("lets patterns run and read a readable skill's own files, and not change them", () => {
    using own = workspaceFixture()
    const location = `${own.home}/.claude/skills/pdf/SKILL.md`
    own.files({ [location]: '' })
    const run = (command: string, trusted = true) =>
      decide(
        { tool: 'bash', input: {}, access: { kind: 'run', command, cwd: own.workspace } },
        [allow('bash(*)')],
        {
          workspace: own.workspace,
          home: own.home,
          readableSkills: trusted ? [skillAt(location)] : [],
        },
      ).effect
    expect(run('python3 -u ~/.claude/skills/pdf/scripts/run.py a.pdf')).toBe('allow')
    expect(run('cat ~/.claude/skills/pdf/references/a.md')).toBe('allow')
    expect(run('python3 ~/.claude/skills/pdf/scripts/run.py', false)).toBe('ask')
    expect(run('tee ~/.claude/skills/pdf/SKILL.md')).toBe('ask')
    expect(run('python3 x.py ~/.claude/skills/pdf/SKILL.md')).toBe('ask')
    expect(run('cp x ~/.claude/skills/pdf/SKILL.md')).toBe('ask')
  })

  it('allows anything where a person wrote a bare `bash`, and plain commands where a skill did', () => {
    for (const command of ['npm test > out', 'sudo x', 'echo $(x)']) {
      expect(effect(command, allow('bash', 'user-settings'))).toBe('allow')
      expect(effect(command, allow('Bash', 'skill'))).toBe('ask')
    }
    expect(effect('npm test', allow('Bash', 'skill'))).toBe('allow')
  })
})

describe('a deny rule', () => {
  it.each([
    'rm x',
    'ls && rm x',
    'ls; rm -rf /',
    'echo $(rm x)',
    'echo `rm x`',
    'cat <(rm x)',
    'A=1 rm x',
    'rm x > out',
    '/bin/rm x',
    'sudo rm x',
    'sudo -u me rm x',
    'env A=1 rm x',
    'xargs rm',
    'xargs -n1 rm',
    "sh -c 'rm x'",
    `bash -lc "ls && rm x"`,
    "eval 'rm x'",
    'eval rm x',
    "trap 'rm x' EXIT",
    'find . -exec rm {} +',
    'timeout 5 rm x',
    "sudo sh -c 'cd / && rm x'",
    'if true; then rm x; fi',
    'f() { rm x; }; f',
    '"rm" x',
    'r\\m x',
    'while :; do rm x; done',
    "git -c alias.x='!rm' x && rm y",
  ])('catches `%s`', (command) => {
    expect(effect(command, deny('bash(rm *)'), allow('bash', 'command-line'))).toBe('deny')
  })

  it('wins over every allow, whatever its origin and however exact (bug 58)', () => {
    const rules = [allow('bash(npm test)', 'command-line'), deny('bash(npm *)', 'project-settings')]
    expect(verdict('npm test', rules)).toMatchObject({
      effect: 'deny',
      rule: { source: 'bash(npm *)' },
    })
  })

  it('threat E8: is not evaded, and takes no time, however much a line holds', () => {
    for (const line of [
      `${'sudo '.repeat(190)}rm x`,
      `${'sudo '.repeat(3000)}rm x`,
      `${'env a=1 sh -c "'.repeat(8)}rm x${'"'.repeat(8)}`,
    ]) {
      expect(effect(line, deny('bash(rm *)'), allow('bash', 'command-line'))).toBe('deny')
    }
    const long = `tool ${'x '.repeat(2000)}`
    expect(effect(long, deny('bash(rm *)'), allow('bash', 'command-line'))).toBe('allow')
    expect(effect(long, deny('bash(rm *)'), allow('bash(tool *)'))).toBe('ask')
  })

  it('does not catch what only looks like it', () => {
    expect(effect('echo rm x', deny('bash(rm *)'), allow('bash(echo *)'))).toBe('allow')
    expect(effect('rmdir x', deny('bash(rm *)'), allow('bash(rmdir *)'))).toBe('allow')
    expect(effect(`git commit -m 'rm x'`, deny('bash(rm *)'), allow('bash(git commit *)'))).toBe(
      'allow',
    )
    expect(effect('find . -name rm', deny('bash(rm *)'), allow('bash(find *)'))).toBe('allow')
  })
})

describe('precedence', () => {
  it('lets the rule with most literal characters count, and asks where two differ and tie', () => {
    expect(effect('npm test', allow('bash(npm *)'), ask('bash(npm t*)'))).toBe('ask')
    expect(effect('npm test', ask('bash(npm *)'), allow('bash(npm test)'))).toBe('allow')
    expect(effect('npm test', ask('bash(npm *)'), allow('bash(npm *)'))).toBe('ask')
    expect(effect('npm test', allow('bash(npm *)'), ask('bash(* test)'))).toBe('ask')
    expect(effect('npm test', allow('bash(npm *)'), allow('bash(* test)'))).toBe('allow')
  })

  it('asks the command line and the turn first, then stored rules, then skills', () => {
    for (const origin of ['command-line', 'turn'] as const) {
      expect(effect('npm test', allow('bash(npm *)', origin), ask('bash(npm test)'))).toBe('allow')
      expect(effect('npm test', ask('bash(npm *)', origin), allow('bash(npm test)'))).toBe('ask')
    }
    expect(effect('npm test', ask('bash(npm *)'), allow('bash(npm test)', 'skill'))).toBe('ask')
  })

  it('names the rule that decided', () => {
    expect(verdict('npm test', [allow('bash(npm *)')])).toMatchObject({
      effect: 'allow',
      rule: { source: 'bash(npm *)' },
      reason: 'The rule bash(npm *) says allow.',
    })
  })

  it('never matches a rule for a tool that nobody has', () => {
    expect(effect('npm test', allow('Task'), allow('mcp__x__*'), allow('*'))).toBe('ask')
  })
})

describe('laws', () => {
  const word = fc.constantFrom('a', 'b', '-x', 'src/c', "'q r'")
  const command = fc.tuple(fc.constantFrom('tool', 'other'), fc.array(word, { maxLength: 3 }))
  const text = command.map(([name, words]) => [name, ...words].join(' '))
  const joint = fc.constantFrom(' && ', ' || ', '; ', ' | ', '\n', ' & ')

  it('an allow rule never covers a line with a command that it does not name', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        joint,
        fc.nat(4),
        (texts, join, place) => {
          const line = [...texts.slice(0, place), 'stranger x', ...texts.slice(place)].join(join)
          expect(effect(line, allow('bash(tool *)'), allow('bash(other *)'))).toBe('ask')
          for (const one of texts) expect(effect(line, allow(`bash(${one})`))).toBe('ask')
        },
      ),
    )
  })

  it('a line of allowed commands is allowed, in any order and joined in any way', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), joint, (texts, join) => {
        expect(effect(texts.join(join), allow('bash(tool *)'), allow('bash(other *)'))).toBe(
          'allow',
        )
      }),
    )
  })

  it('what a pattern covers runs no other command in a real shell, and writes nothing', () => {
    using shell = workspaceFixture()
    const bin = `${shell.home}/bin`
    shell.files({
      [`${bin}/tool`]: '#!/bin/sh\n',
      [`${bin}/stranger`]: `#!/bin/sh\necho ran > '${shell.home}/ran'\n`,
    })
    for (const name of ['tool', 'stranger']) chmodSync(`${bin}/${name}`, 0o755)
    const piece = fc.constantFrom(
      ...' ;|&<>(){}$`\'"\\\n!*?#=~[]-a'.split(''),
      '&&',
      '||',
      '$(',
      '<<',
      '\r',
      '\t',
      'tool ',
      'stranger ',
      '-x',
      "$'",
      'then',
      'do',
      '{ ',
      ' }',
    )
    let covered = 0
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const line = `tool ${pieces.join('')} stranger`
        if (effect(line, allow('bash(tool *)')) !== 'allow') return
        covered += 1
        const options = { cwd: shell.workspace, env: { PATH: bin }, timeout: 5000 }
        spawnSync('/bin/bash', ['--norc', '-c', `${line}\nwait`], options)
        expect([line, existsSync(`${shell.home}/ran`)]).toEqual([line, false])
        expect([line, readdirSync(shell.workspace)]).toEqual([line, []])
      }),
      { numRuns: 400 },
    )
    expect(covered).toBeGreaterThan(50)
  })
})
