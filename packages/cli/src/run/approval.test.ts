import type { ApprovalRequest } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import type { Questions } from '../questions/index.ts'
import { createStyle } from '../screen/terminal.ts'
import { askApproval, renderApproval } from './approval.ts'

const request = (rule: string): ApprovalRequest => ({
  id: 'a',
  callId: '1',
  tool: 'bash',
  input: { command: 'ls' },
  access: { kind: 'run', command: 'ls', cwd: '/shop' },
  workspace: '/shop',
  reason: 'Commands ask.',
  rule,
  digest: 'd',
})

/** Answers with one key and notes what was asked. */
function answering(answer: string, reason?: string) {
  const asked: string[] = []
  const questions: Questions = {
    async key(question, keys) {
      asked.push(question, ...keys.map(({ key, label }) => `${key} ${label}`))
      return keys.find(({ key }) => key === answer)?.key
    },
    async line(question) {
      asked.push(question)
      return reason
    },
    async secret() {
      throw new Error('nothing is secret here')
    },
    async choice() {
      throw new Error('nothing is chosen here')
    },
  }
  return { questions, asked }
}

const closed = { kind: 'bubblewrap', network: 'closed' } as const

describe('the answers to an approval', () => {
  it('show the rule exactly as it is kept, on one line as settings would hold it', async () => {
    const { questions, asked } = answering('a')
    const rule = 'bash(git status  --short\ngit diff)'
    expect(await askApproval(request(rule), questions, 'model')).toEqual({
      decision: 'always',
      digest: 'd',
    })
    expect(asked).toContain('a always in this folder: "bash(git status  --short\\ngit diff)"')
    const plain = answering('a')
    await askApproval(request('bash(ls  -l)'), plain.questions, 'model')
    expect(plain.asked).toContain('a always in this folder: bash(ls  -l)')
  })

  it('offer no *always* where no rule can cover the call; *turn* holds there too', async () => {
    const { questions, asked } = answering('t')
    expect(await askApproval(request(''), questions, 'model')).toEqual({
      decision: 'turn',
      digest: 'd',
    })
    expect(asked.some((one) => one.startsWith('a '))).toBe(false)
  })

  it('ask for a reason only where a model reads it', async () => {
    const read = answering('n', 'Use another.')
    expect(await askApproval(request(''), read.questions, 'model')).toMatchObject({
      reason: 'Use another.',
    })
    const unread = answering('n')
    expect(await askApproval(request(''), unread.questions, 'nobody')).toEqual({
      decision: 'no',
      digest: 'd',
    })
    expect(unread.asked).not.toContain('Why not? The model reads it.')
  })
})

describe('what is shown above the question', () => {
  const view = {
    style: createStyle(false),
    standpoint: { cwd: '/shop', home: '/home/ada' },
    columns: 72,
  }
  const block = (more: Partial<ApprovalRequest>) =>
    renderApproval({ ...request(''), ...more }, view)
      .split('\n')
      .map((line) => line.replace(/^┃ ?/u, ''))

  it('says who asks, for what, where, and why, and then the whole of it', () => {
    expect(block({ skill: 'pdf' })).toEqual([
      'Waiting for you: skill pdf wants to run a command',
      'in /shop',
      'Commands ask.',
      '',
      '  ls',
    ])
  })

  it('shows the diff of an edit, and how much it changes', () => {
    const diff = '--- a.ts\n+++ a.ts\n@@ -1 +1,2 @@\n-one\n+ONE\n+two\n'
    const shown = block({ tool: 'edit', access: { kind: 'write', paths: ['/shop/a.ts'] }, diff })
    expect(shown[0]).toBe('Waiting for you: the model wants to edit a.ts (+2 -1)')
    expect(shown.slice(4)).toEqual(
      diff
        .trimEnd()
        .split('\n')
        .map((line) => `  ${line}`),
    )
  })

  it('shows the arguments where no diff can be made', () => {
    const input = { path: 'a.ts', oldText: 'one\ntwo', newText: 'three' }
    const shown = block({ tool: 'edit', access: { kind: 'write', paths: ['/shop/a.ts'] }, input })
    expect(shown.slice(4)).toEqual(['  path: a.ts', '  oldText: one', '  two', '  newText: three'])
  })

  it('threat E5: takes nothing out: what does not show is written as its code, and said', () => {
    const command =
      'echo \u001b]52;c;cm0=\u0007\u202e\rrm\u200b x\ud800\u00a0\u{e0041}\u009b2J\n\u2028end'
    const shown = block({ access: { kind: 'run', command, cwd: '/shop/a\nb\u202e' }, hidden: true })
    const text = shown.join('\n')
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u00a0\u2028]/u)
    expect(shown).toContain('in /shop/a⏎b⟨U+202E⟩')
    expect(text.replaceAll('\n', ' ')).toContain(
      'written as their codes here: ⟨U+202E⟩ ⟨U+001B⟩ ⟨U+0007⟩ ⟨U+000D⟩ ⟨U+200B⟩ ⟨U+D800⟩ …',
    )
    expect(shown.at(-1)).toBe('  ⟨U+2028⟩end')
    const whole = shown.slice(shown.indexOf('') + 1, -1).map((line) => line.slice(2))
    expect(whole.join('')).toBe(
      'echo ⟨U+001B⟩]52;c;cm0=⟨U+0007⟩⟨U+202E⟩⟨U+000D⟩rm⟨U+200B⟩ x⟨U+D800⟩⟨U+00A0⟩⟨U+E0041⟩⟨U+009B⟩2J',
    )
  })

  it('names the codes that are there, and no other', () => {
    const shown = (command: string) =>
      block({ access: { kind: 'run', command, cwd: '/shop' }, hidden: true })
        .slice(3, 5)
        .join(' ')
    expect(shown('echo a\u200bb')).toBe(
      '! It holds characters that do not show. They are written as their codes here: ⟨U+200B⟩.',
    )
  })

  it('leaves accents, Chinese text and emoji as they are', () => {
    const command = 'echo été 技能　空 ✅\ufe0f 👩\u200d💻'
    expect(block({ access: { kind: 'run', command, cwd: '/shop' } }).at(-1)).toBe(`  ${command}`)
  })

  it('of several lines shows each, and 400 too', () => {
    const lines = Array.from({ length: 400 }, (_, at) => `echo ${at}`)
    const access = { kind: 'run', command: lines.join('\n'), cwd: '/shop' } as const
    expect(block({ access }).slice(4)).toEqual(lines.map((line) => `  ${line}`))
  })

  it.each([
    [{ sandbox: { kind: 'none' } }, 'without a sandbox'],
    [{ sandbox: closed }, 'in a sandbox without network'],
    [{ sandbox: { kind: 'bubblewrap', network: 'open' } }, 'in a sandbox with network'],
    [{ sandbox: closed, openings: ['network'] }, 'in a sandbox with network'],
    [
      { sandbox: closed, openings: ['home'] },
      'in a sandbox without network · your home folder is shown to it',
    ],
  ] as const)('says once what it would run in: %o', (more, fact) => {
    const shown = block(more).join(' ')
    expect(shown).toContain(`in /shop · ${fact}`)
    expect(shown.match(/sandbox/gu)).toHaveLength(1)
  })

  it('says what one run would be given', () => {
    expect(
      block({ openings: ['network'] })
        .slice(0, 2)
        .join(' '),
    ).toBe('Waiting for you: the model wants to run a command again, with network')
    expect(block({ openings: ['home'] }).join(' ')).toContain('again, with your home folder')
  })

  it.each([
    [{ tool: 'write', access: { kind: 'write', paths: ['/x/a'] } }, 'write /x/a'],
    [{ tool: 'read', access: { kind: 'read', paths: ['/home/ada/a'] } }, 'read ~/a'],
    [{ tool: 'ls', access: { kind: 'read', paths: ['/x'] } }, 'list /x'],
    [
      { tool: 'activate_skill', access: { kind: 'skill', name: 'p\u200bdf' } },
      'load skill p⟨U+200B⟩df',
    ],
    [{ tool: 'look', access: { kind: 'none' } }, 'use look'],
  ] as const)('names what %j is about', (more, wish) => {
    expect(block(more)[0]).toBe(`Waiting for you: the model wants to ${wish}`)
  })
})

describe('a question about no call', () => {
  const view = {
    style: createStyle(false),
    standpoint: { cwd: '/shop', home: '/home/ada' },
    columns: 80,
  }
  const wish = (tool: string, input: unknown): ApprovalRequest => ({
    ...request(''),
    tool,
    input,
    access: { kind: 'none' },
    skill: 'git',
    reason: 'It asks.',
  })

  it('of a skill that the model loaded shows its patterns, and takes yes or no', async () => {
    const patterns = ['Bash(git add *)', 'Read\n(x)']
    const asked = wish('allowed-tools', { skill: 'git', patterns })
    expect(renderApproval(asked, view)).toBe(
      [
        '┃ Waiting for you: skill git wants calls like these to run without a question',
        '┃ in /shop',
        '┃ It asks.',
        '┃',
        '┃   Bash(git add *)',
        '┃   Read⏎(x)',
      ].join('\n'),
    )
    const { questions, asked: shown } = answering('y')
    expect(await askApproval(asked, questions, 'model')).toEqual({ decision: 'once', digest: 'd' })
    expect(shown).toEqual(['Allow it?', 'y until this turn ends', 'n no'])
  })

  it('about another model asks for no reason, since nobody reads it', async () => {
    const asked = wish('model', { skill: 'git', model: 'x/y', provider: 'x' })
    expect(renderApproval(asked, view)).toContain('skill git wants another model')
    const { questions, asked: shown } = answering('n', 'unread')
    expect(await askApproval(asked, questions, 'model')).toEqual({ decision: 'no', digest: 'd' })
    expect(shown).toEqual(['Allow it?', 'y yes', 'n no'])
  })
})
