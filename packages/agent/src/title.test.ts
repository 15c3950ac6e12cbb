import { describe, expect, it } from 'vitest'
import { scripted } from '../test/engine-world.ts'
import type { Message, Part } from './store/index.ts'
import { conversationTitle, cutTitle } from './title.ts'

const user = (...parts: readonly Part[]): Message => ({
  id: 'u',
  role: 'user',
  parts,
  createdAt: 0,
})
const skill: Part = { type: 'skill', name: 'a', location: '/a', typed: '/a ' }
const text = (value: string): Part => ({ type: 'text', text: value })
const now = { wait: async () => {}, signal: new AbortController().signal }
const never = { wait: () => new Promise<void>(() => {}), signal: new AbortController().signal }

describe('a title that is cut', () => {
  it('bug 67 titles: from what was typed beside the skill’s name', () => {
    expect(cutTitle([user(skill, text('why is the build red'))])).toBe('why is the build red')
  })

  it('ancestor C: `/name` where a message is a skill alone', () => {
    expect(cutTitle([user(skill)])).toBe('/a')
  })

  it('the name of a file where a message is files alone', () => {
    const file = { name: 'plan.pdf', mediaType: 'application/pdf', size: 1, hash: '0' }
    expect(cutTitle([user({ type: 'attachment', ...file })])).toBe('plan.pdf')
  })

  it('is one line of at most 60 characters, cut between graphemes', () => {
    expect(cutTitle([user(text('one\n\ttwo'))])).toBe('one two')
    const family = '👨‍👩‍👧'
    const title = cutTitle([user(text(family.repeat(20)))])
    expect(title.length).toBeLessThanOrEqual(60)
    expect(title.replaceAll(family, '')).toBe('…')
  })

  it('takes no longer for a text of a megabyte, whatever it is made of', () => {
    for (const piece of ['word ', '字', '👨‍👩‍👧', 'e\u0301\u0301']) {
      const title = cutTitle([user(text(piece.repeat(1_000_000 / piece.length)))])
      expect(title.length).toBeLessThanOrEqual(60)
      expect(title.endsWith('…')).toBe(true)
    }
  })
})

describe('a title that the model writes', () => {
  it('is asked for with what was typed and answered, and follows nothing in it', async () => {
    const model = scripted([])
    const answer: Message = { ...user(text('It failed.')), role: 'assistant' }
    const messages = [user(skill, text('why red')), answer]
    expect(await conversationTitle({ messages, model, ...never })).toBe('A written title')
    expect(JSON.stringify(model.titles[0]?.prompt)).toContain(
      'user: /a why red\\n\\nassistant: It failed.',
    )
  })

  it('is made from the first six messages, and asks the provider to keep nothing', async () => {
    const model = scripted([])
    const messages = Array.from({ length: 9 }, (_, at) => user(text(`message ${at + 1}`)))
    await conversationTitle({ messages, model, ...never })
    const [request] = model.titles
    expect(JSON.stringify(request?.prompt).match(/message \d/gu)).toEqual(
      [1, 2, 3, 4, 5, 6].map((at) => `message ${at}`),
    )
    expect(request?.providerOptions).toMatchObject({ openai: { store: false } })
  })

  it('is one line of at most 60 characters, however much the model answers', async () => {
    const base = scripted([])
    const doGenerate: typeof base.doGenerate = async (options) => ({
      ...(await base.doGenerate(options)),
      content: [{ type: 'text', text: `"${'字'.repeat(500_000)}` }],
    })
    const model = { ...base, doGenerate }
    const title = await conversationTitle({ messages: [user(text('hello'))], model, ...never })
    expect(title).toBe(`${'字'.repeat(59)}…`)
  })

  it('is not waited for longer than its time: the typed text is cut', async () => {
    const model = { ...scripted([]), doGenerate: () => new Promise<never>(() => {}) }
    expect(await conversationTitle({ messages: [user(text('hello'))], model, ...now })).toBe(
      'hello',
    )
  })

  it('falls back to the typed text where the model fails', async () => {
    const doGenerate = async () => {
      throw new Error('no')
    }
    const model = { ...scripted([]), doGenerate }
    expect(await conversationTitle({ messages: [user(text('hello'))], model, ...never })).toBe(
      'hello',
    )
  })
})
