import { Debounce } from './debounce.ts'
import { FolderHandles } from './folder-handles.ts'
import type { Interests } from './interests.ts'
import type { Handle, WatchSystem } from './system.ts'

/** The library, as far as watching knows it. */
export interface WatchedLibrary {
  /** Never rejects; tells the listeners by itself where there is another snapshot. */
  reload(): Promise<unknown>
  /** Where a change can make another snapshot, as things are now. */
  interests(): Interests
  /** Folders that skills come from. */
  roots(): readonly string[]
}

/** See `LibraryWatchOptions`; every figure in milliseconds. */
export interface Rhythm {
  readonly quiet: number
  readonly atMost: number
  readonly poll: 'when-needed' | 'always'
  readonly interval: number
}

/** Reading again takes no more than this part of the time where it is done at intervals. */
const share = 1 / 10

/** Watches from the first listener to the last: hear or look, wait for quiet, read again, follow. */
export class Session {
  readonly #library: WatchedLibrary
  readonly #system: WatchSystem
  readonly #rhythm: Rhythm
  readonly #handles: FolderHandles
  readonly #debounce: Debounce
  #nextLook: Handle | undefined
  #state: 'idle' | 'reading' | 'reading, then again' | 'ended' = 'idle'

  constructor(library: WatchedLibrary, system: WatchSystem, rhythm: Rhythm) {
    this.#library = library
    this.#system = system
    this.#rhythm = rhythm
    this.#handles = new FolderHandles(system, () => this.#debounce.soon())
    this.#debounce = new Debounce(system, rhythm, () => void this.readAgain())
  }

  /** The library was reloaded by somebody else, and rests on other folders now. */
  stir(): void {
    if (this.#state === 'idle') this.#debounce.soon()
  }

  /** Also the beginning: what changed since the library was opened is seen, then the folders are followed. */
  async readAgain(): Promise<void> {
    if (this.#state === 'reading') this.#state = 'reading, then again'
    if (this.#state !== 'idle') return
    this.#state = 'reading'
    const started = this.#system.now()
    await this.#library.reload()
    if (this.#hasEnded()) return
    const took = this.#system.now() - started
    const { opened, complete } = await this.#follow()
    if (this.#hasEnded()) return
    // What changed before the new handles were there went unheard, so it is read once more.
    if (opened > 0 || this.#isWantedAgain()) this.#debounce.soon()
    this.#state = 'idle'
    this.#nextLook?.close()
    this.#nextLook = undefined
    if (!complete) this.#lookIn(Math.max(this.#rhythm.interval, took / share))
  }

  end(): void {
    this.#state = 'ended'
    this.#debounce.cancel()
    this.#nextLook?.close()
    this.#handles.close()
  }

  async #follow(): Promise<{ readonly opened: number; readonly complete: boolean }> {
    if (this.#rhythm.poll === 'always') return { opened: 0, complete: false }
    const { opened, complete } = await this.#handles.follow(this.#library.interests())
    const isHeard = this.#library.roots().every((root) => this.#system.tellsOfChanges(root))
    return { opened, complete: complete && isHeard }
  }

  #lookIn(milliseconds: number): void {
    this.#nextLook = this.#system.later(milliseconds, () => void this.readAgain())
  }

  // Asked by methods, since the state may change during every await.
  #hasEnded(): boolean {
    return this.#state === 'ended'
  }

  #isWantedAgain(): boolean {
    return this.#state === 'reading, then again'
  }
}
