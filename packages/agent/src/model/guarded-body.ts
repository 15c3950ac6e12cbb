import { AnswerTooLongError, LONGEST_REFUSAL } from './answer-size.ts'
import { StallError, within } from './stall.ts'

export interface BodyLimits {
  /** Longest silence, in milliseconds. */
  readonly stallMs: number
  /** Bytes at most. */
  readonly longest: number
  /** Called once, before the body fails: the place to abort the request. */
  readonly onFailure: (error: StallError | AnswerTooLongError) => void
}

/**
 * The same response, whose body fails when no byte comes for too long, or when it has no end. Of a
 * refusal what came so far is enough: its status says what happened, whatever its page is like.
 */
export function withBodyLimits(response: Response, limits: BodyLimits): Response {
  if (response.body === null) return response
  const reader = response.body.getReader()
  const body = response.ok ? answerBody(reader, limits) : refusalBody(reader, limits)
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

function answerBody(reader: Reader, { stallMs, longest, onFailure }: BodyLimits) {
  let size = 0
  const failed = <Failure extends StallError | AnswerTooLongError>(error: Failure): Failure => {
    onFailure(error)
    return error
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const silent = () => failed(new StallError('stream', stallMs))
      const next = await within(reader.read(), stallMs, silent)
      if (next.done) return controller.close()
      size += next.value.byteLength
      if (size > longest) throw failed(new AnswerTooLongError())
      controller.enqueue(next.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function refusalBody(reader: Reader, { stallMs, onFailure }: BodyLimits) {
  let size = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const silent = new StallError('stream', stallMs)
      const next = await within(reader.read(), stallMs, () => silent).catch(() => undefined)
      if (next === undefined || next.done) {
        if (next === undefined) onFailure(silent)
        return controller.close()
      }
      size += next.value.byteLength
      if (size <= LONGEST_REFUSAL) return controller.enqueue(next.value)
      onFailure(new AnswerTooLongError())
      controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
