import type { Position, Range } from '../diagnostic.ts'
import { type DecodedBytes, decodeText } from './decode.ts'

/** The file's text up to the end of its frontmatter. */
interface RawText {
  readonly text: string
  readonly hasReturns: boolean
  /** Where the frontmatter starts. */
  readonly start: number
}

/**
 * Turns places in the bytes, or in the frontmatter's text, into places in the file. Nothing is
 * decoded before somebody asks, since most files have nothing to report.
 */
export class SourcePlaces {
  private readonly decoded: DecodedBytes
  private yamlStart = 0
  private yamlEnd = 0
  private raw: RawText | undefined

  constructor(decoded: DecodedBytes) {
    this.decoded = decoded
  }

  setFrontmatter(yamlStart: number, yamlEnd: number): void {
    this.yamlStart = yamlStart
    this.yamlEnd = yamlEnd
    this.raw = undefined
  }

  pointAtByte(byte: number): Range {
    return this.betweenBytes(byte, byte)
  }

  betweenBytes(start: number, end: number): Range {
    const { buffer, start: first } = this.decoded
    const text = decodeText(this.decoded, first, Math.min(end, buffer.length))
    const startAt = decodeText(this.decoded, first, start).length
    return { start: this.position(text, startAt), end: this.position(text, text.length) }
  }

  /** @param start and `end` in the frontmatter's text, whose line ends are single. */
  betweenOffsets(start: number, end: number): Range {
    this.raw ??= this.readRaw()
    const { text, hasReturns, start: first } = this.raw
    const startAt = moved(text, hasReturns, first, start)
    const endAt = moved(text, hasReturns, startAt, end - start)
    return { start: this.position(text, startAt), end: this.position(text, endAt) }
  }

  private readRaw(): RawText {
    const before = decodeText(this.decoded, this.decoded.start, this.yamlStart)
    const text = before + decodeText(this.decoded, this.yamlStart, this.yamlEnd)
    return { text, hasReturns: text.includes('\r'), start: before.length }
  }

  private position(text: string, index: number): Position {
    let line = 1
    let lineStart = 0
    for (let at = 0; at < index; at++) {
      const code = text.charCodeAt(at)
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
        line++
        lineStart = at + 1
      }
    }
    const mark = this.decoded.mark === 'none' ? 0 : 1
    return { line, column: index - lineStart + 1, offset: index + mark }
  }
}

/** The index in `raw`, `offset` characters behind `from`, where CRLF counts as one. */
function moved(raw: string, hasReturns: boolean, from: number, offset: number): number {
  if (!hasReturns) return Math.min(from + offset, raw.length)
  let at = from
  for (let left = offset; left > 0 && at < raw.length; left--) {
    at += raw.charCodeAt(at) === 13 && raw.charCodeAt(at + 1) === 10 ? 2 : 1
  }
  return at
}
