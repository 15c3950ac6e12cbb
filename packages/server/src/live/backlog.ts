/** How many bytes may wait for one reader, before it is given up. */
export const mostBehind = 8 * 1024 * 1024

/** Why a reader was given up. */
export class TooFarBehindError extends Error {
  override readonly name = 'TooFarBehindError'

  constructor() {
    super('This reader was more than 8 MiB behind, and was given up.')
  }
}

export interface BacklogOptions {
  /** Waits for the reader from the start, and counts for nothing. Default: nothing does. */
  readonly first?: readonly Uint8Array[]
  /** Called once: when the reader leaves, is given up, or the stream was closed. */
  readonly gone?: () => void
  /**
   * Ends the connection of a reader that is given up: it does not read, so it would not hear of it.
   * Default: the stream alone ends.
   */
  readonly cut?: (() => void) | undefined
}

/**
 * A stream that is written without ever waiting. Bytes wait for their reader up to a limit; who is
 * further behind is given up, and comes again when it can.
 */
export class Backlog {
  readonly stream: ReadableStream<Uint8Array>
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  readonly #gone: () => void
  readonly #cut: () => void

  constructor({ first = [], gone = () => {}, cut = () => {} }: BacklogOptions = {}) {
    this.#gone = gone
    this.#cut = cut
    const asked = first.reduce((sum, { length }) => sum + length, 0)
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          for (const bytes of first) controller.enqueue(bytes)
          this.#controller = controller
        },
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: mostBehind + asked }),
    )
  }

  send(bytes: Uint8Array): void {
    const controller = this.#controller
    if (!controller) return
    controller.enqueue(bytes)
    if ((controller.desiredSize ?? 0) >= 0) return
    this.#leave()
    controller.error(new TooFarBehindError())
    this.#cut()
  }

  /** What waits is still read. */
  close(): void {
    const controller = this.#controller
    if (!controller) return
    this.#leave()
    controller.close()
  }

  #leave(): void {
    if (!this.#controller) return
    this.#controller = undefined
    this.#gone()
  }
}
