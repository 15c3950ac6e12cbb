import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ConversationView, EngineEvent, Message } from '@skillet/agent'
import { afterEach, describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  collect,
  messagesOf,
  noted,
  ofType,
  openWorld,
  says,
  scripted,
  stores,
  systemOf,
  type TestWorld,
  toolsOf,
  type WorldOptions,
} from './engine-world.ts'

const skills = { review: 'REVIEW $ARGUMENTS', pdf: 'PDF BODY', git: 'tools: [look]\n---\nGIT BODY' }

/** What a person said, or what was answered, down the branch that is shown. */
function shown({ messages }: ConversationView): readonly string[] {
  return messages.map(({ message }) => words(message))
}

function words({ parts }: Message): string {
  return parts
    .flatMap((part) => {
      if (part.type === 'text') return [part.text]
      return part.type === 'skill' ? [`/${part.name}`] : []
    })
    .join(' ')
}

describe.each(stores)('a conversation in a %s', (_, openStore) => {
  let world: TestWorld
  afterEach(() => world.close())

  async function open(options: WorldOptions): Promise<TestWorld> {
    world = await openWorld({ openStore, skills, ...options })
    return world
  }
  const view = async (): Promise<ConversationView> => {
    const found = await world.engine.conversation('c')
    if (!found) throw new Error('The conversation is gone.')
    return found
  }
  const retry = (messageId?: string): Promise<readonly EngineEvent[]> =>
    collect(world.engine.retry({ conversationId: 'c', ...(messageId && { messageId }) }))
  const idOf = async (text: string): Promise<string> => {
    const found = (await world.store.allMessages('c')).find((message) => words(message) === text)
    if (!found) throw new Error(`No message says ${text}.`)
    return found.id
  }
  const active = async () => (await view()).activeSkills.map(({ name }) => name)

  describe('an edit', () => {
    it('takes the place of the message, which stays reachable with its answer', async () => {
      await open({ model: scripted([says('a1'), says('a2'), says('a3'), says('a4')]) })
      await world.send('one')
      await world.send('two')
      const events = await world.send({ text: 'two, better', edits: await idOf('two') })
      expect(events.at(-1)).toMatchObject({ reason: 'done' })
      expect(shown(await view())).toEqual(['one', 'a1', 'two, better', 'a3'])
      const [, , edited] = (await view()).messages
      expect(edited?.siblings).toEqual([await idOf('two'), await idOf('two, better')])
      await world.engine.moveTo({ conversationId: 'c', messageId: await idOf('two'), until: 'end' })
      expect(shown(await view())).toEqual(['one', 'a1', 'two', 'a2'])
      await world.send('three')
      expect(shown(await view())).toEqual(['one', 'a1', 'two', 'a2', 'three', 'a4'])
    })

    it('sends the model the branch that it stands on, and nothing of the old one', async () => {
      const model = scripted([says('a1'), says('a2'), says('a3')])
      await open({ model })
      await world.send('one')
      await world.send('/pdf two')
      await world.send({ text: 'other', edits: await idOf('/pdf two') })
      expect(messagesOf(model.requests[2])).toEqual(['user: one', 'assistant: a1', 'user: other'])
      expect(systemOf(model.requests[2])).not.toContain('PDF BODY')
      expect(await active()).toEqual([])
    })

    it('of the very first message begins anew', async () => {
      const model = scripted([says('a1'), says('a2')])
      await open({ model })
      await world.send('one')
      await world.send({ text: 'first', edits: await idOf('one') })
      expect(messagesOf(model.requests[1])).toEqual(['user: first'])
      expect((await view()).messages[0]?.siblings).toHaveLength(2)
    })

    it('resolves its skill anew, from the file as it is now', async () => {
      const model = scripted([says('a1'), says('a2')])
      await open({ model })
      await world.send('/pdf two')
      world.writeSkill('pdf', 'NEW BODY')
      await world.send({ text: '/pdf better', edits: await idOf('/pdf two') })
      expect(systemOf(model.requests[1])).toContain('NEW BODY')
      expect(systemOf(model.requests[1])).not.toContain('PDF BODY')
    })

    it.each([
      ['is not there', async () => 'nobody'],
      ['is an answer', async () => idOf('a1')],
    ])('of a message that %s is refused, and nothing is stored', async (_, target) => {
      const model = scripted([says('a1')])
      await open({ model })
      await world.send('one')
      const events = await world.send({ text: 'x', edits: await target() })
      expect(events).toMatchObject([
        { type: 'turn-end', reason: 'error', steps: 0, error: { class: 'request' } },
      ])
      expect(shown(await view())).toEqual(['one', 'a1'])
    })

    it('is previewed on the branch that it would stand on', async () => {
      await open({ model: scripted([says('a1'), says('a2')]) })
      await world.send('one')
      await world.send('two')
      const edits = await idOf('two')
      const options = { conversationId: 'c', text: 'other', edits }
      const { messages } = await world.engine.preview(options)
      expect(JSON.stringify(messages)).not.toContain('two')
      expect(JSON.stringify(messages)).toContain('other')
      await expect(world.engine.preview({ ...options, edits: 'nobody' })).rejects.toMatchObject({
        class: 'request',
      })
    })
  })

  describe('a retry', () => {
    it('is one more answer to the last message of the person', async () => {
      const model = scripted([says('a1'), says('a2'), says('a3')])
      await open({ model })
      await world.send('one')
      await world.send('two')
      const events = await retry()
      expect(events.at(-1)).toMatchObject({ reason: 'done' })
      expect(shown(await view())).toEqual(['one', 'a1', 'two', 'a3'])
      expect((await view()).messages.at(-1)?.siblings).toHaveLength(2)
      expect(messagesOf(model.requests[2])).toEqual(messagesOf(model.requests[1]))
    })

    it('of an earlier message leaves what followed on its branch', async () => {
      await open({ model: scripted([says('a1'), says('a2'), says('a3')]) })
      await world.send('one')
      await world.send('two')
      await retry(await idOf('one'))
      expect(shown(await view())).toEqual(['one', 'a3'])
      await world.engine.moveTo({ conversationId: 'c', messageId: await idOf('a1'), until: 'end' })
      expect(shown(await view())).toEqual(['one', 'a1', 'two', 'a2'])
    })

    it('repeats the request byte for byte, also where the skill’s file was edited since', async () => {
      const model = scripted([says('a1'), says('a2')])
      await open({ model, now: () => 0 })
      await world.send('/review src')
      world.writeSkill('review', 'tools: [look]\n---\nOTHER')
      const events = await retry()
      expect(model.requests[1]?.prompt).toEqual(model.requests[0]?.prompt)
      expect(toolsOf(model.requests[1])).toEqual(toolsOf(model.requests[0]))
      expect(ofType(events, 'skill-activated')).toMatchObject([
        { name: 'review', route: 'user', arguments: 'src' },
      ])
      expect(ofType(events, 'notice').map(({ code }) => code)).toEqual(['skill-as-before'])
      expect(await world.store.activations('c')).toHaveLength(1)
    })

    it('repeats it also where the skill was deleted, which approves nothing any more', async () => {
      const look = noted('look', 'run')
      const model = scripted([
        calls(calling('look', { command: 'x' }, '1')),
        says('a1'),
        calls(calling('look', { command: 'x' }, '2')),
        says('a2'),
      ])
      const text = 'tools: [look]\nallowed-tools: look\n---\nOPEN $ARGUMENTS'
      await open({ model, tools: [look], skills: { open: text } })
      await world.send('/open it')
      expect(look.ran).toHaveLength(1)
      rmSync(join(world.workspace, '.agents/skills/open'), { recursive: true })
      await world.library.reload()
      const events = await retry()
      expect(systemOf(model.requests[2])).toContain('OPEN it')
      expect(ofType(events, 'tool-denied')).toHaveLength(1)
      expect(look.ran).toHaveLength(1)
      expect(ofType(events, 'notice')).toMatchObject([
        { code: 'skill-as-before', message: expect.stringContaining('approves no calls') },
      ])
    })

    it('threat T3: approves nothing once the person may not call the skill any more', async () => {
      const look = noted('look', 'run')
      const asks = calls(calling('look', { command: 'x' }))
      const model = scripted([asks, says('a1'), asks, says('a2')])
      await open({ model, tools: [look], skills: { open: 'allowed-tools: look\n---\nOPEN' } })
      await world.send('/open')
      world.writeSkill('open', 'allowed-tools: look\nuser-invocable: false\n---\nOPEN')
      const events = await retry()
      expect(ofType(events, 'tool-denied')).toHaveLength(1)
      expect(look.ran).toHaveLength(1)
      expect(ofType(events, 'notice').map(({ code }) => code)).toEqual(['skill-as-before'])
    })

    it('has the hooks and the pre-approvals of the skill again, for its turn', async () => {
      const look = noted('look', 'run')
      const asks = calls(calling('look', { command: 'x' }))
      const model = scripted([asks, says('a1'), says('h1'), asks, says('a2'), says('h2'), asks])
      const text =
        'allowed-tools: look\nhooks:\n  postExecute: Say goodbye to $ARGUMENTS\n---\nOPEN $ARGUMENTS'
      await open({ model, tools: [look], skills: { open: text } })
      const first = await world.send('/open it')
      const second = await retry()
      const follow = ofType(first, 'follow-up')
      expect(follow).toMatchObject([{ text: expect.stringContaining('goodbye to it') }])
      expect(ofType(second, 'follow-up').map(({ text }) => text)).toEqual(
        follow.map(({ text }) => text),
      )
      expect(look.ran).toHaveLength(2)
      await world.send('on')
      expect(look.ran).toHaveLength(2)
    })

    it('walks the same instructions again where no model is connected', async () => {
      await open({ skills: { steps: '# First step\n\nDo it.\n' } })
      const said = (events: readonly EngineEvent[]) =>
        ofType(events, 'text')
          .map(({ delta = '' }) => delta)
          .join('')
      const first = said(await world.send('/steps'))
      rmSync(join(world.workspace, '.agents/skills/steps'), { recursive: true })
      await world.library.reload()
      expect(first).toContain('First step')
      expect(said(await retry())).toBe(first)
    })

    it('drops again what the message dropped', async () => {
      const model = scripted([says('a')])
      await open({ model })
      await world.send('/pdf one')
      await world.send({ text: 'two', drop: ['pdf'] })
      await retry()
      expect(systemOf(model.requests[2])).not.toContain('PDF BODY')
      expect(await active()).toEqual([])
    })

    it('of a message that was never sent resolves it anew, and then it counts', async () => {
      const model = scripted([says('a1')])
      await open({ model, skills: {} })
      const picked = { text: 'now', skill: 'late' }
      const [, refused] = await Promise.all([world.send('one'), world.send(picked)])
      expect(refused?.at(-1)).toMatchObject({ error: { class: 'skill' } })
      expect((await view()).messages.at(-1)?.message).toMatchObject({
        state: 'unsent',
        end: { reason: 'error', error: { class: 'skill' } },
      })
      world.writeSkill('late', 'LATE BODY')
      await world.library.reload()
      const events = await retry()
      expect(events.at(-1)).toMatchObject({ reason: 'done' })
      expect(systemOf(model.requests[1])).toContain('LATE BODY')
      expect(await active()).toEqual(['late'])
      expect((await view()).messages.some(({ message }) => message.state)).toBe(false)
    })

    it('that cannot begin leaves the old answer in its place, for what follows too', async () => {
      const model = scripted([says('a1'), says('a2'), says('a3')])
      await open({ model })
      await world.send('one')
      const [failed] = await Promise.all([
        collect(world.engine.retry({ conversationId: 'c', model: 'no/such' })),
        world.send('two'),
      ])
      expect(failed?.at(-1)).toMatchObject({ error: { class: 'model' } })
      expect(shown(await view())).toEqual(['one', 'a1', 'two', 'a2'])
      expect(messagesOf(model.requests[1])).toEqual(['user: one', 'assistant: a1', 'user: two'])
      const first = (await view()).messages[1]
      expect(first?.siblings).toHaveLength(2)
      await collect(world.engine.retry({ conversationId: 'c', model: 'no/such' }))
      expect(shown(await view())).toEqual(['one', 'a1', 'two', 'a2'])
      await collect(world.engine.retry({ conversationId: 'c', signal: AbortSignal.abort() }))
      await world.send('three')
      expect(shown(await view())).toEqual(['one', 'a1', 'two', 'a2', 'three', 'a3'])
      const until = { conversationId: 'c', messageId: await idOf('one'), until: 'end' } as const
      await world.engine.moveTo(until)
      expect(shown(await view()).slice(0, 2)).toEqual(['one', 'a1'])
    })

    it('of a message that was never sent means what was typed: plain text, and what it dropped', async () => {
      const model = scripted([says('a')])
      await open({ model })
      await world.send('/pdf one')
      const stopped = { signal: AbortSignal.abort(), invocation: 'text' } as const
      const text = '/review is what I typed'
      await world.send({ ...stopped, text, drop: ['pdf'] })
      expect((await view()).messages.at(-2)?.message).toMatchObject({ state: 'unsent' })
      expect(await active()).toEqual(['pdf'])
      const events = await retry()
      expect(ofType(events, 'skill-dropped').map(({ name }) => name)).toEqual(['pdf'])
      expect(ofType(events, 'skill-activated')).toEqual([])
      expect(messagesOf(model.requests[1]).at(-1)).toBe(`user: ${text}`)
      expect(systemOf(model.requests[1])).not.toContain('BODY')
      expect(await active()).toEqual([])
      expect((await view()).messages.at(-2)?.message.parts).toEqual([
        {
          type: 'skill-dropped',
          name: 'pdf',
          location: join(world.workspace, '.agents/skills/pdf/SKILL.md'),
        },
        { type: 'text', text },
      ])
    })

    it('is refused for a skill that a rule denies by now', async () => {
      const model = scripted([says('a1')])
      await open({ model })
      await world.send('/pdf one')
      const deny = { source: 'skill(pdf)', effect: 'deny', origin: 'user-settings' } as const
      const { parseRule } = await import('@skillet/agent')
      const engine = world.another({
        permissions: { rules: [parseRule(deny.source, deny.effect, deny.origin)] },
      })
      const events = await collect(engine.retry({ conversationId: 'c' }))
      expect(events.at(-1)).toMatchObject({
        error: { class: 'skill', message: expect.stringContaining('skill(pdf)') },
      })
      expect(model.requests).toHaveLength(1)
    })

    it('is refused while its message is being answered, and where there is none', async () => {
      let again: Promise<readonly EngineEvent[]> = Promise.resolve([])
      const look = noted('look', 'none', () => {
        again = retry()
        return { ok: true, text: '' }
      })
      const model = scripted([calls(calling('look', {})), says('a1')])
      await open({ model, tools: [look] })
      expect(await retry()).toMatchObject([{ type: 'turn-end', error: { class: 'request' } }])
      await world.send('one')
      expect((await again).at(-1)).toMatchObject({
        error: { class: 'request', message: expect.stringContaining('being answered') },
      })
      expect(shown(await view())).toEqual(['one', 'a1'])
    })
  })

  describe('a move', () => {
    it('undoes and redoes, and brings a dropped skill back', async () => {
      await open({ model: scripted([says('a1'), says('a2')]) })
      await world.send('/pdf one')
      await world.send({ text: 'two', drop: ['pdf'] })
      expect(await active()).toEqual([])
      const end = (await view()).conversation.head
      const move = await world.engine.moveTo({ conversationId: 'c', messageId: await idOf('a1') })
      expect(move).toEqual({ kind: 'moved', head: await idOf('a1') })
      expect(await active()).toEqual(['pdf'])
      expect((await view()).later).toEqual([await idOf('two')])
      await world.engine.moveTo({ conversationId: 'c', messageId: null })
      expect(shown(await view())).toEqual([])
      await world.engine.moveTo({ conversationId: 'c', messageId: null, until: 'end' })
      expect((await view()).conversation.head).toBe(end)
      expect(await active()).toEqual([])
    })

    it('goes to no message that is not there, and to no conversation', async () => {
      await open({ model: scripted([says('a1')]) })
      await world.send('one')
      const unknown = { kind: 'refused', why: 'unknown' }
      const { engine } = world
      expect(await engine.moveTo({ conversationId: 'c', messageId: 'x' })).toMatchObject(unknown)
      expect(await engine.moveTo({ conversationId: 'd', messageId: null })).toMatchObject(unknown)
      expect(shown(await view())).toEqual(['one', 'a1'])
    })

    it('waits for nobody while a turn runs: it is refused', async () => {
      const look = noted('look', 'none', async () => {
        expect(await world.engine.moveTo({ conversationId: 'c', messageId: null })).toMatchObject({
          kind: 'refused',
          why: 'running',
        })
        return { ok: true, text: '' }
      })
      await open({ model: scripted([calls(calling('look', {})), says('a1')]), tools: [look] })
      const events = await world.send('one')
      expect(ofType(events, 'tool-output').at(-1)).toMatchObject({ outcome: { ok: true } })
      expect(look.ran).toHaveLength(1)
    })
  })

  describe('the view', () => {
    it('is undefined for a conversation that nobody made', async () => {
      await open({})
      expect(await world.engine.conversation('c')).toBeUndefined()
    })

    it('says how each turn ended, and with what error', async () => {
      await open({ model: scripted([says('a1'), new Error('no such socket')]) })
      await world.send('one')
      await world.send('two')
      const ends = (await view()).messages.map(({ message }) => message.end)
      expect(ends).toMatchObject([
        undefined,
        { reason: 'done' },
        undefined,
        { reason: 'error', error: { class: expect.any(String), message: expect.any(String) } },
      ])
      expect(ends[1]).not.toHaveProperty('error')
    })

    it('has the end of a turn in the store before `turn-end`, and no place left', async () => {
      await open({ model: scripted([says('a1')]) })
      for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'one' })) {
        if (event.type !== 'turn-end') continue
        expect((await world.store.messages('c')).at(-1)?.end).toEqual({ reason: 'done' })
        expect(await world.store.turns('c')).toEqual([])
      }
    })

    it('shows each active skill, and whether its file is another one now', async () => {
      const load = calls(calling('activate_skill', { name: 'pdf' }))
      await open({ model: scripted([says('a1'), load, says('a2'), says('a3')]) })
      await world.send('/review src')
      await world.send('load the other')
      const location = (name: string) => join(world.workspace, '.agents/skills', name, 'SKILL.md')
      expect((await view()).activeSkills).toEqual([
        {
          name: 'review',
          location: location('review'),
          tokens: expect.any(Number),
          route: 'user',
          arguments: 'src',
          leftOut: false,
          changedOnDisk: false,
        },
        {
          name: 'pdf',
          location: location('pdf'),
          tokens: expect.any(Number),
          route: 'model',
          arguments: '',
          leftOut: false,
          changedOnDisk: false,
        },
      ])
      world.writeSkill('pdf', 'edited')
      rmSync(location('review'))
      expect((await view()).activeSkills.map((skill) => skill.changedOnDisk)).toEqual([true, true])
    })

    it('says which active skill finds no room', async () => {
      const long = 'word '.repeat(14_000)
      await open({ model: scripted([says('a')]), skills: { big: long, large: long } })
      await world.send('/big')
      await world.send('/large')
      expect((await view()).activeSkills.map((skill) => [skill.name, skill.leftOut])).toEqual([
        ['big', true],
        ['large', false],
      ])
    })

    it('shows what runs, where, and what waits for an answer', async () => {
      const seen: ConversationView[] = []
      const look = noted('look', 'run')
      const model = scripted([calls(calling('look', { command: 'x' })), says('a1')])
      await open({ model, tools: [look], permissions: { attended: true } })
      const other = world.another()
      for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'one' })) {
        if (event.type !== 'approval-request') continue
        seen.push(await view())
        const elsewhere = await other.conversation('c')
        if (elsewhere) seen.push(elsewhere)
        const { id, digest } = event.request
        await world.engine.answer(id, { decision: 'once', digest })
      }
      seen.push(await view())
      const answerId = seen[0]?.messages.at(-1)?.message.id
      expect(seen.map(({ running }) => running)).toEqual([
        { answerId, here: true },
        { answerId, here: false },
        undefined,
      ])
      expect(seen.map(({ approvals }) => approvals.length)).toEqual([1, 1, 0])
    })

    it('estimates what the next request holds, which grows with what was said', async () => {
      await open({ model: scripted([says('answer '.repeat(500))]) })
      await world.store.create({ id: 'c', workspace: world.workspace, now: 0 })
      const before = (await view()).contextTokens
      await world.send('/pdf one')
      const after = (await view()).contextTokens
      expect(before).toBeGreaterThan(0)
      expect(after - before).toBeGreaterThan(900)
    })
  })
})
