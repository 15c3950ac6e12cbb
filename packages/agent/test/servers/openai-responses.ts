import { event, type RecordedRequest } from './recorder.ts'
import { finishOf, type Piece, type StreamReply, slices } from './script.ts'

/** OpenAI's responses protocol: named events, one output item after the other. */

type Fields = Readonly<Record<string, unknown>>

export function responseEvents(reply: StreamReply, request: RecordedRequest): string[] {
  let sequence = 0
  const send = (type: string, fields: Fields) => {
    sequence += 1
    return event({ type, sequence_number: sequence, ...fields }, type)
  }
  const events = [
    send('response.created', {
      response: { id: 'resp_1', created_at: 1_700_000_000, model: modelOf(request) },
    }),
    send('response.in_progress', { response: { id: 'resp_1' } }),
  ]
  for (const [index, piece] of reply.pieces.entries()) {
    events.push(...itemEvents(piece, index, send))
  }
  return events
}

function modelOf(request: RecordedRequest): string {
  const { body } = request
  if (typeof body !== 'object' || body === null || !('model' in body)) return 'test-model'
  return String(body.model)
}

/** What was thought, as only the provider can read it: it comes where nothing is stored. */
const sealed = 'c2VhbGVk'

function itemEvents(
  piece: Piece,
  output_index: number,
  send: (type: string, fields: Fields) => string,
): string[] {
  const around = (item: Fields, done: Fields, inner: readonly string[]) => [
    send('response.output_item.added', { output_index, item }),
    ...inner,
    send('response.output_item.done', { output_index, item: { ...item, ...done } }),
  ]
  switch (piece.kind) {
    case 'text': {
      const id = `msg_${output_index}`
      const item = { type: 'message', id, role: 'assistant', status: 'in_progress', content: [] }
      const deltas = slices(piece.text).map((delta) =>
        send('response.output_text.delta', {
          item_id: id,
          output_index,
          content_index: 0,
          delta,
          logprobs: [],
        }),
      )
      return around(item, { status: 'completed' }, deltas)
    }
    case 'reasoning': {
      const id = `rs_${output_index}`
      const place = { item_id: id, output_index, summary_index: 0 }
      const deltas = [
        send('response.reasoning_summary_part.added', {
          ...place,
          part: { type: 'summary_text', text: '' },
        }),
        ...slices(piece.text).map((delta) =>
          send('response.reasoning_summary_text.delta', { ...place, delta }),
        ),
        send('response.reasoning_summary_part.done', {
          ...place,
          part: { type: 'summary_text', text: piece.text },
        }),
      ]
      const item = { type: 'reasoning', id, summary: [], encrypted_content: null }
      return around(item, { encrypted_content: sealed }, deltas)
    }
    case 'call': {
      const id = `fc_${output_index}`
      const call_id = piece.id ?? `call_${output_index + 1}`
      const item = { type: 'function_call', id, call_id, name: piece.tool, arguments: '' }
      const place = { item_id: id, output_index }
      const deltas = [
        ...slices(piece.json).map((delta) =>
          send('response.function_call_arguments.delta', { ...place, delta }),
        ),
        send('response.function_call_arguments.done', { ...place, arguments: piece.json }),
      ]
      return around(
        { ...item, status: 'in_progress' },
        { arguments: piece.json, status: 'completed' },
        deltas,
      )
    }
    case 'error':
      return [send('error', { code: piece.type, message: piece.message, param: null })]
  }
}

export function responseEnd(reply: StreamReply): string[] {
  const usage = reply.usage ?? { input: 10, output: 5 }
  const cut = finishOf(reply) === 'length'
  const type = cut ? 'response.incomplete' : 'response.completed'
  return [
    event(
      {
        type,
        sequence_number: 9_999,
        response: {
          id: 'resp_1',
          status: cut ? 'incomplete' : 'completed',
          incomplete_details: cut ? { reason: 'max_output_tokens' } : null,
          usage: {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.input + usage.output,
          },
        },
      },
      type,
    ),
  ]
}
