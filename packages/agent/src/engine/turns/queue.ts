/** A turn on its way through the queue: what the queue calls, in this order. */
export interface QueuedTurn<Kept, End> {
  /** Keeps the message: as soon as those before it are kept, whatever runs meanwhile. */
  readonly store: () => Promise<Kept>
  /** Called once it is stored, with what that gave, and never while another turn runs. */
  readonly run: (kept: Kept) => Promise<End>
  /** Called last, when the turn has left the queue; rejected where `store` or `run` was. */
  readonly end: (result: PromiseSettledResult<End>) => void
}

/**
 * Turns of one conversation: stored in the order they came, run one after another. One that fails
 * at any point makes way for the next.
 */
export class TurnQueue<Turn extends QueuedTurn<Kept, End>, Kept, End> {
  /** The one that runs first, then those that wait. */
  #turns: readonly Turn[] = []
  #stored: Promise<unknown> = Promise.resolve()
  #ran: Promise<void> = Promise.resolve()

  /** The turn that runs, or is about to. */
  get first(): Turn | undefined {
    return this.#turns[0]
  }

  /** How many turns run or wait. */
  get length(): number {
    return this.#turns.length
  }

  /** Those that run or wait, the one that runs first. */
  get turns(): readonly Turn[] {
    return this.#turns
  }

  /** Resolves when all that were added by now have left. */
  get ended(): Promise<void> {
    return this.#ran
  }

  /** Whether a turn like this runs or waits. */
  has(isThis: (turn: Turn) => boolean): boolean {
    return this.#turns.some(isThis)
  }

  /** The first turn like this that runs or waits. */
  find(isThis: (turn: Turn) => boolean): Turn | undefined {
    return this.#turns.find(isThis)
  }

  /** Nothing of the turn is called before this returns. */
  add(turn: Turn): void {
    this.#turns = [...this.#turns, turn]
    const stored = this.#stored.then(() => turn.store())
    this.#stored = stored.catch(() => {})
    this.#ran = this.#ran.then(() => this.#take(turn, stored))
  }

  async #take(turn: Turn, stored: Promise<Kept>): Promise<void> {
    const [result] = await Promise.allSettled([stored.then((kept) => turn.run(kept))])
    this.#turns = this.#turns.filter((one) => one !== turn)
    turn.end(result)
  }
}
