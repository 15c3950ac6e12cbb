import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { ApprovalRequest } from '../permission/types.ts'
import { currentOwner } from './owner.ts'
import type {
  Attachment,
  ConversationStore,
  Message,
  StoredActivation,
  StoredApproval,
  StoredRequest,
} from './types.ts'

const message = (id: string, text: string, more: Partial<Message> = {}): Message => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
  createdAt: 1,
  ...more,
})

const answer = (id: string, text: string, more: Partial<Message> = {}): Message =>
  message(id, text, { role: 'assistant', ...more })

const activation: StoredActivation = {
  messageId: 'm1',
  name: 'pdf',
  location: '/skills/pdf/SKILL.md',
  hash: 'abc',
  arguments: 'a "b"',
  route: 'user',
  boundary: '0f',
  instructions: '--- Skill "pdf" ---\r\n\u0000 $& 字 👩‍💻 \ud800',
  tokens: 9,
  tools: ['read'],
}

const request = (id: string): ApprovalRequest => ({
  id,
  callId: `call-${id}`,
  tool: 'bash',
  input: { command: 'ls\u0000' },
  access: { kind: 'run', command: 'ls', cwd: '/w' },
  workspace: '/w',
  reason: 'Commands need approval.',
  rule: 'bash(ls)',
  digest: 'd1',
})

const approval = (id: string, conversationId = 'c'): StoredApproval => ({
  conversationId,
  messageId: 'a1',
  request: request(id),
  askedAt: 7,
})

const sent = (messageId: string, step: number): StoredRequest => ({
  messageId,
  step,
  model: 'a/b',
  sentAt: 5,
  sections: [
    { kind: 'base', title: 'Base', text: 'You are \u0000 here.', tokens: 4 },
    { kind: 'catalogue', title: 'Catalogue', text: '', tokens: 0 },
  ],
  tools: [{ name: 'read', description: 'Reads.', schema: { type: 'object' } }],
  toolTokens: 3,
  messageTokens: 2,
  catalogue: { shortened: ['pdf'], omitted: [] },
})

/** What every conversation store does, whatever it writes to. */
export function describeStore(
  name: string,
  make: (now: () => number) => Promise<ConversationStore>,
): void {
  const opened: ConversationStore[] = []
  const open = async (now: () => number = Date.now) => {
    const store = await make(now)
    opened.push(store)
    await store.create({ id: 'c', workspace: '/w', now: 5 })
    return store
  }
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })
  const ids = (messages: readonly Message[]) => messages.map(({ id }) => id)

  describe(`${name}: conversations`, () => {
    it('gives back the conversation it made, and undefined for one it never saw', async () => {
      const store = await open()
      expect(await store.get('c')).toEqual({
        id: 'c',
        workspace: '/w',
        head: null,
        createdAt: 5,
        updatedAt: 5,
      })
      expect(await store.get('other')).toBeUndefined()
      expect(await store.messages('other')).toEqual([])
      expect(await store.allMessages('other')).toEqual([])
      expect(await store.activations('other')).toEqual([])
      expect(await store.approvals('other')).toEqual([])
      expect(await store.requests('other')).toEqual([])
      expect(await store.turns('other')).toEqual([])
    })

    it('leaves a conversation alone that is made again', async () => {
      const store = await open()
      await store.put('c', message('m1', 'kept'))
      const again = await store.create({ id: 'c', workspace: '/elsewhere', now: 9 })
      expect(again).toMatchObject({ workspace: '/w', createdAt: 5, head: 'm1' })
      expect(await store.messages('c')).toHaveLength(1)
    })

    it('lists the last changed first, by workspace, in pages, with the number of messages', async () => {
      const store = await open()
      const listed = async (...options: Parameters<ConversationStore['list']>) =>
        (await store.list(...options)).map(({ id }) => id)
      await store.create({ id: 'b', workspace: '/other', now: 5 })
      await store.create({ id: 'a', workspace: '/w', now: 5 })
      expect(await listed()).toEqual(['a', 'b', 'c'])
      await store.put('c', message('m1', 'one'))
      await store.put('c', message('m2', 'two', { parent: null }))
      expect(await listed()).toEqual(['c', 'a', 'b'])
      expect(await listed({ workspace: '/w' })).toEqual(['c', 'a'])
      expect(await listed({ limit: 1, offset: 1 })).toEqual(['a'])
      expect(await listed({ workspace: '/w', offset: 1 })).toEqual(['a'])
      expect((await store.list({ limit: 2 })).map((one) => one.messageCount)).toEqual([2, 0])
    })

    it('keeps the title as it is', async () => {
      const store = await open()
      await store.setTitle('c', 'Why is "the" build\u0000 red? 字 \ud83d')
      expect((await store.get('c'))?.title).toBe('Why is "the" build\u0000 red? 字 \ud83d')
    })

    it('deletes a conversation with all that belongs to it, and no other', async () => {
      const store = await open()
      await store.create({ id: 'd', workspace: '/w', now: 1 })
      for (const id of ['c', 'd']) {
        await store.put(id, message('m1', `words of ${id}`))
        await store.addActivation(id, activation)
        await store.addRequest(id, sent('m1', 1))
        await store.addApproval(approval(`ask-${id}`, id))
        const turn = { answer: answer('a1', ''), owner: currentOwner() }
        await store.enqueueTurn(id, turn)
      }
      expect(await store.delete('c')).toBe('erased')
      expect(await store.delete('c')).toBe('unknown')
      expect(await store.get('c')).toBeUndefined()
      expect(await store.allMessages('c')).toEqual([])
      expect(await store.activations('c')).toEqual([])
      expect(await store.requests('c')).toEqual([])
      expect(await store.approval('ask-c')).toBeUndefined()
      expect(await store.turns('c')).toEqual([])
      expect(await store.claimTurn('c', 'a1')).toEqual({ kind: 'lost' })
      expect(await store.search({ text: 'words of c' })).toEqual([])

      expect(ids(await store.allMessages('d'))).toEqual(['m1', 'a1'])
      expect(await store.activations('d')).toEqual([activation])
      expect(await store.requests('d')).toEqual([sent('m1', 1)])
      expect(await store.approval('ask-d')).toEqual(approval('ask-d', 'd'))
      expect(await store.turns('d')).toHaveLength(1)
      expect(await store.search({ text: 'words of d' })).toHaveLength(1)
    })

    it('refuses to write into a conversation that does not exist', async () => {
      const store = await open()
      const turn = { answer: answer('a', ''), owner: currentOwner() }
      await expect(store.put('none', message('m', 'x'))).rejects.toThrow('no conversation "none"')
      await expect(store.setTitle('none', 'x')).rejects.toThrow('no conversation "none"')
      await expect(store.setHead('none', null)).rejects.toThrow('no conversation "none"')
      await expect(store.addActivation('none', activation)).rejects.toThrow('no conversation')
      await expect(store.addRequest('none', sent('m', 1))).rejects.toThrow('no conversation')
      await expect(store.addApproval(approval('q', 'none'))).rejects.toThrow('no conversation')
      await expect(store.enqueueTurn('none', turn)).rejects.toThrow('no conversation "none"')
    })

    it('rejects whatever is asked after it was closed', async () => {
      const store = await make(Date.now)
      await store.create({ id: 'c', workspace: '/w', now: 5 })
      await store.close()
      await expect(store.get('c')).rejects.toThrow('closed')
      await expect(store.list()).rejects.toThrow('closed')
      await expect(store.put('c', message('m', 'x'))).rejects.toThrow('closed')
      await expect(store.approval('q')).rejects.toThrow('closed')
      await expect(store.attachment('0')).rejects.toThrow('closed')
      await expect(store.endDeadTurns()).rejects.toThrow('closed')
      await expect(store.search({ text: 'x' })).rejects.toThrow('closed')
    })
  })

  describe(`${name}: messages`, () => {
    it('keeps messages in the order they came, and a replaced one in its place', async () => {
      const store = await open()
      await store.put('c', message('m1', 'one'))
      await store.put('c', message('m2', 'two'))
      await store.put('c', message('m1', 'one, longer', { parent: 'm2' }))
      expect(await store.messages('c')).toEqual([
        { ...message('m1', 'one, longer'), parent: null },
        { ...message('m2', 'two'), parent: 'm1' },
      ])
      expect((await store.get('c'))?.head).toBe('m2')
    })

    it('keeps every part and field of a message as it was given', async () => {
      const store = await open()
      const whole: Message = {
        id: 'm',
        role: 'assistant',
        askedBy: 'program',
        createdAt: 3,
        usage: { inputTokens: 3, outputTokens: 1 },
        state: 'unsent',
        end: { reason: 'error', error: { class: 'cut', message: 'It was cut.', hint: 'Retry.' } },
        parts: [
          { type: 'step', model: 'a/b' },
          { type: 'text', text: '\r\n 字 \u0000 \ud800 "quoted"' },
          { type: 'text', text: '' },
          { type: 'reasoning', text: 'Hm.' },
          {
            type: 'tool',
            callId: '1',
            tool: 'read',
            input: { path: 'x', deep: [1, null] },
            result: {
              kind: 'outcome',
              outcome: { ok: false, text: 'no', truncated: 3 },
              boundary: '0f',
            },
          },
          {
            type: 'tool',
            callId: '2',
            tool: 'bash',
            input: 'text',
            result: { kind: 'denied', reason: 'no' },
          },
          { type: 'tool', callId: '3', tool: 'ls', input: {} },
          { type: 'skill', name: 'pdf', location: '/s', arguments: ['a', 'b'], typed: '/pdf\n' },
          { type: 'skill-dropped', name: 'pdf', location: '/s' },
          { type: 'skill-dropped', name: 'pdf' },
          { type: 'text', text: '/pdf', plain: true },
          {
            type: 'compaction',
            summary: '',
            boundary: '0f',
            upTo: 'm0',
            messages: 2,
            tokensBefore: 9,
            tokensAfter: 3,
          },
        ],
      }
      await store.put('c', whole)
      expect(await store.messages('c')).toEqual([{ ...whole, parent: null }])
      const { askedBy: _by, state: _state, end: _end, usage: _usage, ...bare } = whole
      await store.put('c', { ...bare, parts: whole.parts.slice(0, 2) })
      expect(await store.messages('c')).toEqual([
        { ...bare, parts: whole.parts.slice(0, 2), parent: null },
      ])
    })

    it('is not changed by what is done later to what it was given or gave', async () => {
      const store = await open()
      const parts = [{ type: 'text' as const, text: 'one' }]
      const putting = store.put('c', { id: 'm', role: 'user', createdAt: 1, parts })
      parts.push({ type: 'text', text: 'later' })
      await putting
      parts.push({ type: 'text', text: 'much later' })
      expect((await store.messages('c'))[0]?.parts).toHaveLength(1)
    })

    it('does what it is asked in the order it is asked, waited for or not', async () => {
      const store = await open()
      const puts = Array.from({ length: 20 }, (_, at) => store.put('c', message(`m${at}`, 'x')))
      const read = store.messages('c')
      await Promise.all(puts)
      expect(ids(await read)).toEqual(Array.from({ length: 20 }, (_, at) => `m${at}`))
    })

    it('shows the branch that ends at the head, and keeps the others', async () => {
      const store = await open()
      await store.put('c', message('q1', 'a question'))
      await store.put('c', answer('a1', 'first answer'))
      await store.put('c', message('q2', 'and then?'))
      await store.put('c', answer('a2', 'second answer', { parent: 'q1' }))
      expect(ids(await store.messages('c'))).toEqual(['q1', 'a2'])
      expect(ids(await store.allMessages('c'))).toEqual(['q1', 'a1', 'q2', 'a2'])
      await store.setHead('c', 'q2')
      expect(ids(await store.messages('c'))).toEqual(['q1', 'a1', 'q2'])
      await store.put('c', answer('a3', 'third'))
      expect((await store.messages('c')).map(({ parent }) => parent)).toEqual([
        null,
        'q1',
        'a1',
        'q2',
      ])
      await store.setHead('c', null)
      expect(await store.messages('c')).toEqual([])
      expect(await store.get('c')).toMatchObject({ head: null })
      await store.put('c', message('q3', 'anew'))
      expect(await store.messages('c')).toEqual([{ ...message('q3', 'anew'), parent: null }])
      expect(await store.allMessages('c')).toHaveLength(6)
    })

    it('refuses a parent and a head that are not there, and writes nothing then', async () => {
      const store = await open()
      await store.create({ id: 'd', workspace: '/w', now: 1 })
      await store.put('d', message('elsewhere', 'x'))
      const orphan = message('m', 'x', { parent: 'elsewhere' })
      await expect(store.put('c', orphan)).rejects.toThrow('no message "elsewhere"')
      await expect(store.setHead('c', 'elsewhere')).rejects.toThrow('no message "elsewhere"')
      expect(await store.allMessages('c')).toEqual([])
      await store.put('c', message('m', 'same id as in no other conversation'))
      await store.put('d', message('m', 'the same id'))
      expect(ids(await store.messages('d'))).toEqual(['elsewhere', 'm'])
    })

    it('keeps an activation with its text, byte for byte, in order', async () => {
      const store = await open()
      await store.addActivation('c', activation)
      await store.addActivation('c', { ...activation, messageId: 'm2', arguments: '' })
      expect(await store.activations('c')).toEqual([
        activation,
        { ...activation, messageId: 'm2', arguments: '' },
      ])
    })

    it('keeps what each call of the model was sent', async () => {
      const store = await open()
      const all = [sent('a1', 1), sent('a1', 2), sent('a2', 1)]
      for (const one of all) await store.addRequest('c', one)
      expect(await store.requests('c')).toEqual(all)
      expect(await store.requests('c', 'a1')).toEqual(all.slice(0, 2))
      expect(await store.requests('c', 'none')).toEqual([])
    })
  })

  describe(`${name}: turns`, () => {
    const turn = (number: number) => ({
      message: message(`q${number}`, 'asked', { state: 'queued' }),
      answer: answer(`a${number}`, '', { parts: [], state: 'queued' }),
      owner: currentOwner(),
    })

    it('lets the turns of a conversation run one after another, in the order they came', async () => {
      const store = await open()
      await store.enqueueTurn('c', turn(1))
      await store.enqueueTurn('c', turn(2))
      expect(ids(await store.messages('c'))).toEqual(['q1', 'a1', 'q2', 'a2'])
      expect((await store.turns('c')).map(({ answerId }) => answerId)).toEqual(['a1', 'a2'])
      expect((await store.turns('c'))[0]?.owner).toEqual(currentOwner())
      expect(await store.claimTurn('c', 'a2')).toEqual({ kind: 'waiting', before: 1 })
      expect(await store.claimTurn('c', 'a1')).toEqual({ kind: 'granted' })
      expect(await store.claimTurn('c', 'a1')).toEqual({ kind: 'granted' })
      expect(await store.renewTurn('c', 'a1')).toBe(true)
      await store.releaseTurn('c', 'a1')
      await store.releaseTurn('c', 'a1')
      expect(await store.renewTurn('c', 'a1')).toBe(false)
      expect(await store.claimTurn('c', 'a1')).toEqual({ kind: 'lost' })
      expect(await store.claimTurn('c', 'a2')).toEqual({ kind: 'granted' })
      expect(await store.claimTurn('none', 'a2')).toEqual({ kind: 'lost' })
    })

    it('shows the branch before again where a retry never began, with what waits behind it', async () => {
      const store = await open()
      const again = (id: string, parent: string, insteadOf: string) => ({
        answer: answer(id, '', { parts: [], parent, insteadOf, state: 'queued' }),
        owner: currentOwner(),
      })
      const { message: q1, ...first } = turn(1)
      await store.enqueueTurn('c', { ...first, message: q1 })
      await store.beginTurn('c', { message: message('q1', 'asked'), answer: answer('a1', 'said') })
      await store.releaseTurn('c', 'a1')
      await store.enqueueTurn('c', again('a1b', 'q1', 'a1'))
      await store.releaseTurn('c', 'a1b')
      expect(ids(await store.messages('c'))).toEqual(['q1', 'a1'])
      await store.enqueueTurn('c', again('a1c', 'q1', 'a1'))
      await store.enqueueTurn('c', turn(2))
      await store.enqueueTurn('c', again('a1d', 'q1', 'a2'))
      await store.releaseTurn('c', 'a1c')
      await store.releaseTurn('c', 'a2')
      await store.releaseTurn('c', 'a1d')
      expect(ids(await store.messages('c'))).toEqual(['q1', 'a1', 'q2', 'a2'])
      // One that began keeps its place.
      await store.enqueueTurn('c', again('a1e', 'q1', 'a2'))
      await store.beginTurn('c', { answer: answer('a1e', 'said again') })
      await store.releaseTurn('c', 'a1e')
      expect(ids(await store.messages('c'))).toEqual(['q1', 'a1e'])
    })

    it('shows none that never began instead of another that did not', async () => {
      const store = await open()
      await store.enqueueTurn('c', turn(1))
      await store.releaseTurn('c', 'a1')
      for (const [id, insteadOf] of [
        ['b', 'a1'],
        ['c', 'b'],
      ] as const) {
        const again = answer(id, '', { parts: [], parent: 'q1', insteadOf, state: 'queued' })
        await store.enqueueTurn('c', { answer: again, owner: currentOwner() })
      }
      await store.releaseTurn('c', 'b')
      await store.releaseTurn('c', 'c')
      expect(ids(await store.messages('c'))).toEqual(['q1', 'a1'])
    })

    it('gives a turn a place that answers an earlier message once more', async () => {
      const store = await open()
      await store.enqueueTurn('c', turn(1))
      await store.releaseTurn('c', 'a1')
      const again = answer('again', '', { parts: [], parent: 'q1' })
      await store.enqueueTurn('c', { answer: again, owner: currentOwner() })
      expect(ids(await store.messages('c'))).toEqual(['q1', 'again'])
      expect(await store.claimTurn('c', 'again')).toEqual({ kind: 'granted' })
    })

    it('makes the conversation with its first turn, and no second one', async () => {
      const store = await make(Date.now)
      await store.enqueueTurn('new', { ...turn(1), workspace: '/w' })
      await store.enqueueTurn('new', { ...turn(2), workspace: '/elsewhere' })
      const { createdAt } = turn(1).answer
      expect(await store.get('new')).toMatchObject({ workspace: '/w', head: 'a2', createdAt })
      expect(await store.list()).toHaveLength(1)
      await store.close()
    })

    it('keeps what a turn begins with in the place of what it was queued with', async () => {
      const store = await open()
      await store.enqueueTurn('c', turn(1))
      await store.enqueueTurn('c', turn(2))
      const begun = { message: message('q1', 'as sent'), answer: answer('a1', '', { parts: [] }) }
      await store.beginTurn('c', { ...begun, activation: { ...activation, messageId: 'q1' } })
      const [asked, answered, waiting] = await store.messages('c')
      expect(asked).toEqual({ ...begun.message, parent: null })
      expect(answered).toEqual({ ...begun.answer, parent: 'q1' })
      expect(waiting).toMatchObject({ id: 'q2', state: 'queued' })
      expect(await store.activations('c')).toEqual([{ ...activation, messageId: 'q1' }])
      await expect(store.beginTurn('none', begun)).rejects.toThrow('no conversation "none"')
    })

    it('takes a turn whole or not at all', async () => {
      const store = await open()
      const lost = { answer: answer('a1', '', { parent: 'none' }), owner: currentOwner() }
      await expect(store.enqueueTurn('c', lost)).rejects.toThrow('no message "none"')
      expect(await store.allMessages('c')).toEqual([])
      expect(await store.turns('c')).toEqual([])
    })

    it('takes no turn, and makes no conversation for one, that it cannot place', async () => {
      const store = await open()
      const lost = { answer: answer('a1', '', { parent: 'none' }), owner: currentOwner() }
      const first = { ...lost, workspace: '/w' }
      await expect(store.enqueueTurn('new', first)).rejects.toThrow('no message "none"')
      expect(await store.get('new')).toBeUndefined()
      expect(await store.list()).toHaveLength(1)
      await store.enqueueTurn('c', turn(1))
      const begun = { message: message('q2', 'x', { parent: 'none' }), answer: answer('a1', '') }
      const beginning = store.beginTurn('c', { ...begun, activation })
      await expect(beginning).rejects.toThrow('no message "none"')
      expect(await store.activations('c')).toEqual([])
    })

    it('answers no message a second time while that is being answered', async () => {
      const store = await open()
      await store.enqueueTurn('c', turn(1))
      await store.enqueueTurn('c', turn(2))
      const owner = currentOwner()
      const once = { answer: answer('b', '', { parent: 'q1' }), owner, again: 'q1' }
      const edited = { ...turn(3), message: message('q3', 'x', { parent: null }), again: 'q2' }
      expect(await store.enqueueTurn('c', once)).toBe('answering')
      expect(await store.enqueueTurn('c', edited)).toBe('answering')
      expect(ids(await store.allMessages('c'))).toEqual(['q1', 'a1', 'q2', 'a2'])
      expect(await store.turns('c')).toHaveLength(2)
      await store.releaseTurn('c', 'a1')
      expect(await store.enqueueTurn('c', once)).toBe('kept')
      expect(await store.enqueueTurn('c', edited)).toBe('answering')
      expect(await store.enqueueTurn('c', { ...once, answer: answer('d', '') })).toBe('answering')
    })

    it('lets no message take the place of another of its id', async () => {
      const store = await open()
      expect(await store.enqueueTurn('c', turn(1))).toBe('kept')
      const namesake = { ...turn(2), message: message('q1', 'another text') }
      const sameAnswer = { ...turn(2), answer: answer('a1', 'another') }
      expect(await store.enqueueTurn('c', namesake)).toBe('known')
      expect(await store.enqueueTurn('c', sameAnswer)).toBe('known')
      expect(await store.enqueueTurn('other', { ...turn(1), workspace: '/w' })).toBe('kept')
      expect(ids(await store.allMessages('c'))).toEqual(['q1', 'a1'])
      expect((await store.allMessages('c'))[0]?.parts).toEqual(turn(1).message.parts)
      expect(await store.turns('c')).toHaveLength(1)
    })

    it('shows no other branch while a turn runs or waits', async () => {
      const store = await open()
      await store.enqueueTurn('c', turn(1))
      expect(await store.setHead('c', 'q1')).toBe(false)
      expect(await store.setHead('c', null)).toBe(false)
      expect(await store.get('c')).toMatchObject({ head: 'a1' })
      await store.releaseTurn('c', 'a1')
      expect(await store.setHead('c', 'q1')).toBe(true)
      expect(await store.get('c')).toMatchObject({ head: 'q1' })
    })

    it('ends no turn of a process that lives', async () => {
      const store = await open()
      await store.enqueueTurn('c', turn(1))
      expect(await store.endDeadTurns()).toEqual([])
      expect(await store.turns('c')).toHaveLength(1)
    })
  })

  describe(`${name}: approvals`, () => {
    it('keeps a request, takes the first answer, and refuses a second', async () => {
      const store = await open()
      await store.addApproval(approval('q1'))
      await store.addApproval(approval('q2'))
      expect(await store.approvals('c')).toEqual([approval('q1'), approval('q2')])
      const no = { decision: 'no', reason: 'Not \u0000 now' } as const
      expect(await store.answerApproval('q1', no, 9)).toBe(true)
      expect(await store.answerApproval('q1', { decision: 'once', digest: 'd1' }, 10)).toBe(false)
      expect(await store.answerApproval('other', no, 9)).toBe(false)
      const answered = { ...approval('q1'), answer: no, answeredAt: 9 }
      expect(await store.approval('q1')).toEqual(answered)
      expect(await store.approvals('c')).toEqual([answered, approval('q2')])
      expect(await store.approval('other')).toBeUndefined()
    })
  })

  describe(`${name}: attachments`, () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 256)
    const named = (hash: string): Attachment => ({
      type: 'attachment',
      name: '../Übersicht 字.png',
      mediaType: 'image/png',
      size: 300,
      hash,
    })

    it.each([
      ['bytes', bytes],
      ['an empty file', new Uint8Array()],
    ])('keeps %s under their sha-256', async (_, given) => {
      const store = await open()
      const hash = await store.putAttachment(given)
      expect(hash).toBe(createHash('sha256').update(given).digest('hex'))
      expect(await store.attachment(hash)).toEqual(given)
      expect(await store.attachment('0'.repeat(64))).toBeUndefined()
    })

    it('lets go of them with the last message that names them', async () => {
      const store = await open()
      await store.create({ id: 'd', workspace: '/w', now: 1 })
      for (const id of ['c', 'd']) {
        const hash = await store.putAttachment(bytes)
        await store.put(id, message('m', 'look', { parts: [named(hash)] }))
      }
      const hash = await store.putAttachment(bytes)
      await store.put('d', message('m2', 'twice', { parts: [named(hash)] }))
      await store.delete('c')
      expect(await store.attachment(hash)).toEqual(bytes)
      await store.delete('d')
      expect(await store.attachment(hash)).toBeUndefined()
    })

    it('lets go of them with the message that names others from then on', async () => {
      const store = await open()
      const hash = await store.putAttachment(bytes)
      await store.put('c', message('m', 'look', { parts: [named(hash)] }))
      await store.put('c', message('m', 'look elsewhere'))
      expect(await store.attachment(hash)).toBeUndefined()
    })

    it('drops bytes whose message never came, an hour later', async () => {
      let now = 1_000_000
      const store = await open(() => now)
      await store.create({ id: 'd', workspace: '/w', now })
      const hash = await store.putAttachment(bytes)
      await store.delete('c')
      expect(await store.attachment(hash)).toEqual(bytes)
      now += 61 * 60 * 1000
      await store.delete('d')
      expect(await store.attachment(hash)).toBeUndefined()
    })

    it('keeps what a message is about to name while another that names it goes', async () => {
      const store = await open()
      await store.create({ id: 'd', workspace: '/w', now: 1 })
      const hash = await store.putAttachment(bytes)
      await store.put('d', message('m', 'look', { parts: [named(hash), named(hash)] }))
      await store.putAttachment(bytes)
      await store.delete('d')
      await store.put('c', message('m', 'look', { parts: [named(hash)] }))
      expect(await store.attachment(hash)).toEqual(bytes)
      await store.delete('c')
      expect(await store.attachment(hash)).toBeUndefined()
    })
  })

  describe(`${name}: search`, () => {
    const hits = async (store: ConversationStore, text: string, more = {}) =>
      (await store.search({ text, ...more })).map((hit) => hit.messageId ?? hit.conversation.title)

    it.each([
      ['words of any place', 'quick BROWN', 'The quick brown fox', true],
      ['part of a word', 'rown', 'The quick brown fox', true],
      ['all words', 'quick cat', 'The quick brown fox', false],
      ['any case', 'straSSE', 'In der Strasse', true],
      ['any width', 'ＡＢＣ', 'the abc of it', true],
      ['Chinese, two letters', '构建', '为什么构建失败了', true],
      ['Chinese, one letter', '建', '为什么构建失败了', true],
      ['Chinese, four letters', '构建失败', '为什么构建失败了', true],
      ['Japanese of half width', 'ｶﾞｲﾄﾞ', 'これはガイドです', true],
      ['two Latin letters', 'ql', 'some SQL here', true],
      ['two letters at the end', 'ox', 'The quick brown fox', true],
      ['short and long words', 'fo quick', 'The quick brown fox', true],
      ['short word that is not there', 'fz quick', 'The quick brown fox', false],
      ['percent as itself', '100%', 'about 100 apples', false],
      ['percent that is there', '0%', 'about 100% sure', true],
      ['underscore as itself', 'a_b', 'a+b and acb', false],
      ['underscore that is there', '_b', 'a_b', true],
      ['quotes', '"brown"', 'a "brown" fox', true],
      ['quotes that are not there', '"brown"', 'a brown fox', false],
      ['operators as words', 'quick OR cat', 'The quick brown fox', false],
      ['a star', 'quic*', 'The quick brown fox', false],
      ['brackets and colons', '(text:quick)', 'say (text:quick) twice', true],
      ['a minus', '-fox NOT', 'a -fox and not', true],
      ['an apostrophe', "don't", "I don't know", true],
      ['a backslash', 'C:\\new', 'in C:\\new\\folder', true],
      ['across lines', 'one two', 'one\n\n\ttwo', true],
    ])('finds %s', async (_, text, said, found) => {
      const store = await open()
      await store.put('c', message('m', said))
      expect(await hits(store, text)).toEqual(found ? ['m'] : [])
    })

    it('takes a search of any length: its first 64 words, and of a word its first 200 letters', async () => {
      const store = await open()
      const words = Array.from({ length: 1_100 }, (_, at) => `word${at}`)
      const letter = '字'.repeat(150_000)
      await store.put('c', message('m', `${words.slice(0, 64).join(' ')} ${letter.slice(0, 200)}`))
      expect(await hits(store, words.join(' '))).toEqual(['m'])
      expect(await hits(store, words.toReversed().join(' '))).toEqual([])
      expect(await hits(store, `${'word1 '.repeat(5_000)} word2`)).toEqual(['m'])
      expect(await hits(store, `${'word1 '.repeat(5_000)} nowhere`)).toEqual([])
      expect(await hits(store, letter)).toEqual(['m'])
      const short = Array.from({ length: 1_100 }, (_, at) => String.fromCodePoint(0x4e00 + at))
      expect(await hits(store, short.join(' '))).toEqual([])
    })

    it('finds nothing for nothing', async () => {
      const store = await open()
      await store.put('c', message('m', 'said'))
      expect(await hits(store, ' \n ')).toEqual([])
      expect(await hits(store, '\u0000')).toEqual([])
      expect(await hits(store, 'said', { limit: 0 })).toEqual([])
    })

    it('gives titles first, then messages, the last put first', async () => {
      const store = await open()
      await store.create({ id: 'd', workspace: '/other', now: 1 })
      await store.put('c', message('m1', 'the invoice'))
      await store.put('d', message('m2', 'an invoice'))
      await store.put('c', answer('m3', 'one more invoice'))
      await store.setTitle('d', 'Invoices of May')
      expect(await hits(store, 'invoice')).toEqual(['Invoices of May', 'm3', 'm2', 'm1'])
      expect(await hits(store, 'invoice', { limit: 2 })).toEqual(['Invoices of May', 'm3'])
      expect(await hits(store, 'invoice', { workspace: '/w' })).toEqual(['m3', 'm1'])
      const [first] = await store.search({ text: 'invoice', workspace: '/w' })
      expect(first).toMatchObject({ conversation: { id: 'c' }, excerpt: 'one more invoice' })
    })

    it('looks through what was typed and answered, and names of files; never tool output', async () => {
      const store = await open()
      const hash = await store.putAttachment(new Uint8Array([1]))
      await store.put('c', {
        ...message('m1', ''),
        parts: [
          { type: 'skill', name: 'summarise', typed: '/summarise ' },
          { type: 'attachment', name: 'Quarterly.csv', mediaType: 'text/csv', size: 1, hash },
        ],
      })
      await store.put('c', {
        ...answer('m2', ''),
        parts: [
          { type: 'reasoning', text: 'hidden thoughts' },
          {
            type: 'tool',
            callId: '1',
            tool: 'bash',
            input: { command: 'hidden command' },
            result: { kind: 'outcome', outcome: { ok: true, text: 'hidden output' } },
          },
        ],
      })
      expect(await hits(store, '/summarise')).toEqual(['m1'])
      expect(await hits(store, 'quarterly')).toEqual(['m1'])
      expect(await hits(store, 'hidden')).toEqual([])
    })

    it('finds an answer while it grows, and what it was replaced by alone', async () => {
      const store = await open()
      await store.put('c', answer('a', 'first draft'))
      expect(await hits(store, 'first')).toEqual(['a'])
      const parts = [
        { type: 'text' as const, text: 'first draft' },
        { type: 'text' as const, text: 'second thoughts' },
      ]
      await store.put('c', answer('a', '', { parts }))
      expect(await hits(store, 'first second')).toEqual(['a'])
      await store.put('c', answer('a', 'final words', { end: { reason: 'done' } }))
      expect(await hits(store, 'final')).toEqual(['a'])
      expect(await hits(store, 'draft')).toEqual([])
    })

    it('shows the surroundings of a place on one line', async () => {
      const store = await open()
      const long = `${'before '.repeat(60)}the\nneedle\tstands ${'after '.repeat(60)}`
      await store.put('c', message('m', long))
      const [hit] = await store.search({ text: 'NEEDLE' })
      expect(hit?.excerpt).toMatch(/^….*before the needle stands after.*…$/u)
      expect(Array.from(hit?.excerpt ?? '').length).toBeLessThanOrEqual(160)
    })
  })
}
