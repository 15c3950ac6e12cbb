import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts'
import { streamOf } from './test-stream.ts'

async function read(chunks: readonly Uint8Array[]): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = []
  for await (const event of serverSentEvents(streamOf(chunks))) events.push(event)
  return events
}

const bytes = (text: string) => new TextEncoder().encode(text)

describe('server-sent events', () => {
  it('reads type, id and data, and passes comments and unknown fields over', async () => {
    expect(
      await read([bytes(': hello\n\nid: 7\nevent: skills\nretry: 3\ndata: {"a":1}\n\n')]),
    ).toEqual([{ id: '7', event: 'skills', data: '{"a":1}' }])
  })

  it('joins lines of data, keeps the last id, and drops a block that was cut', async () => {
    expect(await read([bytes('id: 1\ndata: a\ndata: b\n\ndata: c\n\ndata: cut')])).toEqual([
      { id: '1', event: 'message', data: 'a\nb' },
      { id: '1', event: 'message', data: 'c' },
    ])
  })

  it('gives the same events wherever the bytes are cut', async () => {
    const text = 'id: 1\ndata: {"text":"→ 技能 🍳"}\n\nid: 2\nevent: x\ndata: {}\n\n'
    const all = bytes(text)
    const expected = await read([all])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(all.length)), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), all.length]
        const pieces = at.slice(1).map((end, index) => all.slice(at[index], end))
        expect(await read(pieces)).toEqual(expected)
      }),
    )
  })
})
