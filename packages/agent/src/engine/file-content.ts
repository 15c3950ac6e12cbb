import { createHash } from 'node:crypto'
import type { FilePart, ImagePart, TextPart } from 'ai'
import { frameFile, wordingOf } from '../prompt/index.ts'
import type { Attachment, ConversationStore, Message } from '../store/types.ts'
import { decodeText } from '../tools/index.ts'
import type { HistoryOptions } from './history.ts'
import { sentMessages } from './sent-messages.ts'

/** Bytes of the files that messages name, by their hash. */
export type SentFiles = ReadonlyMap<string, Uint8Array>

type FileContent = TextPart | ImagePart | FilePart

/**
 * A file that a person sent: an image where the model takes images, text in a frame with its name,
 * anything else by its name alone.
 */
export function fileContent(
  file: Attachment,
  messageId: string,
  { files, images, language }: HistoryOptions,
): readonly FileContent[] {
  const wording = wordingOf(language)
  const { name, mediaType, size, hash } = file
  const note = (text: string): readonly TextPart[] => [{ type: 'text', text }]
  if (mediaType.startsWith('image/') && !images) return note(wording.noImages(name))
  if (!isSent(file)) return note(wording.onlyNamed(name, mediaType, size))
  const bytes = files?.get(hash)
  if (!bytes) return note(wording.missingFile(name))
  if (mediaType.startsWith('image/')) {
    const image = Buffer.from(bytes).toString('base64')
    return [...note(wording.imageNamed(name)), { type: 'image', image, mediaType }]
  }
  const decoded = decodeText(bytes)
  if (!decoded) return note(wording.onlyNamed(name, mediaType, size))
  return note(frameFile(name, boundaryOf(messageId, hash), decoded.text, language))
}

function isSent({ mediaType }: Attachment): boolean {
  return imageTypes.has(mediaType) || mediaType.startsWith('text/')
}

/** What every provider that takes images takes. */
const imageTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
])

/**
 * 128 bits that the file cannot hold: they depend on its own bytes and on the message's random id.
 * Later requests work out the same, so nothing needs to be kept.
 */
function boundaryOf(messageId: string, hash: string): string {
  return createHash('sha256').update(`${messageId}\n${hash}`).digest('hex').slice(0, 32)
}

/** Reads what a branch sends of files, each once. What is not stored any more is left out. */
export async function readFiles(
  store: ConversationStore,
  branch: readonly Message[],
  present: SentFiles = new Map(),
): Promise<SentFiles> {
  const { first, messages } = sentMessages(branch)
  const named = [...(first ? [first] : []), ...messages].flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'attachment' && isSent(part) ? [part.hash] : [])),
  )
  const files = new Map(present)
  for (const hash of new Set(named)) {
    if (files.has(hash)) continue
    const bytes = await store.attachment(hash)
    if (bytes) files.set(hash, bytes)
  }
  return files
}
