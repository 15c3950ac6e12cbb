import { z } from 'zod'

/** What several providers ask of a request alike, and the form in which a refusal names it. */

/** Providers refuse a text without a letter in it. */
export const someText = z.string().refine((text) => text.trim() !== '', 'is empty')

export const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'is no name of a tool')

/** Base64 of an image that really is one. */
export const imageData = z
  .string()
  .refine((data) => data.startsWith('iVBORw0KGgo'), 'is no PNG image')

/** Each problem with its place, or none. */
export function shapeProblems(schema: z.ZodType, body: unknown): readonly string[] {
  const { error } = schema.safeParse(body)
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

export function repeatedIds(ids: readonly string[]): readonly string[] {
  return ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `the id ${id} is there twice`)
}

/** Begins with the person, then one after the other; the person or a tool is last. */
export function turnProblems(roles: readonly string[], person = 'user'): readonly string[] {
  const problems: string[] = []
  if (roles[0] !== person) problems.push(`the first message is of ${roles[0]}`)
  if (roles.at(-1) !== person) problems.push(`the last message is of ${roles.at(-1)}`)
  for (const [at, role] of roles.entries()) {
    if (at > 0 && roles[at - 1] === role)
      problems.push(`messages ${at - 1} and ${at} are of ${role}`)
  }
  return problems
}

/** Calls and results of two messages that follow each other have to be the same. */
export function pairProblems(
  at: number,
  calls: readonly string[],
  results: readonly string[],
): readonly string[] {
  return [
    ...calls.filter((id) => !results.includes(id)).map((id) => `${at}: no result for ${id}`),
    ...results.filter((id) => !calls.includes(id)).map((id) => `${at}: no call for ${id}`),
    ...repeatedIds(results).map((problem) => `${at}: ${problem}`),
  ]
}

/** What another provider calls its own things, and nobody else knows. */
export function foreignMarks(body: unknown, marks: readonly string[]): readonly string[] {
  const text = JSON.stringify(body)
  return marks.filter((mark) => text.includes(mark)).map((mark) => `"${mark}" is another's`)
}
