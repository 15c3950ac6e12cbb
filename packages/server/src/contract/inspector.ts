import { z } from 'zod'

const section = z.object({
  /** `knowledge`, `skill`, `base`, `catalogue` … */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  tokens: z.number(),
})

const tool = z.object({ name: z.string(), description: z.string(), schema: z.unknown() })

/** One call of the model: what it was sent. */
export const requestRecord = z
  .object({
    messageId: z.string(),
    step: z.int(),
    model: z.string(),
    sentAt: z.number(),
    sections: z.array(section),
    tools: z.array(tool),
    toolTokens: z.number(),
    messageTokens: z.number(),
    /** As the provider counted the whole request; absent: it did not say. */
    countedTokens: z.number().optional(),
    contextWindow: z.number().optional(),
    catalogue: z.object({
      whole: z.array(z.string()).optional(),
      shortened: z.array(z.string()),
      nameOnly: z.array(z.string()).optional(),
      omitted: z.array(z.string()),
    }),
  })
  .meta({ id: 'RequestRecord' })

export const requestRecords = z
  .object({ requests: z.array(requestRecord) })
  .meta({ id: 'RequestRecords' })

/** A draft, for "Next". */
export const previewRequest = z
  .strictObject({
    text: z.string().max(4_000_000),
    skill: z.string().optional(),
    arguments: z.union([z.string(), z.array(z.string())]).optional(),
    drop: z.array(z.string()).optional(),
    model: z.string().optional(),
  })
  .meta({ id: 'PreviewRequest' })

export const preview = z
  .object({
    model: z.string(),
    sections: z.array(section),
    tools: z.array(tool),
    messages: z.array(z.unknown()),
    toolTokens: z.number(),
    messageTokens: z.number(),
    total: z.number(),
    contextWindow: z.number().optional(),
    catalogue: requestRecord.shape.catalogue.optional(),
    notices: z.array(
      z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
    ),
  })
  .meta({ id: 'Preview' })

export type PromptSection = z.infer<typeof section>
export type RequestRecord = z.infer<typeof requestRecord>
export type RequestRecords = z.infer<typeof requestRecords>
export type PreviewRequest = z.infer<typeof previewRequest>
export type Preview = z.infer<typeof preview>
