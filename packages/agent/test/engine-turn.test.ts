import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { builtInTools } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  finish,
  messagesOf,
  modelsOf,
  noted,
  ofType,
  openWorld,
  saying,
  says,
  scripted,
  systemOf,
  toolsOf,
} from './engine-world.ts'

describe('a turn', () => {
  it('ancestor A: running a skill streams the answer', async () => {
    const model = scripted([
      [
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'Look' },
        { type: 'text-delta', id: '1', delta: 'ing.' },
        { type: 'text-end', id: '1' },
        finish(),
      ],
    ])
    const world = await openWorld({ model, skills: { review: 'Read every line.' } })
    const events = await world.send('/review src/a.ts')
    expect(events.map((event) => event.type)).toEqual([
      'turn-start',
      'snapshot',
      'skill-activated',
      'step-start',
      'text',
      'text',
      'text',
      'text',
      'usage',
      'title',
      'turn-end',
    ])
    expect(events.map((event) => event.seq)).toEqual(events.map((_, at) => at + 1))
    expect(new Set(events.map((event) => event.turn)).size).toBe(1)
    expect(ofType(events, 'text').map((event) => event.phase)).toEqual([
      'start',
      'delta',
      'delta',
      'end',
    ])
    expect(ofType(events, 'turn-end')[0]).toMatchObject({ reason: 'done', steps: 1 })
    world.close()
  })

  it('ancestor C: the arguments are in the user message, the instructions in the system prompt', async () => {
    const model = scripted([says('ok')])
    const world = await openWorld({ model, skills: { review: 'Read every line.' } })
    await world.send({ text: 'be quick', skill: 'review', arguments: ['src/a.ts', 'two words'] })
    const [request] = model.requests
    expect(messagesOf(request)).toEqual([
      'user: /review be quick\n\nArguments: src/a.ts "two words"',
    ])
    expect(systemOf(request)).toContain('Read every line.')
    expect(systemOf(request)).not.toContain('two words')
    expect(request?.prompt.filter((message) => message.role === 'system')).toHaveLength(1)
    world.close()
  })

  it('ancestor C: every step carries the same system prompt, with base before the catalogue', async () => {
    const tool = noted('look')
    const model = scripted([calls(calling('look', {})), calls(calling('look', {})), says('done')])
    const world = await openWorld({ model, tools: [tool], skills: { review: 'Body.' } })
    await world.send('/review')
    const systems = model.requests.map(systemOf)
    expect(systems).toHaveLength(3)
    expect(new Set(systems).size).toBe(1)
    expect(systems[0]).toMatch(/^--- Skill "review"[\s\S]*\n---\nYou are Skillet/u)
    world.close()
  })

  it('appends results and asks again until the model stops', async () => {
    const tool = noted('look', 'none', () => ({ ok: true, text: 'a tree' }))
    const model = scripted([calls(saying('Let me see.'), calling('look', {})), says('A tree.')])
    const world = await openWorld({ model, tools: [tool] })
    const events = await world.send('What is there?')
    expect(messagesOf(model.requests[1])).toEqual([
      'user: What is there?',
      'assistant: Let me see. | look({})',
      expect.stringMatching(
        /^tool: --- Output of look · ([0-9a-f]{32}) [^\n]*\na tree\n--- End of output · \1 ---$/u,
      ),
    ])
    expect(ofType(events, 'tool-input').map((event) => event.phase)).toEqual([
      'start',
      'delta',
      'end',
    ])
    expect(ofType(events, 'tool-output').at(-1)).toMatchObject({
      final: true,
      outcome: { ok: true },
    })
    world.close()
  })

  it('ancestor C: bounded steps', async () => {
    const model = scripted([calls(calling('look', {}))])
    const world = await openWorld({ model, tools: [noted('look')], stepLimit: 3 })
    const events = await world.send('go')
    expect(model.requests).toHaveLength(3)
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', reason: 'step-limit', steps: 3 })
    world.close()
  })

  it('gives calls that come under the same id in several steps ids of their own', async () => {
    const model = scripted([
      calls(calling('look', {}, 'call_0')),
      calls(calling('look', {}, 'call_0')),
      says('ok'),
    ])
    const world = await openWorld({ model, tools: [noted('look')] })
    const events = await world.send('go')
    expect(ofType(events, 'tool-call').map((event) => event.callId)).toEqual(['call_0', 'call_0_2'])
    world.close()
  })

  it('is not stopped by a reader that leaves', async () => {
    const model = scripted([says('one'), says('two')])
    const world = await openWorld({ model })
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'hi' })) {
      expect(event.type).toBe('turn-start')
      break
    }
    await world.send('again')
    expect(messagesOf(model.requests[1])).toEqual(['user: hi', 'assistant: one', 'user: again'])
    world.close()
  })
})

describe('what is stored', () => {
  it('ancestor C, bug 60 empty text with a skill: stored as the skill alone, sent as `/name`', async () => {
    const model = scripted([says('ok')])
    const world = await openWorld({ model, skills: { review: 'Body.' } })
    await world.send({ text: '  ', skill: 'review' })
    const [message] = await world.store.messages('c')
    expect(message?.parts.map((part) => part.type)).toEqual(['skill'])
    expect(messagesOf(model.requests[0])).toEqual(['user: /review'])
    world.close()
  })

  it('ancestor C, bug 67 titles, previews, history: holds what was typed, and the injected text apart', async () => {
    const model = scripted([says('ok')])
    const world = await openWorld({ model, skills: { a: '# You are an expert' } })
    const events = await world.send('/a why is the build red')
    expect(ofType(events, 'title')[0]?.title).toBe('why is the build red')
    expect(JSON.stringify(await world.store.messages('c'))).not.toContain('expert')
    expect((await world.store.activations('c'))[0]?.instructions).toContain('You are an expert')
    world.close()
  })

  it('a first message is there before a model is chosen, asked for or agreed to', async () => {
    const model = scripted([says('ok')])
    const models = modelsOf(model)
    const seen: unknown[] = []
    const choose = async () => {
      seen.push(...(await world.store.messages('c')))
      return models.choose()
    }
    const world = await openWorld({ model: { ...models, choose } })
    await world.send('hello')
    expect(seen).toMatchObject([
      { role: 'user', state: 'unsent', parts: [{ type: 'text', text: 'hello' }] },
      { role: 'assistant', state: 'unsent' },
    ])
    const stored = await world.store.messages('c')
    expect(stored.map(({ state }) => state)).toEqual([undefined, undefined])
    world.close()
  })

  it('everything is there before the turn ends, with usage', async () => {
    const model = scripted([calls(calling('look', {})), says('done')])
    const world = await openWorld({ model, tools: [noted('look')] })
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      if (event.type !== 'turn-end') continue
      const [, answer] = await world.store.messages('c')
      expect(answer?.parts.map((part) => part.type)).toEqual(['step', 'tool', 'step', 'text'])
      expect(answer?.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 })
    }
    world.close()
  })

  it('bug 55 headless: an empty list of skills is not taken for loaded ones', async () => {
    const model = scripted([says('ok')])
    const world = await openWorld({ model, skills: { a: 'BODY OF A' } })
    await world.send('/a one')
    await world.send('two')
    expect(systemOf(model.requests[1])).toContain('BODY OF A')
    world.close()
  })
})

describe('a message whose skill cannot be had', () => {
  it('sends nothing and stores nothing, since it is a draft still: near names', async () => {
    const model = scripted([says('ok')])
    const world = await openWorld({ model, skills: { review: 'Body.' } })
    const events = await world.send('/reviw now')
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      type: 'turn-end',
      reason: 'error',
      error: { class: 'skill', near: ['review'], hint: expect.stringContaining('review') },
    })
    expect(model.requests).toHaveLength(0)
    expect(await world.store.get('c')).toBeUndefined()
    world.close()
  })

  it('sends it as text where that is asked for', async () => {
    const model = scripted([says('ok')])
    const world = await openWorld({ model, skills: { review: 'Body.' } })
    await world.send({ text: '/reviw now', invocation: 'text' })
    expect(messagesOf(model.requests[0])).toEqual(['user: /reviw now'])
    world.close()
  })

  it.each(['/nope it', '/usr/bin/env', '/'])(
    'sends %j as text and without a word, since no skill has a name near it',
    async (text) => {
      const model = scripted([says('ok')])
      const world = await openWorld({ model, skills: { review: 'Body.' } })
      expect(ofType(await world.send(text), 'notice')).toEqual([])
      expect(messagesOf(model.requests[0])).toEqual([`user: ${text}`])
      world.close()
    },
  )

  it('refuses what is not for people, and does not parse a chip’s text', async () => {
    const model = scripted([says('ok')])
    const skills = { hidden: 'user-invocable: false\n---\nBody.', review: 'Body.' }
    const world = await openWorld({ model, skills })
    const events = await world.send('/hidden')
    expect(events.at(-1)).toMatchObject({ error: { class: 'skill', state: 'not-for-people' } })
    await world.send({ text: '/hidden', skill: 'review' })
    expect(messagesOf(model.requests[0])).toEqual(['user: /review /hidden'])
    world.close()
  })

  it('bug 48 user’s own call: the flag against the model does not stop a person', async () => {
    const model = scripted([says('ok')])
    const skills = { manual: 'disable-model-invocation: true\n---\nMANUAL BODY' }
    const world = await openWorld({ model, skills })
    await world.send('/manual')
    expect(systemOf(model.requests[0])).toContain('MANUAL BODY')
    world.close()
  })
})

describe('what is sent', () => {
  it('is never an empty message', async () => {
    const model = scripted([says('ok')])
    const world = await openWorld({ model })
    expect((await world.send('  \n')).at(-1)).toMatchObject({ error: { class: 'request' } })
    expect(model.requests).toEqual([])
    world.close()
  })

  it('holds each call under an id of its own, in letters that every provider takes back', async () => {
    const made = calls(calling('look', {}, 'functions.look:0'))
    const model = scripted([made, says('ok'), made, says('ok')])
    const world = await openWorld({ model, tools: [noted('look')] })
    const first = await world.send('go')
    const second = await world.send('again')
    const ids = [...first, ...second].flatMap((event) =>
      event.type === 'tool-call' ? [event.callId] : [],
    )
    expect(ids).toEqual(['functions_look_0', 'functions_look_0_2'])
    world.close()
  })

  it('names a tool that does not exist in letters that every provider takes back', async () => {
    const model = scripted([calls(calling('do it, now!', {})), says('ok')])
    const world = await openWorld({ model, tools: [noted('look')] })
    await world.send('go')
    expect(messagesOf(model.requests[1])[1]).toBe('assistant: do_it__now_({})')
    world.close()
  })

  it('leaves an answer of blanks out, which some providers refuse', async () => {
    const model = scripted([says(' \n'), says('ok')])
    const world = await openWorld({ model })
    await world.send('one')
    await world.send('two')
    expect(messagesOf(model.requests[1])).toEqual([
      'user: one',
      'assistant: [This message was not answered.]',
      'user: two',
    ])
    world.close()
  })
})

describe('without skills', () => {
  it('bug 68 empty catalogue: no block and no skill tools', async () => {
    const model = scripted([says('ok')])
    const tools = [noted('read', 'read'), noted('activate_skill'), noted('search_skills')]
    const world = await openWorld({ model, tools })
    await world.send('hi')
    expect(toolsOf(model.requests[0])).toEqual(['read'])
    expect(systemOf(model.requests[0])).not.toContain('available_skills')
    world.close()
  })
})

describe('room in the model’s window', () => {
  it('bug 64 catalogue budget: what was cut is said, and the search tool appears', async () => {
    const model = scripted([says('ok')])
    const skills = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [
        `skill-number-${at}`,
        `description: ${'Does a thing with many words. '.repeat(8)}\n---\nBody.`,
      ]),
    )
    const world = await openWorld({
      model: modelsOf(model, [], 5_000),
      tools: builtInTools,
      skills,
    })
    const notices = ofType(await world.send('go'), 'notice').map((event) => event.code)
    expect(notices).toContain('catalogue-omitted')
    expect(toolsOf(model.requests[0])).toContain('search_skills')
    expect(systemOf(model.requests[0]).length).toBeLessThan(6_000)
    world.close()
  })

  it('leaves the oldest of too many active skills out, and says so', async () => {
    const model = scripted([says('ok')])
    const body = 'word '.repeat(500)
    const skills = { a: body, b: body, c: body }
    const world = await openWorld({ model: modelsOf(model, [], 6_000), skills })
    await world.send('/a')
    await world.send('/b')
    const notices = ofType(await world.send('/c'), 'notice')
    expect(notices).toContainEqual(
      expect.objectContaining({
        code: 'skills-left-out',
        message: expect.stringMatching(/still active: a\.$|still active: a, b\.$/u),
      }),
    )
    expect(systemOf(model.requests[2])).toContain('Skill "c"')
    expect(systemOf(model.requests[2])).not.toContain('Skill "a"')
    world.close()
  })
})

describe('the room for one skill', () => {
  it('is 15 % of the window, at 3.5 characters a token, and 60,000 characters at most', async () => {
    const model = scripted([says('ok')])
    const skills = { long: 'x'.repeat(100_000) }
    const handedOver = async (contextWindow: number) => {
      const world = await openWorld({ model: modelsOf(model, [], contextWindow), skills })
      const [event] = ofType(await world.send('/long'), 'skill-activated')
      world.close()
      return 100_000 - (event?.truncated ?? 0)
    }
    expect(Math.abs((await handedOver(40_000)) - 21_000)).toBeLessThan(1_500)
    expect(Math.abs((await handedOver(1_000_000)) - 60_000)).toBeLessThan(1_500)
  })
})

describe('the title', () => {
  it('is written by the model after the first answer, once', async () => {
    const model = scripted([says('ok')])
    const world = await openWorld({ model, titles: 'model' })
    expect(ofType(await world.send('one'), 'title')).toMatchObject([{ title: 'A written title' }])
    expect(ofType(await world.send('two'), 'title')).toEqual([])
    expect((await world.store.get('c'))?.title).toBe('A written title')
    expect(model.titles).toHaveLength(1)
    world.close()
  })
})

describe('a preview', () => {
  it('is what is sent, but for the boundary, and sends nothing', async () => {
    const random = (bytes: number) => 'ab'.repeat(bytes)
    const model = scripted([says('ok')])
    const world = await openWorld({
      model,
      random,
      tools: [noted('read', 'read'), noted('activate_skill')],
      skills: { review: 'Body.', other: 'Body.' },
    })
    const preview = await world.engine.preview({ text: '/review src' })
    expect(model.requests).toHaveLength(0)
    expect(preview.sections.map((section) => section.kind)).toEqual(['skill', 'base', 'catalogue'])
    await world.send('/review src')
    const [request] = model.requests
    expect(preview.system).toBe(systemOf(request))
    expect(preview.tools.map((tool) => tool.name)).toEqual(toolsOf(request))
    expect(preview.tools[0]?.schema).toEqual(
      request?.tools?.[0]?.type === 'function' ? request.tools[0].inputSchema : undefined,
    )
    expect(JSON.stringify(preview.messages)).toContain('/review src')
    world.close()
  })

  it('is made of what earlier turns left, as long as no skill changed', async () => {
    const world = await openWorld({ model: scripted([says('ok')]), skills: { a: 'Body.' } })
    const schemas = async () => (await world.engine.preview({ text: 'go' })).tools.map(schemaOf)
    const schemaOf = (tool: { readonly schema: unknown }) => tool.schema
    const first = await schemas()
    const second = await schemas()
    expect(second.map((schema, at) => schema === first[at])).toEqual(first.map(() => true))
    const path = join(world.workspace, '.agents/skills/b/SKILL.md')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '---\nname: b\ndescription: Does b.\n---\nBody.\n')
    await world.library.reload()
    const { tools, system } = await world.engine.preview({ text: 'go' })
    expect(system).toContain('Does b.')
    expect(JSON.stringify(tools.find(({ name }) => name === 'activate_skill')?.schema)).toContain(
      '"enum":["a","b"]',
    )
    world.close()
  })

  it('says why where nothing could be sent', async () => {
    const world = await openWorld({ model: scripted([says('ok')]), skills: { review: 'Body.' } })
    await expect(world.engine.preview({ text: '/reviw' })).rejects.toThrow(/no skill "reviw"/u)
    world.close()
  })
})
