import { Buffer } from 'node:buffer'

/** A file's bytes as UTF-8, whatever mark it began with. */
export interface DecodedBytes {
  /** UTF-8; a UTF-16 file is converted. A Node buffer, so that slices decode natively. */
  readonly buffer: Buffer
  /** Where the text starts: behind a byte order mark. */
  readonly start: number
  /** The mark that was found; it counts as one UTF-16 unit in offsets. */
  readonly mark: 'none' | 'utf-8' | 'utf-16'
}

const encoder = new TextEncoder()

/** One leading U+FEFF is dropped; a UTF-16 mark decides the encoding. */
export function decodeBytes(input: Uint8Array | string): DecodedBytes {
  const bytes = typeof input === 'string' ? encoder.encode(input) : input
  const [first, second, third] = [bytes[0], bytes[1], bytes[2]]
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return { buffer: asBuffer(bytes), start: 3, mark: 'utf-8' }
  }
  if (first === 0xff && second === 0xfe) return fromUtf16(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return fromUtf16(bytes, 'utf-16be')
  return { buffer: asBuffer(bytes), start: 0, mark: 'none' }
}

function asBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function fromUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedBytes {
  // `stream` leaves a character that the first block cuts in two out, instead of as U+FFFD.
  const text = new TextDecoder(encoding).decode(bytes, { stream: true })
  return { buffer: asBuffer(encoder.encode(text)), start: 0, mark: 'utf-16' }
}

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
