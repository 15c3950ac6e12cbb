import { createHash } from 'node:crypto'
import { createRoute, z } from '@hono/zod-openapi'
import { failure, largestAttachment, storedAttachment } from '../contract/index.ts'
import { notFound, RequestFailure } from '../failure.ts'
import { newRoutes } from '../routes/app.ts'
import type { World } from '../types.ts'
import { tooLarge } from './files.ts'
import { isShown, mediaTypeOf } from './media-type.ts'
import { attachmentUrl } from './messages/index.ts'

const tags = ['Attachments']
const failed = {
  description: 'It could not be done, and why.',
  content: { 'application/json': { schema: failure } },
}
const bytes = z.string().meta({ format: 'binary' })
const file = {
  description: 'The bytes. Whatever is no PNG, JPEG, GIF or WebP is for download alone.',
  content: { 'application/octet-stream': { schema: bytes } },
}

const upload = createRoute({
  method: 'post',
  path: '/api/attachments',
  tags,
  summary: 'Keep a file that is about to be sent; a message names it within an hour',
  request: {
    query: z.object({ name: z.string().min(1).max(1_000) }),
    body: { required: true, content: { 'application/octet-stream': { schema: bytes } } },
  },
  responses: {
    200: {
      description: 'For a `file` part of a message.',
      content: { 'application/json': { schema: storedAttachment } },
    },
    default: failed,
  },
})

const download = createRoute({
  method: 'get',
  path: '/api/attachments/{hash}',
  tags,
  summary: 'A file that was sent, or is about to be',
  request: { params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }) },
  responses: { 200: file, default: failed },
})

const image = createRoute({
  method: 'get',
  path: '/api/conversations/{id}/images/{callId}',
  tags,
  summary: 'The picture that a tool call gave',
  request: { params: z.object({ id: z.string().max(200), callId: z.string().max(200) }) },
  responses: { 200: file, default: failed },
})

/** Files of messages, and pictures that tools gave. */
export function attachmentRoutes({ store }: Pick<World, 'store'>) {
  return newRoutes()
    .openapi(upload, async (c) => {
      const given = new Uint8Array(await c.req.arrayBuffer())
      if (given.length > largestAttachment) throw tooLarge()
      if (given.length === 0) throw empty()
      const hash = await store.putAttachment(given)
      const mediaType = mediaTypeOf(given)
      const { name } = c.req.valid('query')
      const shown = isShown(mediaType)
      const url = attachmentUrl(hash)
      return c.json({ hash, name, mediaType, size: given.length, url, shown }, 200)
    })
    .openapi(download, async (c) => {
      const found = await store.attachment(c.req.valid('param').hash)
      if (!found) throw notFound('This file is not here any more.')
      return fileResponse(found)
    })
    .openapi(image, async (c) => {
      const { id, callId } = c.req.valid('param')
      const base64 = await imageOf(store, id, callId)
      if (base64 === undefined) throw notFound('There is no such picture.')
      return fileResponse(Buffer.from(base64, 'base64'))
    })
}

async function imageOf(
  store: World['store'],
  id: string,
  callId: string,
): Promise<string | undefined> {
  for (const { parts } of await store.allMessages(id)) {
    for (const part of parts) {
      if (part.type !== 'tool' || part.callId !== callId) continue
      return part.result?.kind === 'outcome' ? part.result.outcome.image?.base64 : undefined
    }
  }
  return undefined
}

/**
 * Only pictures are shown, by what their bytes say: all else could be a page of our own origin. Its
 * name is ours too.
 */
function fileResponse(found: Uint8Array): Response {
  const mediaType = mediaTypeOf(found)
  const isPicture = isShown(mediaType)
  const ending = createHash('sha256').update(found).digest('hex').slice(0, 8)
  return new Response(new Uint8Array(found), {
    headers: {
      'content-type': isPicture ? mediaType : 'application/octet-stream',
      'content-disposition': isPicture ? 'inline' : `attachment; filename="attachment-${ending}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    },
  })
}

function empty(): RequestFailure {
  return new RequestFailure(400, {
    code: 'invalid',
    message: 'This file is empty.',
    path: 'body',
  })
}
