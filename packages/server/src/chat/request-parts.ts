import { z } from '@hono/zod-openapi'
import type { chatRequest } from '../contract/index.ts'
import { invalidRequest } from '../failure.ts'
import type { GivenAnswer } from './shown-answer.ts'

type ChatBody = z.infer<typeof chatRequest>
type SentMessage = ChatBody['messages'][number]

const textPart = z.object({ type: z.literal('text'), text: z.string().max(4_000_000) })

/** What the person typed, where a client cut it into several parts. */
export function textIn({ parts }: SentMessage): string {
  return parts
    .filter(({ type }) => type === 'text')
    .map((part) => valid(textPart, part).text)
    .join('\n')
}

const skillPart = z.object({
  type: z.literal('data-skill'),
  data: z.object({
    name: z.string(),
    /** Of the file: which one it is, where two have one name. */
    location: z.string().optional(),
    arguments: z.union([z.string(), z.array(z.string())]).optional(),
  }),
})

/** The chip, as a message has it. */
export function pickedIn({ parts }: SentMessage) {
  const part = parts.find(({ type }) => type === 'data-skill')
  if (!part) return undefined
  const { name, location = name, arguments: given } = valid(skillPart, part).data
  return { skill: location, ...(given !== undefined && { arguments: given }) }
}

const respondedPart = z.object({
  state: z.literal('approval-responded'),
  approval: z.object({
    id: z.string(),
    approved: z.boolean(),
    reason: z.string().max(10_000).optional(),
  }),
})

/** Answers in the body, then those in the last message, where it is an answer of the model. */
export function answersIn(
  given: NonNullable<ChatBody['answers']>,
  last: SentMessage | undefined,
): readonly { readonly id: string; readonly answer: GivenAnswer }[] {
  const named = given.map(({ id, ...answer }) => ({ id, answer }))
  const parts = last?.role === 'assistant' ? last.parts : []
  const bare = parts
    .filter(({ type }) => type === 'dynamic-tool' || type.startsWith('tool-'))
    .flatMap((part) => {
      const responded = respondedPart.safeParse(part)
      if (!responded.success) return []
      const { id, approved, reason } = responded.data.approval
      if (named.some((one) => one.id === id)) return []
      const answer: GivenAnswer = approved
        ? { decision: 'once' }
        : { decision: 'no', ...(reason !== undefined && { reason }) }
      return [{ id, answer }]
    })
  return [...named, ...bare]
}

export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidRequest(parsed.error.issues[0], 'messages', 'parts')
}
