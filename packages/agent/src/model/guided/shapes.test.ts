import { expect, test } from 'vitest'
import { planWalk } from './plan.ts'

/** What a walk proposes and leaves out, one line each. */
function walked(body: string, resources: readonly string[] = []): readonly string[] {
  const directory = '/skills/own'
  const tools = ['read', 'bash']
  const { steps } = planWalk({ body, directory, resources, tools, limit: 40 })
  return steps.flatMap((step) => {
    if (step.kind === 'act') {
      const { action } = step
      return [action.tool === 'read' ? `read ${action.shown}` : `run ${action.command}`]
    }
    return step.kind === 'skip' ? [`skip ${step.shown.split('\n')[0]}: ${step.reason.kind}`] : []
  })
}

const sh = (...lines: readonly string[]) => ['```bash', ...lines, '```', ''].join('\n')

test.each<[string, string, readonly string[], readonly string[]]>([
  [
    'scripts and references',
    `# Invoices\n\nRead [the rules](references/rules.md) first.\n\n- Run \`python3 scripts/total.py\`.\n- \`assets/logo.png\` is the logo.\n`,
    ['references/rules.md', 'scripts/total.py', 'assets/logo.png'],
    ['read references/rules.md', 'run python3 /skills/own/scripts/total.py'],
  ],
  [
    'no code at all',
    '# Tone\n\n- Be brief.\n- Open `resources/missing.md` for more.\n\nUse `git status` where it helps.\n',
    [],
    [],
  ],
  [
    'many languages',
    '```python\nprint(1)\n```\n```ts\nlet a = 1\n```\n```yaml\na: 1\n```\n```text\n$ ls\n```\n```\nls\n```\n',
    [],
    [],
  ],
  [
    'tables and nested lists',
    '| Task | Command |\n|---|---|\n| build | `make all` |\n\n1. First\n   - then\n     - deeper\n       ```sh\n       make check\n       ```\n2. Last\n',
    [],
    ['run make check'],
  ],
  [
    'Chinese, with its own placeholders and counterexamples',
    `# 发布\n\n先看 \`references/规则.md\`。\n\n${sh('npm run build')}错误示例：\n\n${sh('npm publish --force')}${sh('npm view <包名>')}`,
    ['references/规则.md'],
    [
      'read references/规则.md',
      'run npm run build',
      'skip npm publish --force: warned-against',
      'skip npm view <包名>: placeholder',
    ],
  ],
  [
    'Windows commands beside those of a shell',
    `\`\`\`powershell\nGet-ChildItem -Recurse\n\`\`\`\n\`\`\`bat\ndir /s\n\`\`\`\n${sh('ls -R')}`,
    [],
    ['skip Get-ChildItem -Recurse: other-shell', 'skip dir /s: other-shell', 'run ls -R'],
  ],
  [
    'placeholders',
    `${sh('deploy <environment>')}${sh('deploy {region} now')}${sh('curl -H "Authorization: Bearer YOUR_TOKEN" x')}${sh('deploy [stage]')}${sh('deploy staging')}`,
    [],
    [
      'skip deploy <environment>: placeholder',
      'skip deploy {region} now: placeholder',
      'skip curl -H "Authorization: Bearer YOUR_TOKEN" x: placeholder',
      'skip deploy [stage]: placeholder',
      'run deploy staging',
    ],
  ],
  [
    'what only looks like a placeholder',
    [
      sh('curl -s -o /dev/null -w "%{http_code}\\n" http://127.0.0.1:8080/health'),
      sh('report=$(mktemp /tmp/report-XXXXXX.txt) && date > "$report"'),
      sh('grep -iE "xxxx|lorem|ipsum" slides.md'),
      sh("grep -oP '(?<=<loc>)[^<]+' sitemap.xml"),
      sh(`awk -F, '$4=="false" && $1!="<root_account>" {print $1}' users.csv`),
      sh('[ -n "$1" ] || echo "No file. Usage: $0 <file> [options]"'),
      sh(`file="\${1:?usage: check.sh <file>}"`),
      sh("sed -i 's/MANAGER_IP/10.0.0.5/' agent.conf"),
      sh(`node -e "console.log(page.replace('{{QR_CODE}}', svg))"`),
      sh('go test ./...'),
      sh('bazel test //lib/...'),
      sh(`git diff --stat "\${from}"..."\${to}"`),
      sh('cat > a.service <<EOF', '[Unit]', 'Description=One', 'EOF'),
      sh('python3 -c "for key in range(3): print(f\\"{key}\\")"'),
      sh('render --code "<Box style={{width: 1}} />"'),
    ].join(''),
    [],
    [
      'run curl -s -o /dev/null -w "%{http_code}\\n" http://127.0.0.1:8080/health',
      'run report=$(mktemp /tmp/report-XXXXXX.txt) && date > "$report"',
      'run grep -iE "xxxx|lorem|ipsum" slides.md',
      "run grep -oP '(?<=<loc>)[^<]+' sitemap.xml",
      `run awk -F, '$4=="false" && $1!="<root_account>" {print $1}' users.csv`,
      'run [ -n "$1" ] || echo "No file. Usage: $0 <file> [options]"',
      `run file="\${1:?usage: check.sh <file>}"`,
      "run sed -i 's/MANAGER_IP/10.0.0.5/' agent.conf",
      `run node -e "console.log(page.replace('{{QR_CODE}}', svg))"`,
      'run go test ./...',
      'run bazel test //lib/...',
      `run git diff --stat "\${from}"..."\${to}"`,
      'run cat > a.service <<EOF\n[Unit]\nDescription=One\nEOF',
      'run python3 -c "for key in range(3): print(f\\"{key}\\")"',
      'run render --code "<Box style={{width: 1}} />"',
    ],
  ],
  [
    'placeholders beside what only looks like one',
    [
      sh('curl -w "%{http_code}" {url}'),
      sh('cd "$(mktemp -d)" && npx <command>'),
      sh('grep -E "(<version>|latest)" tags.txt'),
      sh('grep -ri "<keyword>" notes'),
      sh("awk '{print}' <file>"),
      sh("sed -i 's/^To:.*/To: <address>/' mail.txt"),
      sh('go test ... -run Fast'),
      sh('vercel rollback [deployment-url]', 'a=1'),
      sh('echo "Usage: now" && deploy <stage>'),
    ].join(''),
    [],
    [
      'skip curl -w "%{http_code}" {url}: placeholder',
      'skip cd "$(mktemp -d)" && npx <command>: placeholder',
      'skip grep -E "(<version>|latest)" tags.txt: placeholder',
      'skip grep -ri "<keyword>" notes: placeholder',
      "skip awk '{print}' <file>: placeholder",
      "skip sed -i 's/^To:.*/To: <address>/' mail.txt: placeholder",
      'skip go test ... -run Fast: placeholder',
      'skip vercel rollback [deployment-url]: placeholder',
      'skip echo "Usage: now" && deploy <stage>: placeholder',
    ],
  ],
  [
    'destructive commands are proposed to be asked about, and counterexamples are not',
    `${sh('rm -rf build')}${sh('# ❌ BAD', 'git push --force origin main')}**Wrong:**\n\n${sh('git reset --hard')}`,
    [],
    ['run rm -rf build', 'skip # ❌ BAD: warned-against', 'skip git reset --hard: warned-against'],
  ],
  [
    'here-documents stay whole',
    sh('cat > notes.txt <<EOF', '/review', 'vim', 'EOF', 'wc -l notes.txt'),
    [],
    ['run cat > notes.txt <<EOF\n/review\nvim\nEOF\nwc -l notes.txt'],
  ],
  [
    'what waits for somebody, and what is typed into a chat',
    `${sh('gh auth login')}${sh('vim notes.md')}${sh('/review src', '/evolve')}${sh('ssh deploy-host')}`,
    [],
    [
      'skip gh auth login: interactive',
      'skip vim notes.md: interactive',
      'skip /review src: chat-command',
      'skip ssh deploy-host: interactive',
    ],
  ],
  [
    'a transcript with output',
    '```console\n$ make list\nalpha\nbeta\n$ make show \\\n> NAME=alpha\nrm -rf is only output here\n```\n',
    [],
    ['run make list', 'run make show \\\nNAME=alpha'],
  ],
  [
    'a very long one stops at the limit',
    Array.from({ length: 60 }, (_, at) => `Step ${at}:\n\n${sh(`echo ${at}`)}`).join('\n'),
    [],
    Array.from({ length: 60 }, (_, at) => (at < 40 ? `run echo ${at}` : `skip echo ${at}: limit`)),
  ],
])('%s', (_, body, resources, expected) => {
  expect(walked(body, resources)).toEqual(expected)
})
