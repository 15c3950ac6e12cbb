import type { ApprovalRequest, EngineEvent, EventBody } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import { createStyle, type Output } from '../screen/terminal.ts'
import { createRunView } from './view.ts'

/** Shows events on a terminal of two streams, and gives back what each got. */
async function shown(bodies: readonly EventBody[], terminal = true) {
  const got = { stdout: '', stderr: '', screen: '' }
  const output = (stream: 'stdout' | 'stderr'): Output => ({
    isTerminal: terminal,
    redraws: terminal,
    columns: 80,
    style: createStyle(false),
    write(text) {
      // The spinner draws over itself; nothing of it stays.
      const kept = text.startsWith('\r\u001b[2K') ? '' : text
      got[stream] += kept
      got.screen += kept
    },
  })
  const stderr = output('stderr')
  const standpoint = { cwd: '/shop', home: '/home/ada' }
  const view = createRunView(
    { stdout: output('stdout'), stderr, interactive: terminal },
    { style: stderr.style, standpoint, columns: 80, readSource: async () => undefined },
  )
  for (const [index, body] of bodies.entries()) {
    const event: EngineEvent = { ...body, turn: 't', seq: index + 1 }
    await view.show(event)
  }
  view.close()
  return got
}

const text = (...deltas: string[]): EventBody[] => [
  { type: 'text', phase: 'start', id: 'x' },
  ...deltas.map((delta) => ({ type: 'text', phase: 'delta', id: 'x', delta }) as const),
  { type: 'text', phase: 'end', id: 'x' },
]
const start = (model: string, guided = false): EventBody => ({
  type: 'turn-start',
  conversationId: 'c',
  messageId: 'm',
  answerId: 'a',
  model,
  guided,
})
const call = (tool: string, input: unknown): EventBody => ({
  type: 'tool-call',
  callId: '1',
  tool,
  input,
})
const result = (
  tool: string,
  outcome: { ok: boolean; text: string; diff?: string; exitCode?: number },
): EventBody => ({ type: 'tool-output', callId: '1', tool, final: true, outcome })
const output = (delta: string): EventBody => ({
  type: 'tool-output',
  callId: '1',
  tool: 'bash',
  final: false,
  delta,
})

describe('a run on a terminal', () => {
  it('says which model answers, which skill it has and from where', async () => {
    const { stderr } = await shown([
      start('anthropic/claude-sonnet-4-6'),
      {
        type: 'skill-activated',
        name: 'pdf',
        location: '/shop/.claude/skills/pdf/SKILL.md',
        scope: 'project',
        route: 'user',
        arguments: 'a.pdf',
        tokens: 1240,
        truncated: 0,
        tools: ['read', 'bash'],
        diagnostics: [],
      },
    ])
    expect(stderr).toContain('● anthropic/claude-sonnet-4-6\n')
    expect(stderr).toContain('● skill pdf · project · .claude/skills/pdf/SKILL.md · 1,240 tokens')
    expect(stderr).toContain('tools: read, bash')
  })

  it('says first of all that no language model is connected', async () => {
    const { stderr } = await shown([start('guided', true)])
    expect(stderr).toMatch(/^● guided · skillet doctor says how/)
  })

  it('ancestor A: streams the answer, which alone is data', async () => {
    const { stdout, stderr } = await shown([...text('Hel', 'lo.'), ...text('Next.')])
    expect(stdout).toBe('Hello.\n\nNext.\n')
    expect(stderr).toBe('')
  })

  it('keeps answer and status apart on one screen', async () => {
    const { screen } = await shown([
      ...text('I look.'),
      call('read', { path: '/shop/a.txt' }),
      result('read', { ok: true, text: 'one\ntwo\n' }),
      ...text('Done.'),
      { type: 'turn-end', reason: 'done', steps: 2 },
    ])
    expect(screen).toBe('I look.\n\n✓ read a.txt · 2 lines\n\nDone.\n\nDone · 2 steps\n')
  })

  it('shows live output of a command below its line, then how it ended', async () => {
    const { stderr } = await shown([
      call('bash', { command: 'npm test' }),
      output('first\nsec'),
      output('ond\n'),
      result('bash', { ok: false, text: 'first\nsecond\n', exitCode: 1 }),
    ])
    expect(stderr).toBe('▸ bash npm test\n  first\n  second\n✗ bash · exit 1\n')
  })

  it('shows a diff with + and -', async () => {
    const { stderr } = await shown([
      call('edit', { path: '/shop/a.ts' }),
      result('edit', { ok: true, text: 'ok', diff: '@@ -1 +1 @@\n-old\n+new\n' }),
    ])
    expect(stderr).toBe('✓ edit a.ts · +1 -1\n  @@ -1 +1 @@\n  -old\n  +new\n')
  })

  it('shows thoughts in whole lines, beside the answer', async () => {
    const thought = (phase: 'start' | 'end'): EventBody => ({ type: 'reasoning', phase, id: 'r' })
    const piece = (delta: string): EventBody => ({
      type: 'reasoning',
      phase: 'delta',
      id: 'r',
      delta,
    })
    const { stdout, stderr } = await shown([
      thought('start'),
      piece('First I lo'),
      piece('ok.\nThen I'),
      piece(' act.'),
      thought('end'),
      ...text('Done.'),
    ])
    expect(stderr).toBe('First I look.\nThen I act.\n')
    expect(stdout).toBe('\nDone.\n')
  })

  it('names who refused a call, and the rule', async () => {
    const { stderr } = await shown([
      call('bash', { command: 'rm -rf x' }),
      {
        type: 'tool-denied',
        callId: '1',
        tool: 'bash',
        by: 'rule',
        reason: 'The rule bash(rm *) forbids it.',
      },
    ])
    expect(stderr).toBe('✗ bash rm -rf x · refused by a rule\n  The rule bash(rm *) forbids it.\n')
  })

  it('a call that the stop of its turn kept from running was refused by nobody', async () => {
    const { stderr } = await shown([
      call('bash', { command: 'ls' }),
      { type: 'tool-denied', callId: '1', tool: 'bash', by: 'stop', reason: 'Stopped.' },
    ])
    expect(stderr).toBe('✗ bash ls · not run: stopped\n')
  })

  it('says what no rule refused was refused by Skillet, and why', async () => {
    const reason = 'The name "a\u200bb" holds invisible characters; choose a plain name.'
    const { stderr } = await shown([
      call('write', { path: 'a\u200bb' }),
      { type: 'tool-denied', callId: '1', tool: 'write', by: 'skillet', reason },
    ])
    expect(stderr).toContain('· refused by Skillet\n  The name "a⟨U+200B⟩b" holds invisible')
  })

  it('says that nobody was there to ask, and at the end how to allow such calls', async () => {
    const denied = (rule?: string): EventBody => ({
      type: 'tool-denied',
      callId: '1',
      tool: 'bash',
      by: 'rule',
      reason: 'Nobody is here to approve this call. Running commands needs approval.',
      unattended: true,
      ...(rule === undefined ? {} : { rule }),
    })
    const { stderr } = await shown([
      call('bash', { command: "echo it's" }),
      denied("bash(echo it's)"),
      call('bash', { command: 'a\nb' }),
      denied('bash(a\nb)'),
      call('bash', { command: 'x | y' }),
      denied(),
      { type: 'turn-end', reason: 'done', steps: 1 },
    ])
    expect(stderr).toContain("✗ bash echo it's · not run: nobody here to ask\n")
    expect(stderr).not.toContain('refused by a rule')
    expect(stderr).toContain(
      '! 3 calls were not run, since nobody is here to ask. To allow:\n' +
        "  --allow 'bash(echo it'\\''s)'\n" +
        "  --allow $'bash(a\\nb)'\n" +
        '  --yes for every call that a flag can allow\n',
    )
  })

  it('shows a command of several lines as such', async () => {
    const { stderr } = await shown([
      call('bash', { command: 'git status --short\ngit diff HEAD --stat\n' }),
      result('bash', { ok: true, text: '', exitCode: 0 }),
    ])
    expect(stderr).toBe('✓ bash git status --short ⏎ git diff HEAD --stat · exit 0\n')
  })

  it('names a scope as every other view does', async () => {
    const { stderr } = await shown([
      {
        type: 'skill-activated',
        name: 'tour',
        location: '/x/tour/SKILL.md',
        scope: 'builtin',
        route: 'user',
        arguments: '',
        tokens: 1,
        truncated: 0,
        tools: [],
        diagnostics: [],
      },
    ])
    expect(stderr).toContain('skill tour · built-in · ')
  })

  it('breaks no word at the edge of the screen', async () => {
    const { screen } = await shown([
      ...text(`${'wording '.repeat(30)}\n`),
      { type: 'notice', code: 'n', message: 'noteworthy '.repeat(20), hint: 'hinting '.repeat(20) },
    ])
    for (const line of screen.split('\n')) {
      expect(line.length).toBeLessThanOrEqual(80)
      expect(line).toMatch(/^(?:! |\s*hint: |\s*)(?:(?:wording|noteworthy|hinting)(?: |$))*$/)
    }
  })

  it('shows who asks, where it runs and the whole command before a question', async () => {
    const command = `echo ${'long '.repeat(40)}\nsecond line \u202e hidden`
    const request: ApprovalRequest = {
      id: 'a',
      callId: '1',
      tool: 'bash',
      input: { command },
      access: { kind: 'run', command, cwd: '/shop/sub' },
      workspace: '/shop',
      skill: 'pdf',
      reason: 'Commands ask.',
      rule: 'bash(echo)',
      digest: 'd',
    }
    const { stderr } = await shown([{ type: 'approval-request', request }])
    expect(stderr).toContain('Waiting for you: skill pdf wants to run a command')
    expect(stderr).toContain('in /shop/sub')
    // Broken where the screen ends, with the bar before each piece, and nothing left out.
    expect(stderr.replaceAll('\n┃   ', '')).toContain(`echo ${'long '.repeat(40).trimEnd()}`)
    for (const line of stderr.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(stderr).toContain('second line ⟨U+202E⟩ hidden')
  })

  it('ends with steps and tokens, and an error with what to do', async () => {
    const { stderr } = await shown([
      { type: 'usage', step: 1, usage: { inputTokens: 1000, outputTokens: 20 } },
      { type: 'usage', step: 2, usage: { inputTokens: 200, outputTokens: 5 } },
      {
        type: 'turn-end',
        reason: 'error',
        steps: 2,
        error: { class: 'auth', message: 'The key is wrong.', hint: 'Set another.' },
      },
    ])
    expect(stderr).toContain('✗ The key is wrong.\n  hint: Set another.\n')
    expect(stderr).toContain('Failed · 2 steps · 1,200 tokens in, 25 out\n')
  })

  it('obeys nothing that model, tool or skill send, also cut in two', async () => {
    const { screen } = await shown([
      ...text('a\u001b[3', '1mb\u001b]0;own', 'ed\u0007c'),
      call('bash', { command: 'x\u001b[2J' }),
      output('o\u001b'),
      output('[2Ju\n'),
      { type: 'notice', code: 'n', message: 'n\u009b2J', hint: 'h\u202e' },
    ])
    expect(screen).not.toMatch(/[^\P{Cc}\t\n]|\u202e/u)
    expect(screen).toContain('abc\n')
    expect(screen).toContain('  ou\n')
  })
})

it.each([
  [{ summary: 'written', messages: 6, shortened: 0 }, '6 older messages summarised'],
  [{ summary: 'none', messages: 1, shortened: 0 }, '1 older message left out'],
  [{ summary: 'kept', messages: 0, shortened: 3 }, '3 long tool calls shortened'],
  [
    { summary: 'written', messages: 2, shortened: 1 },
    '2 older messages summarised, 1 long tool call shortened',
  ],
] as const)('says of a request that grew too long what became of it: %j', async (what, words) => {
  const { screen } = await shown([
    { type: 'compacted', tokensBefore: 9000, tokensAfter: 4000, ...what },
  ])
  expect(screen).toContain(`! ${words}: 9,000 → 4,000 tokens.`)
})

it('into a pipe the answer stands alone', async () => {
  const { stdout, stderr } = await shown(
    [start('m'), ...text('One.'), call('ls', { path: '/shop' }), ...text('Two.')],
    false,
  )
  expect(stdout).toBe('One.\n\nTwo.\n')
  expect(stderr).toBe('● m\n')
})

it.each(['__proto__', 'toString', 'constructor', 'hasOwnProperty'])(
  'shows a call of a tool that a model calls %s',
  async (tool) => {
    const { screen } = await shown([
      { type: 'tool-call', callId: '1', tool, input: { path: 'a.txt' } },
      { type: 'tool-output', callId: '1', tool, final: true, outcome: { ok: false, text: 'no' } },
    ])
    expect(screen).toContain(tool)
  },
)
