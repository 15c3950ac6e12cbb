import type { ConversationStore, EnqueuedTurn, EnqueueOutcome } from '../../store/index.ts'

/** How often a turn says that its process lives, in milliseconds. */
const renewEveryMs = 5_000
/** How often a turn looks whether those of other processes before it are over, in milliseconds. */
const lookEveryMs = 250
/** How long a store that fails is left alone at most, in milliseconds, before it is asked again. */
const longestPauseMs = 30_000

export interface PlaceGround {
  readonly store: ConversationStore
  readonly conversationId: string
  readonly answerId: string
  /** Resolves after that many milliseconds, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Its place is gone: the conversation was deleted, or another process took this one for dead. */
export class PlaceLostError extends Error {
  override readonly name = 'PlaceLostError'

  constructor() {
    super('The turn has lost its place in the conversation.')
  }
}

/**
 * A turn's place in the line of its conversation, which all processes of the store share: whoever
 * holds the first one may run. It is held until it is given up, or lost.
 */
export class Place {
  readonly #ground: PlaceGround
  readonly #over = new AbortController()
  readonly #lost = new AbortController()

  constructor(ground: PlaceGround) {
    this.#ground = ground
  }

  /** Fires when the place is lost. What the turn still does counts for nobody. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** Keeps message and answer, and takes a place behind all others, where there is one. */
  async take(turn: EnqueuedTurn): Promise<EnqueueOutcome> {
    const { store, conversationId } = this.#ground
    const outcome = await store.enqueueTurn(conversationId, turn)
    if (outcome === 'kept') this.#keepAlive().catch(() => {})
    return outcome
  }

  /**
   * Waits until the turn may run.
   *
   * @param signal ends the wait
   * @param tell hears how many turns come first, at the beginning and whenever that changes
   * @throws PlaceLostError
   */
  async first(signal: AbortSignal, tell: (before: number) => Promise<void>): Promise<void> {
    const { store, conversationId, answerId, wait } = this.#ground
    let told = 0
    for (;;) {
      const claim = await store.claimTurn(conversationId, answerId)
      if (claim.kind === 'granted') return
      if (claim.kind === 'lost') this.#lose()
      this.check()
      if (signal.aborted) return
      if (claim.kind === 'waiting' && claim.before !== told) await tell(claim.before)
      told = claim.kind === 'waiting' ? claim.before : told
      await wait(lookEveryMs, signal)
    }
  }

  /** @throws PlaceLostError where it is */
  check(): void {
    if (this.#lost.signal.aborted) throw new PlaceLostError()
  }

  /** Whether it is still there: what is written about a turn without a place is another's to say. */
  async holds(): Promise<boolean> {
    const { store, conversationId, answerId } = this.#ground
    const holds = !this.#lost.signal.aborted && (await store.renewTurn(conversationId, answerId))
    if (!holds) this.#lose()
    return holds
  }

  /**
   * Makes way for the next turn. Never rejects, since the turn is over whatever the store says: a
   * place that it does not take back holds all others up, so it is asked again and again beside
   * what follows.
   */
  async giveUp(): Promise<void> {
    this.#over.abort()
    if (!(await this.#release())) this.#goOnReleasing().catch(() => {})
  }

  async #goOnReleasing(): Promise<void> {
    let pauseMs = lookEveryMs
    do {
      await pause(pauseMs)
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    } while (!(await this.#release()))
  }

  /** True also where the place is gone already. */
  async #release(): Promise<boolean> {
    const { store, conversationId, answerId } = this.#ground
    if (this.#lost.signal.aborted) return true
    return store.releaseTurn(conversationId, answerId).then(
      () => true,
      () => false,
    )
  }

  async #keepAlive(): Promise<void> {
    const { store, conversationId, answerId, wait } = this.#ground
    const { signal } = this.#over
    for (;;) {
      await wait(renewEveryMs, signal)
      if (signal.aborted) return
      // A store that fails once is asked again; the turn's own writes tell of one that goes on so.
      const holds = await store.renewTurn(conversationId, answerId).catch(() => true)
      if (signal.aborted) return
      if (!holds) return this.#lose()
    }
  }

  #lose(): void {
    this.#over.abort()
    this.#lost.abort()
  }
}

/** Keeps no process alive: one that has ended gives its places up with that. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
