import type { Message, Part } from '../types.ts'
import type { Connection } from './connection.ts'
import { numberAt } from './values.ts'

/** What stands in the store of a message that may grow. */
interface Saved {
  /** Names the conversation and the message. */
  readonly key: string
  /** The objects that were given: one that comes again in its place was not changed since. */
  readonly parts: readonly Part[]
  /** Of the store, as this connection sees it: it changes with each write of another one. */
  readonly version: number
  /** Nothing is added to a message that has its end. */
  readonly grows: boolean
}

/** A message on its way into the store. */
export interface Taken {
  /** As it was given; parts that may be new are copies. */
  readonly message: Message
  /** Which places hold the same part as before; asked within the transaction that writes. */
  readonly savedPlaces: () => (place: number) => boolean
  /** What stands in the store once that transaction has ended well; asked within it. */
  readonly asSaved: () => Saved
}

/** Answers that grow at the same time, in one process. */
const mostAnswers = 32

/**
 * Remembers what this connection wrote of answers that grow, so that a save costs what is new and
 * not the whole answer.
 */
export class SavedParts {
  readonly #connection: Connection
  readonly #saved = new Map<string, Saved>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Takes a message as it is now: what is done to it later does not reach the store. */
  take(id: string, { parts, ...head }: Message): Taken {
    const key = JSON.stringify([id, head.id])
    const given = [...parts]
    const before = this.#saved.get(key)
    const isSame = (place: number) => before !== undefined && given[place] === before.parts[place]
    const copied = given.map((part, place) => (isSame(place) ? part : structuredClone(part)))
    return {
      message: { ...structuredClone(head), parts: copied },
      savedPlaces: () => {
        const isKnown = before === this.#saved.get(key) && before?.version === this.#version()
        return (place) => isKnown && isSame(place)
      },
      asSaved: () => ({ key, parts: given, version: this.#version(), grows: !head.end }),
    }
  }

  keep(saved: Saved): void {
    this.#saved.delete(saved.key)
    if (!saved.grows) return
    const [oldest] = this.#saved.keys()
    if (oldest !== undefined && this.#saved.size >= mostAnswers) this.#saved.delete(oldest)
    this.#saved.set(saved.key, saved)
  }

  /** Something else than a save writes messages. */
  forget(): void {
    this.#saved.clear()
  }

  #version(): number {
    return numberAt(this.#connection.row('PRAGMA data_version') ?? [], 0)
  }
}
