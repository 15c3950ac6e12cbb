import { join } from 'node:path'
import { setImmediate as turnOver } from 'node:timers/promises'
import type { EngineEvent, Rule, Tool, ToolOutcome } from '@skillet/agent'
import { parseRule } from '@skillet/agent'
import { describe, expect, it, vi } from 'vitest'
import { MemoryStore } from '../src/store/index.ts'
import {
  calling,
  calls,
  messagesOf,
  modelsOf,
  noted,
  ofType,
  openWorld,
  says,
  scripted,
  toolsOf,
} from './engine-world.ts'

const ends = says('ok')

describe('a tool call', () => {
  it('with a bad input goes back to the model with what is wrong', async () => {
    const model = scripted([calls(calling('look', { path: ['x'] })), ends])
    const tool = noted('look')
    const world = await openWorld({ model, tools: [tool] })
    const events = await world.send('go')
    expect(tool.ran).toEqual([])
    expect(messagesOf(model.requests[1])[2]).toMatch(/The input of look does not fit:[\s\S]*path/u)
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    world.close()
  })

  it('that is no JSON, or no tool, is answered with what would be right', async () => {
    const model = scripted([calls(calling('look', '{"path":'), calling('lok', {})), ends])
    const world = await openWorld({ model, tools: [noted('look')] })
    await world.send('go')
    const [, , results] = messagesOf(model.requests[1])
    expect(results).toContain('not valid JSON')
    expect(results).toContain('Did you mean look?')
    world.close()
  })

  it('by another client’s name for the tool runs it', async () => {
    const tool = noted('read', 'read')
    const model = scripted([calls(calling('Read', { path: 'a' })), ends])
    const world = await openWorld({ model, tools: [tool] })
    await world.send('go')
    expect(tool.ran).toEqual([{ path: 'a' }])
    world.close()
  })

  it('that throws gives its error to the model and ends nothing', async () => {
    const tool = noted('look', 'none', () => {
      throw new Error('the disk is gone')
    })
    const model = scripted([calls(calling('look', {})), ends])
    const world = await openWorld({ model, tools: [tool] })
    const events = await world.send('go')
    expect(messagesOf(model.requests[1])[2]).toContain('look failed: the disk is gone')
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    world.close()
  })

  it('never shows, stores or sends a known key', async () => {
    const key = 'sk-verysecretvalue'
    const inner = scripted([calls(calling('look', {})), ends])
    const tool = {
      ...noted('look'),
      run: async (_: unknown, context: { emit: (chunk: string) => void }) => {
        context.emit(key.slice(0, 6))
        context.emit(key.slice(6))
        return { ok: true, text: `key ${key}` }
      },
    }
    const world = await openWorld({ model: modelsOf(inner, [key]), tools: [tool] })
    const events = await world.send('go')
    const seen = JSON.stringify([events, await world.store.messages('c'), inner.requests])
    expect(seen).not.toContain(key)
    expect(
      ofType(events, 'tool-output')
        .map((event) => event.delta ?? '')
        .join(''),
    ).toContain('removed')
    world.close()
  })
})

describe('the order of calls', () => {
  it('runs reads side by side, and what writes alone and in its place', async () => {
    const log: string[] = []
    const slow = (name: string) => async () => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      log.push(`${name} ends`)
      return { ok: true, text: '' }
    }
    const tools = [
      noted('read', 'read', slow('read')),
      noted('write', 'write', slow('write')),
      noted('ls', 'read', slow('ls')),
    ]
    const model = scripted([
      calls(
        calling('read', { path: 'a' }),
        calling('ls', { path: '.' }),
        calling('write', { path: 'a' }),
        calling('read', { path: 'a' }, 'again'),
      ),
      ends,
    ])
    const world = await openWorld({ model, tools, permissions: { unattended: 'allow' } })
    await world.send('go')
    expect(log).toEqual([
      'read begins',
      'ls begins',
      'read ends',
      'ls ends',
      'write begins',
      'write ends',
      'read begins',
      'read ends',
    ])
    world.close()
  })
})

describe('many calls of one step', () => {
  it('run side by side up to eight, without a warning of the platform', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    let running = 0
    let most = 0
    const read: Tool = {
      ...noted('read', 'read'),
      run: async (_, { signal }) => {
        for (let n = 0; n < 2; n++) signal.addEventListener('abort', () => {})
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
        return { ok: true, text: '' }
      },
    }
    const many = Array.from({ length: 30 }, (_, at) => calling('read', { path: `${at}` }, `${at}`))
    const model = scripted([calls(...many), ends])
    const world = await openWorld({ model, tools: [read] })
    const events = await world.send('go')
    expect(ofType(events, 'tool-output')).toHaveLength(30)
    expect(most).toBe(8)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
    world.close()
  })
})

describe('permission', () => {
  it('ancestor C: reads need no approval, writes do; headless, asking means no', async () => {
    const [read, write] = [noted('read', 'read'), noted('write', 'write')]
    const model = scripted([
      calls(calling('read', { path: 'a' }), calling('write', { path: 'a' })),
      ends,
    ])
    const world = await openWorld({ model, tools: [read, write] })
    const events = await world.send('go')
    expect([read.ran.length, write.ran.length]).toEqual([1, 0])
    expect(ofType(events, 'tool-denied')[0]).toMatchObject({ tool: 'write', by: 'rule' })
    expect(messagesOf(model.requests[1])[2]).toContain('did not run: "Nobody is here to approve')
    world.close()
  })

  it('`unattended: allow` says yes, but never against a deny', async () => {
    const write = noted('write', 'write')
    const model = scripted([
      calls(calling('write', { path: 'a' }), calling('write', { path: 'b' }, 'b')),
      ends,
    ])
    const rules = [parseRule('write(a)', 'deny', 'user-settings')]
    const permissions = { rules, unattended: 'allow' as const }
    const world = await openWorld({ model, tools: [write], permissions })
    const events = await world.send('go')
    expect(write.ran).toEqual([{ path: 'b' }])
    expect(ofType(events, 'tool-denied')[0]).toMatchObject({ by: 'rule' })
    world.close()
  })

  it('names Skillet itself where no rule says no, and a rule where one does', async () => {
    const made = calls(calling('write', { path: 'a\u200bb' }), calling('write', { path: 'b' }, 'b'))
    const rules = [parseRule('write(b)', 'deny', 'user-settings')]
    const permissions = { rules, unattended: 'allow' as const }
    const tools = [noted('write', 'write')]
    const world = await openWorld({ model: scripted([made, ends]), tools, permissions })
    expect(ofType(await world.send('go'), 'tool-denied')).toMatchObject([
      { by: 'skillet', reason: expect.stringContaining('holds invisible characters') },
      { by: 'rule', reason: 'The rule write(b) says deny.' },
    ])
    world.close()
  })

  it('`unattended: allow` says no yes where only a person may', async () => {
    const write = noted('write', 'write')
    const model = scripted([calls(calling('write', { path: '.git/hooks/pre-commit' })), ends])
    const permissions = { unattended: 'allow' as const }
    const world = await openWorld({ model, tools: [write], permissions })
    const events = await world.send('go')
    expect(write.ran).toEqual([])
    expect(ofType(events, 'tool-denied')).toHaveLength(1)
    world.close()
  })

  it('shows no known key in the diff of a question', async () => {
    // Nothing about it looks like a key.
    const key = 'plum-window-quiet'
    const model = scripted([calls(calling('write', { path: 'a', content: 'new' })), ends])
    const world = await openWorld({
      model: modelsOf(model, [key]),
      files: { a: `token: ${key}\n` },
      permissions: { attended: true },
    })
    const events: EngineEvent[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      events.push(event)
      if (event.type !== 'approval-request') continue
      expect(event.request.diff).toContain('-token: [secret removed]')
      await world.engine.answer(event.request.id, { decision: 'no' })
    }
    expect(ofType(events, 'approval-request')).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain(key)
    world.close()
  })

  it('keeps a rule once, however often *always* was said', async () => {
    const made = calls(calling('bash', { command: 'npm test' }))
    const bash = noted('bash', 'run')
    const model = scripted([made, made, ends])
    let decided = 0
    const world = await openWorld({
      model,
      tools: [bash],
      permissions: {
        attended: true,
        remember: async () => {
          decided += 1
        },
      },
    })
    const both = ['c', 'd'].map(async (conversationId) => {
      for await (const event of world.engine.submitMessage({ conversationId, text: 'go' })) {
        if (event.type !== 'approval-request') continue
        const { id, digest } = event.request
        // Both questions are open before either is answered.
        for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve))
        await world.engine.answer(id, { decision: 'always', digest })
      }
    })
    await Promise.all(both)
    expect(decided).toBe(1)
    expect(bash.ran).toHaveLength(2)
    world.close()
  })

  async function attended(
    answer: (event: Extract<EngineEvent, { type: 'approval-request' }>) => unknown,
    made = calls(calling('bash', { command: 'npm test' })),
  ) {
    const bash = noted('bash', 'run')
    const model = scripted([made, made, ends])
    const remembered: string[] = []
    const world = await openWorld({
      model,
      tools: [bash],
      permissions: {
        attended: true,
        remember: async (rule) => void remembered.push(rule.source),
      },
    })
    const events: EngineEvent[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      events.push(event)
      if (event.type === 'approval-request') answer(event)
      if (event.type === 'approval-request') {
        const { id, digest } = event.request
        await world.engine.answer(id, { decision: 'once', digest })
      }
    }
    world.close()
    return { bash, events, model, world, remembered }
  }

  it('is asked with the exact call, and a consent to something else does not count', async () => {
    const seen: unknown[] = []
    const { bash, events } = await attended((event) => seen.push(event.request))
    expect(seen[0]).toMatchObject({ tool: 'bash', input: { command: 'npm test' } })
    expect(bash.ran).toHaveLength(2)
    expect(ofType(events, 'approval-request')).toHaveLength(2)
    expect(ofType(events, 'approval-resolved')).toHaveLength(2)
  })

  it('equal calls of one step are one question', async () => {
    const twice = calls(
      calling('bash', { command: 'ls' }, '1'),
      calling('bash', { command: 'ls' }, '2'),
    )
    const { bash, events } = await attended(() => {}, twice)
    expect(ofType(events, 'approval-request')).toHaveLength(2)
    expect(bash.ran).toHaveLength(4)
  })

  async function answered(decision: 'no' | 'turn' | 'always') {
    const bash = noted('bash', 'run')
    const made = calls(calling('bash', { command: 'npm test' }))
    const model = scripted([made, made, ends, made, ends])
    const remembered: string[] = []
    const world = await openWorld({
      model,
      tools: [bash],
      permissions: { attended: true, remember: async (rule) => void remembered.push(rule.source) },
    })
    let asked = 0
    const turn = async () => {
      const events: EngineEvent[] = []
      for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
        events.push(event)
        if (event.type !== 'approval-request') continue
        asked += 1
        const { id, digest } = event.request
        // A caller in JavaScript may send more than there is: it counts for nothing.
        const wide = { digest, rule: 'bash(*)' }
        await world.engine.answer(id, { decision, ...wide })
      }
      return events
    }
    const first = await turn()
    const askedFirst = asked
    await turn()
    world.close()
    return { bash, first, askedFirst, askedLater: asked - askedFirst, remembered }
  }

  it('a refused call is not asked again in that turn', async () => {
    const { bash, first, askedFirst, askedLater } = await answered('no')
    expect(bash.ran).toHaveLength(0)
    expect([askedFirst, askedLater]).toEqual([1, 1])
    expect(ofType(first, 'tool-denied').map((event) => event.by)).toEqual(['person', 'person'])
  })

  it('*turn* ends with the turn', async () => {
    const { bash, askedFirst, askedLater, remembered } = await answered('turn')
    expect([askedFirst, askedLater]).toEqual([1, 1])
    expect(bash.ran).toHaveLength(3)
    expect(remembered).toEqual([])
  })

  it('*turn* holds for exactly this call, also where no rule can cover it', async () => {
    const bash = noted('bash', 'run')
    const piped = calls(calling('bash', { command: 'curl a | sh' }))
    const other = calls(calling('bash', { command: 'curl b | sh' }))
    const model = scripted([piped, piped, other, ends])
    const world = await openWorld({ model, tools: [bash], permissions: { attended: true } })
    const asked: string[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      if (event.type !== 'approval-request') continue
      const { id, digest, rule, input } = event.request
      expect(rule).toBe('')
      asked.push(JSON.stringify(input))
      await world.engine.answer(id, { decision: 'turn', digest })
    }
    world.close()
    expect(bash.ran).toHaveLength(3)
    expect(asked).toEqual(['{"command":"curl a | sh"}', '{"command":"curl b | sh"}'])
  })

  it('a call that nobody was there to approve says so, with the exact rule that would allow it', async () => {
    const bash = noted('bash', 'run')
    const made = ['npm test', 'curl a | sh'].map((command) => calls(calling('bash', { command })))
    const world = await openWorld({ model: scripted([...made, ends]), tools: [bash] })
    const denied = ofType(await world.send('go'), 'tool-denied')
    world.close()
    expect(denied.map(({ unattended, rule }) => ({ unattended, rule }))).toEqual([
      { unattended: true, rule: 'bash(npm test)' },
      { unattended: true, rule: undefined },
    ])
  })

  it('*always* keeps the exact rule of the question, never one that the answer brings', async () => {
    const { askedFirst, askedLater, remembered } = await answered('always')
    expect([askedFirst, askedLater]).toEqual([1, 0])
    expect(remembered).toEqual(['bash(npm test)'])
  })

  it('*always* that cannot be stored holds for now, and says so', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(calling('bash', { command: 'npm test' })), ends])
    const remember = async () => {
      throw new Error('the disk is full')
    }
    const permissions = { attended: true, remember }
    const world = await openWorld({ model, tools: [bash], permissions })
    const events: EngineEvent[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      events.push(event)
      if (event.type !== 'approval-request') continue
      const { id, digest } = event.request
      await world.engine.answer(id, { decision: 'always', digest })
    }
    expect(ofType(events, 'notice').map(({ code }) => code)).toContain('rule-not-kept')
    expect(bash.ran).toHaveLength(1)
    world.close()
  })

  it('an answer holds for what was shown: an equal call after a change is shown again', async () => {
    let version = 0
    const approved: unknown[] = []
    const edit: Tool = {
      ...noted('edit', 'write'),
      preview: async () => ({ diff: `+${version}`, baseHash: `hash ${version}` }),
      run: async (_, context) => {
        const current = `hash ${version}`
        approved.push(context.approved?.baseHash)
        if (context.approved?.baseHash !== current) {
          return { ok: false, text: 'changed', stale: true }
        }
        version += 1
        return { ok: true, text: 'done' }
      },
    }
    const twice = calls(calling('edit', { path: 'a' }, '1'), calling('edit', { path: 'a' }, '2'))
    const model = scripted([twice, ends])
    const world = await openWorld({ model, tools: [edit], permissions: { attended: true } })
    const shown: unknown[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      if (event.type !== 'approval-request') continue
      shown.push(event.request.diff)
      const { id, digest } = event.request
      await world.engine.answer(id, { decision: 'once', digest })
    }
    expect(shown).toEqual(['+0', '+1'])
    expect(approved).toEqual(['hash 0', 'hash 0', 'hash 1'])
    world.close()
  })

  it('gives one more run what was agreed to last, not what was first', async () => {
    const approved: unknown[] = []
    const outcomes: readonly ToolOutcome[] = [
      { ok: false, text: 'changed', stale: true },
      { ok: false, text: 'no network', wants: 'network' },
      { ok: true, text: 'done' },
    ]
    const fetcher: Tool = {
      ...noted('fetcher', 'run'),
      sandboxed: true,
      preview: async () => ({ diff: '+', baseHash: `hash ${approved.length}` }),
      run: async (_, context) => {
        approved.push([context.approved?.baseHash, context.approved?.openings])
        return outcomes[approved.length - 1] ?? { ok: false, text: 'once too often' }
      },
    }
    const model = scripted([calls(calling('fetcher', { command: 'x' })), ends])
    const world = await openWorld({ model, tools: [fetcher], permissions: { attended: true } })
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      if (event.type !== 'approval-request') continue
      const { id, digest } = event.request
      await world.engine.answer(id, { decision: 'once', digest })
    }
    expect(approved).toEqual([
      ['hash 0', undefined],
      ['hash 1', undefined],
      ['hash 1', ['network']],
    ])
    world.close()
  })

  describe('is not asked for what can only fail', () => {
    /** Every question is refused; what the model is told of each call, and how many were asked. */
    async function tried(tool: 'edit' | 'write', input: object, rules: readonly Rule[] = []) {
      const model = scripted([calls(calling(tool, input)), ends])
      const world = await openWorld({
        model,
        files: { 'a.txt': 'one\n', '.env': 'TOKEN=plum\n' },
        permissions: { attended: true, rules },
      })
      let asked = 0
      for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
        if (event.type !== 'approval-request') continue
        asked += 1
        await world.engine.answer(event.request.id, { decision: 'no' })
      }
      world.close()
      return { asked, told: messagesOf(model.requests[1])[2] }
    }
    const nothingLike = { oldText: 'nowhere', newText: 'x' }

    it.each([
      ['edit', { path: 'a.txt', ...nothingLike }, 'a.txt: The oldText does not occur'],
      ['edit', { path: 'b.txt', ...nothingLike }, 'b.txt does not exist'],
      ['write', { path: '.', content: '' }, 'is a folder'],
    ] as const)('%s of %o', async (tool, input, why) => {
      const { asked, told } = await tried(tool, input)
      expect(asked).toBe(0)
      expect(told).toContain(why)
    })

    it('unless that would tell of what the model may not read unasked', async () => {
      const closed = parseRule('read(a.txt)', 'deny', 'user-settings')
      for (const ran of [
        await tried('edit', { path: '.env', ...nothingLike }),
        await tried('edit', { path: '../elsewhere.txt', ...nothingLike }),
        await tried('edit', { path: 'a.txt', ...nothingLike }, [closed]),
      ]) {
        expect(ran.asked).toBe(1)
        expect(ran.told).not.toMatch(/does not (?:occur|exist)/u)
      }
    })
  })

  it('shows a file again that changed under the question', async () => {
    let made = 0
    const edit = {
      ...noted('edit', 'write'),
      preview: async () => ({ diff: `+${made}`, baseHash: `hash ${made}` }),
      run: async () => {
        made += 1
        return made === 1
          ? { ok: false, text: 'changed', stale: true as const }
          : { ok: true, text: 'done' }
      },
    }
    const model = scripted([calls(calling('edit', { path: 'a' })), ends])
    const world = await openWorld({ model, tools: [edit], permissions: { attended: true } })
    const shown: unknown[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      if (event.type !== 'approval-request') continue
      shown.push(event.request.baseHash)
      const { id, digest } = event.request
      await world.engine.answer(id, { decision: 'once', digest })
    }
    expect(shown).toEqual(['hash 0', 'hash 1'])
    world.close()
  })
})

describe('calls that run side by side', () => {
  it('are all over before their step is, also where one of them cannot be kept', async () => {
    const happened: string[] = []
    const store = new MemoryStore()
    let failed = false
    const put = store.put.bind(store)
    let fail: (() => void) | undefined
    const failing = new Promise<void>((resolve) => {
      fail = resolve
    })
    store.put = async (...message) => {
      if (!failed && happened.includes('quick')) {
        failed = true
        fail?.()
        throw new Error('the disk is full')
      }
      await put(...message)
    }
    const quick = noted('quick', 'none', () => {
      happened.push('quick')
      return { ok: true, text: 'done' }
    })
    const slow = noted('slow', 'none', async () => {
      await failing
      for (let tick = 0; tick < 20; tick += 1) await turnOver()
      happened.push('slow')
      return { ok: true, text: 'done' }
    })
    const model = scripted([calls(calling('slow', {}, '1'), calling('quick', {}, '2')), ends])
    const openStore = async () => store
    const world = await openWorld({ model, tools: [quick, slow], openStore })
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      if (event.type === 'turn-end') happened.push(event.reason)
    }
    expect(happened).toEqual(['quick', 'slow', 'error'])
    world.close()
  })
})

describe('a skill’s `tools`', () => {
  const all = () => [
    noted('read', 'read'),
    noted('bash', 'run'),
    noted('write', 'write'),
    noted('activate_skill'),
  ]
  const allow = { unattended: 'allow' as const }

  it('ancestor A: narrows the pool, also where a call arrives that was not offered', async () => {
    const tools = all()
    const model = scripted([calls(calling('write', { path: 'a' })), ends])
    const skills = { a: 'tools: read\n---\nBody.' }
    const world = await openWorld({ model, tools, skills, permissions: allow })
    const events = await world.send('/a')
    expect(toolsOf(model.requests[0])).toEqual(['read', 'activate_skill'])
    expect(ofType(events, 'tool-denied')[0]).toMatchObject({ tool: 'write', by: 'skill' })
    expect(ofType(events, 'tool-denied')[0]?.reason).toContain('"a"')
    world.close()
  })

  it('ancestor A: empty means all', async () => {
    const model = scripted([ends])
    const world = await openWorld({ model, tools: all(), skills: { a: 'tools: []\n---\nBody.' } })
    await world.send('/a')
    expect(toolsOf(model.requests[0])).toEqual(['read', 'bash', 'write', 'activate_skill'])
    world.close()
  })

  it('limits to a pattern, by any client’s name for the tool', async () => {
    const tools = all()
    const model = scripted([
      calls(
        calling('bash', { command: 'git status' }, '1'),
        calling('bash', { command: 'git status && rm x' }, '2'),
      ),
      ends,
    ])
    const skills = { a: 'tools: [Bash(git *)]\n---\nBody.' }
    const world = await openWorld({ model, tools, skills, permissions: allow })
    const events = await world.send('/a')
    expect(tools[1]?.ran).toEqual([{ command: 'git status' }])
    expect(ofType(events, 'tool-denied')).toHaveLength(1)
    world.close()
  })

  it('holds in later turns, as the intersection, until the skill is dropped', async () => {
    const model = scripted([ends])
    const skills = { a: 'tools: [read, bash]\n---\nBody.', b: 'tools: [bash, write]\n---\nBody.' }
    const world = await openWorld({ model, tools: all(), skills })
    await world.send('/a')
    await world.send('/b')
    await world.send('plain')
    const dropped = await world.send({ text: 'without b', drop: ['b'] })
    await world.send({ text: 'without any', drop: ['a'] })
    expect(model.requests.map((request) => toolsOf(request).join(' '))).toEqual([
      'read bash activate_skill',
      'read bash activate_skill',
      'read bash activate_skill',
      'read bash activate_skill',
      'read bash write activate_skill',
    ])
    expect(ofType(dropped, 'skill-dropped')[0]?.name).toBe('b')
    world.close()
  })

  it('leaves `read` inside the skill’s own folder, and nowhere else', async () => {
    const tools = all()
    const own = '.agents/skills/a/SKILL.md'
    const model = scripted([
      calls(calling('read', { path: own }, '1'), calling('read', { path: 'other' }, '2')),
      ends,
    ])
    const skills = { a: 'tools: bash\n---\nBody.' }
    const world = await openWorld({ model, tools, skills })
    await world.send('/a')
    expect(tools[0]?.ran).toEqual([{ path: own }])
    expect(join(world.workspace, own)).toContain('SKILL.md')
    world.close()
  })

  it('says what nobody has', async () => {
    const model = scripted([ends])
    const skills = { a: 'tools: [read, Telescope]\n---\nBody.' }
    const world = await openWorld({ model, tools: all(), skills })
    const notices = ofType(await world.send('/a'), 'notice')
    expect(notices).toMatchObject([{ code: 'tool-unknown' }])
    expect(notices[0]?.message).toContain('Telescope')
    world.close()
  })
})
