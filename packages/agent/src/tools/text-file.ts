/** How a text file is written, so that an edit can keep it. */
export type Encoding = MarkedEncoding | 'bytes'

/** Those that the first bytes of a file tell. */
type MarkedEncoding = 'utf-8' | 'utf-8-mark' | 'utf-16le' | 'utf-16be'

export interface DecodedText {
  /** Without the mark; line ends as in the file. */
  readonly text: string
  readonly encoding: Encoding
}

/** The encoding that the first bytes name; UTF-8 where there is no mark. */
export function encodingOf(bytes: Uint8Array): MarkedEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8-mark'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** The text, or undefined where the bytes are not text that could be written back unchanged. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const encoding = encodingOf(bytes)
  try {
    // The decoder drops the mark of its own encoding; `encodeText` puts it back.
    const label = encoding === 'utf-8-mark' ? 'utf-8' : encoding
    const text = new TextDecoder(label, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : { text, encoding }
  } catch {
    return undefined
  }
}

/**
 * Text in an encoding that nobody told: each byte is a character of its own (as in Latin-1), so that
 * every byte comes back as it was. Undefined for a binary file.
 */
export function decodeBytes(bytes: Uint8Array): DecodedText | undefined {
  if (bytes.includes(0) || encodingOf(bytes) !== 'utf-8') return undefined
  return { text: Buffer.from(bytes).toString('latin1'), encoding: 'bytes' }
}

/** Whether a text is written by the same bytes in every encoding but UTF-16. */
export function isPlain(text: string): boolean {
  return /^[\t\n\r\x20-\x7e]*$/u.test(text)
}

/** A new text as the old one was written: with its line ends, where all of those are CRLF. */
export function withLineEndsOf(old: string, text: string): string {
  const isWindows = old.includes('\r\n') && !/(?<!\r)\n/u.test(old)
  return isWindows && !text.includes('\r') ? text.split('\n').join('\r\n') : text
}

/** The bytes of `text` in the given encoding, mark included. */
export function encodeText(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'bytes':
      return Buffer.from(text, 'latin1')
    case 'utf-8':
      return Buffer.from(text, 'utf8')
    case 'utf-8-mark':
      return Buffer.from(`\uFEFF${text}`, 'utf8')
    case 'utf-16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le')
    case 'utf-16be':
      return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  }
}

/** Whether these first bytes of a file speak against it being text. */
export function looksBinary(bytes: Uint8Array): boolean {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return false
  return bytes.includes(0)
}

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/** The kind of image that the bytes are, whatever the file is called. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'image/webp'
  return undefined
}
