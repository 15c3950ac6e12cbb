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

const callId = z.string().min(1).max(40)
const png = 'data:image/png;base64,'

const argumentsJson = z.string().refine((text) => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}, 'is no object')

const toolCall = z.strictObject({
  id: callId,
  type: z.literal('function'),
  function: z.strictObject({ name: toolName, arguments: argumentsJson }),
})
const textPart = z.strictObject({ type: z.literal('text'), text: someText })
const imagePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: z
      .string()
      .startsWith(png)
      .transform((url) => url.slice(png.length))
      .pipe(imageData),
  }),
})

const system = z.strictObject({ role: z.literal('system'), content: someText })
const user = z.strictObject({
  role: z.literal('user'),
  content: z.union([someText, z.array(z.union([textPart, imagePart])).min(1)]),
})
const assistant = z.strictObject({
  role: z.literal('assistant'),
  content: z.union([z.string(), z.null()]).optional(),
  tool_calls: z.array(toolCall).min(1).optional(),
})
// Copies of the protocol take a text here and nothing else.
const tool = z.strictObject({ role: z.literal('tool'), tool_call_id: callId, content: someText })

const request = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(z.discriminatedUnion('role', [system, user, assistant, tool])).min(2),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.looseObject({
          name: toolName,
          parameters: z.looseObject({ type: z.literal('object') }),
        }),
      }),
    )
    .optional(),
})

const foreign = [
  'encrypted_content',
  'c2lnbmVk',
  'c2VhbGVk',
  'thoughtSignature',
  'dGhvdWdodA==',
  'thought_signature',
]

/**
 * Why a server that copied OpenAI's protocol would refuse this request: some hand it to a template
 * of the model, which wants one system text at the top and roles that alternate.
 */
export function chatProblems(body: unknown): readonly string[] {
  const read = request.safeParse(body)
  if (!read.success) return shapeProblems(request, body)
  const { messages } = read.data
  const problems: string[] = []
  const turns: string[] = []
  let open: { readonly calls: readonly string[]; readonly results: string[] } | undefined
  for (const [at, message] of messages.entries()) {
    if ((message.role === 'system') !== (at === 0)) problems.push(`${at}: ${message.role}`)
    if (message.role === 'system') continue
    if (message.role === 'tool') {
      if (open) open.results.push(message.tool_call_id)
      else problems.push(`${at}: a result without a call`)
      continue
    }
    if (open) problems.push(...pairProblems(at, open.calls, open.results))
    // What stands between two answers of the model is the results.
    if (open && message.role === 'assistant') turns.pop()
    open = undefined
    turns.push(message.role)
    if (message.role !== 'assistant') continue
    const calls = (message.tool_calls ?? []).map(({ id }) => id)
    if (calls.length > 0) open = { calls, results: [] }
    else if (!message.content?.trim()) problems.push(`${at}: says nothing`)
  }
  if (open) problems.push(...pairProblems(messages.length, open.calls, open.results))
  if (messages.at(-1)?.role === 'tool') turns.pop()
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [],
  )
  return [
    ...problems,
    ...repeatedIds(calls),
    ...turnProblems(turns),
    ...foreignMarks(body, foreign),
  ]
}
