import { z } from 'zod'
import { foreignMarks, imageData, shapeProblems, someText, turnProblems } from './rules.ts'

const name = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/, 'is no name of a function')
const inlineData = z.strictObject({ mimeType: z.literal('image/png'), data: imageData })

const text = z.strictObject({ text: someText })
const image = z.strictObject({ inlineData })
const functionCall = z.strictObject({
  functionCall: z.strictObject({
    id: z.string().optional(),
    name,
    args: z.record(z.string(), z.unknown()),
  }),
  thoughtSignature: z.literal('dGhvdWdodA==').optional(),
})
const functionResponse = z.strictObject({
  functionResponse: z.strictObject({
    id: z.string().optional(),
    name,
    response: z.record(z.string(), z.unknown()),
  }),
})

/** What a schema of Google's may say; other words of JSON Schema are refused. */
const schemaWords: ReadonlySet<string> = new Set(
  'type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum'.split(
    ' ',
  ),
)

function unknownWords(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([word, value]): readonly string[] => {
    if (!schemaWords.has(word)) return [word]
    if (word === 'properties') return Object.values(value).flatMap(unknownWords)
    if (word === 'anyOf') return Array.isArray(value) ? value.flatMap(unknownWords) : [word]
    return word === 'items' ? unknownWords(value) : []
  })
}

const request = z.looseObject({
  systemInstruction: z.strictObject({ parts: z.array(text).min(1) }),
  contents: z
    .array(
      z.discriminatedUnion('role', [
        z.strictObject({
          role: z.literal('user'),
          parts: z.array(z.union([text, image, functionResponse])).min(1),
        }),
        z.strictObject({
          role: z.literal('model'),
          parts: z.array(z.union([text, functionCall])).min(1),
        }),
      ]),
    )
    .min(1),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z.array(
          z.strictObject({
            name,
            description: someText,
            parameters: z
              .unknown()
              .optional()
              .refine((schema) => unknownWords(schema).length === 0, 'has words that are unknown'),
          }),
        ),
      }),
    )
    .optional(),
})

const foreign = ['encrypted_content', 'c2lnbmVk', 'c2VhbGVk', 'reasoning_content']

/** Why Google would refuse this request; nothing where it would not. */
export function googleProblems(body: unknown): readonly string[] {
  const read = request.safeParse(body)
  if (!read.success) return shapeProblems(request, body)
  const steps = read.data.contents.map(({ role, parts }) => ({
    role,
    speaks: role === 'user' && parts.every((part) => !('functionResponse' in part)),
    unsigned: parts.find((part) => 'functionCall' in part)?.thoughtSignature === undefined,
    calls: parts.flatMap((part) => ('functionCall' in part ? [part.functionCall.name] : [])),
    responses: parts.flatMap((part) =>
      'functionResponse' in part ? [part.functionResponse.name] : [],
    ),
  }))
  const turn = steps.findLastIndex(({ speaks }) => speaks)
  return [
    // Newer models want their signature back, at the first call of each step of the turn.
    ...steps.flatMap(({ calls, unsigned }, at) =>
      at > turn && calls.length > 0 && unsigned ? [`${at}: the signature is missing`] : [],
    ),
    ...turnProblems(steps.map(({ role }) => role)),
    // As many as there were calls, in their order: it has no other way to tell them apart.
    ...steps.flatMap(({ responses }, at) => {
      const calls = steps[at - 1]?.calls ?? []
      const same = calls.join() === responses.join()
      return same ? [] : [`${at}: calls of ${calls.join()} have the responses ${responses.join()}`]
    }),
    ...foreignMarks(body, foreign),
  ]
}
