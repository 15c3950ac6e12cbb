import { z } from 'zod'

const position = z.object({
  /** From 1. */
  line: z.int(),
  /** From 1, in UTF-16 units. */
  column: z.int(),
  offset: z.int(),
})

const range = z.object({ start: position, end: position })

/** Something about a place in a file, as in `docs/diagnostics.md`. */
export const diagnostic = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    message: z.string(),
    file: z.string(),
    range: range.optional(),
    hint: z.string().optional(),
    related: z
      .array(z.object({ message: z.string(), file: z.string(), range: range.optional() }))
      .optional(),
  })
  .meta({ id: 'Diagnostic' })

export type Diagnostic = z.infer<typeof diagnostic>
