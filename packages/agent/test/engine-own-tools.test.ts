import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineEvent, Tool } from '@skillet/agent'
import { builtInTools, createEngine, parseRule } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  noted,
  ofType,
  openWorld,
  says,
  scripted,
  type TestWorld,
} from './engine-world.ts'

const ends = says('ok')

/** Answers every question the same way. */
async function answering(
  world: TestWorld,
  decision: 'once' | 'always' | 'no',
): Promise<readonly EngineEvent[]> {
  const events: EngineEvent[] = []
  for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
    events.push(event)
    if (event.type !== 'approval-request') continue
    const { id, digest } = event.request
    await world.engine.answer(id, { decision, digest })
  }
  return events
}

const requestsOf = (events: readonly EngineEvent[]) =>
  ofType(events, 'approval-request').map(({ request }) => request)

describe('a program’s own tool', () => {
  it('is remembered under its own name: *always* covers its next call, and no other tool', async () => {
    const order = noted('order', 'run')
    const bash = noted('bash', 'run')
    const save = noted('save', 'write')
    const both = (id: string) =>
      calls(
        calling('order', { command: 'order tea' }, `${id}o`),
        calling('save', { path: 'b.txt' }, `${id}s`),
      )
    const other = calls(
      calling('bash', { command: 'order tea' }),
      calling('save', { path: 'c.txt' }),
    )
    const remembered: string[] = []
    const world = await openWorld({
      model: scripted([both('1'), both('2'), other, ends]),
      tools: [order, bash, save],
      permissions: { attended: true, remember: async (rule) => void remembered.push(rule.source) },
    })
    const requests = requestsOf(await answering(world, 'always'))
    expect(requests.map(({ tool, rule }) => [tool, rule])).toEqual([
      ['order', 'order(order tea)'],
      ['save', 'save(b.txt)'],
      ['bash', 'bash(order tea)'],
      ['save', 'save(c.txt)'],
    ])
    expect(remembered).toEqual(requests.map(({ rule }) => rule))
    expect(order.ran).toHaveLength(2)
    world.close()
  })

  it('is allowed once by an *always* that no rule can stand for, and that is said', async () => {
    const made = calls(calling('order', { command: 'order tea > list' }))
    const world = await openWorld({
      model: scripted([made, made, ends]),
      tools: [noted('order', 'run')],
      permissions: { attended: true },
    })
    const events = await answering(world, 'always')
    expect(requestsOf(events).map(({ rule }) => rule)).toEqual(['', ''])
    expect(ofType(events, 'notice')).toMatchObject([
      { code: 'rule-not-kept', message: expect.stringContaining('No rule can cover this call') },
      { code: 'rule-not-kept' },
    ])
    world.close()
  })

  it('gives its own exact rule where nobody can be asked, and runs with it', async () => {
    const made = calls(
      calling('save', { path: 'b.txt' }),
      calling('order', { command: 'order tea' }),
    )
    const tools = [noted('save', 'write'), noted('order', 'run')]
    const world = await openWorld({ model: scripted([made, ends]), tools })
    const denied = ofType(await world.send('go'), 'tool-denied')
    const rules = denied.map(({ rule }) => rule ?? '')
    expect(rules).toEqual(['save(b.txt)', 'order(order tea)'])
    world.close()
    const allowed = rules.map((rule) => parseRule(rule, 'allow', 'command-line'))
    const model = scripted([made, ends])
    const again = await openWorld({ model, tools, permissions: { rules: allowed } })
    expect(ofType(await again.send('go'), 'tool-denied')).toEqual([])
    again.close()
  })

  it('is never said to run in the sandbox, for what it does runs in the program', async () => {
    const made = calls(calling('order', { command: 'order tea' }))
    const world = await openWorld({
      model: scripted([made, ends]),
      tools: [noted('order', 'run'), ...builtInTools],
      permissions: { attended: true },
      environment: process.env,
    })
    const events = await answering(world, 'no')
    expect(requestsOf(events)).toMatchObject([{ sandbox: { kind: 'none' } }])
    // Nor is there a word about commands, which it runs none of.
    expect(ofType(events, 'notice')).toEqual([])
    world.close()
  })

  it('is not run again for what a sandbox would have kept from it', async () => {
    const order = noted('order', 'run', () => ({ ok: false, text: 'no', wants: 'network' }))
    const made = calls(calling('order', { command: 'order tea' }))
    const world = await openWorld({
      model: scripted([made, ends]),
      tools: [order],
      permissions: { attended: true },
    })
    expect(requestsOf(await answering(world, 'once'))).toHaveLength(1)
    expect(order.ran).toHaveLength(1)
    world.close()
  })

  it('is kept from what a rule keeps from reading and writing', async () => {
    const [peek, save] = [noted('peek', 'read'), noted('save', 'write')]
    const made = calls(
      calling('peek', { path: 'a' }),
      calling('save', { path: 'secret/b' }),
      calling('save', { path: 'c' }, 'c'),
    )
    const rules = [
      parseRule('save', 'allow', 'user-settings'),
      parseRule('write(secret/**)', 'deny', 'user-settings'),
      parseRule('read(a)', 'deny', 'user-settings'),
    ]
    const world = await openWorld({
      model: scripted([made, ends]),
      tools: [peek, save],
      permissions: { rules },
    })
    const denied = ofType(await world.send('go'), 'tool-denied')
    expect(denied.map(({ tool, reason }) => [tool, reason])).toEqual([
      ['peek', 'The rule read(a) says deny.'],
      ['save', 'The rule write(secret/**) says deny.'],
    ])
    expect(save.ran).toEqual([{ path: 'c' }])
    world.close()
  })

  it('is judged by where a link leads, though it names the link alone', async () => {
    const peek: Tool = {
      ...noted('peek', 'read'),
      access: () => ({ kind: 'read', paths: ['link'] }),
    }
    const made = calls(calling('peek', {}))
    const world = await openWorld({ model: scripted([made, ends]), tools: [peek] })
    writeFileSync(join(world.root, 'home/outside'), 'x')
    symlinkSync(join(world.root, 'home/outside'), join(world.workspace, 'link'))
    expect(ofType(await world.send('go'), 'tool-denied')).toMatchObject([
      { reason: expect.stringContaining('outside the workspace'), rule: expect.any(String) },
    ])
    world.close()
  })

  it('has a name of its own, or there is no engine', async () => {
    const world = await openWorld({ model: scripted([ends]) })
    const make = (tools: readonly Tool[]) => () =>
      createEngine({ library: world.library, workspace: '/w', home: '/h', tools })
    expect(make([noted('weather'), noted('weather')])).toThrow('Two tools are called "weather"')
    expect(make([...builtInTools, noted('read')])).toThrow('Two tools are called "read"')
    expect(make([...builtInTools, noted('weather')])).not.toThrow()
    world.close()
  })
})
