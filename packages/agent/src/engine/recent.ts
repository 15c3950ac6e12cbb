/**
 * Things by their ids, made when they are first asked for. Of those that are idle only the ones that
 * were asked for last are kept: what is asked for again after that is made anew.
 */
export class Recent<T extends { readonly isIdle: boolean }> {
  readonly #mostIdle: number
  readonly #make: (id: string) => T
  /** The one that was asked for last stands last. */
  readonly #all = new Map<string, T>()

  constructor(mostIdle: number, make: (id: string) => T) {
    this.#mostIdle = mostIdle
    this.#make = make
  }

  get(id: string): T {
    const one = this.#all.get(id) ?? this.#make(id)
    this.#all.delete(id)
    this.#letGo()
    this.#all.set(id, one)
    return one
  }

  /** Undefined where there is none at present. */
  peek(id: string): T | undefined {
    return this.#all.get(id)
  }

  /** Those that are there at present. */
  all(): readonly T[] {
    return [...this.#all.values()]
  }

  /** Leaves room for one more. */
  #letGo(): void {
    let many = this.#all.size - this.#mostIdle + 1
    if (many <= 0) return
    for (const [id, one] of this.#all) {
      if (many <= 0) return
      if (!one.isIdle) continue
      this.#all.delete(id)
      many -= 1
    }
  }
}
