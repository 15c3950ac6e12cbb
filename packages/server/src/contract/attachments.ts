import { z } from 'zod'

/** The answer to `POST /api/attachments?name=…` with the bytes as body. */
export const storedAttachment = z
  .object({
    /** sha-256, as hex. */
    hash: z.string(),
    name: z.string(),
    /** By its bytes. */
    mediaType: z.string(),
    size: z.int(),
    /** For a `file` part of a message. */
    url: z.string(),
    /** It can be shown in the page: PNG, JPEG, GIF or WebP. */
    shown: z.boolean(),
  })
  .meta({ id: 'StoredAttachment' })

export type StoredAttachment = z.infer<typeof storedAttachment>
