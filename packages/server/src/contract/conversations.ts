import { z } from 'zod'
import { approval } from './approvals.ts'
import { dataParts, messageMetadata } from './messages.ts'

export const listedConversation = z
  .object({
    id: z.string(),
    title: z.string().optional(),
    workspace: z.string(),
    /** Of the folder that Skillet runs in. Others are read only. */
    here: z.boolean(),
    /** Of others: the command that opens it in its folder. */
    command: z.string().optional(),
    createdAt: z.number(),
    updatedAt: z.number(),
    messageCount: z.int(),
    state: z.enum(['idle', 'running', 'waiting', 'interrupted']),
  })
  .meta({ id: 'ListedConversation' })

export const conversationList = z
  .object({
    conversations: z.array(listedConversation),
    /** There are more behind these. */
    more: z.boolean(),
  })
  .meta({ id: 'ConversationList' })

export const conversationQuery = z.object({
  folder: z.enum(['here', 'elsewhere']).default('here'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).default(0),
})

export const searchQuery = z.object({
  text: z.string().min(1).max(1000),
  folder: z.enum(['here', 'everywhere']).default('here'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

export const searchAnswer = z
  .object({
    hits: z.array(
      z.object({
        conversation: listedConversation.pick({
          id: true,
          title: true,
          workspace: true,
          here: true,
        }),
        messageId: z.string().optional(),
        excerpt: z.string(),
      }),
    ),
  })
  .meta({ id: 'SearchAnswer' })

/** A message as JSON: a `UIMessage` of the AI SDK with Skillet's metadata and data parts. */
export const messageShape = z
  .object({
    id: z.string(),
    role: z.enum(['user', 'assistant']),
    metadata: messageMetadata.optional(),
    parts: z.array(z.looseObject({ type: z.string() })),
  })
  .meta({ id: 'Message', description: `Data parts: ${Object.keys(dataParts).join(', ')}.` })

export const activeSkill = z
  .object({
    name: z.string(),
    location: z.string(),
    scope: z.string().optional(),
    tokens: z.number(),
    route: z.enum(['user', 'model', 'read']),
    arguments: z.string(),
    /** The tools that remain while it is active; empty: all. */
    tools: z.array(z.string()),
    /** Over the budget: its text is not sent. */
    leftOut: z.boolean(),
    changedOnDisk: z.boolean(),
  })
  .meta({ id: 'ActiveSkill' })

export const conversationPage = z
  .object({
    conversation: listedConversation,
    /** Of the branch that is shown, in order; those that wait last. */
    messages: z.array(messageShape),
    /** Ids of messages behind the last one on other branches. */
    later: z.array(z.string()),
    activeSkills: z.array(activeSkill),
    running: z.object({ answerId: z.string(), here: z.boolean() }).optional(),
    approvals: z.array(approval),
    contextTokens: z.number(),
    /** Of the model that would answer. */
    contextWindow: z.number().optional(),
    /** The live stream goes on from here: its event id at the time of reading. */
    lastEventId: z.string(),
  })
  .meta({ id: 'ConversationPage' })

export const renameRequest = z.strictObject({ title: z.string().min(1).max(500) })

export const moveRequest = z.strictObject({
  messageId: z.string().nullable(),
  until: z.enum(['message', 'end']).default('message'),
})

/** A message that waits, changed before its turn. */
export const queueEdit = z.strictObject({
  text: z.string().max(4_000_000),
  skill: z.string().nullable().optional(),
  arguments: z.union([z.string(), z.array(z.string())]).optional(),
})

export const exportQuery = z.object({ format: z.enum(['markdown', 'json']) })

export type ListedConversation = z.infer<typeof listedConversation>
export type ConversationList = z.infer<typeof conversationList>
export type SearchAnswer = z.infer<typeof searchAnswer>
export type ActiveSkill = z.infer<typeof activeSkill>
export type ConversationPage = z.infer<typeof conversationPage>
export type QueueEdit = z.infer<typeof queueEdit>
