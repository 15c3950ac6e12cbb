import { describe, expect, test } from 'vitest'
import { hindranceOf } from './hindrance.ts'

describe('something to fill in', () => {
  test.each([
    ['pdftk <input.pdf> cat', '<input.pdf>'],
    ['open <文件名>', '<文件名>'],
    ['curl {{url}}', '{{url}}'],
    ['curl http://127.0.0.1/items/{item_id}', '{item_id}'],
    ['deploy [environment] --fast', '[environment]'],
    ['node show.mjs [arg]', '[arg]'],
    ['cat > a.txt <<EOF\nDear <name>\nEOF', '<name>'],
    ['python a.py -i 图片路径 [选项]', '[选项]'],
    ['python a.py "[PAPER_ID]"', '[PAPER_ID]'],
    ['git commit -m "your message here"', 'your message here'],
    ['push --script SCRIPT_ID --dir ./src', 'SCRIPT_ID'],
    ['gh pr checks 55 --repo owner/repo', 'owner/repo'],
    ['build [--verbose] all', '[--verbose]'],
    ['export T=YOUR_TOKEN', 'YOUR_TOKEN'],
    ['aws s3 ls s3://your-bucket-name/', 'your-bucket-name'],
    ['ping TARGET_IP', 'TARGET_IP'],
    ['cp a /path/to/b', '/path/to/b'],
    ['python3 path/to/script.py', 'path/to/script.py'],
    ['run ... now', '...'],
    ['set-endpoint "..."', '...'],
    ['login --key sk-xxxxxx', 'sk-xxxxxx'],
    ['tool install X.X.X', 'X.X.X'],
    ['mail ann@example.com', 'ann@example.com'],
    ['ssh user@hostname', 'user@hostname'],
    ['x $ARGUMENTS', '$ARGUMENTS'],
  ])('%s', (command, placeholder) =>
    expect(hindranceOf(command)).toEqual({ kind: 'placeholder', placeholder }),
  )
})

describe('a line for a chat', () => {
  test.each([
    ['/review src', '/review'],
    ['# first\n/commit-all', '/commit-all'],
  ])('%s', (text, command) => expect(hindranceOf(text)).toEqual({ kind: 'chat-command', command }))
})

describe('what waits for somebody at a terminal', () => {
  test.each([
    ['vim notes.md', 'vim'],
    ['ls\nsudo nano /etc/hosts', 'nano'],
    ['psql', 'psql'],
    ['python3', 'python3'],
    ['ssh build-server', 'ssh'],
    ['ssh -p 2222 -i key build-server', 'ssh'],
    ['git rebase -i HEAD~3', 'git rebase -i'],
    ['git add -p', 'git add -p'],
    ['gh auth login', 'gh auth login'],
    ['EDITOR=vi crontab -e', 'crontab -e'],
  ])('%s', (command, program) =>
    expect(hindranceOf(command)).toEqual({ kind: 'interactive', program }),
  )
})

describe('what not to do', () => {
  test.each([
    '# ❌ loses the history\ngit push --force',
    '# BAD: everything at once\ngit add .',
    '# Wrong\nrm -r build',
    "# Don't do this\nchmod 777 .",
    '# 错误示例\ngit push --force',
  ])('%s', (command) => expect(hindranceOf(command)).toEqual({ kind: 'warned-against' }))
})

describe('nothing keeps a command from being proposed', () => {
  test.each([
    'cat <<EOF\nx\nEOF',
    'cat > a.conf <<EOF\nvim\n/review\nEOF',
    'diff <(ls) b',
    'git diff main...HEAD',
    'sort < in > out',
    'a->b',
    'ls # of <name>',
    '# see example.com\nls',
    "awk '{print}' a.txt",
    'mkdir -p src/{one,two}',
    `echo \${name} "\${other}"`,
    '[ -f a.txt ] && echo yes',
    'ls [a-z]*',
    'tr [a-z] [A-Z] < a.txt',
    "gh pr list --template '{{range .}}#{{.number}} {{tablerow .title}}{{end}}'",
    "docker inspect -f '{{ .State.Status }} {{json .Mounts}}' web",
    'python3 - <<PY\nfor key in names: print(f"{key} is {names[key]}")\nPY',
    `python3 -c "print(f'{key}')"`,
    'cat > a.html <<EOF\n<div class="a"><p>hello</p></div>\nEOF',
    'grep -v [abc] a.txt',
    'grep "[A-Z]*" a.txt',
    'docker run -e USER_ID web',
    'git show HEAD:owner/report.md',
    'export PUBLIC_IP=127.0.0.1; echo $PUBLIC_IP',
    '/usr/bin/env python3 a.py',
    'python3 a.py',
    'psql -c "select 1"',
    'ssh build-server uptime',
    'git add .',
    "# Don't forget the tests\nnpm test",
    '# Never skip this\nnpm run check',
    'rm -rf build',
  ])('%s', (command) => expect(hindranceOf(command)).toBeUndefined())
})

/** Each takes milliseconds here; looked at again from each of its words it would take minutes. */
describe('a long text is looked at once', () => {
  test.each([
    ['synopses', ' [-a'.repeat(100_000)],
    ['braces', '{a'.repeat(100_000)],
    ['patterns', 'grep -a '.repeat(50_000)],
    ['options', `grep${' -grep'.repeat(50_000)}`],
    ['programs', "awk '".repeat(50_000)],
    ['templates', 'mktemp '.repeat(50_000)],
    ['edits', "sed 's/a".repeat(50_000)],
    ['quotations', `f"`.repeat(100_001)],
    ['hashes', `echo${' #'.repeat(100_000)}`],
    ['words', 'a '.repeat(200_000)],
  ])('of %s', (_, command) =>
    expect(['placeholder', undefined]).toContain(hindranceOf(command)?.kind),
  )
})
