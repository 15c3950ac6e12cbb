import { Buffer } from 'node:buffer'
import { nodeDisk } from '../discovery/index.ts'
import { skillFileLimit } from '../skill-file.ts'
import type { ReadFile } from './read-file.ts'

/** Two files whose bytes were compared. */
export interface Compared {
  readonly one: ReadFile
  readonly other: ReadFile
  readonly isSame: boolean
}

/**
 * Tells whether files hold the same bytes. Thousands of comparisons share two pieces of memory, and
 * what an earlier pass compared need not be read again: a file that changed since is another object.
 */
export class ContentComparison {
  #before: ContentComparison | undefined
  readonly #known = new Map<ReadFile, Compared>()
  #memory: { readonly one: Buffer; readonly other: Buffer } | undefined

  /** @param before of the pass before this one */
  constructor(before?: ContentComparison) {
    this.#before = before
    if (before !== undefined) before.#before = undefined
  }

  /** Opens them only where their sizes are the same. A file that cannot be read equals none. */
  isSame(one: ReadFile, other: ReadFile): boolean {
    const size = one.candidate.stamp?.size
    if (size === undefined || size !== other.candidate.stamp?.size || size > skillFileLimit) {
      return false
    }
    const isSame = this.#saidBefore(one, other) ?? this.#read(one, other, size)
    if (isSame !== undefined) this.remember({ one, other, isSame })
    return isSame === true
  }

  remember(compared: Compared): void {
    this.#known.set(compared.one, compared)
  }

  [Symbol.iterator](): Iterator<Compared> {
    return this.#known.values()
  }

  #saidBefore(one: ReadFile, other: ReadFile): boolean | undefined {
    const known = this.#before === undefined ? undefined : this.#before.#known.get(one)
    return known?.other === other ? known.isSame : undefined
  }

  /** Undefined where one of them cannot be read: it may be readable the next time. */
  #read({ candidate: a }: ReadFile, { candidate: b }: ReadFile, size: number): boolean | undefined {
    this.#memory ??= {
      one: Buffer.allocUnsafeSlow(skillFileLimit + 1),
      other: Buffer.allocUnsafeSlow(skillFileLimit + 1),
    }
    const { one, other } = this.#memory
    try {
      const count = nodeDisk.read(a.realPath, one, size)
      if (nodeDisk.read(b.realPath, other, size) !== count) return false
      return one.compare(other, 0, count, 0, count) === 0
    } catch {
      return undefined
    }
  }
}
