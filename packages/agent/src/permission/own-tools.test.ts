import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pathAccess } from '../tools/paths.ts'
import type { Access } from '../tools/types.ts'
import { workspaceFixture } from '../tools/workspace-fixture.ts'
import { approvalRequest } from './approval.ts'
import { decide } from './decide.ts'
import { toolPool, unknownTools } from './restriction.ts'
import { exactRule, isKnownTool, parseRule } from './rule.ts'
import type { Rule, RuleEffect } from './types.ts'

const at = workspaceFixture()
afterAll(() => at[Symbol.dispose]())
const context = { workspace: at.workspace, home: at.home, readableSkills: [] }

function effectOf(tool: string, access: Access, ...rules: readonly [RuleEffect, string][]) {
  const parsed = rules.map(([effect, source]) => parseRule(source, effect, 'user-settings'))
  return decide({ tool, input: {}, access }, parsed, context).effect
}

const peek = (path: string) => pathAccess('read', path, at)
const save = (path: string) => pathAccess('write', path, at)
const order = (item: string): Access => ({
  kind: 'run',
  command: `order ${item}`,
  cwd: at.workspace,
})

describe('a program’s own tool', () => {
  it('has the defaults of what it does', () => {
    expect(effectOf('peek', peek('a'))).toBe('allow')
    expect(effectOf('peek', peek('.env'))).toBe('ask')
    expect(effectOf('peek', peek('/etc/hostname'))).toBe('ask')
    expect(effectOf('save', save('a'))).toBe('ask')
    expect(effectOf('order', order('tea'))).toBe('ask')
    expect(effectOf('weather', { kind: 'none' })).toBe('allow')
  })

  it('is limited by what limits reading, writing, running and loading', () => {
    const denied = [
      effectOf('peek', peek('a'), ['deny', 'read(a)']),
      effectOf('peek', peek('a'), ['deny', 'read']),
      effectOf('save', save('secret/b'), ['allow', 'save'], ['deny', 'write(secret/**)']),
      effectOf('save', save('secret/b'), ['allow', 'save'], ['deny', 'Edit(secret/**)']),
      effectOf('order', order('tea'), ['allow', 'order'], ['deny', 'bash(order tea)']),
      effectOf('order', order('tea; rm x'), ['allow', 'order'], ['deny', 'bash(rm *)']),
      effectOf('load', { kind: 'skill', name: 'in-x' }, ['allow', 'load'], ['deny', 'skill(in-*)']),
    ]
    expect(denied).toEqual(denied.map(() => 'deny'))
    expect(effectOf('peek', peek('a'), ['ask', 'read(a)'])).toBe('ask')
    expect(effectOf('save', save('a/b'), ['allow', 'save'], ['ask', 'write(a/**)'])).toBe('ask')
  })

  it('is limited by nothing else than what it does', () => {
    expect(effectOf('peek', peek('a'), ['deny', 'write(a)'], ['deny', 'grep(a)'])).toBe('allow')
    expect(effectOf('weather', { kind: 'none' }, ['deny', 'read'], ['deny', 'bash'])).toBe('allow')
  })

  it('is allowed by rules that name it, and by no other tool’s', () => {
    expect(effectOf('save', save('b'), ['allow', 'save(b)'])).toBe('allow')
    expect(effectOf('order', order('tea'), ['allow', 'Order(order *)'])).toBe('allow')
    expect(effectOf('save', save('b'), ['allow', 'write'], ['allow', 'edit(b)'])).toBe('ask')
    expect(effectOf('order', order('tea'), ['allow', 'bash'])).toBe('ask')
    expect(effectOf('peek', peek('/etc/hostname'), ['allow', 'read'])).toBe('ask')
    expect(effectOf('bash', order('tea'), ['allow', 'order'])).toBe('ask')
  })

  it.each([
    ['order', order('tea'), order('coffee'), 'order(order tea)'],
    ['saveFile', save('notes/b*.txt'), save('notes/bc.txt'), 'saveFile(notes/b\\*.txt)'],
    ['peek', peek('/etc/hostname'), peek('/etc/hosts'), 'peek(/etc/hostname)'],
  ] as const)('%s is offered the exact rule that covers its call and no other', (...row) => {
    const [tool, access, other, source] = row
    const { rule } = approvalRequest({
      id: 'q',
      callId: 'c',
      tool,
      input: {},
      access,
      workspace: at.workspace,
      reason: '',
    })
    expect(rule).toBe(source)
    const parsed = exactRule(rule, access.kind)
    if (parsed === undefined) throw new Error('no exact rule')
    const kept: Rule = { ...parsed, effect: 'allow', origin: 'state' }
    const effect = (name: string, what: Access) =>
      decide({ tool: name, input: {}, access: what }, [kept], context).effect
    expect(effect(tool, access)).toBe('allow')
    expect(effect(tool, other)).toBe('ask')
    for (const name of ['bash', 'read', 'write', 'edit', 'another']) {
      expect(effect(name, access)).toBe('ask')
    }
  })

  it('may be named by a rule, and by the `tools` of a skill, in any case', () => {
    expect(isKnownTool(parseRule('SaveFile(a)', 'allow', 'state'))).toBe(false)
    expect(isKnownTool(parseRule('SaveFile(a)', 'allow', 'state'), ['saveFile'])).toBe(true)
    const skill = { name: 'x', directory: '/x', realPath: '/x/SKILL.md', singleFile: false }
    const rules = ['SaveFile(a)', 'Task'].map((source) => parseRule(source, 'allow', 'skill'))
    const restriction = { skill, rules }
    expect(unknownTools(restriction, ['saveFile'])).toEqual(['Task'])
    expect(toolPool(['saveFile', 'bash', 'read'], [restriction])).toEqual(['saveFile', 'read'])
  })

  it('is denied a file by the name of a link to it, and by where it leads', () => {
    at.files({ [join(at.workspace, 'real.txt')]: 'x' })
    symlinkSync(join(at.workspace, 'real.txt'), at.path('link.txt'))
    for (const pattern of ['read(real.txt)', 'read(link.txt)']) {
      expect(effectOf('peek', peek('link.txt'), ['deny', pattern])).toBe('deny')
    }
  })
})
