import { event } from './recorder.ts'
import { finishOf, type Piece, type StreamReply, slices } from './script.ts'

/** Chat completions: one `chat.completion.chunk` an event, then `[DONE]`. */

const chunk = (choice: object, rest: object = {}) =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'test-model',
    choices: [{ index: 0, ...choice }],
    ...rest,
  })

const delta = (value: object) => chunk({ delta: value, finish_reason: null })

export function chatEvents(reply: StreamReply): string[] {
  const events = [delta({ role: 'assistant', content: '' })]
  let calls = 0
  for (const piece of reply.pieces) {
    events.push(...pieceEvents(piece, calls))
    if (piece.kind === 'call') calls += 1
  }
  return events
}

function pieceEvents(piece: Piece, index: number): string[] {
  switch (piece.kind) {
    case 'text':
      return slices(piece.text).map((content) => delta({ content }))
    case 'reasoning':
      return slices(piece.text).map((reasoning_content) => delta({ reasoning_content }))
    case 'error':
      return [event({ error: { message: piece.message, type: piece.type, code: piece.type } })]
    case 'call':
      return [
        delta({
          tool_calls: [
            {
              index,
              id: piece.id ?? `call_${index + 1}`,
              type: 'function',
              function: { name: piece.tool, arguments: '' },
            },
          ],
        }),
        ...slices(piece.json).map((part) =>
          delta({ tool_calls: [{ index, function: { arguments: part } }] }),
        ),
      ]
  }
}

const finishReasons = { stop: 'stop', calls: 'tool_calls', length: 'length' } as const

export function chatEnd(reply: StreamReply): string[] {
  const usage = reply.usage ?? { input: 10, output: 5 }
  return [
    chunk({ delta: {}, finish_reason: finishReasons[finishOf(reply)] }),
    event({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'test-model',
      choices: [],
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        ...('cost' in usage && { cost: usage.cost }),
      },
    }),
    'data: [DONE]\n\n',
  ]
}
