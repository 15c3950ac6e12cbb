import { Buffer } from 'node:buffer'
import { nodeDisk } from '../discovery/index.ts'
import { skillFileLimit } from '../skill-file.ts'
import type { ReadFile } from './read-file.ts'

/** Tells whether files hold the same bytes. Thousands of comparisons share two pieces of memory. */
export class ContentComparison {
  #memory: { readonly one: Buffer; readonly other: Buffer } | undefined

  /** Opens them only where their sizes are the same. A file that cannot be read equals none. */
  isSame({ candidate: a }: ReadFile, { candidate: b }: ReadFile): boolean {
    const size = a.stamp?.size
    if (size === undefined || size !== b.stamp?.size || size > skillFileLimit) return false
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
      return false
    }
  }
}
