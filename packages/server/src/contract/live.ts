import type { InferUIMessageChunk } from 'ai'
import { z } from 'zod'
import { listedConversation, messageShape } from './conversations.ts'
import type { SkilletMessage } from './messages.ts'
import { skillEntry } from './skills.ts'

export const liveQuery = z.object({
  /** The conversation that is open: its answer comes with the stream. */
  conversation: z.string().max(200).optional(),
  /** The id of the last event that was read; also taken from `Last-Event-ID`. */
  after: z.string().max(100).optional(),
})

/** Chunks of the AI SDK UI message stream (v1). */
export type SkilletChunk = InferUIMessageChunk<SkilletMessage>

/**
 * What `GET /api/live` sends, as server-sent events: `event` is the type, `data` the rest as JSON,
 * `id` goes into `after` of the next request. Order is the server's.
 */
export const liveEvent = z
  .discriminatedUnion('type', [
    /** The page is too far behind, or of an earlier start: read everything anew. */
    z.object({ type: z.literal('reset') }),
    z.object({
      type: z.literal('skills'),
      version: z.int(),
      changed: z.array(skillEntry),
      /** Paths. */
      removed: z.array(z.string()),
      /** What to tell a person: one sentence for each file that was saved. */
      notes: z.array(z.object({ path: z.string(), message: z.string(), ok: z.boolean() })),
    }),
    z.object({ type: z.literal('conversation'), conversation: listedConversation }),
    z.object({ type: z.literal('conversation-deleted'), id: z.string() }),
    /** Of the open conversation: a message is new, or another one now (`queued`, `end`, approval). */
    z.object({ type: z.literal('message'), conversationId: z.string(), message: messageShape }),
    /** Of the open conversation: another branch is shown, or more changed than a message. */
    z.object({ type: z.literal('conversation-changed'), conversationId: z.string() }),
    /** Of the open conversation: a chunk of the answer that runs. The first one is `start`. */
    z.object({
      type: z.literal('chunk'),
      conversationId: z.string(),
      answerId: z.string(),
      chunk: z.looseObject({ type: z.string() }),
    }),
    /** Settings, rules, trust or the model changed: read `/api/session` and what is shown anew. */
    z.object({ type: z.literal('session') }),
  ])
  .meta({ id: 'LiveEvent' })

export type LiveEvent = z.infer<typeof liveEvent>
