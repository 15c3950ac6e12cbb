import { event, type Protocol, type ProtocolServer, type Script, startServer } from './recorder.ts'
import { finishOf, type Piece, type StreamReply, slices } from './script.ts'

/** Google's protocol: `POST /v1beta/models/MODEL:streamGenerateContent?alt=sse`. */
export function startGoogle(script: Script): Promise<ProtocolServer> {
  return startServer(googleProtocol, script)
}

const googleProtocol: Protocol = {
  base: '/v1beta',
  generates: ({ method, path }) => method === 'POST' && path.includes(':streamGenerateContent'),
  encode: ({ pieces }) => pieces.flatMap(pieceEvents),
  encodeEnd,
  errorBody: ({ status, message, type }) => ({
    error: { code: status, message, status: type ?? 'INVALID_ARGUMENT' },
  }),
}

const candidate = (parts: readonly object[], rest: object = {}) =>
  event({ candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }] })

/** Google sends a call whole, as a value; what is no JSON cannot be sent. */
function pieceEvents(piece: Piece): string[] {
  switch (piece.kind) {
    case 'text':
      return slices(piece.text).map((text) => candidate([{ text }]))
    case 'reasoning':
      return slices(piece.text).map((text) => candidate([{ text, thought: true }]))
    case 'call':
      return [
        candidate([
          {
            functionCall: { name: piece.tool, args: JSON.parse(piece.json) },
            thoughtSignature: 'dGhvdWdodA==',
          },
        ]),
      ]
    case 'error':
      return [event({ error: { code: 500, message: piece.message, status: piece.type } })]
  }
}

function encodeEnd(reply: StreamReply): string[] {
  const usage = reply.usage ?? { input: 10, output: 5 }
  return [
    event({
      candidates: [
        {
          content: { role: 'model', parts: [] },
          finishReason: finishOf(reply) === 'length' ? 'MAX_TOKENS' : 'STOP',
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: usage.input,
        candidatesTokenCount: usage.output,
        totalTokenCount: usage.input + usage.output,
      },
    }),
  ]
}
