import { event, type Protocol, type ProtocolServer, type Script, startServer } from './recorder.ts'
import { finishOf, type Piece, type RawReply, type StreamReply, slices } from './script.ts'

/** Anthropic's messages protocol: `POST /v1/messages`, one content block after the other. */
export function startAnthropic(script: Script): Promise<ProtocolServer> {
  return startServer(anthropicProtocol, script)
}

const send = (type: string, fields: object) => event({ type, ...fields }, type)

export type AnthropicEvent = readonly [type: string, fields: object]

/** A stream of exactly these events, for what no other protocol has. */
export const anthropicEvents = (...events: readonly AnthropicEvent[]): RawReply => ({
  kind: 'raw',
  contentType: 'text/event-stream',
  body: events.map(([type, fields]) => send(type, fields)).join(''),
})

const anthropicProtocol: Protocol = {
  base: '/v1',
  generates: ({ method, path }) => method === 'POST' && path.startsWith('/v1/messages'),
  encode: messageEvents,
  encodeEnd: messageEnd,
  errorBody: ({ status, message, type }) => ({
    type: 'error',
    error: { type: type ?? errorTypes[status] ?? 'api_error', message },
    request_id: 'req_test',
  }),
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

function messageEvents(reply: StreamReply): string[] {
  const usage = { input_tokens: reply.usage?.input ?? 10, output_tokens: 1 }
  const events = [
    send('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'test-model',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    }),
    send('ping', {}),
  ]
  for (const [index, piece] of reply.pieces.entries()) events.push(...blockEvents(piece, index))
  return events
}

function blockEvents(piece: Piece, index: number): string[] {
  if (piece.kind === 'error') {
    return [send('error', { error: { type: piece.type, message: piece.message } })]
  }
  const { start, deltas } = block(piece, index)
  return [
    send('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => send('content_block_delta', { index, delta })),
    send('content_block_stop', { index }),
  ]
}

function block(piece: Exclude<Piece, { kind: 'error' }>, index: number) {
  switch (piece.kind) {
    case 'text':
      return {
        start: { type: 'text', text: '' },
        deltas: slices(piece.text).map((text) => ({ type: 'text_delta', text })),
      }
    case 'reasoning':
      return {
        start: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          ...slices(piece.text).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: 'c2lnbmVk' },
        ],
      }
    case 'call':
      return {
        start: {
          type: 'tool_use',
          id: piece.id ?? `toolu_${index + 1}`,
          name: piece.tool,
          input: {},
        },
        deltas: [
          { type: 'input_json_delta', partial_json: '' },
          ...slices(piece.json).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
        ],
      }
  }
}

const stopReasons = { stop: 'end_turn', calls: 'tool_use', length: 'max_tokens' } as const

function messageEnd(reply: StreamReply): string[] {
  return [
    send('message_delta', {
      delta: { stop_reason: stopReasons[finishOf(reply)], stop_sequence: null },
      usage: { output_tokens: reply.usage?.output ?? 5 },
    }),
    send('message_stop', {}),
  ]
}
