import { linkSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathAccess } from '../tools/paths.ts'
import { skillAt, type WorkspaceFixture, workspaceFixture } from '../tools/workspace-fixture.ts'
import { approvalRequest, describeAccess } from './approval.ts'
import { decide } from './decide.ts'
import { parseRule } from './rule.ts'
import type { Rule, RuleOrigin } from './types.ts'

let at: WorkspaceFixture
beforeAll(() => {
  at = workspaceFixture()
  at.files({ '.env': 'KEY=x', 'keys/server.pem': 'x', 'src/a.ts': '', 'docs/b.md': '' })
  symlinkSync(at.path('.env'), at.path('docs/innocent'))
})
afterAll(() => at[Symbol.dispose]())

const allow = (source: string, origin: RuleOrigin = 'state') => parseRule(source, 'allow', origin)
const deny = (source: string) => parseRule(source, 'deny', 'state')

const verdict = (command: string, ...rules: Rule[]) =>
  decide(
    { tool: 'bash', input: { command }, access: { kind: 'run', command, cwd: at.workspace } },
    rules,
    { workspace: at.workspace, home: at.home, readableSkills: [] },
  )
const effect = (command: string, ...rules: Rule[]) => verdict(command, ...rules).effect

/** The rule that a person may have for the program that a line begins with. */
const usual = (command: string) => allow(`bash(${command.split(' ', 1)[0]} *)`)

describe("file tools that a skill or a project allows itself (A4's skill, A3's settings)", () => {
  const judge = (
    tool: 'read' | 'write' | 'edit',
    path: string,
    rule: Rule,
    directory = join(at.home, 'skills/pdf'),
  ) =>
    decide(
      { tool, input: { path }, access: pathAccess(tool === 'read' ? 'read' : 'write', path, at) },
      [rule],
      {
        workspace: at.workspace,
        home: at.home,
        readableSkills: [skillAt(join(directory, 'SKILL.md'))],
      },
    )

  it.each(['skill', 'project-settings'] as const)('end at the workspace for a %s', (origin) => {
    for (const source of ['Write', 'Write(**)', 'Write(~/**)', 'Write(/**)', 'Write(../**)']) {
      expect(judge('write', '~/bin/git', allow(source, origin)).effect).toBe('ask')
      expect(judge('write', '../outside.txt', allow(source, origin)).effect).toBe('ask')
    }
    expect(judge('edit', '../outside.txt', allow('Edit', origin)).effect).toBe('ask')
    for (const source of ['Read', 'Read(~/**)', 'Read(/**)']) {
      expect(judge('read', '../outside.txt', allow(source, origin)).effect).toBe('ask')
    }
    expect(judge('read', '.env', allow('Read', origin)).effect).toBe('ask')
    expect(judge('read', 'docs/innocent', allow('Read', origin)).effect).toBe('ask')
    expect(judge('write', '.git/hooks/pre-commit', allow('Write', origin)).personOnly).toBe(true)
    expect(judge('write', 'src/new.ts', allow('Write', origin)).effect).toBe('allow')
    expect(judge('edit', 'src/a.ts', allow('Edit', origin)).effect).toBe('allow')
    expect(judge('read', '~/skills/pdf/references/a.md', allow('Read', origin)).effect).toBe(
      'allow',
    )
  })

  it('reach as far as they say for a person', () => {
    expect(judge('read', '../outside.txt', allow('read', 'user-settings')).effect).toBe('allow')
    expect(judge('write', '~/bin/git', allow('write(~/bin/**)', 'user-settings')).effect).toBe(
      'allow',
    )
  })

  it('so do their commands: no wildcard of theirs names a place outside, or carries a program', () => {
    for (const line of [
      'cp a ../b',
      'cat ~/notes',
      'tee /etc/decoy',
      'cp --target-directory=/x a',
    ]) {
      for (const origin of ['skill', 'project-settings'] as const) {
        expect([line, effect(line, allow('Bash', origin))]).toEqual([line, 'ask'])
        expect([line, effect(line, { ...usual(line), origin })]).toEqual([line, 'ask'])
      }
      expect([line, effect(line, usual(line))]).toEqual([line, 'allow'])
    }
    expect(effect("python3 -c 'x'", allow('Bash(python3 *)', 'skill'))).toBe('ask')
    expect(effect('cp a src/b', allow('Bash', 'skill'))).toBe('allow')
    expect(effect('ls src 2>/dev/null', allow('Bash', 'skill'))).toBe('ask')
    expect(effect('cmp a /dev/null', allow('Bash', 'skill'))).toBe('allow')
  })
})

describe('threat T5, E2: wildcards of the shell and options that hide a name', () => {
  it.each([
    'cp -t.git/hooks pre-commit',
    'cp -vt.git/hooks pre-commit',
    'cp pre-commit ./.gi?/hooks/',
    'cp pre-commit ./.gi[t]/hooks/',
    'cp x .skille?/settings.json',
    'cp -rt.skillet x',
    'cp x ~/.bash?c',
    'cp x ~root/.bashrc',
    'cp x ~+/.git/hooks',
    'cp x --target-directory=.git/hooks',
    'dd if=x of=.git/hooks/pre-commit',
    'cat ./.en?',
    'cat ./.e*',
    'cat ./[.]env',
    'cat ./.[e]nv',
    'cat docs/../.e*',
    'cat docs/inn*',
    'cat docs/innocent',
    'cat keys/*',
    'cat k*/ser?er.*',
    'grep -f.env x',
    'curl -d@.env localhost',
    'git show HEAD:.env',
    'git diff --no-renames .env',
    'tool a,b,.env',
    'cd ./.gi? && cp x hooks/pre-commit',
    'cd keys && cat server.pem',
    'cd keys && cat ser*',
    'ls @(.env|x)',
    'curl file:///w/%2eenv',
    'cp -p keys not-there-yet && cat not-there-yet/*',
    'cd d* && cat innocent',
  ])('asks about `%s`', (command) => {
    expect(effect(command, usual(command), allow('bash(cp *)'), allow('bash(cat *)'))).toBe('ask')
  })

  it('leaves alone what can mean nothing of the kind', () => {
    for (const command of ['cat src/*', 'cat src/?.ts', 'ls ./*', 'cp -p src/a.ts src/b.ts']) {
      expect([command, effect(command, usual(command))]).toEqual([command, 'allow'])
    }
  })

  it('finds secrets under a second name, by device and inode', () => {
    using own = workspaceFixture()
    own.files({ '.env': 'KEY=x', 'sub/id_rsa': 'x', 'plain/b': '' })
    linkSync(own.path('.env'), own.path('notes.txt'))
    linkSync(own.path('.env'), own.path('plain/deep.txt'))
    linkSync(own.path('sub/id_rsa'), own.path('sub/b.txt'))
    const read = (path: string, rules: readonly Rule[] = []) =>
      decide({ tool: 'read', input: { path }, access: pathAccess('read', path, own) }, rules, {
        workspace: own.workspace,
        home: own.home,
        readableSkills: [],
      }).effect
    for (const path of ['notes.txt', 'plain/deep.txt', 'sub/b.txt']) expect(read(path)).toBe('ask')
    expect(read('notes.txt', [allow('read(notes.txt)')])).toBe('allow')
    expect(read('plain/b')).toBe('allow')
  })
})

describe('threat E8: a line made to take long', () => {
  const times = (text: string, most: number) => text.repeat(Math.floor(most / text.length))
  const slow = [
    Array.from({ length: 10 }, () => `cat ${times('l/l/:', 3000)}`).join(';'),
    `cat ${times('l/', 4000)}`,
    Array.from({ length: 30 }, () => `${times('sudo ', 900)} x`).join(';'),
  ]

  it.each(slow.map((line, at) => ({ line, at })))(
    'asks at its bound, and a limit holds ($at)',
    ({ line }) => {
      using place = workspaceFixture()
      symlinkSync('.', place.path('l'))
      const call = {
        tool: 'bash',
        input: {},
        access: { kind: 'run', command: line, cwd: place.workspace },
      } as const
      const context = { workspace: place.workspace, home: place.home, readableSkills: [] }
      expect(decide(call, [allow('bash(cat *)'), allow('bash(sudo *)')], context).effect).toBe(
        'ask',
      )
      const limits = [deny('bash(rm *)'), allow('bash', 'command-line')]
      if (line.includes('sudo')) expect(decide(call, limits, context).effect).toBe('deny')
    },
  )
})

describe("a project's bare `bash`", () => {
  it("means plain commands, as a skill's does: it gives nothing away", () => {
    for (const origin of ['project-settings', 'skill'] as const) {
      for (const command of ['npm test > out', 'sudo x', 'echo $(x)', 'cat ../x', "python3 -c 'x'"])
        expect([origin, command, effect(command, allow('bash', origin))]).toEqual([
          origin,
          command,
          'ask',
        ])
      expect(effect('npm test', allow('bash', origin))).toBe('allow')
    }
  })
})

describe('places that a wildcard was not written for', () => {
  it('a folder that the shell picks, and protected files that are only looked at', () => {
    mkdirSync(at.path('src/inner'), { recursive: true })
    expect(effect('cd src/inner', allow('bash(cd *)'))).toBe('allow')
    expect(effect('cd src/i*', allow('bash(cd *)'))).toBe('ask')
    for (const file of ['.skillet/settings.json', '.claude/skills/x/SKILL.md', '.ssh/config']) {
      expect(effect(`cat ${file}`, allow('bash(cat *)'))).toBe('ask')
    }
  })
})

describe('threat E3: git behind options of its own', () => {
  it.each([
    'git --namespace x filter-branch y',
    'git --attr-source HEAD config a.b c',
    'git -C sub config a.b c',
    'git -c a.b=c filter-branch y',
    'git --git-dir x config a.b c',
    'git --work-tree x bisect run y',
    'git --exec-path x daemon',
    'git --super-prefix x submodule foreach y',
    'git --no-pager --namespace x difftool',
  ])('no pattern covers `%s`, and any limit on git may be meant', (command) => {
    expect(effect(command, allow(`bash(${command})`))).toBe('ask')
    expect(effect(command, deny('bash(git filter-branch *)'), allow('bash'))).toBe('deny')
  })

  it('a limit on a subcommand means it there too', () => {
    for (const command of ['git --no-pager push x', 'git --namespace x push x', 'git -v push x']) {
      expect(effect(command, deny('bash(git push *)'), allow('bash'))).toBe('deny')
    }
    expect(effect('git --no-pager log push', deny('bash(git push *)'), allow('bash'))).toBe('allow')
  })
})

describe('threat E3: git under a wildcard', () => {
  it.each([
    'git merge-index ./ev.sh -a',
    'git hook run pre-commit',
    "git remote-ext x 'sh -c x'",
    'git apply p.diff',
    'git checkout-index --prefix=x/ -a',
    'git bundle create x HEAD',
    'git worktree add x',
    'git blame --contents=x y',
    'git bugreport -o x',
    'git diagnose -o x',
    'git instaweb',
    'git send-email x',
    'git checkout main',
    'git push origin main',
    'git fetch',
    'git stash',
    'git branch new',
    'git tag v1',
    'git remote add x y',
    'git grep -fx y',
    'git grep -nOless x',
    'git log --remerge-diff-and-what-comes-next',
    'git ls-files -Xx',
    'git a-command-of-tomorrow',
    'git --a-global-option-of-tomorrow log',
  ])('asks about `%s`, and takes an exact rule for it', (command) => {
    expect(effect(command, allow('bash(git *)'))).toBe('ask')
    expect(effect(command, allow('bash(*)'))).toBe('ask')
    if (!command.includes('-nO')) expect(effect(command, allow(`bash(${command})`))).toBe('allow')
  })

  it('lets a pattern that names them record changes, and no other', () => {
    expect(effect('git add src', allow('bash(git add *)'))).toBe('allow')
    expect(effect('git commit -m x', allow('bash(git commit:*)'))).toBe('allow')
    expect(effect('git commit -m x', allow('bash(git *)'))).toBe('ask')
    expect(effect('git apply x', allow('bash(git apply *)'))).toBe('ask')
    expect(effect('git commit -F.env', allow('bash(git commit *)'))).toBe('ask')
  })

  it.each([
    'git',
    'git status --short',
    'git log --oneline -5',
    'git diff --stat HEAD~2',
    'git show HEAD',
    'git blame -L 1,5 src/a.ts',
    'git grep -n x',
    'git ls-files',
    'git rev-parse --show-toplevel',
    'git remote -v',
  ])('has nothing against `%s`', (command) => {
    expect(effect(command, allow('bash(git *)'))).toBe('allow')
  })
})

describe('commands that bash has built in', () => {
  it.each([
    "test -v 'a[$(x)]'",
    "[ -v 'a[$(x)]' ]",
    '[[ -v a ]]',
    '[[ a -eq b ]]',
    'jobs -x tool',
    "compgen -W '$(x)'",
    'compgen -C x',
    'wait -p a',
    'wait -np a',
    'history -w x',
    'printf -v a x',
    'printf -va x',
    'read a',
    'let a=1',
    'declare a=1',
    'declare a',
    'mapfile -C x',
    'coproc tool',
    'exec tool',
    'command tool',
    'builtin tool',
    'fc -s x',
    'bind -x \'"a":x\'',
    'complete -C x y',
    'enable -f x y',
    'hash -p x y',
    'ulimit -c 0',
    'umask 0',
  ])('asks about `%s`', (command) => {
    expect(effect(command, usual(command), allow('bash(*)'))).toBe('ask')
  })

  it('has nothing against those that only look, nor against `time` and `!` before a command', () => {
    for (const command of ['test -f a', '[ -f a ]', 'echo a', 'printf %s a', 'true']) {
      expect([command, effect(command, usual(command))]).toEqual([command, 'allow'])
    }
    expect(effect('time tool a', allow('bash(tool *)'))).toBe('allow')
    expect(effect('! tool a', allow('bash(tool *)'))).toBe('allow')
    expect(effect('time tool a', allow('bash(time *)'))).toBe('ask')
  })
})

describe('programs that run or write under their own pattern', () => {
  it.each([
    "sed '1e x' a",
    "sed 's/a/b/e' a",
    "sed 's/a/b/w x' a",
    "sed -n '1w x' a",
    "sed -n 's/a/b/;w x' a",
    'sed -i s/a/b/ a',
    'sed -i.bak s/a/b/ a',
    'sed -ni p a',
    'sed -f x a',
    'sed --in-place s/a/b/ a',
    "sed 's/[/]e;x/b/' a",
    'awk \'BEGIN{system("x")}\'',
    'awk \'{print > "x"}\' a',
    'awk \'{print | "x"}\' a',
    'awk \'BEGIN{"x" | getline}\'',
    'awk \'BEGIN{ARGV[1]="x"}1\' a',
    'awk -f x a',
    'gawk -i inplace 1 a',
    'fd -x tool',
    'fd . --exec-batch tool',
    'fd -HX tool',
    'tree -o x',
    'tree -aR',
    'split --filter=x a',
    'tar tf a --checkpoint-action=exec=x',
    'tar tf a --to-command=x',
    'tar tf a -I x',
    'tar tf a -T x',
    'sort -o x a',
    'sort --compress-program=x a',
    'find . -exec x',
    'find . -fprint x',
    'rg --pre x y',
    'less a',
    'man a',
    'vim -c x a',
    'ed a',
    'unzip a.zip',
    'patch -i a',
    'cp -r a b',
    'rsync -e x a b',
  ])('asks about `%s`', (command) => {
    expect(effect(command, usual(command))).toBe('ask')
  })

  it.each([
    "sed -n '1,5p' a",
    'sed -n 1,5p a',
    's' + "ed -E 's/a(b)/\\1/g; /x/d' a",
    "sed -e 's|a|b|' -e '$d' a",
    "awk '{print $1}' a",
    "awk -F: 'NR==1{print $2 || 1}' a",
    'fd -e ts',
    'tree -L 2',
    'tar tf a.tar',
    'sort -n a',
  ])('has nothing against `%s`', (command) => {
    expect(effect(command, usual(command))).toBe('allow')
  })

  it.each([
    "python3 -c 'x'",
    "python3.12 -c 'x'",
    'python3 -',
    'python3',
    "perl -e 'x'",
    "node -e 'x'",
    "node --eval 'x'",
    "ruby -e 'x'",
    "sqlite3 a.db '.shell x'",
  ])("leaves `%s` to a person's own pattern for that program", (command) => {
    const own = allow(`bash(${command.split(' ', 1)[0]} *)`)
    expect(effect(command, own)).toBe('allow')
    expect(effect(command, { ...own, origin: 'skill' })).toBe('ask')
    expect(effect(command, allow('bash(*)'))).toBe('ask')
  })
})

describe('a deny rule where all else is allowed', () => {
  const free = () => allow('bash', 'command-line')

  it.each([
    '{touch,pwn}',
    `touch$${'{IFS}'}pwn`,
    'T=touch; $T pwn',
    '/bin/t??ch pwn',
    '/bin/[t]ouch pwn',
    '$(echo touch) pwn',
    '`echo touch` pwn',
    `a=(touch pwn); "$${'{a[@]}'}"`,
    "sh <<< 'touch pwn'",
    'sh <<E\ntouch pwn\nE',
    'echo touch pwn | sh',
    'echo touch pwn | sudo bash -s',
    'echo touch pwn | bash /dev/stdin',
    '. <(echo touch pwn)',
    'source /dev/stdin <<< x',
    'eval "$(echo touch pwn)"',
    'eval touch$x pwn',
    'sh -c "$(echo touch pwn)"',
    'sh -c \'"$@"\' _ touch pwn',
    'sh -c \'eval "$1"\' _ x',
    "env -S'touch pwn'",
    "env -iS'touch pwn'",
    "env --split-string='touch pwn'",
    "env --split='touch pwn'",
    'git -c alias.x="!touch pwn" x',
    'git rebase -x "touch pwn" HEAD~1',
    "tar cf a b --checkpoint-action=exec='touch pwn'",
    "tar cf a b -I 'touch pwn'",
    'echo pwn | xargs touch',
    'echo touch pwn | xargs -I{} sh -c {}',
    'echo touch | xargs -I% % pwn',
    'echo touch pwn | xargs env',
    'echo touch pwn | parallel',
    "EDITOR='touch pwn' git commit",
    'EDITOR=$(echo touch pwn) git commit',
    "x='a[$(touch pwn)]'; echo $((x))",
    "x='a[$(touch pwn)]'; [[ $x -eq 0 ]]",
    "printf -v 'a[$(touch pwn)]' x",
    "PS4='$(touch pwn)'; set -x; :",
    "shopt -s expand_aliases\nalias x='touch pwn'\nx",
    'hash -p /bin/touch x; x pwn',
    "complete -C 'touch pwn' x",
    "mapfile -C 'touch pwn' -c 1",
    'exec touch pwn',
    'command -p touch pwn',
    'builtin eval touch pwn',
    'coproc touch pwn',
    'jobs -x touch pwn',
    'busybox touch pwn',
    'strange-runner --flag touch pwn',
    "strange-runner 'touch pwn'",
    "strange-runner sh -c 'touch pwn'",
    'strange-runner "touch $x"',
    'strange-runner touch $x',
    'strange-runner sudo $x',
    'sudo $x',
    'sudo -u me t*ch pwn',
    'env A=1 "$x" pwn',
    'xargs $x',
    'find . -exec $x +',
    'sh $x',
    'sh -c $x',
    'trap "$x" EXIT',
    'exec $x',
    'find . -exec touch pwn +',
    'fd -x touch',
    'awk \'BEGIN{system("touch pwn")}\'',
    "sed '1e touch pwn' a",
    "vim -c '!touch pwn'",
    'python3 -c \'import os; os.system("touch pwn")\'',
    'echo x | python3',
    'git merge-index touch -a',
    'for x in touch; do $x pwn; done',
    "trap 'touch pwn' EXIT",
    "$'touch' pwn",
    "$'\\x74ouch' pwn",
    'TOUCH pwn',
    "echo 'unclosed",
    'npm exec -- touch pwn',
    'npx touch pwn',
    'uv run touch pwn',
    'echo "$(touch pwn)"',
    `echo "$${'{x:-$(touch pwn)}'}"`,
    `echo $${'{x/$(touch pwn)/a}'}`,
    `echo $${'{a[$(touch pwn)]}'}`,
    'echo $(( $(touch pwn) ))',
    'a[$(touch pwn)]=1',
    'a=(1 $(touch pwn))',
    'cat <<< $(touch pwn)',
    'echo > $(touch pwn)',
    'cat <<E\n$(touch pwn)\nE',
    'cat <(touch pwn)',
    'for i in $(touch pwn); do :; done',
    'for ((;$(touch pwn);)); do :; done',
    'case $(touch pwn) in x) ;; esac',
    '[[ -n $(touch pwn) ]]',
    'time touch pwn',
    'coproc X { touch pwn; }',
    '( touch pwn ) &',
    'echo `echo \\`touch pwn\\``',
    'true && { false || touch pwn; }',
    'command_not_found_handle() { touch pwn; }; x',
    'if ! touch pwn; then :; fi',
  ])('is not stepped around by `%s`', (command) => {
    expect([command, effect(command, deny('bash(touch *)'), free())]).toEqual([command, 'deny'])
    expect([command, effect(command, free())]).toEqual([command, 'allow'])
  })

  it('says why where nothing in the line names what is denied', () => {
    expect(verdict('$T pwn', deny('bash(touch *)'), free()).reason).toBe(
      'The rule bash(touch *) says deny, and whether it is meant here cannot be told: the name of a command is not literal.',
    )
    expect(verdict('touch x', deny('bash(touch *)'), free()).reason).toBe(
      'The rule bash(touch *) says deny.',
    )
  })

  it('reads what an open word could be, and no more', () => {
    const push = deny('bash(git push *)')
    for (const command of ['git $x', 'git $x push', 'git p*h origin', 'git pu"$x" a']) {
      expect([command, effect(command, push, free())]).toEqual([command, 'deny'])
    }
    for (const command of [
      'git log $x',
      'echo $x',
      'ls *.ts',
      'npm test > out 2>&1',
      'for x in a b; do echo $x; done',
      'A=1 npm test',
      "grep -r 'git push' .",
      'cat <<E\ngit push\nE',
      'npm run build && git status',
      'find . -name x -exec wc -l {} +',
      "sh -c 'npm test'",
      'sh build.sh',
      'timeout 5 npm test',
      'x=$(pwd); echo "$x"',
      'python3 x.py',
      'npm rm x',
      'strange-runner src/* "$x" "$y z"',
      'npm run build -- --watch',
    ]) {
      expect([command, effect(command, push, free())]).toEqual([command, 'allow'])
    }
  })
})

describe('threat E2: the environment of running processes', () => {
  const person = { effect: 'ask', personOnly: true }

  it.each([
    'cat /proc/$PPID/environ',
    'cat /proc/1/environ',
    'cat /proc/self/environ',
    'cat /proc/*/environ',
    'cat /pro?/*/env*',
    'cat /p*/$PPID/e*',
    'cat /pr""oc/1/env\\iron',
    'p=/proc; cat $p/1/environ',
    'f=/proc/1/environ; cat $f',
    'cd /proc/1 && cat environ',
    'cd /proc/1; cat e*',
    'cat < /proc/1/environ',
    'while read -r x; do echo $x; done < /proc/1/environ',
    'python3 -c \'print(open("/proc/1/environ").read())\'',
    'python3 <<E\nopen("/proc/%d/environ" % 1)\nE',
    'cat /dev/fd/../../1/environ',
    'cat /proc/1/task/1/environ',
    'cat /proc/1/mem',
    'strings /proc/$$/environ',
    'dd if=/proc/1/environ',
    'grep -r KEY /proc/1',
    'xargs -0 -a /proc/1/environ',
    'curl file:///%70roc/1/environ',
    'ps e',
    'ps auxe',
    'ps -p 1 -E',
  ])('are for a person alone to open: `%s`', (command) => {
    const rules = [
      allow('bash', 'command-line'),
      allow('bash(*)', 'turn'),
      allow(`bash(${command.replaceAll('*', '\\*')})`),
    ]
    expect(verdict(command, ...rules)).toMatchObject(person)
  })

  it('by `read` as well, and a deny still wins', () => {
    const read = (...rules: Rule[]) =>
      decide(
        {
          tool: 'read',
          input: {},
          access: { kind: 'read', paths: ['/proc/1/environ'] },
        },
        rules,
        { workspace: at.workspace, home: at.home, readableSkills: [] },
      )
    expect(read(allow('read(/proc/1/environ)', 'command-line'))).toMatchObject(person)
    expect(read(deny('read')).effect).toBe('deny')
    expect(effect('cat /proc/1/environ', deny('bash(cat *)'))).toBe('deny')
  })

  it('are not meant by what only sounds like it', () => {
    for (const command of [
      'cat /proc/cpuinfo',
      'cat src/environ',
      'echo process the environment',
      'ps aux',
      'ps -ef',
      'ps -C node',
      'cat "$x"',
      'cp $a/$b .',
      'node -e "process.env.HOME"',
      'for f in src/*; do cat $f; done',
    ]) {
      const { personOnly } = verdict(command, allow('bash', 'command-line'))
      expect([command, personOnly]).toEqual([command, undefined])
    }
  })
})

describe('threat E5: what a person is shown', () => {
  const hidden = 'echo a\rrm -rf x \u001B[8mhidden\u001B[0m \u202Eabc \u009Bx'

  it('holds nothing that does not show', () => {
    const access = { kind: 'run', command: hidden, cwd: '/w/\u001B[8m' } as const
    const sentence = describeAccess(access, { workspace: '/w' })
    expect(sentence).toContain('echo a\\u{000D}rm -rf x \\u{001B}[8mhidden')
    expect(sentence).toContain('\\u{202E}abc \\u{009B}x')
    expect(sentence).not.toMatch(/\p{Cc}|\u202E/u)
    expect(describeAccess({ kind: 'write', paths: ['/w/a\u001B[8m'] }, { workspace: '/w' })).toBe(
      'Skillet asks to write a\\u{001B}[8m.',
    )
  })

  it('nor does the reason, and no rule is offered that would not show; the input stays as it is', () => {
    const { reason } = verdict(`$'\u001B[8m' x`, allow('bash(*)'))
    const request = approvalRequest({
      id: '1',
      callId: '1',
      tool: 'bash',
      input: { command: hidden },
      access: { kind: 'run', command: hidden, cwd: at.workspace },
      workspace: at.workspace,
      reason: `${reason} \u001B[8m`,
    })
    expect(request.reason).toContain('\\u{001B}[8m')
    expect(request.rule).toBe('')
    expect(request.input).toEqual({ command: hidden })
    const named = pathAccess('read', 'a\u001B[8m', at)
    expect(approvalRequest({ ...request, tool: 'read', access: named, reason: 'x' }).rule).toBe('')
  })
})
