import { Buffer } from 'node:buffer'

/** A file's bytes as UTF-8, whatever mark it began with. */
export interface DecodedBytes {
  /** UTF-8; a UTF-16 file is converted. A Node buffer, so that slices decode natively. */
  readonly buffer: Buffer
  /** Where the text starts: behind a byte order mark. */
  readonly start: number
  /** The mark that was found; it counts as one UTF-16 unit in offsets. */
  readonly mark: 'none' | 'utf-8' | 'utf-16'
  /** Of a text the bytes are our own, so what is wrong in it is no byte of a file. */
  readonly from: 'bytes' | 'text'
}

/** One leading U+FEFF is dropped; a UTF-16 mark decides the encoding. */
export function decodeBytes(input: Uint8Array | string): DecodedBytes {
  if (typeof input === 'string') {
    const mark = input.startsWith('\uFEFF') ? 'utf-8' : 'none'
    return {
      buffer: encode(mark === 'none' ? input : input.slice(1)),
      start: 0,
      mark,
      from: 'text',
    }
  }
  const buffer = asBuffer(input)
  const [first, second, third] = [buffer[0], buffer[1], buffer[2]]
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return { buffer, start: 3, mark: 'utf-8', from: 'bytes' }
  }
  if (first === 0xff && second === 0xfe) return fromUtf16(buffer.subarray(2))
  if (first === 0xfe && second === 0xff) return fromUtf16(swapped(buffer.subarray(2)))
  return { buffer, start: 0, mark: 'none', from: 'bytes' }
}

function asBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function fromUtf16(units: Buffer): DecodedBytes {
  const text = units.toString('utf16le')
  const half = units.length % 2 === 0 ? '' : '\uD800'
  return { buffer: encode(text + half), start: 0, mark: 'utf-16', from: 'text' }
}

/** Big-endian units the other way round; an odd byte at the end stays. */
function swapped(units: Buffer): Buffer {
  const copy = Buffer.from(units)
  copy.subarray(0, copy.length - (copy.length % 2)).swap16()
  return copy
}

/**
 * UTF-8, where a half of a surrogate pair becomes a byte that is none: so it is found and reported
 * as every other bad byte is, instead of turning into U+FFFD in silence.
 */
function encode(text: string): Buffer {
  const pieces = text.split(loneSurrogate)
  if (pieces.length === 1) return Buffer.from(text)
  return Buffer.concat(
    pieces.flatMap((piece, at) => (at === 0 ? [] : [badByte]).concat(Buffer.from(piece))),
  )
}

const loneSurrogate = /\p{Surrogate}/u
const badByte = Buffer.from([0xff])

/** Invalid sequences become U+FFFD; line ends stay as they are. */
export function decodeText({ buffer }: DecodedBytes, start: number, end: number): string {
  return buffer.toString('utf8', start, end)
}

/** CRLF and lone CR read like LF. */
export function normaliseLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/**
 * Offset of the first byte that is no valid UTF-8, -1 where all are. `text` is what the bytes
 * decode to: only one that holds U+FFFD is worth looking at.
 */
export function firstInvalidByte(
  { buffer }: DecodedBytes,
  start: number,
  end: number,
  text: string,
): number {
  if (!text.includes('\uFFFD')) return -1
  let at = start
  while (at < end) {
    const length = sequenceLength(buffer, at, end)
    if (length === 0) return at
    at += length
  }
  return -1
}

/** Bytes of the character at `at`, 0 where it is invalid (Unicode 16, table 3-7). */
function sequenceLength(buffer: Buffer, at: number, end: number): number {
  const first = buffer[at] ?? 0
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  if (at + length > end) return 0
  const second = buffer[at + 1] ?? 0
  const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (second < lowest || second > highest) return 0
  for (let next = at + 2; next < at + length; next++) {
    if (((buffer[next] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return length
}

/** What is wrong at an offset that `firstInvalidByte` gave, as the start of a sentence. */
export function describeInvalid({ from }: DecodedBytes, offset: number): string {
  return from === 'bytes'
    ? `The byte at offset ${offset} is not UTF-8`
    : 'The text holds half of a surrogate pair, which is no character'
}
