import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

/** What came of reading a file that anybody may have replaced by something else. */
export type OrdinaryFile =
  | { readonly kind: 'absent' }
  /** `reason` is a part of a sentence, such as `it is not an ordinary file`. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly stats: Stats }

// A pipe that nobody writes to would block an ordinary open for ever. Windows has no such flag.
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a file whole, links followed, where it is an ordinary one of at most `most` bytes. Neither a
 * pipe nor a device that never ends is waited for: what counts is the open file, not what its path
 * led to a moment ago. Throws nothing.
 *
 * @param path of the file
 * @param most bytes that are read
 * @returns its bytes, that it is absent, or why it is not read
 * @example
 * const read = readOrdinaryFile('/shop/.git/HEAD', 4096)
 * if (read.kind === 'read') console.log(read.bytes.length)
 */
export function readOrdinaryFile(path: string, most: number): OrdinaryFile {
  try {
    const file = openSync(path, readOnly)
    try {
      const stats = fstatSync(file)
      if (!stats.isFile()) return { kind: 'refused', reason: 'it is not an ordinary file' }
      if (stats.size > most) return tooLarge(stats.size, most)
      const bytes = readUpTo(file, stats.size, most)
      return bytes === undefined ? tooLarge(most + 1, most) : { kind: 'read', bytes, stats }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' }
    return { kind: 'refused', reason: code }
  }
}

function tooLarge(size: number, most: number): OrdinaryFile {
  return { kind: 'refused', reason: `it has ${size} bytes, and at most ${most} are read` }
}

/** Undefined where there is more than `most`: those of `/proc` say that they are empty. */
function readUpTo(file: number, size: number, most: number): Uint8Array | undefined {
  const parts: Uint8Array[] = []
  let total = 0
  for (;;) {
    const block = new Uint8Array(Math.max(4096, size - total + 1))
    const count = readSync(file, block, 0, block.length, null)
    if (count === 0) return Buffer.concat(parts)
    total += count
    if (total > most) return undefined
    parts.push(block.subarray(0, count))
  }
}

/** UTF-8 text, a byte order mark included; undefined where the bytes are something else. */
export function utf8TextOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
