import type { LibraryWatchOptions, Snapshot } from '../types.ts'
import { type Rhythm, Session, type WatchedLibrary } from './session.ts'
import type { WatchSystem } from './system.ts'

type Listener = (snapshot: Snapshot) => void

/** The listeners of one library. They share one session, which lasts as long as there is one of them. */
export class Watching {
  readonly #library: WatchedLibrary
  readonly #system: WatchSystem
  readonly #options: LibraryWatchOptions
  readonly #listeners = new Set<{ readonly listener: Listener }>()
  #session: Session | undefined

  constructor(library: WatchedLibrary, system: WatchSystem, options: LibraryWatchOptions = {}) {
    this.#library = library
    this.#system = system
    this.#options = options
  }

  add(listener: Listener): Disposable {
    const entry = { listener }
    this.#listeners.add(entry)
    if (this.#session === undefined) {
      this.#session = new Session(this.#library, this.#system, rhythmOf(this.#options))
      void this.#session.readAgain()
    }
    return { [Symbol.dispose]: () => this.#remove(entry) }
  }

  /** Hands over a new snapshot; to those that stop listening meanwhile no more. */
  handOver(snapshot: Snapshot): void {
    for (const entry of Array.from(this.#listeners)) {
      if (this.#listeners.has(entry)) this.#tell(entry.listener, snapshot)
    }
  }

  /** See `Session.stir`. */
  stir(): void {
    this.#session?.stir()
  }

  /** Hands over what went wrong in code of the caller's, outside of whatever is going on. */
  report(error: unknown): void {
    queueMicrotask(() => this.#options.onListenerError?.(error))
  }

  /** What one listener throws is its own affair and keeps nothing from the others. */
  #tell(listener: Listener, snapshot: Snapshot): void {
    const report = (error: unknown): void => this.report(error)
    try {
      const outcome: unknown = listener(snapshot)
      if (outcome instanceof Promise) outcome.catch(report)
    } catch (error) {
      report(error)
    }
  }

  #remove(entry: { readonly listener: Listener }): void {
    this.#listeners.delete(entry)
    if (this.#listeners.size > 0) return
    this.#session?.end()
    this.#session = undefined
  }
}

function rhythmOf(options: LibraryWatchOptions): Rhythm {
  const { quiet = 80, atMost = 1_000, poll = 'when-needed', interval = 2_000 } = options
  return { quiet, atMost, poll, interval }
}
