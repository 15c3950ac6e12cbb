import type { EngineEvent, EventBody } from './events.ts'

/** The events of one turn: written by the turn alone, read by any number of readers from the start. */
export interface EventLog extends AsyncIterable<EngineEvent> {
  readonly turn: string
  readonly append: (body: EventBody) => void
  /** No further event follows; readers end once they have read all. */
  readonly close: () => void
}

/**
 * Events are kept, not handed over, so a turn never waits for a reader and does not notice one
 * that leaves.
 */
export function createEventLog(turn: string): EventLog {
  const events: EngineEvent[] = []
  let open = true
  let wake: () => void = () => {}
  let news = new Promise<void>((resolve) => {
    wake = resolve
  })
  const announce = () => {
    wake()
    news = new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  return {
    turn,
    append(body) {
      if (!open) return
      events.push({ ...body, turn, seq: events.length + 1 })
      announce()
    },
    close() {
      open = false
      announce()
    },
    async *[Symbol.asyncIterator]() {
      for (let next = 0; ; next++) {
        while (next >= events.length) {
          if (!open) return
          await news
        }
        const event = events[next]
        if (event) yield event
      }
    },
  }
}
