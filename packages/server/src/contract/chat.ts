import { z } from 'zod'
import { approvalAnswer } from './approvals.ts'
import { addressableId } from './ids.ts'

/** A skill that was picked: the chip. */
export const pickedSkill = z.strictObject({
  /** Name, or the absolute path of its file. */
  skill: z.string(),
  /** As typed, or one for each argument field. */
  arguments: z.union([z.string(), z.array(z.string())]).optional(),
})

/**
 * The body of `POST /api/chat`, as `useChat` sends it. Read from it are the last message of the
 * person (text, files, `data-skill`) and answers to open approvals; everything else comes from
 * the store.
 */
export const chatRequest = z
  .object({
    /** Of the conversation. An unknown one is made. */
    id: addressableId,
    messages: z
      .array(
        z.looseObject({
          id: z.string().max(200).optional(),
          role: z.string(),
          parts: z.array(z.looseObject({ type: z.string() })).max(1000),
        }),
      )
      .max(10_000),
    trigger: z.enum(['submit-message', 'regenerate-message']).optional(),
    /** Of `regenerate-message`: the answer, or the message that is answered once more. */
    messageId: z.string().max(200).optional(),
    /** What `useChat` does not know: given through its `body` option. */
    skill: pickedSkill.optional(),
    /** Names or locations of active skills that stop being active with this message. */
    drop: z.array(z.string()).max(100).optional(),
    /** A leading `/name` of the text is no call. */
    plain: z.boolean().optional(),
    /** Id of the person's message that this one replaces. A known message id says the same. */
    edits: z.string().max(200).optional(),
    model: z.string().max(200).optional(),
    answers: z
      .array(approvalAnswer.and(z.object({ id: z.string() })))
      .max(100)
      .optional(),
  })
  .meta({ id: 'ChatRequest' })

/** 202: the message waits, or (with `Prefer: respond-async`) its answer comes by the live stream. */
export const chatAccepted = z
  .object({
    conversationId: z.string(),
    /** Of the person's message, as in the store. */
    messageId: z.string(),
    /** Of its answer. */
    answerId: z.string(),
    /** How many turns are before it; 0: it runs. */
    place: z.int(),
  })
  .meta({ id: 'ChatAccepted' })

export type ChatRequest = z.infer<typeof chatRequest>
export type ChatAccepted = z.infer<typeof chatAccepted>
