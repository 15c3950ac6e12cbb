import { timer } from './timing.ts'

/** A provider that stays silent. Waiting for a person never counts: that happens between streams. */

/** Nothing came for `afterMs`: no headers, or no further piece of a stream. */
export class StallError extends Error {
  override readonly name = 'StallError'
  readonly phase: 'headers' | 'stream'
  readonly afterMs: number

  constructor(phase: 'headers' | 'stream', afterMs: number) {
    super(
      phase === 'headers'
        ? `no answer began within ${afterMs} ms`
        : `the answer stopped for ${afterMs} ms`,
    )
    this.phase = phase
    this.afterMs = afterMs
  }
}

/** A stream that closed in good order without saying that it was finished. */
export class UnfinishedStreamError extends Error {
  override readonly name = 'UnfinishedStreamError'

  constructor() {
    super('the stream ended without a finish')
  }
}

export const STALL_MS = 120_000

/** When a stream counts as silent, who is told, and what ends it before. */
export interface WatchOptions {
  /** Longest silence between two parts, in milliseconds. Default 120,000. */
  readonly stallMs?: number
  /** Ends the stream without an error when it fires: what a person stops has not failed. */
  readonly signal?: AbortSignal
  /** Called once, before the error is thrown: the place to abort the request. */
  readonly onStall?: (error: StallError) => void
  /** Resolves after that many milliseconds, or as soon as the signal fires. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Passes a stream on, and throws a `StallError` when it goes silent. A source that is given up,
 * for whatever reason, is told to return, and not waited for.
 *
 * @param stream any stream
 * @param options how long silence may last, in milliseconds, whom to tell, and what ends it
 * @returns the same parts, in order
 * @throws StallError after the silence, and whatever the stream throws.
 * @example
 * const request = new AbortController()
 * for await (const part of watchStream(stream, { onStall: (error) => request.abort(error) })) {
 *   console.log(part)
 * }
 */
export async function* watchStream<Part>(
  stream: AsyncIterable<Part>,
  { stallMs = STALL_MS, signal, onStall, wait = timer }: WatchOptions = {},
): AsyncGenerator<Part, void, undefined> {
  const iterator = stream[Symbol.asyncIterator]()
  let patience = new AbortController()
  const stop = () => patience.abort()
  signal?.addEventListener('abort', stop)
  const stopped = () => signal?.aborted === true
  let finished = false
  try {
    while (!stopped()) {
      patience = new AbortController()
      const next = await orSilence(iterator.next(), wait(stallMs, patience.signal))
      patience.abort()
      if (next === 'silence') {
        if (stopped()) return
        const error = new StallError('stream', stallMs)
        onStall?.(error)
        throw error
      }
      finished = next.done === true
      if (next.done === true) return
      yield next.value
    }
  } finally {
    patience.abort()
    signal?.removeEventListener('abort', stop)
    if (!finished) letGo(iterator)
  }
}

/** Whichever comes first. What is given up may still fail, and nobody listens any more. */
async function orSilence<Next>(next: Promise<Next>, silence: Promise<void>) {
  next.catch(() => undefined)
  return Promise.race([next, silence.then(() => 'silence' as const)])
}

/** A silent source may never answer `return` either, and what it throws now concerns nobody. */
function letGo(iterator: AsyncIterator<unknown>): void {
  const returned = iterator.return?.()
  returned?.then(undefined, () => undefined)
}

/** The promise's result, or the error that `late` makes once the time is over. */
export async function within<Value>(
  promise: Promise<Value>,
  ms: number,
  late: () => Error,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([promise, overdue])
  } finally {
    clearTimeout(timer)
  }
}
