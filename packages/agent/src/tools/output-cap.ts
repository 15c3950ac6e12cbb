import { StringDecoder } from 'node:string_decoder'

/** Bytes of output that are kept: the first and, once those are full, the last. */
export interface OutputLimits {
  readonly head: number
  readonly tail: number
}

export interface CappedText {
  readonly text: string
  /** Bytes left out of the middle. */
  readonly truncated: number
  readonly totalBytes: number
  /** Lines of the whole output, what was left out counted too; a last one without line end counts. */
  readonly totalLines: number
}

const defaultLimits: OutputLimits = { head: 16_384, tail: 32_768 }

/**
 * Collects output of any length in bounded memory: the head stays, the tail slides, and what lies
 * between is counted. Errors stand at the end of an output and the command's banner at its start,
 * so both survive.
 */
export class OutputCap {
  readonly #limits: OutputLimits
  readonly #head: Buffer[] = []
  #headBytes = 0
  #tail: Buffer[] = []
  #tailBytes = 0
  #total = 0
  #lineEnds = 0
  #endsLine = true

  constructor(limits: OutputLimits = defaultLimits) {
    this.#limits = limits
  }

  get totalBytes(): number {
    return this.#total
  }

  push(chunk: Buffer): void {
    this.#total += chunk.length
    this.#countLines(chunk)
    const room = this.#limits.head - this.#headBytes
    const first = chunk.subarray(0, Math.max(room, 0))
    if (first.length > 0) {
      this.#head.push(first)
      this.#headBytes += first.length
    }
    const rest = chunk.subarray(first.length)
    if (rest.length === 0) return
    this.#tail.push(rest)
    this.#tailBytes += rest.length
    if (this.#tailBytes > this.#limits.tail * 2) this.#slide()
  }

  #countLines(chunk: Buffer): void {
    if (chunk.length === 0) return
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) {
      this.#lineEnds += 1
    }
    this.#endsLine = chunk.at(-1) === newline
  }

  get #totalLines(): number {
    return this.#lineEnds + (this.#endsLine ? 0 : 1)
  }

  #slide(): void {
    const joined = Buffer.concat(this.#tail)
    // Copied, so that the chunks it was cut from can be collected.
    const kept = Buffer.from(joined.subarray(Math.max(0, joined.length - this.#limits.tail)))
    this.#tail = [kept]
    this.#tailBytes = kept.length
  }

  /** The text as the model reads it, cut at line breaks where there are any nearby. */
  finish(): CappedText {
    this.#slide()
    const head = Buffer.concat(this.#head)
    const tail = Buffer.concat(this.#tail)
    if (head.length + tail.length === this.#total) {
      const text = Buffer.concat([head, tail]).toString('utf8')
      return { text, truncated: 0, totalBytes: this.#total, totalLines: this.#totalLines }
    }
    const start = cutAtLineEnd(head)
    const end = cutAtLineStart(tail)
    const truncated = this.#total - start.length - end.length
    const note = `\n[… ${truncated} of ${this.#total} bytes left out here …]\n`
    return {
      text: start.toString('utf8') + note + end.toString('utf8'),
      truncated,
      totalBytes: this.#total,
      totalLines: this.#totalLines,
    }
  }
}

const newline = 0x0a

function cutAtLineEnd(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(newline)
  return at > bytes.length / 2 ? bytes.subarray(0, at) : wholeCharacters(bytes)
}

function cutAtLineStart(bytes: Buffer): Buffer {
  const at = bytes.indexOf(newline)
  if (at !== -1 && at < bytes.length / 2) return bytes.subarray(at + 1)
  let start = 0
  while (start < 4 && isContinuation(bytes[start])) start += 1
  return bytes.subarray(start)
}

/** Without the start of a character whose other bytes were cut off. */
function wholeCharacters(bytes: Buffer): Buffer {
  const whole = new StringDecoder('utf8').write(bytes)
  return Buffer.from(whole, 'utf8')
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
