export { AnswerStream } from './answer-stream.ts'
export { ChunkLog } from './chunk-log.ts'
export { afterChunks, PlainClientChunks } from './plain-client.ts'
