/** Places of one kind, as many as there were and the first of them by name. */
export interface Tally {
  readonly count: number
  readonly first: readonly string[]
}

const shown = 3

/** Counts places by kind, so that thousands are one line and none is silent. */
export class Tallies<Kind extends string> {
  readonly #found = new Map<Kind, { count: number; first: string[] }>()

  add(kind: Kind, path: string): void {
    const tally = this.#found.get(kind) ?? { count: 0, first: [] }
    tally.count += 1
    if (tally.first.length < shown) tally.first.push(path)
    this.#found.set(kind, tally)
  }

  /** In the order in which the kinds were met. */
  get all(): Iterable<readonly [Kind, Tally]> {
    return this.#found
  }
}
