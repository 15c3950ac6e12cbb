import { createHash } from 'node:crypto'
import type { FilePart, ImagePart, TextPart } from 'ai'
import { frameFile, wordingOf } from '../prompt/index.ts'
import type { Attachment, ConversationStore, Message, Part } from '../store/types.ts'
import {
  decodeText,
  type ImageVerdict,
  isSendableImage,
  judgeImage,
  longestImageSide,
  mostImageBytes,
} from '../tools/index.ts'
import type { HistoryOptions } from './history.ts'
import { sentMessages } from './sent-messages.ts'
import type { ModelFacts, Notice } from './turn-state.ts'

/** Bytes of the files that messages name, by their hash. */
export type SentFiles = ReadonlyMap<string, Uint8Array>

type FileContent = TextPart | ImagePart | FilePart

/**
 * A file that a person sent: an image where the model takes images, text in a frame with its name,
 * anything else by its name alone, and so an image that a
 * provider would refuse with the whole conversation.
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
  if (isSendableImage(mediaType)) {
    if (judgeImage(bytes, mediaType).kind !== 'fits') {
      return note(wording.onlyNamed(name, mediaType, size))
    }
    const image = Buffer.from(bytes).toString('base64')
    return [...note(wording.imageNamed(name)), { type: 'image', image, mediaType }]
  }
  const decoded = decodeText(bytes)
  if (!decoded) return note(wording.onlyNamed(name, mediaType, size))
  return note(frameFile(name, boundaryOf(messageId, hash), decoded.text, language))
}

function isSent({ mediaType }: Attachment): boolean {
  return isSendableImage(mediaType) || mediaType.startsWith('text/')
}

/**
 * 128 bits that the file cannot hold: they depend on its own bytes and on the message's random id.
 * Later requests work out the same, so nothing needs to be kept.
 */
function boundaryOf(messageId: string, hash: string): string {
  return createHash('sha256').update(`${messageId}\n${hash}`).digest('hex').slice(0, 32)
}

/**
 * Says which images of a message go by their names alone: those that a provider would refuse, and
 * all where the model is sent none. Guided is no model, and says so itself.
 */
export function imageNotices(
  parts: readonly Part[],
  files: SentFiles,
  model: Pick<ModelFacts, 'id' | 'provider' | 'kind' | 'images'>,
): readonly Notice[] {
  if (model.kind === 'guided') return []
  return parts.flatMap((part) => {
    if (part.type !== 'attachment' || !isSendableImage(part.mediaType)) return []
    if (!model.images) return [notSentTo(model, part.name)]
    const bytes = files.get(part.hash)
    const why = bytes && whyNotSent(judgeImage(bytes, part.mediaType))
    if (why === undefined) return []
    const message = `The image ${JSON.stringify(part.name)} goes by its name alone: ${why}.`
    return [{ code: 'image-not-sent', message, hint: 'Attach a smaller or whole copy of it.' }]
  })
}

function notSentTo({ id, provider }: Pick<ModelFacts, 'id' | 'provider'>, name: string): Notice {
  return {
    code: 'image-not-sent',
    message: `The image ${JSON.stringify(name)} goes by its name alone: ${id} is not known to take images.`,
    hint: `If it does, set providers.${provider}.images to true in your settings; else choose another model.`,
  }
}

function whyNotSent(verdict: ImageVerdict): string | undefined {
  switch (verdict.kind) {
    case 'fits':
      return undefined
    case 'damaged':
      return 'it is cut off or damaged'
    case 'too-many-bytes':
      return `providers take images of at most ${mostImageBytes.toLocaleString('en')} bytes`
    case 'too-many-pixels': {
      const { width, height } = verdict.size
      return `it has ${width} × ${height} pixels, and providers take at most ${longestImageSide} on a side`
    }
  }
}

/** Reads what a branch sends of files, each once. What is not stored any more is left out. */
export async function readFiles(
  store: ConversationStore,
  branch: readonly Message[],
  present: SentFiles = new Map(),
): Promise<SentFiles> {
  return readEach(store, sentFiles(branch), present)
}

/**
 * The same without images, which are as large as they are many, and how many of them are sent: a
 * size needs no more.
 */
export async function readTextFiles(
  store: ConversationStore,
  branch: readonly Message[],
): Promise<{ readonly files: SentFiles; readonly images: number }> {
  const sent = sentFiles(branch)
  const images = sent.filter(({ mediaType }) => isSendableImage(mediaType))
  const files = await readEach(
    store,
    sent.filter((file) => !images.includes(file)),
  )
  return { files, images: images.filter(({ size }) => size <= mostImageBytes).length }
}

function sentFiles(branch: readonly Message[]): readonly Attachment[] {
  const { first, messages } = sentMessages(branch)
  return [...(first ? [first] : []), ...messages].flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'attachment' && isSent(part) ? [part] : [])),
  )
}

async function readEach(
  store: ConversationStore,
  named: readonly Attachment[],
  present: SentFiles = new Map(),
): Promise<SentFiles> {
  const files = new Map(present)
  for (const { hash } of named) {
    if (files.has(hash)) continue
    const bytes = await store.attachment(hash)
    if (bytes) files.set(hash, bytes)
  }
  return files
}
