import type { FileHandle } from 'node:fs/promises'
import { cutAtPair } from '../cut-text.ts'
import type { SecretBlanker } from './environment.ts'
import { encodingOf } from './text-file.ts'

/** Some lines of a text. `total` is undefined where the file goes on further than was looked. */
export interface LineRange {
  readonly kind: 'lines'
  /** Number of the first line, from 1. */
  readonly first: number
  readonly lines: readonly string[]
  readonly total: number | undefined
  /** Whether a line was cut because of its length. */
  readonly shortened: boolean
}

export interface LineOptions {
  readonly offset: number
  readonly limit: number
  readonly signal: AbortSignal
  /** Takes known keys out before long lines are cut. Default: none are known. */
  readonly blanker?: SecretBlanker
}

const mostLines = 2000
const mostBytes = 50 * 1024
const longestLine = 2000
/** Beyond this many bytes lines are no longer counted to the end. */
const countedBytes = 64 * 1024 * 1024
const chunkBytes = 64 * 1024

/**
 * The wanted lines of an open file, read in pieces, so that a file of any size costs little
 * memory. CRLF and lone CR end a line as LF does; a final line end starts no further line.
 */
export async function readLines(
  handle: FileHandle,
  start: Uint8Array,
  options: LineOptions,
): Promise<LineRange | { readonly kind: 'binary' }> {
  const collector = new LineCollector(options)
  const { blanker } = options
  const encoding = encodingOf(start)
  const decoder = new TextDecoder(encoding === 'utf-8-mark' ? 'utf-8' : encoding)
  const chunk = Buffer.alloc(chunkBytes)
  let position = 0
  for (;;) {
    options.signal.throwIfAborted()
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) break
    position += bytesRead
    const text = decoder.decode(chunk.subarray(0, bytesRead), { stream: true })
    if (text.includes('\0')) return { kind: 'binary' }
    collector.push(blanker === undefined ? text : blanker.push(text))
    if (collector.full && position > countedBytes) return collector.finish('unread')
  }
  const rest = decoder.decode()
  collector.push(blanker === undefined ? rest : blanker.push(rest) + blanker.end())
  return collector.finish('end')
}

class LineCollector {
  readonly #first: number
  readonly #limit: number
  readonly #lines: string[] = []
  #bytes = 0
  #complete = 0
  #partial = ''
  /** Whether anything of the present line was seen, though not all of it is kept. */
  #begun = false
  #afterReturn = false
  #shortened = false
  full = false

  constructor(options: LineOptions) {
    this.#first = options.offset
    this.#limit = Math.min(options.limit, mostLines)
  }

  push(text: string): void {
    for (const piece of text.split(/(\r\n|\n|\r)/u)) this.#take(piece)
  }

  #take(piece: string): void {
    if (piece === '') return
    const split = this.#afterReturn && piece === '\n'
    this.#afterReturn = piece === '\r'
    // A CRLF that is cut between two chunks is one line end.
    if (split) return
    if (piece === '\n' || piece === '\r' || piece === '\r\n') {
      this.#endLine()
      return
    }
    this.#begun = true
    if (this.#partial.length <= longestLine) this.#partial += piece.slice(0, longestLine + 1)
  }

  #endLine(): void {
    this.#complete += 1
    if (this.#complete >= this.#first && !this.full) this.#keep(this.#partial)
    this.#partial = ''
    this.#begun = false
  }

  #keep(line: string): void {
    const cut = line.length > longestLine
    const text = cut ? `${cutAtPair(line, longestLine)} [… line cut]` : line
    const bytes = Buffer.byteLength(text) + 1
    if (this.#lines.length > 0 && this.#bytes + bytes > mostBytes) {
      this.full = true
      return
    }
    this.#shortened ||= cut
    this.#lines.push(text)
    this.#bytes += bytes
    this.full = this.#lines.length >= this.#limit
  }

  finish(reached: 'end' | 'unread'): LineRange {
    if (reached === 'end' && this.#begun) this.#endLine()
    return {
      kind: 'lines',
      first: this.#first,
      lines: this.#lines,
      total: reached === 'end' ? this.#complete : undefined,
      shortened: this.#shortened,
    }
  }
}
