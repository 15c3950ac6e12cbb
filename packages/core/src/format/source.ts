import type { Position, Range } from '../diagnostic.ts'
import { type DecodedBytes, decodeText } from './decode.ts'

/** The file's text up to the end of its frontmatter, and where its lines start. */
interface RawText {
  readonly text: string
  readonly lineStarts: readonly number[]
  /** Where the frontmatter starts. */
  readonly start: number
}

/**
 * Turns places in the bytes, or in the frontmatter's text, into places in the file. Nothing is
 * decoded before somebody asks, since most files have nothing to report.
 */
export class SourcePlaces {
  readonly #decoded: DecodedBytes
  #yamlStart = 0
  #yamlEnd = 0
  #raw: RawText | undefined

  constructor(decoded: DecodedBytes) {
    this.#decoded = decoded
  }

  setFrontmatter(yamlStart: number, yamlEnd: number): void {
    this.#yamlStart = yamlStart
    this.#yamlEnd = yamlEnd
    this.#raw = undefined
  }

  pointAtByte(byte: number): Range {
    return this.betweenBytes(byte, byte)
  }

  betweenBytes(start: number, end: number): Range {
    const { buffer, start: first } = this.#decoded
    const text = decodeText(this.#decoded, first, Math.min(end, buffer.length))
    const lineStarts = lineStartsOf(text)
    const startAt = decodeText(this.#decoded, first, start).length
    return {
      start: this.#position(lineStarts, startAt),
      end: this.#position(lineStarts, text.length),
    }
  }

  /** @param start and `end` in the frontmatter's text, whose line ends are single. */
  betweenOffsets(start: number, end: number): Range {
    this.#raw ??= this.#readRaw()
    const { text, lineStarts, start: first } = this.#raw
    const startAt = widened(text, first, start)
    const endAt = widened(text, startAt, end - start)
    return {
      start: this.#position(lineStarts, startAt),
      end: this.#position(lineStarts, endAt),
    }
  }

  #readRaw(): RawText {
    const before = decodeText(this.#decoded, this.#decoded.start, this.#yamlStart)
    const text = before + decodeText(this.#decoded, this.#yamlStart, this.#yamlEnd)
    return { text, lineStarts: lineStartsOf(text), start: before.length }
  }

  #position(lineStarts: readonly number[], index: number): Position {
    let low = 0
    let high = lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((lineStarts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    const mark = this.#decoded.mark === 'none' ? 0 : 1
    return { line: low + 1, column: index - (lineStarts[low] ?? 0) + 1, offset: index + mark }
  }
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1)
  }
  return starts
}

/** The index in `raw`, `offset` characters behind `from`, where CRLF counts as one. */
function widened(raw: string, from: number, offset: number): number {
  if (!raw.includes('\r')) return Math.min(from + offset, raw.length)
  let at = from
  for (let left = offset; left > 0 && at < raw.length; left--) {
    at += raw.charCodeAt(at) === 13 && raw.charCodeAt(at + 1) === 10 ? 2 : 1
  }
  return at
}
