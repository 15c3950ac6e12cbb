import type { z } from '@hono/zod-openapi'
import { failure } from '../contract/index.ts'

/** A JSON body or answer, for `createRoute`. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return { content: { 'application/json': { schema } } }
}

/** A JSON body that has to be there: without `required` another media type would skip its check. */
export function body<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, ...json(schema) }
}

/** The answers of a route: what a success gives, and that everything else is a `Failure`. */
export function gives<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { 200: { description, ...json(schema) }, default: failed }
}

/** The same for a route that has nothing to say but that it is done. */
export function done(description: string) {
  return { 204: { description }, default: failed }
}

/** What every route may answer. */
export const failed = { description: 'It could not be done, and why.', ...json(failure) }
