import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Attachment } from '../store/index.ts'
import type { Refused } from './turn-state.ts'
import type { AttachedFile } from './types.ts'

/** Files of one message. */
const mostFiles = 20
/** Bytes of one file. */
const largestFile = 10 * 1024 * 1024
/** Characters of a name. */
const longestName = 120

/** A file that goes with a message: how it is named there, and its bytes for the store. */
export interface ReadAttachment {
  readonly part: Attachment
  readonly bytes: Uint8Array
}

/** Looks at the files of a message, before anything is stored. */
export function readAttachments(
  files: readonly AttachedFile[] = [],
): { readonly kind: 'read'; readonly attachments: readonly ReadAttachment[] } | Refused {
  if (files.length > mostFiles) {
    return refused(
      `A message takes at most ${mostFiles} files, and this one has ${files.length}.`,
      'Send them with several messages.',
    )
  }
  const large = files.find(({ bytes }) => bytes.length > largestFile)
  if (large) {
    return refused(
      `The file ${JSON.stringify(cleanName(large.name))} is too large: ${inMebibytes(large.bytes.length)} MiB, and ${inMebibytes(largestFile)} MiB are the most.`,
      'Put it into the workspace, where the tools can read it in parts.',
    )
  }
  return { kind: 'read', attachments: files.map(readAttachment) }
}

function readAttachment({ name, bytes }: AttachedFile): ReadAttachment {
  const part: Attachment = {
    type: 'attachment',
    name: cleanName(name),
    mediaType: mediaTypeOf(bytes),
    size: bytes.length,
    hash: createHash('sha256').update(bytes).digest('hex'),
  }
  return { part, bytes }
}

/** How files of a type begin; a name, and what a browser says of it, tell nothing. */
const beginnings: readonly (readonly [beginning: string, mediaType: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['%PDF-', 'application/pdf'],
]

/** What a file is, by its bytes. Text is UTF-8 without NUL. */
export function mediaTypeOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const known = beginnings.find(([beginning]) => start.startsWith(beginning))
  if (known) return known[1]
  // The length of the whole stands between the two words.
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp'
  return isUtf8(bytes) && !bytes.includes(0) ? 'text/plain' : 'application/octet-stream'
}

/**
 * A name for people and for the model, never a path: its last part, without characters that end a
 * line, draw nothing, or turn the direction of what follows.
 */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/u).findLast((part) => part.trim() !== '') ?? ''
  const shown = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  if (shown === '') return 'file'
  const characters = Array.from(shown)
  if (characters.length <= longestName) return shown
  // The end tells what kind of file it is.
  return `${characters.slice(0, longestName - 21).join('')}…${characters.slice(-20).join('')}`
}

/** Rounded up: one byte too many is more than the most. */
function inMebibytes(bytes: number): string {
  return String(Math.ceil((bytes / 1024 / 1024) * 10) / 10)
}

function refused(message: string, hint: string): Refused {
  return {
    kind: 'refused',
    error: { class: 'request', message: `${message} Nothing was sent.`, hint },
  }
}
