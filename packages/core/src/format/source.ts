import type { Position, Range } from '../diagnostic.ts'
import { type DecodedBytes, decodeText } from './decode.ts'

/** Turns places in the bytes, or in the frontmatter's text, into places in the file. */
export class SourcePlaces {
  readonly #decoded: DecodedBytes
  #yamlStart = 0
  #yamlEnd = 0

  constructor(decoded: DecodedBytes) {
    this.#decoded = decoded
  }

  setFrontmatter(yamlStart: number, yamlEnd: number): void {
    this.#yamlStart = yamlStart
    this.#yamlEnd = yamlEnd
  }

  ofByte(byte: number): Position {
    const before = this.#text(this.#decoded.start, byte)
    return this.#position(before, before.length)
  }

  pointAtByte(byte: number): Range {
    const place = this.ofByte(byte)
    return { start: place, end: place }
  }

  /** The line that starts at a byte, without its end. */
  lineAtByte(byte: number, end: number): Range {
    return { start: this.ofByte(byte), end: this.ofByte(end) }
  }

  /** @param start and `end` in the frontmatter's text, whose line ends are single. */
  ofText(start: number, end: number): Range {
    const before = this.#text(this.#decoded.start, this.#yamlStart)
    const raw = before + this.#text(this.#yamlStart, this.#yamlEnd)
    return {
      start: this.#position(raw, widened(raw, before.length, start)),
      end: this.#position(raw, widened(raw, before.length, end)),
    }
  }

  #text(start: number, end: number): string {
    return decodeText(this.#decoded, start, end)
  }

  #position(raw: string, index: number): Position {
    let line = 1
    let lineStart = 0
    for (let at = 0; at < index; at++) {
      const code = raw.charCodeAt(at)
      if (code === 10 || (code === 13 && raw.charCodeAt(at + 1) !== 10)) {
        line++
        lineStart = at + 1
      }
    }
    const mark = this.#decoded.mark === 'none' ? 0 : 1
    return { line, column: index - lineStart + 1, offset: index + mark }
  }
}

/** The index in `raw` of the character that stands at `offset` once CRLF counts as one. */
function widened(raw: string, from: number, offset: number): number {
  let at = from
  for (let left = offset; left > 0 && at < raw.length; left--) {
    at += raw.charCodeAt(at) === 13 && raw.charCodeAt(at + 1) === 10 ? 2 : 1
  }
  return at
}
