import { z } from 'zod'
import { foreignMarks, imageData, repeatedIds, shapeProblems, someText, toolName } from './rules.ts'

const callId = z.string().min(1).max(64)
const png = 'data:image/png;base64,'
const imageUrl = z
  .string()
  .startsWith(png)
  .transform((url) => url.slice(png.length))
  .pipe(imageData)
const inputText = z.strictObject({ type: z.literal('input_text'), text: someText })
const inputImage = z.strictObject({ type: z.literal('input_image'), image_url: imageUrl })

/** An object as JSON, which is how arguments travel. */
const argumentsJson = z.string().refine((text) => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}, 'is no object')

const system = z.strictObject({ role: z.enum(['system', 'developer']), content: someText })
const user = z.strictObject({
  role: z.literal('user'),
  content: z.array(z.union([inputText, inputImage])).min(1),
})
/** Nothing is stored: an id is taken within the turn that it was given in, beside the whole item. */
const itemId = z.string().optional()
const assistant = z.strictObject({
  role: z.literal('assistant'),
  id: itemId,
  content: z.array(z.strictObject({ type: z.literal('output_text'), text: someText })).min(1),
})
const functionCall = z.strictObject({
  type: z.literal('function_call'),
  id: itemId,
  call_id: callId,
  name: toolName,
  arguments: argumentsJson,
})
const callOutput = z.strictObject({
  type: z.literal('function_call_output'),
  call_id: callId,
  output: z.union([someText, z.array(z.union([inputText, inputImage])).min(1)]),
})
const reasoning = z.strictObject({
  type: z.literal('reasoning'),
  id: z.string(),
  encrypted_content: z.literal('c2VhbGVk'),
  summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
})

const item = z.union([system, user, assistant, functionCall, callOutput, reasoning])

const request = z.looseObject({
  model: z.string(),
  store: z.literal(false),
  stream: z.literal(true),
  previous_response_id: z.never().optional(),
  input: z.array(item).min(2),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        name: toolName,
        parameters: z.looseObject({ type: z.literal('object') }),
      }),
    )
    .optional(),
})

const foreign = [
  'c2lnbmVk',
  'thoughtSignature',
  'dGhvdWdodA==',
  'reasoning_content',
  'item_reference',
]

/** Why OpenAI would refuse this request; nothing where it would not. */
export function responsesProblems(body: unknown): readonly string[] {
  const read = request.safeParse(body)
  if (!read.success) return shapeProblems(request, body)
  const { input } = read.data
  const isSystem = (one: z.infer<typeof item>) =>
    'role' in one && one.role !== 'user' && one.role !== 'assistant'
  const idsOf = (type: 'function_call' | 'function_call_output') =>
    input.flatMap((one) => ('type' in one && one.type === type ? [one.call_id] : []))
  const calls = idsOf('function_call')
  const outputs = idsOf('function_call_output')
  const place = (type: string, id: string) =>
    input.findIndex(
      (one) => 'type' in one && one.type === type && 'call_id' in one && one.call_id === id,
    )
  const last = input.at(-1)
  const turn = input.findLastIndex((one) => 'role' in one && one.role === 'user')
  const old = input.slice(0, turn).filter((one) => 'id' in one && one.id !== undefined)
  return [
    ...(input.findLastIndex(isSystem) === 0 ? [] : ['the system text is not at the top alone']),
    ...repeatedIds(calls),
    ...repeatedIds(outputs),
    ...calls.filter((id) => !outputs.includes(id)).map((id) => `no output for ${id}`),
    ...outputs.filter((id) => !calls.includes(id)).map((id) => `no call for ${id}`),
    ...outputs
      .filter((id) => place('function_call_output', id) < place('function_call', id))
      .map((id) => `the output of ${id} stands before its call`),
    ...(last && 'role' in last && last.role === 'assistant' ? ['the model is last'] : []),
    ...(old.length > 0 ? ['ids of an earlier turn'] : []),
    ...foreignMarks(body, foreign),
  ]
}
