/** One event as it goes over the wire, and whom it is for. */
export interface LoggedEvent {
  /** Counts up from 1 with each event of this start. */
  readonly number: number
  /** Of the conversation whose pages are told; undefined: all are. */
  readonly conversationId: string | undefined
  readonly frame: Uint8Array
}

/** How much is kept for pages that come back. */
const mostEvents = 10_000
const mostBytes = 16 * 1024 * 1024

/** The events of one start, as far back as there is room for. */
export class EventLog {
  #events: LoggedEvent[] = []
  #bytes = 0
  #last = 0

  /** The number of the last event; 0 before the first. */
  get last(): number {
    return this.#last
  }

  append(make: (number: number) => Omit<LoggedEvent, 'number'>): LoggedEvent {
    this.#last += 1
    const event = { number: this.#last, ...make(this.#last) }
    this.#events.push(event)
    this.#bytes += event.frame.length
    this.#forget()
    return event
  }

  /** Those after a number, in order; undefined where some of them are gone, or it is none of ours. */
  after(number: number): readonly LoggedEvent[] | undefined {
    const first = this.#events[0]?.number ?? this.#last + 1
    if (number > this.#last || number < first - 1) return undefined
    return this.#events.slice(number - first + 1)
  }

  /** A good part at once, so that it is not done with every event. */
  #forget(): void {
    if (this.#events.length <= mostEvents && this.#bytes <= mostBytes) return
    let kept = this.#events.length
    while (kept > 1 && (kept > mostEvents / 2 || this.#bytes > mostBytes / 2)) {
      this.#bytes -= this.#events[this.#events.length - kept]?.frame.length ?? 0
      kept -= 1
    }
    this.#events = this.#events.slice(-kept)
  }
}
