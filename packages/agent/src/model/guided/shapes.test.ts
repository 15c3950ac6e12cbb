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
