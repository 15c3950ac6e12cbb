import type { Handle, WatchSystem } from './system.ts'

export interface Pace {
  /** Milliseconds without a further call before it acts. */
  readonly quiet: number
  /** Milliseconds after the first call when it acts even though calls go on. */
  readonly atMost: number
}

/** Makes one act of many calls: a saved file alone is up to five events. */
export class Debounce {
  readonly #system: WatchSystem
  readonly #pace: Pace
  readonly #act: () => void
  #first: number | undefined
  #timer: Handle | undefined

  constructor(system: WatchSystem, pace: Pace, act: () => void) {
    this.#system = system
    this.#pace = pace
    this.#act = act
  }

  soon(): void {
    const now = this.#system.now()
    this.#first ??= now
    const { quiet, atMost } = this.#pace
    const wait = Math.max(0, Math.min(quiet, this.#first + atMost - now))
    this.#timer?.close()
    this.#timer = this.#system.later(wait, () => {
      this.cancel()
      this.#act()
    })
  }

  cancel(): void {
    this.#timer?.close()
    this.#timer = undefined
    this.#first = undefined
  }
}
