import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pathAccess } from '../tools/paths.ts'
import type { Access } from '../tools/types.ts'
import { workspaceFixture } from '../tools/workspace-fixture.ts'
import { type ApprovalQuestion, approvalRequest, describeAccess } from './approval.ts'
import { decide } from './decide.ts'
import { exactRule } from './rule.ts'
import type { Rule } from './types.ts'

const question = (access: Access, workspace: string, more: Partial<ApprovalQuestion> = {}) =>
  approvalRequest({
    id: 'q1',
    callId: 'c1',
    tool: access.kind === 'run' ? 'bash' : 'edit',
    input: {},
    access,
    workspace,
    reason: 'Because.',
    ...more,
  })

describe('an approval request', () => {
  it('threat E5: has the same digest for the same call, and another for any change', () => {
    const base = { access: { kind: 'run', command: 'x', cwd: '/w' }, workspace: '/w' } as const
    const digest = (more: Partial<ApprovalQuestion> = {}) =>
      question(base.access, base.workspace, { input: { command: 'x', timeout: 1 }, ...more }).digest
    expect(digest()).toMatch(/^[0-9a-f]{64}$/u)
    expect(digest({ input: { timeout: 1, command: 'x' }, id: 'other', reason: 'Other.' })).toBe(
      digest(),
    )
    for (const change of [
      { tool: 'write' },
      { input: { command: 'x', timeout: 2 } },
      { access: { kind: 'run', command: 'x', cwd: '/w/sub' } },
      { workspace: '/v' },
      { baseHash: 'abc' },
      { openings: ['network'] },
    ] as const) {
      expect(digest(change)).not.toBe(digest())
    }
  })

  it('says what a command runs in, and what it would be given', () => {
    const run = { kind: 'run', command: 'x', cwd: '/w' } as const
    const sandbox = { kind: 'bubblewrap', network: 'closed' } as const
    expect(question(run, '/w')).toMatchObject({ reason: 'Because.', sandbox: { kind: 'none' } })
    expect(question(run, '/w', { sandbox, openings: ['home'] })).toMatchObject({
      reason: 'Because.',
      sandbox,
      openings: ['home'],
    })
    expect(question({ kind: 'write', paths: ['/w/a'] }, '/w')).not.toHaveProperty('sandbox')
  })

  it.each([
    ['a direction', { input: { command: 'echo \u202etxt' } }],
    ['a carriage return', { input: { command: 'echo a\rb' } }],
    ['an escape', { input: { edits: [{ newText: '\u001b[31m' }] } }],
    ['a C1 control', { input: { command: '\u009b31m' } }],
    ['half a character', { input: { command: '\ud800' } }],
    ['a blank of no width, in a diff', { diff: '+a\u200bb\n' }],
    ['a line break in a path', { access: { kind: 'write', paths: ['/w/a\nb'] } }],
    ['a tag character in the name of a field', { input: { 'a\u{e0041}': 1 } }],
    ['a folder’s name', { workspace: '/w\u2066' }],
  ] as const)('threat E5: says that something is hidden: %s', (_, more) => {
    const access = { kind: 'write', paths: ['/w/a'] } as const
    expect(question(access, '/w', more).hidden).toBe(true)
  })

  it('has nothing against line ends, tabs and emoji', () => {
    const access = { kind: 'write', paths: ['/w/été 技能.txt'] } as const
    const diff = '+\tone\r\n+✅\ufe0f 👩\u200d💻\n'
    expect(question(access, '/w', { input: { newText: 'a\n\tb' }, diff })).not.toHaveProperty(
      'hidden',
    )
  })

  it('carries what is shown, and nothing more', () => {
    const request = question({ kind: 'write', paths: ['/w/a'] }, '/w', {
      diff: 'd',
      baseHash: 'h',
      skill: 'pdf',
      personOnly: true,
    })
    expect(request).toMatchObject({ diff: 'd', baseHash: 'h', skill: 'pdf', rule: '' })
    expect(request).not.toHaveProperty('personOnly')
  })

  it.each([
    'npm test',
    'ls src/*.ts',
    `git commit -m "a * b"`,
    'npm test && npm run lint',
    'echo (a)'.replace('(a)', "'(a)'"),
    'grep a\\\\b src',
  ])('offers an exact rule for `%s`, which covers it and nothing else', (command) => {
    using at = workspaceFixture()
    const access = { kind: 'run', command, cwd: at.workspace } as const
    const parsed = exactRule(question(access, at.workspace).rule, 'run')
    if (parsed === undefined) throw new Error('no exact rule')
    const rule: Rule = { ...parsed, effect: 'allow', origin: 'state' }
    const context = { workspace: at.workspace, home: at.home, readableSkills: [] }
    const effect = (line: string) =>
      decide({ tool: 'bash', input: {}, access: { ...access, command: line } }, [rule], context)
        .effect
    expect(effect(command)).toBe('allow')
    expect(effect(`${command} more`)).toBe('ask')
    expect(effect(`${command}; rm x`)).toBe('ask')
  })

  it.each(['npm test > out', 'sudo x', 'A=1 x', 'git diff --output=x', 'x $(y)', 'x "'])(
    'offers no rule for `%s`, which none can cover',
    (command) => {
      using at = workspaceFixture()
      expect(question({ kind: 'run', command, cwd: at.workspace }, at.workspace).rule).toBe('')
    },
  )

  it('offers exact rules for files, whatever their names hold', () => {
    using at = workspaceFixture()
    for (const path of ['src/a.ts', 'app/[id]/{x}*.ts', join(at.home, 'out.txt')]) {
      const access = pathAccess('write', path, at)
      const parsed = exactRule(question(access, at.workspace).rule, 'write')
      if (parsed === undefined) throw new Error('no exact rule')
      const rule: Rule = { ...parsed, effect: 'allow', origin: 'state' }
      const context = { workspace: at.workspace, home: at.home, readableSkills: [] }
      const effect = (other: string) =>
        decide({ tool: 'edit', input: {}, access: pathAccess('write', other, at) }, [rule], context)
          .effect
      expect(effect(path)).toBe('allow')
      expect(effect('app/i/x.ts')).toBe('ask')
      expect(effect(`${path}x`)).toBe('ask')
    }
  })
})

describe('describeAccess', () => {
  it('throws nothing, however many backticks a command holds', () => {
    const run = { kind: 'run', command: '` '.repeat(200_000), cwd: '/' } as const
    expect(describeAccess(run, { workspace: '/' })).toMatch(/^Skillet asks to run `` ` ` /u)
  })

  it('is one sentence in English and Chinese', () => {
    const run = { kind: 'run', command: 'npm test', cwd: '/w' } as const
    expect(describeAccess(run, { workspace: '/w' })).toBe('Skillet asks to run `npm test` in /w.')
    expect(describeAccess(run, { workspace: '/w', language: 'zh' })).toBe(
      'Skillet 请求在 /w 中运行 `npm test`。',
    )
    const tick = { ...run, command: 'echo `x`' }
    expect(describeAccess(tick, { workspace: '/w' })).toBe(
      'Skillet asks to run `` echo `x` `` in /w.',
    )
    expect(describeAccess({ kind: 'write', paths: ['/w/a/b'] }, { workspace: '/w' })).toBe(
      'Skillet asks to write a/b.',
    )
    expect(describeAccess({ kind: 'skill', name: 'pdf' }, { workspace: '/w' })).toBe(
      'Skillet asks to load the skill "pdf".',
    )
  })
})
