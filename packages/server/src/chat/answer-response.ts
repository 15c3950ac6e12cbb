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
  /** Ends the connection of a client that is too far behind. */
  readonly cut: () => void
  /** It ends where every open call waits for a person. */
  readonly pauses: boolean
}

/** An answer that runs as a response of the AI SDK: what came so far, then what comes. */
export function answerResponse(
  log: ChunkLog,
  { client = new PlainClientChunks(), first = log.replay(), pauses, cut }: AnswerResponseOptions,
): Response {
  let leave = () => {}
  const framesOf = (chunk: SkilletChunk) =>
    client.take(chunk).map((shown) => encoder.encode(`data: ${JSON.stringify(shown)}\n\n`))
  const backlog = new Backlog({ first: first.flatMap(framesOf), gone: () => leave(), cut })
  const end = () => {
    backlog.send(encoder.encode('data: [DONE]\n\n'))
    backlog.close()
  }
  const take = (chunk: SkilletChunk) => {
    for (const frame of framesOf(chunk)) backlog.send(frame)
    if (pauses && client.waits) end()
  }
  // What is behind a question shows that it was answered: only how it stands now counts.
  if (pauses && client.waits) end()
  else leave = log.read({ take, end })
  return new Response(backlog.stream, {
    headers: { ...UI_MESSAGE_STREAM_HEADERS, ...eventStreamHeaders },
  })
}
