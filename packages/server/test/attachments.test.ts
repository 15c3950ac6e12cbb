import { afterEach, describe, expect, it } from 'vitest'
import { calling, calls, messagesOf, noted, says, scripted } from '../../agent/test/engine-world.ts'
import type { StoredAttachment } from '../src/contract/index.ts'
import { type ChatOptions, type ChatWorld, chunksOf, openChat } from './chat-world.ts'
import { read } from './read.ts'

let world: ChatWorld
afterEach(() => world.stop())
const open = async (options: ChatOptions = {}) => {
  world = await openChat({ model: scripted([says('ok')]), ...options })
}

const png = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

const upload = async (name: string, bytes: Buffer) => {
  const response = await world.call(
    `/api/attachments?${new URLSearchParams({ name }).toString()}`,
    {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/octet-stream' },
    },
  )
  return { status: response.status, body: await read<StoredAttachment>(response) }
}

const sendWith = (url: string, filename = 'a.txt', text = 'look') =>
  world.say('', {
    messages: [
      {
        role: 'user',
        parts: [
          { type: 'text', text },
          { type: 'file', url, filename, mediaType: 'text/html' },
        ],
      },
    ],
  })

describe('P3 files that a person attaches', () => {
  it.each([
    ['a picture', 'a.svg', png, 'image/png', true],
    ['a page that calls itself a picture', 'a.png', svg, 'text/plain', false],
    ['a PDF', 'a.gif', Buffer.from('%PDF-1.7 \x00'), 'application/pdf', false],
  ])('are what their bytes say: %s', async (_, name, bytes, mediaType, shown) => {
    await open()
    const { body } = await upload(name, bytes)
    expect(body).toMatchObject({ name, mediaType, size: bytes.length, shown })
    const response = await world.call(body.url)
    const headers = Object.fromEntries(response.headers)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    expect(headers).toMatchObject({
      'content-type': shown ? mediaType : 'application/octet-stream',
      'content-disposition': shown
        ? 'inline'
        : expect.stringMatching(/^attachment; filename="attachment-[0-9a-f]{8}"$/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
  })

  it('are for those with access alone', async () => {
    await open()
    const { body } = await upload('a.png', png)
    expect((await fetch(world.origin + body.url)).status).toBe(401)
  })

  it('are at most 10 MiB, and never empty', async () => {
    await open()
    expect((await upload('a', Buffer.alloc(10 * 1024 * 1024, 'a'))).status).toBe(200)
    expect((await upload('a', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).status).toBe(413)
    expect((await upload('a', Buffer.alloc(0))).status).toBe(400)
  })

  it('go with a message by the address of their upload', async () => {
    const model = scripted([says('ok')])
    await open({ model })
    const { body } = await upload('notes.txt', Buffer.from('remember the milk'))
    await chunksOf(await sendWith(body.url, 'notes.txt'))
    expect(messagesOf(model.requests[0]).join()).toContain('remember the milk')
    const [person] = await world.messages()
    expect(person?.parts[1]).toEqual({
      type: 'file',
      filename: 'notes.txt',
      mediaType: 'text/plain',
      url: body.url,
    })
  })

  it.each([
    ['in base 64', `data:text/html;base64,${Buffer.from('remember').toString('base64')}`],
    ['as text', 'data:text/plain,remember%20me'],
  ])('go with a message as a data URL, as plain clients send them: %s', async (_, url) => {
    const model = scripted([says('ok')])
    await open({ model })
    await chunksOf(await sendWith(url))
    expect(messagesOf(model.requests[0]).join()).toContain('remember')
  })

  it.each([
    'http://127.0.0.1:1/secret',
    'file:///etc/passwd',
    '../../etc/passwd',
    '/api/attachments/not-a-hash',
    'data:text/plain',
    'data:,%E0%A4%A',
    'data:text/plain;base64,no base64 at all!',
  ])('are never fetched from elsewhere: %s', async (url) => {
    const model = scripted([says('ok')])
    await open({ model })
    expect((await sendWith(url)).status).toBe(400)
    expect(model.requests).toEqual([])
  })

  it('that are here no more are said to be', async () => {
    await open()
    expect((await sendWith(`/api/attachments/${'0'.repeat(64)}`)).status).toBe(404)
  })

  it('bug 60 empty text: files alone are a message too', async () => {
    const model = scripted([says('ok')])
    await open({ model })
    const { body } = await upload('a.txt', Buffer.from('alone'))
    const parts = [{ type: 'file', url: body.url, filename: 'a.txt' }]
    await chunksOf(await world.say('', { messages: [{ role: 'user', parts }] }))
    expect((await world.messages())[0]?.parts).toMatchObject([{ type: 'file' }])
  })

  it('that a tool gave are shown by what their bytes say', async () => {
    const look = noted('look', 'none', () => ({
      ok: true,
      text: 'an image',
      image: { mediaType: 'image/svg+xml', base64: svg.toString('base64') },
    }))
    await open({ model: scripted([calls(calling('look', {})), says('ok')]), tools: [look] })
    await chunksOf(await world.say('go'))
    const call = (await world.messages())[1]?.parts.find((part) => part.type === 'dynamic-tool')
    const { url } = (call as { output: { image: { url: string } } }).output.image
    const response = await world.call(url)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(svg)
  })
})
