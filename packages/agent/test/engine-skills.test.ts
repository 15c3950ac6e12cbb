import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInTools, type EngineEvent, type Models, parseRule } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  collect,
  finish,
  messagesOf,
  modelsOf,
  noted,
  ofType,
  openWorld,
  type ScriptedModel,
  says,
  scripted,
  skipDelays,
  systemOf,
  toolsOf,
} from './engine-world.ts'

const ends = says('ok')
const load = (name: string, given?: string, id?: string) =>
  calling('activate_skill', { name, ...(given && { arguments: given }) }, id)

describe('the model’s own route', () => {
  it('gets the wrapped instructions as the result, with the arguments after the end marker', async () => {
    const model = scripted([calls(load('pdf', 'a.pdf')), ends])
    const world = await openWorld({ model, tools: builtInTools, skills: { pdf: 'PDF BODY' } })
    const events = await world.send('read a.pdf')
    const result = messagesOf(model.requests[1])[2] ?? ''
    expect(result).toMatch(
      /^tool: --- Skill "pdf" · [0-9a-f]{32} · loaded by the model[\s\S]*PDF BODY[\s\S]*--- End of skill "pdf" · [0-9a-f]{32} ---\nArguments: a\.pdf$/u,
    )
    expect(ofType(events, 'skill-activated')[0]).toMatchObject({ route: 'model', name: 'pdf' })
    expect(systemOf(model.requests[1])).toBe(systemOf(model.requests[0]))
    expect(systemOf(model.requests[0])).not.toContain('PDF BODY')
    world.close()
  })

  it('bug 63 repeated injection: the body once, then a short note with the new arguments', async () => {
    const model = scripted([calls(load('pdf', 'one', '1')), calls(load('pdf', 'two', '2')), ends])
    const world = await openWorld({ model, tools: builtInTools, skills: { pdf: 'PDF BODY' } })
    await world.send('go')
    const sent = messagesOf(model.requests[2]).join('\n')
    expect(sent.split('PDF BODY')).toHaveLength(2)
    expect(sent).toMatch(/is active already[^\n]*\nArguments: two/u)
    world.close()
  })

  it('bug 63 repeated injection: a body that consumed the arguments comes anew', async () => {
    const model = scripted([calls(load('pdf', 'one', '1')), calls(load('pdf', 'two', '2')), ends])
    const skills = { pdf: 'Convert $ARGUMENTS now' }
    const world = await openWorld({ model, tools: builtInTools, skills })
    await world.send('go')
    const sent = messagesOf(model.requests[2]).join('\n')
    expect(sent).toContain('Convert one now')
    expect(sent).toContain('Convert two now')
    world.close()
  })

  it('bug 63 repeated injection: a skill that a person picked is not sent a second time', async () => {
    const model = scripted([calls(load('pdf', 'x')), ends])
    const world = await openWorld({ model, tools: builtInTools, skills: { pdf: 'PDF BODY' } })
    await world.send('/pdf x')
    const whole = systemOf(model.requests[1]) + messagesOf(model.requests[1]).join('\n')
    expect(whole.split('PDF BODY')).toHaveLength(2)
    world.close()
  })

  it('bug 63 repeated injection: picked again unchanged, the system prompt stays byte for byte', async () => {
    const model = scripted([ends])
    const world = await openWorld({ model, skills: { pdf: 'PDF BODY' } })
    await world.send('/pdf one')
    await world.send('/pdf two')
    expect(systemOf(model.requests[1])).toBe(systemOf(model.requests[0]))
    const path = join(world.workspace, '.agents/skills/pdf/SKILL.md')
    writeFileSync(path, '---\nname: pdf\ndescription: Does pdf.\n---\nNEW BODY\n')
    const events = await world.send('/pdf three')
    expect(systemOf(model.requests[2])).toContain('NEW BODY')
    expect(systemOf(model.requests[2])).not.toContain('PDF BODY')
    expect(ofType(events, 'skill-activated')).toHaveLength(1)
    world.close()
  })

  it('is over when the person drops the skill: its text leaves what is sent', async () => {
    const model = scripted([calls(load('pdf')), ends])
    const world = await openWorld({ model, tools: builtInTools, skills: { pdf: 'PDF BODY' } })
    await world.send('go')
    await world.send('on')
    expect(JSON.stringify(model.requests[2]?.prompt)).toContain('PDF BODY')
    await world.send({ text: 'without', drop: ['pdf'] })
    expect(JSON.stringify(model.requests[3]?.prompt)).not.toContain('PDF BODY')
    expect(messagesOf(model.requests[3])[2]).toContain('no longer active')
    world.close()
  })

  it('a skill that was read as a file is handed over whole, when it is loaded', async () => {
    const read = calling('read', { path: '.agents/skills/pdf/SKILL.md' })
    const model = scripted([calls(read), calls(load('pdf')), ends])
    const world = await openWorld({ model, tools: builtInTools, skills: { pdf: 'PDF BODY' } })
    await world.send('go')
    const result = messagesOf(model.requests[2]).at(-1) ?? ''
    expect(result).toContain('--- Skill "pdf"')
    expect(result).toContain('PDF BODY')
    world.close()
  })

  it('an active skill that found no room in the prompt is handed over whole, when it is loaded', async () => {
    const model = scripted([ends, ends, calls(load('one')), ends])
    const long = (name: string) => `${name.toUpperCase()} BODY\n${'word '.repeat(400)}`
    const skills = { one: long('one'), two: long('two'), three: long('three') }
    // The other tools' schemas alone would fill that window, and the turns would be summarised.
    const tools = builtInTools.filter(({ name }) => name === 'activate_skill')
    const world = await openWorld({ model: modelsOf(model, [], 4_000), tools, skills })
    await world.send('/one')
    await world.send('/two')
    await world.send('/three')
    expect(systemOf(model.requests[2])).not.toContain('ONE BODY')
    expect(messagesOf(model.requests[3]).at(-1)).toContain('ONE BODY')
    world.close()
  })

  it('leaves only what the dropped skill brought: what is loaded later stays', async () => {
    const model = scripted([
      calls(load('pdf', '', '1')),
      ends,
      ends,
      calls(load('pdf', '', '2')),
      ends,
    ])
    const world = await openWorld({ model, tools: builtInTools, skills: { pdf: 'PDF BODY' } })
    await world.send('go')
    await world.send({ text: 'without', drop: ['pdf'] })
    await world.send('again')
    const sent = messagesOf(model.requests.at(-1))
    expect(sent.filter((text) => text.includes('no longer active'))).toHaveLength(1)
    expect(sent.filter((text) => text.includes('PDF BODY'))).toHaveLength(1)
    expect(sent.at(-1)).toContain('PDF BODY')
    world.close()
  })

  it('narrows the pool from then on, for the rest of that step too', async () => {
    const write = noted('write', 'write')
    const tools = [...builtInTools.filter((tool) => tool.name !== 'write'), write]
    const model = scripted([calls(load('pdf'), calling('write', { path: 'a' })), ends, ends])
    const skills = { pdf: 'tools: [read]\n---\nBody.' }
    const permissions = { unattended: 'allow' as const }
    const world = await openWorld({ model, tools, skills, permissions })
    const events = await world.send('go')
    expect(toolsOf(model.requests[0])).toContain('write')
    expect(toolsOf(model.requests[1])).toEqual(['read', 'activate_skill'])
    expect(write.ran).toEqual([])
    expect(ofType(events, 'tool-denied')[0]).toMatchObject({ by: 'skill' })
    await world.send('more')
    expect(toolsOf(model.requests[2])).toEqual(['read', 'activate_skill'])
    world.close()
  })

  it('bug 68 wrong name: a skill called like a tool, with a slash, in another case, or mistyped', async () => {
    const model = scripted([
      calls(calling('pdf', {}, '1')),
      calls(load('/PDF', undefined, '2')),
      calls(load('pfd', undefined, '3')),
      ends,
    ])
    const world = await openWorld({ model, tools: builtInTools, skills: { pdf: 'PDF BODY' } })
    const events = await world.send('go')
    expect(ofType(events, 'tool-call').map((event) => event.tool)).toEqual([
      'activate_skill',
      'activate_skill',
      'activate_skill',
    ])
    const sent = messagesOf(model.requests[3])
    expect(sent[2]).toContain('PDF BODY')
    expect(sent[4]).toContain('is active already')
    expect(sent[6]).toMatch(/no skill "pfd".*pdf/u)
    world.close()
  })

  it('bug 48: what is kept from the model stays so, by tool, by name and by enum', async () => {
    const model = scripted([calls(load('manual'), calling('manual', {}, '2')), ends])
    const skills = { manual: 'disable-model-invocation: true\n---\nSECRET BODY', other: 'Body.' }
    const world = await openWorld({ model, tools: builtInTools, skills })
    await world.send('go')
    expect(JSON.stringify(model.requests)).not.toContain('SECRET BODY')
    expect(JSON.stringify(model.requests[0]?.tools)).not.toContain('manual')
    expect(systemOf(model.requests[0])).not.toContain('manual')
    world.close()
  })

  it('bug 61 deny rules: a denied skill is absent, refused to the model, and to a person with the rule named', async () => {
    const model = scripted([calls(load('internal-x')), ends])
    const skills = { 'internal-x': 'SECRET BODY', a: 'Body.' }
    const rules = [
      parseRule('skill(internal-*)', 'deny', 'user-settings'),
      parseRule('skill(*)', 'allow', 'user-settings'),
    ]
    const world = await openWorld({ model, tools: builtInTools, skills, permissions: { rules } })
    await world.send('go')
    expect(JSON.stringify(model.requests[0]?.tools)).not.toContain('internal-x')
    expect(systemOf(model.requests[0])).not.toContain('internal-x')
    expect(JSON.stringify(model.requests)).not.toContain('SECRET BODY')
    const events = await world.send('/internal-x')
    expect(events.at(-1)).toMatchObject({
      error: { class: 'skill', message: expect.stringContaining('skill(internal-*)') },
    })
    world.close()
  })

  it('a whole file read narrows the pool for the calls that follow it in the same step', async () => {
    const write = noted('write', 'write')
    const tools = [...builtInTools.filter((tool) => tool.name !== 'write'), write]
    const read = calling('read', { path: '.agents/skills/pdf/SKILL.md' })
    const model = scripted([calls(read, calling('write', { path: 'a' })), ends])
    const skills = { pdf: 'tools: [read]\n---\nBody.' }
    const permissions = { unattended: 'allow' as const }
    const world = await openWorld({ model, tools, skills, permissions })
    await world.send('go')
    expect(write.ran).toEqual([])
    world.close()
  })

  it('a whole file read narrows the reads that follow it too, and twice read it is active once', async () => {
    const grep = noted('grep', 'read')
    const tools = [...builtInTools.filter((tool) => tool.name !== 'grep'), grep]
    const read = (id: string) => calling('read', { path: '.agents/skills/pdf/SKILL.md' }, id)
    const model = scripted([calls(read('1'), read('2'), calling('grep', { path: 'a' })), ends])
    const skills = { pdf: 'tools: [read]\n---\nBody.' }
    const world = await openWorld({ model, tools, skills })
    const events = await world.send('go')
    expect(grep.ran).toEqual([])
    expect(ofType(events, 'tool-denied')).toMatchObject([{ tool: 'grep', by: 'skill' }])
    expect(ofType(events, 'skill-activated')).toHaveLength(1)
    expect(await world.store.activations('c')).toHaveLength(1)
    world.close()
  })

  it('a whole file read is an activation without pre-approval, model or hooks', async () => {
    const model = scripted([
      calls(calling('read', { path: '.agents/skills/pdf/SKILL.md' })),
      ends,
      ends,
    ])
    const head = 'allowed-tools: Bash(ls *)\nmodel: test/two\ntools: [read, grep]\n'
    const skills = { pdf: `${head}---\nPDF BODY` }
    const world = await openWorld({ model, tools: builtInTools, skills })
    const events = await world.send('go')
    expect(ofType(events, 'skill-activated')[0]).toMatchObject({ route: 'read', name: 'pdf' })
    expect(ofType(events, 'approval-request')).toEqual([])
    expect(toolsOf(model.requests[1])).toEqual(['read', 'grep', 'activate_skill'])
    expect((await world.store.activations('c'))[0]).toMatchObject({ route: 'read' })
    world.close()
  })
})

describe('`allowed-tools`', () => {
  const skills = { git: 'allowed-tools: Bash(git add *)\n---\nBody.' }
  const add = calling('bash', { command: 'git add a' })

  it('bug 58 meaning of allowed-tools: pre-approves for the turn in which a person picked the skill', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(add), ends, calls(add), ends])
    const world = await openWorld({ model, tools: [bash], skills })
    await world.send('/git')
    expect(bash.ran).toHaveLength(1)
    await world.send('again')
    expect(bash.ran).toHaveLength(1)
    world.close()
  })

  it('bug 58 meaning of allowed-tools: is no restriction, and a deny rule wins', async () => {
    const [bash, read] = [noted('bash', 'run'), noted('read', 'read')]
    const model = scripted([calls(add, calling('read', { path: 'a' })), ends])
    const rules = [parseRule('bash', 'deny', 'user-settings')]
    const world = await openWorld({ model, tools: [bash, read], skills, permissions: { rules } })
    await world.send('/git')
    expect([bash.ran.length, read.ran.length]).toEqual([0, 1])
    world.close()
  })

  it('bug 58 meaning of allowed-tools: the model’s choice of a skill grants nothing where nobody agrees', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(load('git')), calls(add), ends])
    const tools = [...builtInTools.filter(({ name }) => name !== 'bash'), bash]
    const world = await openWorld({ model, tools, skills })
    await world.send('go')
    expect(bash.ran).toEqual([])
    world.close()
  })

  it('threats S8, E7: grants nothing where a program picked the skill, and says so', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(add), ends, calls(add), ends])
    const world = await openWorld({ model, tools: [bash], skills })
    for (const picked of [{ text: '/git' }, { text: 'now', skill: 'git' }]) {
      const events = await world.send({ ...picked, askedBy: 'program' })
      expect(ofType(events, 'tool-denied')).toMatchObject([{ tool: 'bash', unattended: true }])
      expect(ofType(events, 'notice').map(({ code }) => code)).toContain('asked-by-program')
    }
    expect(bash.ran).toEqual([])
    world.close()
  })

  it('threats S8, E7: grants nothing where the model loads the skill in a program’s turn, and asks for no list', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(load('git', 'a', '1'), load('git', 'b', '2')), calls(add), ends])
    const tools = [...builtInTools.filter(({ name }) => name !== 'bash'), bash]
    const world = await openWorld({ model, tools, skills, permissions: { attended: true } })
    const asked: string[] = []
    const told: string[] = []
    const turn = { conversationId: 'c', text: 'go', askedBy: 'program' } as const
    for await (const event of world.engine.submitMessage(turn)) {
      if (event.type === 'notice') told.push(event.code)
      if (event.type !== 'approval-request') continue
      asked.push(event.request.tool)
      await world.engine.answer(event.request.id, { decision: 'no' })
    }
    expect(asked).toEqual(['bash'])
    expect(told.filter((code) => code === 'asked-by-program')).toHaveLength(1)
    expect(bash.ran).toEqual([])
    world.close()
  })

  it('threats S8, E7: knows a program’s message of which nothing was sent after a restart', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(add), ends])
    const world = await openWorld({ model, tools: [bash], skills })
    const stopped = AbortSignal.abort()
    const picked = { conversationId: 'c', text: 'now', skill: 'git' } as const
    await collect(world.engine.submitMessage({ ...picked, askedBy: 'program', signal: stopped }))
    expect(await world.store.messages('c')).toMatchObject([
      { role: 'user', state: 'unsent', askedBy: 'program' },
      { role: 'assistant', state: 'unsent' },
    ])
    const again = world.another()
    await collect(again.retry({ conversationId: 'c', askedBy: 'program' }))
    expect(bash.ran).toEqual([])
    expect((await world.store.messages('c'))[0]).toMatchObject({ role: 'user', askedBy: 'program' })
    world.close()
  })

  it('threats S8, E7: follows who asks for an answer, not who asked for the one before', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(add), ends, calls(add), ends, calls(add), ends])
    const world = await openWorld({ model, tools: [bash], skills })
    const retry = { conversationId: 'c' } as const
    await world.send('/git')
    expect(bash.ran).toHaveLength(1)
    await collect(world.engine.retry({ ...retry, askedBy: 'program' }))
    expect(bash.ran).toHaveLength(1)
    await collect(world.engine.retry(retry))
    expect(bash.ran).toHaveLength(2)
    world.close()
  })

  it('asks once for the list where the model loads the skill, and grants it for the turn', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(load('git')), calls(add), ends])
    const tools = [...builtInTools.filter(({ name }) => name !== 'bash'), bash]
    const permissions = { attended: true }
    const world = await openWorld({ model, tools, skills, permissions })
    const asked: unknown[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      if (event.type !== 'approval-request') continue
      asked.push(event.request.input)
      const { id, digest } = event.request
      await world.engine.answer(id, { decision: 'once', digest })
    }
    expect(asked).toEqual([{ skill: 'git', patterns: ['Bash(git add *)'] }])
    expect(bash.ran).toHaveLength(1)
    world.close()
  })
})

describe('a skill’s `model`', () => {
  function choices(one: ScriptedModel, two: ScriptedModel, oneIsLocal = false): Models {
    const choice = (model: ScriptedModel, local: boolean) => ({
      kind: 'provider' as const,
      id: `${model.provider}/${model.modelId}`,
      provider: model.provider,
      model,
      local,
      contextWindow: 100_000,
      images: false,
      reason: 'test',
    })
    return {
      choose: async () => choice(one, oneIsLocal),
      resolve: async (id) =>
        id === 'test/two'
          ? choice(two, false)
          : { kind: 'unavailable', id, message: `There is no ${id}.`, hint: 'Look again.' },
      findings: async () => [],
      secrets: [],
    }
  }

  it('ancestor A, bug 57 model overrides: the same on both routes, and only for that turn', async () => {
    const one = scripted([ends, calls(load('big')), ends], 'test/one')
    const two = scripted([ends], 'test/two')
    const skills = { big: 'model: test/two\n---\nBody.' }
    const model = choices(one, two)
    const world = await openWorld({ model, tools: builtInTools, skills })
    const typed = await world.send('/big')
    expect([one.requests.length, two.requests.length]).toEqual([0, 1])
    expect(ofType(typed, 'notice')[0]).toMatchObject({ code: 'model-override' })
    await world.send('plain')
    expect([one.requests.length, two.requests.length]).toEqual([1, 1])
    const loaded = await world.send('load it')
    expect(ofType(loaded, 'step-start').map((event) => event.model)).toEqual([
      'test/one',
      'test/two',
    ])
    world.close()
  })

  it('bug 57 model overrides: one that cannot be had leaves the present model, and names skill and model', async () => {
    const one = scripted([ends], 'test/one')
    const skills = { odd: 'model: no-such-model\n---\nBody.' }
    const world = await openWorld({ model: choices(one, one), skills })
    const events = await world.send('/odd')
    expect(ofType(events, 'notice')[0]?.message).toMatch(/"odd".*no-such-model.*test\/one/u)
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    world.close()
  })

  it('bug 57 model overrides: is over after an error too', async () => {
    const one = scripted([ends], 'test/one')
    const two = scripted([new Error('broken')], 'test/two')
    const skills = { big: 'model: test/two\n---\nBody.' }
    const world = await openWorld({ model: choices(one, two), skills, wait: skipDelays().wait })
    expect((await world.send('/big')).at(-1)).toMatchObject({ reason: 'error' })
    expect((await world.send('plain')).at(-1)).toMatchObject({ reason: 'done' })
    expect(one.requests).toHaveLength(1)
    world.close()
  })

  it('that leaves this machine is not taken where nobody can be asked', async () => {
    const [one, two] = [scripted([ends], 'here/one'), scripted([ends], 'test/two')]
    const skills = { big: 'model: test/two\n---\nBody.' }
    const world = await openWorld({ model: choices(one, two, true), skills })
    await world.send('/big')
    expect([one.requests.length, two.requests.length]).toEqual([1, 0])
    world.close()
  })

  it('that leaves this machine is not taken for an unattended yes: that speaks for tool calls', async () => {
    const [one, two] = [scripted([ends], 'here/one'), scripted([ends], 'test/two')]
    const skills = { big: 'model: test/two\n---\nBody.' }
    const permissions = { unattended: 'allow' as const }
    const world = await openWorld({ model: choices(one, two, true), skills, permissions })
    const events = await world.send('/big')
    expect([one.requests.length, two.requests.length]).toEqual([1, 0])
    expect(ofType(events, 'notice')[0]).toMatchObject({ code: 'model-unavailable' })
    world.close()
  })

  it('that leaves this machine is asked for again once the skill has another text', async () => {
    const [one, two] = [scripted([ends], 'here/one'), scripted([ends], 'test/two')]
    const skills = { big: 'model: test/two\n---\nBody.' }
    const permissions = { attended: true }
    const world = await openWorld({ model: choices(one, two, true), skills, permissions })
    let asked = 0
    const send = async () => {
      for await (const event of world.engine.submitMessage({ conversationId: 'c', text: '/big' })) {
        if (event.type !== 'approval-request') continue
        asked += 1
        const { id, digest } = event.request
        await world.engine.answer(id, { decision: 'once', digest })
      }
    }
    await send()
    const path = join(world.workspace, '.agents/skills/big/SKILL.md')
    writeFileSync(path, '---\nname: big\ndescription: Big.\nmodel: test/two\n---\nOther.\n')
    await world.library.reload()
    await send()
    await send()
    expect(asked).toBe(2)
    world.close()
  })

  it('that leaves this machine is asked for once for each skill and provider', async () => {
    const [one, two] = [scripted([ends], 'here/one'), scripted([ends], 'test/two')]
    const skills = { big: 'model: test/two\n---\nBody.' }
    const permissions = { attended: true }
    const world = await openWorld({ model: choices(one, two, true), skills, permissions })
    let asked = 0
    for (const text of ['/big one', '/big two']) {
      for await (const event of world.engine.submitMessage({ conversationId: 'c', text })) {
        if (event.type !== 'approval-request') continue
        asked += 1
        expect(event.request.reason).toContain('leave this machine')
        await world.engine.answer(event.request.id, {
          decision: 'once',
          digest: event.request.digest,
        })
      }
    }
    expect([asked, two.requests.length]).toEqual([1, 2])
    world.close()
  })

  it('gives way to a model that the person named', async () => {
    const [one, two] = [scripted([ends], 'test/one'), scripted([ends], 'test/two')]
    const skills = { big: 'model: test/two\n---\nBody.' }
    const world = await openWorld({ model: choices(one, two), skills })
    await world.send({ text: '/big', model: 'test/one' })
    expect([one.requests.length, two.requests.length]).toEqual([1, 0])
    world.close()
  })
})

describe('hooks', () => {
  const hooks = (...lines: readonly string[]) => ({
    a: `hooks:\n${lines.map((line) => `  ${line}`).join('\n')}\n---\nBODY`,
  })

  it('ancestor A: `preExecute` comes before the instructions, in the same block', async () => {
    const model = scripted([ends])
    const world = await openWorld({ model, skills: hooks('preExecute: FIRST') })
    await world.send('/a')
    expect(systemOf(model.requests[0])).toMatch(
      /^--- Skill "a"[\s\S]*FIRST[\s\S]*BODY[\s\S]*--- End/u,
    )
    world.close()
  })

  it('ancestor A: `done` submits `postExecute` within the turn, once, before `turn-end` and queued messages', async () => {
    const model = scripted([ends])
    const world = await openWorld({ model, skills: hooks('postExecute: CHECK $ARGUMENTS') })
    const first = world.send('/a it')
    const second = world.send('next')
    const events = await first
    await second
    const types = events.map((event) => event.type)
    expect(types.filter((type) => type === 'follow-up')).toHaveLength(1)
    expect(types.indexOf('follow-up')).toBeLessThan(types.indexOf('turn-end'))
    expect(model.requests).toHaveLength(3)
    expect(messagesOf(model.requests[1]).at(-1)).toMatch(/^user: --- [\s\S]*CHECK it[\s\S]* ---$/u)
    expect(messagesOf(model.requests[2]).at(-1)).toBe('user: next')
    expect(events.at(-1)).toMatchObject({ reason: 'done', steps: 2 })
    world.close()
  })

  it('ancestor A: the step limit submits `onError`, with what went wrong as data', async () => {
    const model = scripted([calls(calling('look', {}, '1')), says('sorry')])
    const world = await openWorld({
      model,
      tools: [noted('look')],
      stepLimit: 1,
      skills: hooks('onError: TIDY UP', 'postExecute: NEVER'),
    })
    const events = await world.send('/a')
    expect(messagesOf(model.requests[1]).at(-1)).toMatch(
      /TIDY UP[\s\S]*\nWhat went wrong: "The turn reached its limit of 1 steps\."$/u,
    )
    expect(JSON.stringify(model.requests)).not.toContain('NEVER')
    expect(events.at(-1)).toMatchObject({ reason: 'step-limit', steps: 2 })
    world.close()
  })

  it('an answer that the provider refused submits `onError`', async () => {
    const model = scripted([[finish('content-filter')], says('sorry')])
    const world = await openWorld({ model, skills: hooks('onError: TIDY UP') })
    const events = await world.send('/a')
    expect(model.requests).toHaveLength(2)
    expect(events.at(-1)).toMatchObject({ reason: 'error', error: { class: 'request' } })
    world.close()
  })

  it('an unreachable provider shows `onError` to the person instead', async () => {
    const model = scripted([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })])
    const world = await openWorld({
      model,
      skills: hooks('onError: TIDY UP'),
      wait: skipDelays().wait,
    })
    const events = await world.send('/a')
    expect(ofType(events, 'follow-up')[0]).toMatchObject({ hook: 'onError' })
    expect(JSON.stringify(model.requests)).not.toContain('TIDY UP')
    world.close()
  })

  it('a stopped turn submits neither', async () => {
    const skills = hooks('onError: ONE', 'postExecute: TWO')
    const stop = new AbortController()
    const look = noted('look', 'none', () => {
      stop.abort()
      return { ok: true, text: '' }
    })
    const model = scripted([calls(calling('look', {})), ends])
    const world = await openWorld({ model, tools: [look], skills })
    const events: readonly EngineEvent[] = await world.send({ text: '/a', signal: stop.signal })
    expect(ofType(events, 'follow-up')).toEqual([])
    expect(events.at(-1)).toMatchObject({ reason: 'aborted' })
    world.close()
  })

  it('of skills active from earlier messages do not run again', async () => {
    const model = scripted([ends])
    const world = await openWorld({ model, skills: hooks('postExecute: CHECK') })
    await world.send('/a')
    expect(ofType(await world.send('plain'), 'follow-up')).toEqual([])
    world.close()
  })
})
