import type { EngineEvent } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  collect,
  messagesOf,
  modelsOf,
  noted,
  ofType,
  openWorld,
  says,
  scripted,
  sqliteStore,
  stores,
  untyped,
} from './engine-world.ts'

const key = 'sk-known-0123456789abcdef'
const blank = '[secret removed]'

describe.each(stores)('a message with a key that is known here, over %s', (_, openStore) => {
  const skills = { deploy: 'arguments: [token]\n---\nUse $token.' }

  it('is stored and sent without it, whatever part holds it, and says so', async () => {
    const model = scripted([says('ok')])
    const world = await openWorld({ model: modelsOf(model, [key]), openStore, skills })
    const events = await world.send({
      skill: 'deploy',
      text: `With ${key}, please.`,
      arguments: [key, 'now'],
      attachments: [
        { name: `${key}.txt`, bytes: new TextEncoder().encode(`KEY=${key}\n`) },
        { name: 'a.bin', bytes: Uint8Array.of(0, 1, 2) },
      ],
    })
    expect(ofType(events, 'turn-end')[0]?.reason).toBe('done')
    expect(ofType(events, 'notice').map(({ code }) => code)).toContain('key-removed')
    expect(ofType(events, 'title')[0]?.title).toContain(blank)
    const sent = JSON.stringify(model.requests)
    expect(sent).toContain(`Use ${blank}`)
    expect(sent).toContain(`With ${blank}, please.`)
    expect(sent).toContain(`KEY=${blank}`)
    const kept = JSON.stringify([
      await world.store.list(),
      await world.store.allMessages('c'),
      await world.store.activations('c'),
      await world.store.requests('c'),
      events,
    ])
    expect(sent + kept).not.toContain(key)
    const [message] = await world.store.messages('c')
    const file = message?.parts.find((part) => part.type === 'attachment')
    const bytes = await world.store.attachment(file?.type === 'attachment' ? file.hash : '')
    expect(new TextDecoder().decode(bytes)).toBe(`KEY=${blank}\n`)
    world.close()
  })

  it('waits in the queue without it', async () => {
    const world = await openWorld({ model: modelsOf(scripted([says('ok')]), [key]), openStore })
    const first = collect(world.engine.submitMessage({ conversationId: 'c', text: 'one' }))
    const second = collect(world.engine.submitMessage({ conversationId: 'c', text: `/x ${key}` }))
    await Promise.all([first, second])
    const messages = JSON.stringify(await world.store.allMessages('c'))
    expect(messages).toContain(`/x ${blank}`)
    expect(messages).not.toContain(key)
    world.close()
  })

  it('says nothing where there is none', async () => {
    const world = await openWorld({ model: modelsOf(scripted([says('ok')]), [key]), openStore })
    expect(ofType(await world.send('hello'), 'notice')).toEqual([])
    world.close()
  })
})

describe('a key that is typed elsewhere', () => {
  it('is in no preview, nor in why there is none', async () => {
    const world = await openWorld({ model: modelsOf(scripted([]), [key]) })
    const preview = await world.engine.preview({ text: `Use ${key}` })
    expect(JSON.stringify(preview)).not.toContain(key)
    expect(preview.notices).toMatchObject([{ code: 'key-removed' }])
    const nothing = world.engine.preview({ skill: key, text: '' })
    await expect(nothing).rejects.toThrow(`There is no skill "${blank}"`)
    world.close()
  })

  it('is not in the words of a refusal', async () => {
    const made = calls(calling('order', { command: 'order tea' }))
    const model = scripted([made, says('ok')])
    const world = await openWorld({
      model: modelsOf(model, [key]),
      tools: [noted('order', 'run')],
      permissions: { attended: true },
    })
    const events: EngineEvent[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      events.push(event)
      if (event.type !== 'approval-request') continue
      await world.engine.answer(event.request.id, { decision: 'no', reason: `not with ${key}` })
    }
    const kept = [await world.store.approvals('c'), await world.store.messages('c')]
    const all = JSON.stringify([events, model.requests, kept])
    expect(all).toContain(`not with ${blank}`)
    expect(all).not.toContain(key)
    world.close()
  })
})

describe('what is no message', () => {
  const bytes = Uint8Array.of(1)
  const hostile = {
    get text(): string {
      throw new Error('no')
    },
  }

  it.each([
    ['nothing at all', undefined, 'options'],
    ['a text alone', 'hello', 'options'],
    ['no text', {}, '`text`'],
    ['a number as its text', { text: 5 }, '`text`'],
    ['null as its text', { text: null }, '`text`'],
    ['a text that throws', hostile, 'cannot be read'],
    ['an id that is a number', { text: 'a', conversationId: 7 }, '`conversationId`'],
    ['an id with NUL', { text: 'a', conversationId: 'c\0d' }, '`conversationId`'],
    ['an id with half a character', { text: 'a', conversationId: 'c\ud800' }, '`conversationId`'],
    ['an edit of a NUL', { text: 'a', conversationId: 'c', edits: 'x\0' }, '`edits`'],
    ['files that are no list', { text: 'a', attachments: 'a.txt' }, '`attachments`'],
    ['a file that is null', { text: 'a', attachments: [null] }, '`attachments`'],
    ['a file of text', { text: 'a', attachments: [{ name: 'a', bytes: 'x' }] }, '`attachments`'],
    ['a file of numbers', { text: 'a', attachments: [{ name: 'a', bytes: [1] }] }, '`attachments`'],
    ['a file without a name', { text: 'a', attachments: [{ bytes }] }, '`attachments`'],
    ['arguments that are a number', { skill: 's', text: '', arguments: 4 }, '`arguments`'],
    ['arguments that hold one', { skill: 's', text: '', arguments: ['a', 4] }, '`arguments`'],
    ['a skill that is an object', { skill: {}, text: '' }, '`skill`'],
    ['an unknown language', { text: 'a', language: 'xx' }, '`language`'],
    ['a model that is no text', { text: 'a', model: 1 }, '`model`'],
    ['a signal that is none', { text: 'a', signal: { aborted: false } }, '`signal`'],
    ['something else to drop', { text: 'a', drop: 'review' }, '`drop`'],
    ['a way that there is not', { text: 'a', invocation: 'no' }, '`invocation`'],
  ])('%s: is refused with a sentence, and nothing is kept', async (_, options, says) => {
    const model = scripted([])
    const world = await openWorld({ model, openStore: sqliteStore })
    const events = await collect(world.engine.submitMessage(untyped(options)))
    expect(events).toMatchObject([
      { type: 'turn-end', reason: 'error', steps: 0, error: { class: 'request' } },
    ])
    expect(ofType(events, 'turn-end')[0]).toMatchObject({
      error: { message: expect.stringContaining(says) },
    })
    expect(await world.store.list()).toEqual([])
    expect(model.requests).toEqual([])
    const preview = world.engine.preview(untyped(options))
    await expect(preview).rejects.toMatchObject({ name: 'NothingToPreviewError', class: 'request' })
    world.close()
  })

  it.each([
    ['nothing', undefined],
    ['no conversation', {}],
    ['an id with NUL', { conversationId: 'c\0' }],
    ['a message that is a number', { conversationId: 'c', messageId: 1 }],
  ])('%s: is nothing to answer once more', async (_, options) => {
    const world = await openWorld({ model: scripted([says('ok')]) })
    await world.send('hello')
    const events = await collect(world.engine.retry(untyped(options)))
    expect(events).toMatchObject([{ type: 'turn-end', error: { class: 'request' } }])
    world.close()
  })

  it('an id that no conversation has names none, also where the store would cut it', async () => {
    const world = await openWorld({ model: scripted([says('ok')]), openStore: sqliteStore })
    await world.send('hello')
    expect(await world.engine.conversation('c\0d')).toBeUndefined()
    expect(await world.engine.moveTo({ conversationId: 'c\0d', messageId: null })).toMatchObject({
      kind: 'refused',
    })
    expect(await world.engine.answer('c\0', { decision: 'no' })).toBe(false)
    world.close()
  })

  it('takes bytes of another realm', async () => {
    const { runInNewContext } = await import('node:vm')
    const model = scripted([says('ok')])
    const world = await openWorld({ model })
    const foreign: Uint8Array = runInNewContext('Uint8Array.of(104, 105)')
    const events = await world.send({ text: 'a', attachments: [{ name: 'a', bytes: foreign }] })
    expect(ofType(events, 'turn-end')[0]?.reason).toBe('done')
    expect(messagesOf(model.requests[0]).join()).toContain('hi')
    world.close()
  })
})
