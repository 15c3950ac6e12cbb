/** One event of a stream, as the server wrote it. Without data it says only where the stream is. */
export interface ServerSentEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * Reads server-sent events out of a body, one at a time. `EventSource` would do the same, but it
 * cannot send the key's header.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TextDecoding).getReader()
  let rest = ''
  let lastId = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += value
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseBlock(block, lastId)
        if (event.data !== '' || event.id !== lastId) yield event
        lastId = event.id
      }
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** The library's types of the two halves do not fit each other. */
type TextDecoding = ReadableWritablePair<string, Uint8Array>

function parseBlock(block: string, lastId: string): ServerSentEvent {
  const event = { id: lastId, event: 'message', data: [] as string[] }
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon === 0) continue
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') event.data.push(value)
    else if (field === 'event') event.event = value
    else if (field === 'id') event.id = value
  }
  return { ...event, data: event.data.join('\n') }
}
