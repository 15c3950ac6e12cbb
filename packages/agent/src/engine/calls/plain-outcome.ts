import { z } from 'zod'
import type { Access, Preview, ToolOutcome } from '../../tools/types.ts'

/** What may be kept of an outcome: whatever else a program's tool puts there is left out. */
const outcome = z.object({
  ok: z.boolean(),
  text: z.string(),
  diff: z.string().exactOptional(),
  exitCode: z.number().nullable().exactOptional(),
  outputLines: z.number().exactOptional(),
  truncated: z.number().exactOptional(),
  wants: z.enum(['network', 'home']).exactOptional(),
  notices: z.array(z.string()).exactOptional(),
  stale: z.literal(true).exactOptional(),
  image: z.object({ mediaType: z.string(), base64: z.string() }).exactOptional(),
  activate: z
    .object({
      name: z.string(),
      location: z.string().exactOptional(),
      arguments: z.string().exactOptional(),
      route: z.enum(['tool', 'read']),
    })
    .exactOptional(),
})

/**
 * An outcome as it can be kept, shown and sent. A tool in JavaScript may give back anything.
 *
 * @throws TypeError with what is wrong with it, for the model
 */
export function plainOutcome(given: unknown): ToolOutcome {
  const { data, error } = outcome.safeParse(present(given))
  if (data) return data
  const [field] = error.issues[0]?.path ?? []
  throw new TypeError(
    field === undefined
      ? 'it gave back nothing that has `ok` and `text`.'
      : `it gave back a ${JSON.stringify(String(field))} of another type than outcomes have.`,
  )
}

const paths = z.array(z.string())
const access = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), paths, named: paths.exactOptional() }),
  z.object({ kind: z.literal('write'), paths, named: paths.exactOptional() }),
  z.object({ kind: z.literal('run'), command: z.string(), cwd: z.string() }),
  z.object({ kind: z.literal('skill'), name: z.string() }),
  z.object({ kind: z.literal('none') }),
])

/** The same for what a call would touch. @throws TypeError */
export function plainAccess(given: unknown): Access {
  const { data } = access.safeParse(present(given))
  if (data) return data
  throw new TypeError('what it says it would touch is nothing that can be decided on.')
}

const preview = z.object({
  diff: z.string(),
  baseHash: z.string().exactOptional(),
  failure: z.string().exactOptional(),
})

/** The same for what a question shows. @throws TypeError */
export function plainPreview(given: unknown): Preview | undefined {
  const { data } = preview.safeParse(present(given))
  if (data || given === undefined) return data
  throw new TypeError('its preview is none.')
}

/** Without fields that say `undefined`, which is the same as nothing. */
function present(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields)
}

/** Whether a value is the same when it was kept as JSON and read again. */
export function isPlain(value: unknown, above: readonly object[] = []): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean'
  if (value === null) return true
  if (above.includes(value)) return false
  const proto: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && proto !== Object.prototype && proto !== null) return false
  const here = [...above, value]
  return Object.values(value).every((one) => one === undefined || isPlain(one, here))
}
