import { isUtf8 } from 'node:buffer'

/** How the pictures begin that a page may show; a name, and what a client says, tell nothing. */
const pictures: readonly (readonly [beginning: string, mediaType: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
]

/** What a file is, by its bytes, as the engine says it of an attachment. */
export function mediaTypeOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const known = pictures.find(([beginning]) => start.startsWith(beginning))
  if (known) return known[1]
  // The length of the whole stands between the two words.
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp'
  if (start.startsWith('%PDF-')) return 'application/pdf'
  return isUtf8(bytes) && !bytes.includes(0) ? 'text/plain' : 'application/octet-stream'
}

const shown: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Whether a page may show it. */
export function isShown(mediaType: string): boolean {
  return shown.has(mediaType)
}
