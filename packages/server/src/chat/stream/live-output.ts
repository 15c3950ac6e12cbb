/** How many of its last lines a running command shows. */
const mostLines = 12
/** Characters of them: a line may have no end. */
const mostCharacters = 8_000
/** How often they are shown at most, in milliseconds. */
const everyMs = 200

/** What calls that run have printed last: shown now and then, not with every piece. */
export class LiveOutput {
  readonly #now: () => number
  readonly #tails = new Map<string, { text: string; shownAt: number; isNew: boolean }>()

  /** @param now milliseconds, on any clock that only goes forward */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @returns the last lines, where it is time to show them */
  take(callId: string, delta: string): string | undefined {
    const tail = this.#tails.get(callId) ?? { text: '', shownAt: -Infinity, isNew: false }
    this.#tails.set(callId, tail)
    tail.text = lastLines(tail.text + delta)
    tail.isNew = true
    return this.#show(tail)
  }

  /** All that is due by now, by call. */
  due(): ReadonlyMap<string, string> {
    const due = new Map<string, string>()
    for (const [callId, tail] of this.#tails) {
      const text = tail.isNew ? this.#show(tail) : undefined
      if (text !== undefined) due.set(callId, text)
    }
    return due
  }

  /** Milliseconds until something is due; undefined where nothing waits. */
  get waits(): number | undefined {
    const waiting = [...this.#tails.values()].filter(({ isNew }) => isNew)
    if (waiting.length === 0) return undefined
    const next = Math.min(...waiting.map(({ shownAt }) => shownAt + everyMs))
    return Math.max(0, next - this.#now())
  }

  /** The call is over: its whole output is shown instead. */
  end(callId: string): void {
    this.#tails.delete(callId)
  }

  #show(tail: { text: string; shownAt: number; isNew: boolean }): string | undefined {
    const now = this.#now()
    if (now - tail.shownAt < everyMs) return undefined
    tail.shownAt = now
    tail.isNew = false
    return tail.text
  }
}

/** A line that has just ended still counts: the empty one behind it does not. */
export function lastLines(text: string): string {
  const cut = text.slice(-mostCharacters)
  const lines = cut.split('\n')
  const end = lines.at(-1) === '' ? mostLines + 1 : mostLines
  return lines.length <= end ? cut : lines.slice(-end).join('\n')
}
