import { UI_MESSAGE_STREAM_HEADERS } from 'ai'
import type { SkilletChunk } from '../contract/index.ts'
import { Backlog, eventStreamHeaders } from '../live/index.ts'
import { type ChunkLog, PlainClientChunks } from './stream/index.ts'

const encoder = new TextEncoder()

export interface AnswerResponseOptions {
  /** What the client has already been sent of this answer, as it then went through. */
  readonly client?: PlainClientChunks
  /** What is sent first. Default: everything so far. */
  readonly first?: readonly SkilletChunk[]
  /** It ends where every open call waits for a person. */
  readonly pauses: boolean
}

/** An answer that runs as a response of the AI SDK: what came so far, then what comes. */
export function answerResponse(
  log: ChunkLog,
  { client = new PlainClientChunks(), first = log.replay(), pauses }: AnswerResponseOptions,
): Response {
  let leave = () => {}
  const backlog = new Backlog(() => leave())
  const end = () => {
    backlog.send(encoder.encode('data: [DONE]\n\n'))
    backlog.close()
  }
  const send = (chunk: SkilletChunk) => {
    for (const shown of client.take(chunk)) {
      backlog.send(encoder.encode(`data: ${JSON.stringify(shown)}\n\n`))
    }
  }
  const take = (chunk: SkilletChunk) => {
    send(chunk)
    if (pauses && client.waits) end()
  }
  // What is behind a question shows that it was answered: only the last word counts.
  for (const chunk of first) send(chunk)
  if (pauses && client.waits) end()
  else leave = log.read({ take, end })
  return new Response(backlog.stream, {
    headers: { ...UI_MESSAGE_STREAM_HEADERS, ...eventStreamHeaders },
  })
}
