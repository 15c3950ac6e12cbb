import { z } from 'zod'
import {
  foreignMarks,
  imageData,
  pairProblems,
  repeatedIds,
  shapeProblems,
  someText,
  toolName,
  turnProblems,
} from './rules.ts'

const callId = z.string().regex(/^[a-zA-Z0-9_-]+$/, 'is no id of a call')
const cache = { cache_control: z.strictObject({ type: z.literal('ephemeral') }).optional() }

const textBlock = z.strictObject({ type: z.literal('text'), text: someText, ...cache })
const imageBlock = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.literal('image/png'),
    data: imageData,
  }),
  ...cache,
})
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: callId,
  name: toolName,
  input: z.record(z.string(), z.unknown()),
  ...cache,
})
const toolResult = z
  .strictObject({
    type: z.literal('tool_result'),
    tool_use_id: callId,
    content: z.union([someText, z.array(z.union([textBlock, imageBlock])).min(1)]),
    is_error: z.boolean().optional(),
    ...cache,
  })
  .refine(
    ({ is_error, content }) =>
      !is_error || typeof content === 'string' || content.every(({ type }) => type === 'text'),
    'an error is text alone',
  )
const thinking = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  // The one that the server of the tests signs with.
  signature: z.literal('c2lnbmVk'),
})

const userContent = z.array(z.union([textBlock, imageBlock, toolResult])).min(1)
const assistantContent = z.array(z.union([textBlock, toolUse, thinking])).min(1)

const request = z.looseObject({
  model: z.string(),
  max_tokens: z.number().int().positive(),
  stream: z.literal(true),
  system: z.array(textBlock).min(1),
  messages: z.array(
    z.discriminatedUnion('role', [
      z.strictObject({ role: z.literal('user'), content: userContent }),
      z.strictObject({ role: z.literal('assistant'), content: assistantContent }),
    ]),
  ),
  tools: z
    .array(
      z.looseObject({
        name: toolName,
        description: someText,
        input_schema: z.looseObject({ type: z.literal('object') }),
      }),
    )
    .optional(),
})

const foreign = [
  'encrypted_content',
  'thoughtSignature',
  'dGhvdWdodA==',
  'reasoning_content',
  'item_reference',
]

/** Why Anthropic would refuse this request; nothing where it would not. */
export function anthropicProblems(body: unknown): readonly string[] {
  const read = request.safeParse(body)
  if (!read.success) return shapeProblems(request, body)
  const { messages } = read.data
  const steps = messages.map(({ role, content }) => ({
    role,
    calls: content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])),
    results: content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : [])),
    // Results stand before everything else that a message says.
    late: content.some(
      (block, at) => block.type === 'tool_result' && content[at - 1]?.type === 'text',
    ),
    trailing: role === 'assistant' && content.at(-1)?.type === 'thinking',
  }))
  return [
    ...turnProblems(steps.map(({ role }) => role)),
    ...repeatedIds(steps.flatMap(({ calls }) => calls)),
    ...steps.flatMap(({ results }, at) => pairProblems(at, steps[at - 1]?.calls ?? [], results)),
    ...steps.flatMap(({ late }, at) => (late ? [`${at}: a result stands behind text`] : [])),
    ...steps.flatMap(({ trailing }, at) => (trailing ? [`${at}: ends with thinking`] : [])),
    ...foreignMarks(body, foreign),
  ]
}
