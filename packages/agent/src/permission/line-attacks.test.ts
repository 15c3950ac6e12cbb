import { mkdirSync, symlinkSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathAccess } from '../tools/paths.ts'
import { type WorkspaceFixture, workspaceFixture } from '../tools/workspace-fixture.ts'
import { approvalRequest } from './approval.ts'
import { decide } from './decide.ts'
import { exactRule, parseRule } from './rule.ts'
import type { Rule, RuleOrigin } from './types.ts'

let at: WorkspaceFixture
beforeAll(() => {
  at = workspaceFixture()
  at.files({
    'good/go.sh': '',
    'bad/go.sh': '',
    'go.sh': '',
    'scripts/a.sh': '',
    'src/evil.sh': '',
    'docs/a.md': '',
    'made/skills/evil/SKILL.md': '',
    'plain.txt': '',
  })
  mkdirSync(at.path('.claude'))
  symlinkSync('/dev/stdin', at.path('scripts/in.sh'))
  symlinkSync(at.home, at.path('docs/up'))
})
afterAll(() => at[Symbol.dispose]())

const allow = (source: string, origin: RuleOrigin = 'user-settings') =>
  parseRule(source, 'allow', origin)
const deny = (source: string) => parseRule(source, 'deny', 'user-settings')

const judge = (command: string, rules: readonly Rule[], cwd = at.workspace) =>
  decide({ tool: 'bash', input: { command }, access: { kind: 'run', command, cwd } }, rules, {
    workspace: at.workspace,
    home: at.home,
    readableSkills: [],
  }).effect

/** The rule that *always* keeps, as it comes back from where it is kept. */
function kept(command: string, cwd: string): Rule {
  const { rule } = approvalRequest({
    id: '1',
    callId: '1',
    tool: 'bash',
    input: { command },
    access: { kind: 'run', command, cwd },
    workspace: at.workspace,
    reason: 'x',
  })
  const parsed = exactRule(rule, 'run')
  if (parsed === undefined) throw new Error(`no rule is offered for ${command}`)
  return { ...parsed, effect: 'allow', origin: 'state' }
}

describe('threat E5: what was allowed for good is not what runs later', () => {
  it.each(['./go.sh', 'npm test', 'sh go.sh', 'make', './go.sh && npm test'])(
    '*always* for `%s` holds in the folder that was shown, and in no other',
    (command) => {
      const good = kept(command, at.path('good'))
      expect(good.pattern).toContain('cd good && ')
      expect(judge(command, [good], at.path('good'))).toBe('allow')
      for (const folder of [at.workspace, at.path('bad'), at.path('good/../bad')]) {
        expect(judge(command, [good], folder)).toBe('ask')
      }
      const top = kept(command, at.workspace)
      expect(judge(command, [top])).toBe('allow')
      expect(judge(command, [top], at.path('bad'))).toBe('ask')
      expect(judge(`cd bad && ${command}`, [top, allow('bash(cd *)')])).toBe('ask')
    },
  )

  it('*always* names the folder as a line of the workspace would', () => {
    const good = kept('./go.sh', at.path('good'))
    expect(good.source).toBe('bash(cd good && ./go.sh)')
    expect(judge('cd good && ./go.sh', [good])).toBe('allow')
    expect(judge('cd good && ./go.sh', [good], at.path('bad'))).toBe('ask')
  })

  it.each([
    'bash(./go.sh)',
    'bash(./go.sh *)',
    'bash(sh go.sh)',
    'bash(sh *)',
    'bash(python3 a.py)',
  ])('a program that %s names by its place is the one in the workspace', (source) => {
    const command = source
      .slice(5, -1)
      .replace(/^sh \*$/u, 'sh go.sh')
      .replace(' *', '')
    expect(judge(command, [allow(source)])).toBe('allow')
    expect(judge(command, [allow(source)], at.path('bad'))).toBe('ask')
    expect(judge(`cd bad && ${command}`, [allow(source), allow('bash(cd *)')])).toBe('ask')
  })

  it('leaves alone what is found by its name: such a rule of yours holds below the workspace', () => {
    expect(judge('npm test', [allow('bash(npm test)')], at.path('good'))).toBe('allow')
    expect(judge('cd good && npm test', [allow('bash(npm *)'), allow('bash(cd *)')])).toBe('allow')
  })
})

describe('threat E3: a limit that a text steps around', () => {
  it.each([
    "echo 'rm v2' | sh //dev/stdin",
    "echo 'rm v2' | sh ../../../../../../dev/stdin",
    "echo 'rm v2' | sh /./dev/stdin",
    "echo 'rm v2' | sh /tmp/../dev/fd/0",
    "echo 'rm v2' | sh scripts/in.sh",
    '. //dev/stdin <<< "rm v2"',
    '. -- /dev/stdin <<< "rm v2"',
    "echo 'rm v2' | sh -- //dev/fd/0",
    "echo 'rm v2' | bash -O extglob //proc/self/fd/0",
    "echo 'rm v2' | bash -o posix -s",
    "echo 'rm v2' | bash --rcfile x scripts/a.sh",
    "echo 'rm v2' | python3 //dev/stdin",
    "echo 'rm v2' | python3 -u /./dev/stdin",
    "echo 'rm v2' | perl //dev/stdin",
    "echo 'x:;rm v2' | make -f //dev/stdin",
    "echo 'x:;rm v2' | make -f -",
    "echo 'x:;rm v2' | make -sf- x",
    "echo 'rm v2' | strange-runner --file=/dev/stdin",
    "npx --call='rm v6'",
    "npx -c'rm v6'",
    "npm exec --call='rm v6'",
    "npm --call='rm v6' exec",
    'install --strip-program=rm -s a b',
    "make --eval='x:;rm v12'",
    "make --eval='x:;rm v12' x",
    "make CC='rm v'",
    "strange-runner --on-exit='true; rm v'",
    'strange-runner --program=rm v',
  ])('is not stepped around by `%s`', (command) => {
    expect(judge(command, [deny('bash(rm *)'), allow('bash')])).toBe('deny')
    expect(judge(command, [allow('bash')])).toBe('allow')
  })

  it('does not mean what only runs a file, or reads from nowhere', () => {
    for (const command of [
      'sh scripts/a.sh',
      'bash -eu scripts/a.sh',
      'bash -o pipefail scripts/a.sh',
      'python3 scripts/a.py',
      'make -C sub all',
      'make CC=gcc',
      'npm --prefix sub test',
      'npm test -- --watch',
      'vitest --config a.ts',
      'strange-runner --log=/dev/null',
      'eslint -c a.json src',
    ]) {
      expect([command, judge(command, [deny('bash(rm *)'), allow('bash')])]).toEqual([
        command,
        'allow',
      ])
    }
  })
})

describe('threat E3: a wildcard that covers more than its author wrote', () => {
  it.each([
    ['bash(npm test *)', 'npm test --script-shell=./evil.sh'],
    ['bash(npm test *)', 'npm test -script-shell ./evil.sh'],
    ['bash(npm test *)', 'npm test --script-sh=./evil.sh'],
    ['bash(npm test *)', 'npm test --prefix=bad'],
    ['bash(npm *)', 'npm -C bad test'],
    ['bash(pnpm *)', 'pnpm --config.script-shell=./evil.sh test'],
    ['bash(make *)', 'make SHELL=./evil.sh'],
    ['bash(make *)', 'make --eval=x'],
    ['bash(make *)', 'make -C bad'],
    ['bash(go *)', 'go test -exec ./evil.sh'],
    ['bash(cargo *)', 'cargo --config=evil.toml test'],
    ['bash(pytest *)', 'pytest -p evil'],
    ['bash(eslint *)', 'eslint --rulesdir=evil src'],
    ['bash(sh scripts/*)', 'sh scripts/../src/evil.sh'],
    ['bash(sh scripts/*)', "sh 'scripts/../src/evil.sh'"],
    ['bash(sh scripts/*)', 'sh scripts/.\\./src/evil.sh'],
    ['bash(sh scripts/*)', 'sh scripts/".."/src/evil.sh'],
    ['bash(sh scripts/*)', 'sh scripts/a.sh src/evil.sh'],
    ['bash(sh scripts/*)', 'sh scripts/in.sh'],
    ['bash(sh *)', 'sh /tmp/evil.sh'],
    ['bash(cat docs/*)', 'cat docs/../../private.txt'],
    ['bash(cat docs/*)', 'cat docs/..'],
    ['bash(cat docs/*)', 'cat docs/a.md src/evil.sh'],
    ['bash(cat docs/*)', 'cat docs/up/private.txt'],
    ['bash(cat *)', 'cat docs/up/private.txt'],
    ['bash(cat d*s/a.md)', 'cat docs/../ssss/a.md'],
    ['bash(curl https://example.org/*)', 'curl https://example.org/x file:///etc/passwd'],
    ['bash(curl https://example.org/*)', 'curl https://example.org/x -o y'],
    ['bash(git*)', 'git status'],
    ['bash(uniq *)', 'uniq a b'],
    ['bash(uniq *)', 'uniq -f 1 a b'],
    ['bash(uniq *)', 'uniq - b'],
    ['bash(xxd *)', 'xxd a b'],
    ['bash(xxd *)', 'xxd -r a'],
    ['bash(install *)', 'install a b'],
    ['bash(shuf *)', 'shuf a -o b'],
  ])('%s does not cover `%s`', (source, command) => {
    expect(judge(command, [allow(source)])).toBe('ask')
  })

  it.each([
    ['bash(npm test *)', 'npm test --silent -w packages/a'],
    ['bash(npm test *)', 'npm test -- --config=x'],
    ['bash(sh scripts/*)', 'sh scripts/a.sh'],
    ['bash(sh scripts/* *)', 'sh scripts/a.sh one two'],
    ['bash(cat docs/*)', 'cat docs/a.md'],
    ['bash(cat docs/*)', 'cat docs/a/b..c/d.md'],
    ['bash(cat *)', 'cat docs/a.md plain.txt'],
    ['bash(git * main)', 'git log --oneline main'],
    ['bash(echo *x)', 'echo ax'],
    ['bash(curl https://example.org/*)', 'curl https://example.org/a/b'],
    ['bash(uniq *)', 'uniq -c -f 1 a'],
    ['bash(xxd *)', 'xxd -l 16 a'],
    ['bash(make *)', 'make -j4 test'],
    ['bash(gitk*)', 'gitk'],
  ])('%s covers `%s`', (source, command) => {
    expect(judge(command, [allow(source)])).toBe('allow')
  })

  it('takes no time for a long line', () => {
    const line = `echo ${'a'.repeat(30_000)}`
    const source = `bash(echo ${'*a'.repeat(100)}*b)`
    expect(judge(line, [allow(source)])).toBe('ask')
  })
})

describe('threat T5: a protected place that comes to be by another name', () => {
  it.each([
    'mv made .claude',
    'mv made/skills .claude',
    'mv made/skills .claude/',
    'mv made/skills/evil .claude/skills',
    'mv -t .claude made/skills',
    'mv --target-directory=.claude made/skills',
    'cp not-there-yet .claude',
    'ln -s made .agents',
    'ln -s ../made/skills .claude/',
    'cd .claude && mv ../made/skills .',
    'cd .claude && ln -s ../made/skills',
  ])('`%s` asks', (command) => {
    const rules = ['mv', 'cp', 'ln', 'cd'].map((name) => allow(`bash(${name} *)`))
    expect(judge(command, rules)).toBe('ask')
  })

  it('files and folders of other names go where the rule says', () => {
    const rules = [allow('bash(mv *)'), allow('bash(cp *)')]
    for (const command of ['mv plain.txt .plain', 'mv docs/a.md src', 'mv made src', 'cp a b']) {
      expect([command, judge(command, rules)]).toEqual([command, 'allow'])
    }
  })
})

describe('threat E5: *always* for a path is for that path', () => {
  const answer = (tool: 'read' | 'write' | 'ls', path: string, rules: readonly Rule[]) =>
    decide(
      { tool, input: { path }, access: pathAccess(tool === 'write' ? 'write' : 'read', path, at) },
      rules,
      { workspace: at.workspace, home: at.home, readableSkills: [] },
    ).effect

  function always(tool: 'read' | 'write' | 'ls', path: string): Rule {
    const access = pathAccess(tool === 'write' ? 'write' : 'read', path, at)
    const { workspace } = at
    const { rule } = approvalRequest({
      id: '1',
      callId: '1',
      tool,
      input: { path },
      access,
      workspace,
      reason: 'x',
    })
    const parsed = exactRule(rule, access.kind)
    if (parsed === undefined) throw new Error(`no rule is offered for ${path}`)
    return { ...parsed, effect: 'allow', origin: 'state' }
  }

  it.each([
    ['read', '~/dir', '~/dir/sub/p.txt'],
    ['ls', '~', '~/dir'],
    ['write', 'out', 'out/x'],
    ['write', '~/out', '~/out/x'],
  ] as const)('%s of %s does not cover %s', (tool, path, below) => {
    const rule = always(tool, path)
    expect(answer(tool, path, [rule])).toBe('allow')
    expect(answer(tool, below, [rule])).toBe('ask')
  })

  it('is not for what a link leads to that takes its place', () => {
    using own = workspaceFixture()
    const rule: Rule = { ...always('write', 'later'), effect: 'allow' }
    symlinkSync(own.home, own.path('later'))
    const access = pathAccess('write', 'later', own)
    const context = { workspace: own.workspace, home: own.home, readableSkills: [] }
    expect(decide({ tool: 'write', input: {}, access }, [rule], context).effect).toBe('ask')
  })

  it('nor is a pattern that starts in the workspace for what a link in it leads to', () => {
    using own = workspaceFixture()
    own.files({ 'lib/a.ts': '' })
    symlinkSync(own.home, own.path('src'))
    symlinkSync(own.path('lib'), own.path('code'))
    const context = { workspace: own.workspace, home: own.home, readableSkills: [] }
    const effect = (path: string, source: string) => {
      const access = pathAccess('write', path, own)
      return decide({ tool: 'write', input: {}, access }, [allow(source)], context).effect
    }
    expect(effect('src/bin/git', 'write(src/**)')).toBe('ask')
    expect(effect('code/a.ts', 'write(code/**)')).toBe('allow')
  })

  it('leaves a rule that you write as it was: it covers what is below', () => {
    expect(answer('read', '~/dir/sub/p.txt', [allow('read(~/dir)')])).toBe('allow')
    expect(answer('write', 'out/x', [allow('write(out)')])).toBe('allow')
  })
})
