import type { Message } from '@skillet/agent'
import { afterEach, describe, expect, it } from 'vitest'
import {
  collect,
  messagesOf,
  modelsOf,
  ofType,
  openWorld,
  type ScriptedModel,
  says,
  scripted,
  stores,
  systemOf,
  type TestWorld,
  type WorldOptions,
} from './engine-world.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const pngOf = (width: number, height: number) => {
  const start = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  return Uint8Array.from(Buffer.concat([start, size]))
}
const png = pngOf(1, 1)
const file = (name: string, content: Uint8Array | string = 'x') => ({
  name,
  bytes: typeof content === 'string' ? bytes(content) : content,
})

/** A model that takes images. */
const seeing = (model: ScriptedModel) => ({
  ...modelsOf(model),
  choose: async () => ({ ...(await modelsOf(model).choose()), images: true }),
})

let world: TestWorld
afterEach(() => world.close())

async function open(options: WorldOptions = {}): Promise<TestWorld> {
  world = await openWorld({
    model: scripted([says('a')]),
    skills: { a: 'BODY A' },
    ...options,
  })
  return world
}

async function stored(): Promise<readonly Message[]> {
  return world.store.messages('c')
}

describe.each(stores)('files that go with a message, in a %s', (_, openStore) => {
  it('stand after skill and text, in order, and their bytes are in the store', async () => {
    await open({ openStore })
    const attachments = [file('b.txt', 'second'), file('a.png', png)]
    await world.send({ text: 'look', skill: 'a', attachments })
    const [message] = await stored()
    expect(message?.parts).toMatchObject([
      { type: 'skill', name: 'a' },
      { type: 'text', text: 'look' },
      { type: 'attachment', name: 'b.txt', mediaType: 'text/plain', size: 6 },
      { type: 'attachment', name: 'a.png', mediaType: 'image/png', size: png.length },
    ])
    const files = message?.parts.flatMap((part) => (part.type === 'attachment' ? [part] : [])) ?? []
    expect(await Promise.all(files.map(({ hash }) => world.store.attachment(hash)))).toEqual(
      attachments.map((one) => one.bytes),
    )
  })

  it('are in the store while the message waits, and go with it when it is retried', async () => {
    await open({ openStore, skills: {} })
    const message = { text: 'now', skill: 'late', attachments: [file('n.txt', 'NOTE')] }
    await Promise.all([world.send('one'), world.send(message)])
    expect((await stored())[2]).toMatchObject({
      state: 'unsent',
      parts: [{ type: 'skill' }, { type: 'text' }, { type: 'attachment', name: 'n.txt' }],
    })
    world.writeSkill('late', 'LATE')
    await world.library.reload()
    await collect(world.engine.retry({ conversationId: 'c' }))
    expect((await stored())[2]?.parts).toMatchObject([
      { type: 'skill', name: 'late' },
      { type: 'text', text: 'now' },
      { type: 'attachment', name: 'n.txt' },
    ])
  })
})

describe('showing a conversation with files', () => {
  it('reads no image, and counts each for what a provider takes it for', async () => {
    await open({ model: seeing(scripted([says('a')])) })
    const images = [pngOf(1, 1), pngOf(2, 2)]
    await world.send({ text: 'look', attachments: [file('a.txt', 'NOTE')] })
    const before = (await world.engine.conversation('c'))?.contextTokens ?? 0
    await world.send({ text: '', attachments: images.map((image) => file('a.png', image)) })
    const read: string[] = []
    const attachment = world.store.attachment.bind(world.store)
    world.store.attachment = async (hash) => {
      read.push(hash)
      return attachment(hash)
    }
    const after = (await world.engine.conversation('c'))?.contextTokens ?? 0
    const [text] = (await stored())[0]?.parts.filter(({ type }) => type === 'attachment') ?? []
    expect(read).toEqual([text?.type === 'attachment' && text.hash])
    expect(after - before).toBeGreaterThan(2 * 1_600)
    expect(after - before).toBeLessThan(2 * 1_600 + 200)
  })
})

describe('bug 60 empty text with a skill', () => {
  it('a skill alone is sent as `/name`', async () => {
    const model = scripted([says('a')])
    await open({ model })
    await world.send({ text: '', skill: 'a' })
    expect(messagesOf(model.requests[0])).toEqual(['user: /a'])
  })

  it('attachments alone are left as they are', async () => {
    const model = scripted([says('a')])
    await open({ model })
    const events = await world.send({ text: '', attachments: [file('n.txt', 'NOTE')] })
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    expect((await stored())[0]?.parts.map(({ type }) => type)).toEqual(['attachment'])
    const [said] = messagesOf(model.requests[0])
    expect(said).toContain('NOTE')
    expect(said).not.toContain('/')
    expect(systemOf(model.requests[0])).not.toContain('BODY A')
  })

  it('a skill with blanks and attachments keeps both', async () => {
    const model = scripted([says('a')])
    await open({ model })
    await world.send({ text: '  ', skill: 'a', attachments: [file('n.txt', 'NOTE')] })
    expect((await stored())[0]?.parts.map(({ type }) => type)).toEqual(['skill', 'attachment'])
    const [said] = messagesOf(model.requests[0])
    expect(said).toContain('NOTE')
    expect(said).toContain('/a')
    expect(systemOf(model.requests[0])).toContain('BODY A')
  })

  it('and blanks alone are still nothing to send', async () => {
    await open()
    const events = await world.send({ text: ' \n', attachments: [] })
    expect(events).toMatchObject([{ type: 'turn-end', error: { class: 'request' } }])
  })
})

describe('a file', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ['image/gif', bytes('GIF89a…')],
    ['image/webp', Uint8Array.of(...bytes('RIFF'), 0x0a, 0x0d, 0, 0xff, ...bytes('WEBPVP8 '))],
    ['application/pdf', bytes('%PDF-1.7\n')],
    ['text/plain', bytes('<svg onload="x"/>')],
    ['text/plain', bytes('字，\r\n')],
    ['text/plain', new Uint8Array()],
    ['application/octet-stream', Uint8Array.of(0x61, 0, 0x62)],
    ['application/octet-stream', Uint8Array.of(0xc3, 0x28)],
    ['application/octet-stream', bytes('RIFFxxxxAVI ').fill(0, 4, 8)],
  ])('is %s by its bytes, whatever it is called', async (mediaType, content) => {
    await open()
    await world.send({ text: 'x', attachments: [file('photo.png.exe', content)] })
    expect((await stored())[0]?.parts[1]).toMatchObject({ type: 'attachment', mediaType })
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\notes.txt', 'notes.txt'],
    ['a\nb\u0000\u001b[31m.txt', 'a b [31m.txt'],
    ['txt.\u202Egpj.exe', 'txt. gpj.exe'],
    ['\ud800half', 'half'],
    ['///', 'file'],
    ['', 'file'],
    ['报告 “最终”.pdf', '报告 “最终”.pdf'],
    [`${'long'.repeat(100)}.tar.gz`, `${'long'.repeat(25).slice(0, 99)}…glonglonglong.tar.gz`],
  ])('that is called %j is named %j', async (name, shown) => {
    await open()
    await world.send({ text: 'x', attachments: [file(name)] })
    expect((await stored())[0]?.parts[1]).toMatchObject({ name: shown })
  })

  it('is refused above 10 MiB, with a sentence, before anything is stored', async () => {
    await open()
    const attachments = [file('ok.txt'), file('big.bin', new Uint8Array(10 * 1024 * 1024 + 1))]
    const events = await world.send({ text: 'x', attachments })
    expect(events).toMatchObject([
      {
        type: 'turn-end',
        steps: 0,
        error: {
          class: 'request',
          message: expect.stringContaining('"big.bin" is too large: 10.1 MiB, and 10 MiB are'),
        },
      },
    ])
    expect(await world.store.get('c')).toBeUndefined()
    await expect(
      world.engine.preview({ conversationId: 'c', text: 'x', attachments }),
    ).rejects.toMatchObject({ class: 'request' })
  })

  it('goes 20 at a time, also while another turn runs', async () => {
    await open()
    const many = Array.from({ length: 21 }, (_, at) => file(`${at}.txt`, String(at)))
    const [, refused] = await Promise.all([
      world.send('one'),
      world.send({ text: 'x', attachments: many }),
    ])
    expect(refused).toMatchObject([{ type: 'turn-end', error: { class: 'request' } }])
    expect(await stored()).toHaveLength(2)
    const fits = await world.send({ text: 'x', attachments: many.slice(1) })
    expect(fits.at(-1)).toMatchObject({ reason: 'done' })
  })

  it.each([
    [
      'too many bytes',
      Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)]),
      /at most [\d,]+ bytes/u,
    ],
    ['too many pixels', pngOf(20, 9_000), /20 × 9000 pixels/u],
    ['a size that is cut off', png.slice(0, 12), /cut off or damaged/u],
  ])('with %s is an image that goes by its name alone, with a notice', async (_, content, why) => {
    const model = scripted([says('a')])
    await open({ model: seeing(model) })
    const attachments = [file('large.png', content), file('small.png', png)]
    const events = await world.send({ text: 'look', attachments })
    await world.send('and now?')
    const told = ofType(events, 'notice').filter(({ code }) => code === 'image-not-sent')
    expect(told).toMatchObject([{ message: expect.stringMatching(why) }])
    expect(told[0]?.message).toContain('"large.png"')
    for (const { prompt } of model.requests) {
      const said = JSON.stringify(prompt)
      expect(said.match(/"type":"file"/gu)).toHaveLength(1)
      expect(said).toMatch(/large\.png.*Its content cannot be shown to you/u)
    }
  })

  it('is previewed as it would be sent, and not stored', async () => {
    const model = scripted([says('a')])
    await open({ model: seeing(model) })
    const attachments = [file('n.txt', 'NOTE'), file('a.png', png)]
    const options = { conversationId: 'c', text: 'look', attachments }
    const { messages } = await world.engine.preview(options)
    expect(await world.store.get('c')).toBeUndefined()
    await world.send(options)
    expect(JSON.stringify(messages)).toContain('NOTE')
    const content = model.requests[0]?.prompt[1]?.content
    const kinds = Array.isArray(content) ? content.map((part) => part.type) : []
    expect(kinds.filter((kind) => kind === 'file')).toHaveLength(1)
  })

  it('alone gives the conversation its name', async () => {
    await open()
    const events = await world.send({
      text: '',
      attachments: [file('budget 2026.pdf', '%PDF-1.7')],
    })
    expect(ofType(events, 'title')).toMatchObject([{ title: 'budget 2026.pdf' }])
  })
})
