import type { UIMessage } from 'ai'
import { z } from 'zod'
import { approval } from './approvals.ts'
import { diagnostic } from './diagnostics.ts'

/** How an answer ended. */
export const messageEnd = z
  .discriminatedUnion('reason', [
    z.object({ reason: z.enum(['done', 'aborted', 'step-limit', 'interrupted']) }),
    z.object({
      reason: z.literal('error'),
      error: z.object({
        class: z.string(),
        message: z.string(),
        hint: z.string().optional(),
        state: z.string().optional(),
        near: z.array(z.string()).optional(),
      }),
    }),
  ])
  .meta({ id: 'MessageEnd' })

export const usage = z
  .object({
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
    cachedInputTokens: z.number().optional(),
    costUsd: z.number().optional(),
  })
  .meta({ id: 'Usage' })

/** What a message carries besides its parts. */
export const messageMetadata = z
  .object({
    /** Milliseconds since 1970. */
    createdAt: z.number(),
    /** Ids of all messages in its place, itself among them, in the order they were made. */
    siblings: z.array(z.string()).optional(),
    /** A program wrote it, or changed it last; absent: a person. */
    askedBy: z.literal('program').optional(),
    /** `queued`: waits for a running turn. `unsent`: its turn could not begin. */
    state: z.enum(['queued', 'unsent']).optional(),
    /** Of an answer: `provider/model`, or `guided`. */
    model: z.string().optional(),
    guided: z.boolean().optional(),
    /** Of an answer. Absent: it runs, or waits. */
    end: messageEnd.optional(),
    usage: usage.optional(),
  })
  .meta({ id: 'MessageMetadata' })

/** What came of a tool call, as `output` of its part. */
export const toolOutput = z
  .object({
    ok: z.boolean(),
    text: z.string(),
    diff: z.string().optional(),
    exitCode: z.int().nullable().optional(),
    /** Lines that a command printed. */
    outputLines: z.int().optional(),
    /** Bytes left out of the middle. */
    truncated: z.int().optional(),
    notices: z.array(z.string()).optional(),
    /** The file was no longer the one that was shown; nothing was done. */
    stale: z.boolean().optional(),
    /** Where the image can be had, below `/api`. */
    image: z.object({ mediaType: z.string(), url: z.string() }).optional(),
    /** What a command that failed in the sandbox was missing. */
    wants: z.string().optional(),
    /** Who refused the call, where it was refused; `stop`: nobody, its answer was stopped before. */
    denied: z
      .object({ by: z.enum(['person', 'rule', 'skill', 'skillet', 'stop']), reason: z.string() })
      .optional(),
    /** Of a call that still runs (`preliminary`): `text` is the last lines, at most twelve. */
    live: z.boolean().optional(),
  })
  .meta({ id: 'ToolOutput' })

/**
 * The `data-*` parts of a message. Those marked transient are only streamed; the others are in
 * the stored message too.
 */
export const dataParts = {
  /** A skill that was handed over; of a person's message: the chip. */
  skill: z.object({
    name: z.string(),
    /** Absent: there is no such skill, and the message was not sent. */
    location: z.string().optional(),
    scope: z.string().optional(),
    /** As typed, or one for each field. */
    arguments: z.union([z.string(), z.array(z.string())]).optional(),
    /** The call as it was typed; absent where it was picked. */
    typed: z.string().optional(),
    /** Absent in a person's message. */
    route: z.enum(['user', 'model', 'read']).optional(),
    tokens: z.number().optional(),
    truncated: z.number().optional(),
    tools: z.array(z.string()).optional(),
    diagnostics: z.array(diagnostic).optional(),
  }),
  'skill-dropped': z.object({ name: z.string(), reason: z.string().optional() }),
  'follow-up': z.object({
    hook: z.enum(['postExecute', 'onError']),
    skill: z.string(),
    text: z.string(),
  }),
  compaction: z.object({
    messages: z.int(),
    tokensBefore: z.number(),
    tokensAfter: z.number(),
    summary: z.enum(['written', 'none', 'kept']),
    shortened: z.int(),
  }),
  knowledge: z.object({
    sources: z.array(
      z.object({
        path: z.string(),
        heading: z.string(),
        firstLine: z.int(),
        lastLine: z.int(),
      }),
    ),
  }),
  /** Of the tool part with the same call. Goes on being there once it was answered. */
  approval: z.object({
    request: approval,
    answer: z
      .object({
        decision: z.enum(['once', 'turn', 'always', 'no']),
        reason: z.string().optional(),
        /** Of a no that nobody said: the answer was stopped before. */
        stopped: z.boolean().optional(),
        answeredAt: z.number(),
      })
      .optional(),
  }),
  /** Transient. */
  notice: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
  /** Transient. */
  title: z.object({ title: z.string() }),
  /** Transient. How many turns are before this one. */
  queued: z.object({ place: z.int(), messageId: z.string() }),
  /** Transient. */
  retrying: z.object({
    attempt: z.int(),
    of: z.int(),
    delayMs: z.number(),
    reason: z.string(),
  }),
} as const

export type MessageEnd = z.infer<typeof messageEnd>
export type Usage = z.infer<typeof usage>
export type MessageMetadata = z.infer<typeof messageMetadata>
export type ToolOutput = z.infer<typeof toolOutput>
export type DataParts = { [Name in keyof typeof dataParts]: z.infer<(typeof dataParts)[Name]> }

/** A message, stored or streamed: what `useChat` of the AI SDK works with. Tools are `dynamic-tool` parts. */
export type SkilletMessage = UIMessage<MessageMetadata, DataParts>
export type SkilletPart = SkilletMessage['parts'][number]
