import { describe, expect, it } from 'vitest'
import type { ConversationStore, Message, StoredActivation } from './types.ts'

const message = (id: string, text: string): Message => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
  createdAt: 1,
})

const activation: StoredActivation = {
  messageId: 'm1',
  name: 'pdf',
  location: '/skills/pdf/SKILL.md',
  hash: 'abc',
  arguments: 'a "b"',
  route: 'user',
  boundary: '0f',
  instructions: '--- Skill "pdf" ---\r\n\u0000 $& 字 👩‍💻',
  tokens: 9,
  tools: ['read'],
}

/** What every conversation store does, whatever it writes to. */
export function describeStore(name: string, open: () => Promise<ConversationStore>): void {
  describe(`${name} as a conversation store`, () => {
    it('gives back the conversation it made, and undefined for one it never saw', async () => {
      const store = await open()
      await store.create({ id: 'c', workspace: '/w', now: 5 })
      expect(await store.get('c')).toMatchObject({ id: 'c', workspace: '/w', createdAt: 5 })
      expect(await store.get('other')).toBeUndefined()
      expect(await store.messages('other')).toEqual([])
      expect(await store.activations('other')).toEqual([])
    })

    it('leaves a conversation alone that is made again', async () => {
      const store = await open()
      await store.create({ id: 'c', workspace: '/w', now: 5 })
      await store.put('c', message('m1', 'kept'))
      const again = await store.create({ id: 'c', workspace: '/elsewhere', now: 9 })
      expect(again).toMatchObject({ workspace: '/w', createdAt: 5 })
      expect(await store.messages('c')).toHaveLength(1)
    })

    it('lists the conversations of one workspace alone', async () => {
      const store = await open()
      await store.create({ id: 'a', workspace: '/w', now: 1 })
      await store.create({ id: 'b', workspace: '/other', now: 2 })
      expect((await store.list({ workspace: '/w' })).map((c) => c.id)).toEqual(['a'])
    })

    it('keeps messages in the order they came, and a replaced one in its place', async () => {
      const store = await open()
      await store.create({ id: 'c', workspace: '/w', now: 1 })
      await store.put('c', message('m1', 'one'))
      await store.put('c', message('m2', 'two'))
      await store.put('c', message('m1', 'one, longer'))
      expect(await store.messages('c')).toEqual([
        { ...message('m1', 'one, longer'), parent: null },
        { ...message('m2', 'two'), parent: 'm1' },
      ])
    })

    it('keeps every part of a message as it was given', async () => {
      const store = await open()
      await store.create({ id: 'c', workspace: '/w', now: 1 })
      const whole: Message = {
        id: 'm',
        role: 'assistant',
        createdAt: 3,
        usage: { inputTokens: 3, outputTokens: 1 },
        state: 'unsent',
        parts: [
          { type: 'step', model: 'a/b' },
          { type: 'text', text: '\r\n 字' },
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
        ],
      }
      await store.put('c', whole)
      expect(await store.messages('c')).toEqual([{ ...whole, parent: null }])
    })

    it('is not changed by what is done later to what it was given or gave', async () => {
      const store = await open()
      await store.create({ id: 'c', workspace: '/w', now: 1 })
      const parts = [{ type: 'text' as const, text: 'one' }]
      await store.put('c', { id: 'm', role: 'user', createdAt: 1, parts })
      parts.push({ type: 'text', text: 'later' })
      expect((await store.messages('c'))[0]?.parts).toHaveLength(1)
    })

    it('keeps an activation with its text, byte for byte, in order', async () => {
      const store = await open()
      await store.create({ id: 'c', workspace: '/w', now: 1 })
      await store.addActivation('c', activation)
      await store.addActivation('c', { ...activation, messageId: 'm2', arguments: '' })
      expect(await store.activations('c')).toEqual([
        activation,
        { ...activation, messageId: 'm2', arguments: '' },
      ])
    })

    it('keeps the title', async () => {
      const store = await open()
      await store.create({ id: 'c', workspace: '/w', now: 1 })
      await store.setTitle('c', 'Why is the build red?')
      expect((await store.get('c'))?.title).toBe('Why is the build red?')
    })

    it('refuses to write into a conversation that does not exist', async () => {
      const store = await open()
      await expect(store.put('none', message('m', 'x'))).rejects.toThrow()
      await expect(store.setTitle('none', 'x')).rejects.toThrow()
      await expect(store.addActivation('none', activation)).rejects.toThrow()
    })
  })
}
