import { z } from '@hono/zod-openapi'
import type { AttachedFile, ConversationStore, Message } from '@skillet/agent'
import { largestAttachment } from '../contract/index.ts'
import { RequestFailure } from '../failure.ts'
import { valid } from './request-parts.ts'

const filePart = z.object({
  type: z.literal('file'),
  url: z.string(),
  filename: z.string().max(1_000).optional(),
})

const stored = /^(?:https?:\/\/[^/]+)?\/api\/attachments\/([0-9a-f]{64})$/

/**
 * The bytes of a file of a message: one that was uploaded, or a data URL, as plain clients send it.
 * Nothing is ever fetched from an address that a client names.
 */
export async function attachedFile(
  store: ConversationStore,
  part: unknown,
  known: readonly Message[],
): Promise<AttachedFile> {
  const { url, filename } = valid(filePart, part)
  const [, hash] = stored.exec(url) ?? []
  if (hash !== undefined) {
    const bytes = await store.attachment(hash)
    if (bytes) return { name: filename ?? nameOf(hash, known) ?? 'file', bytes }
    throw new RequestFailure(404, {
      code: 'not-found',
      message: 'A file of this message is not here any more.',
      hint: 'Attach it again.',
    })
  }
  if (!url.startsWith('data:')) throw notAFile()
  return { name: filename ?? 'file', bytes: dataOf(url) }
}

function nameOf(hash: string, messages: readonly Message[]): string | undefined {
  for (const { parts } of messages) {
    for (const part of parts) if (part.type === 'attachment' && part.hash === hash) return part.name
  }
  return undefined
}

/** @see https://www.rfc-editor.org/rfc/rfc2397 */
function dataOf(url: string): Uint8Array {
  const comma = url.indexOf(',')
  if (comma === -1) throw notAFile()
  const data = url.slice(comma + 1)
  const isBase64 = url.slice(0, comma).endsWith(';base64')
  if (isBase64 && !/^[\w+/-]*={0,2}$/.test(data)) throw notAFile()
  const bytes = isBase64 ? Buffer.from(data, 'base64') : Buffer.from(decoded(data))
  if (bytes.length <= largestAttachment) return bytes
  throw tooLarge()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw notAFile()
  }
}

export function tooLarge(): RequestFailure {
  return new RequestFailure(413, {
    code: 'too-large',
    message: `A file has at most ${largestAttachment / 1024 / 1024} MiB.`,
    hint: 'Put it into the workspace, where the tools can read it in parts.',
  })
}

function notAFile(): RequestFailure {
  return new RequestFailure(400, {
    code: 'invalid',
    message: 'A file of a message is a data URL, or the address of one that was uploaded here.',
    hint: 'POST it to /api/attachments first.',
    path: 'messages.parts.url',
  })
}
