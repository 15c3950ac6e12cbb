import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Failure } from './contract/index.ts'

export type FailureDetails = Failure['error']

/** What a route throws where it cannot do as asked; it becomes the contract's `Failure`. */
export class RequestFailure extends HTTPException {
  override readonly name = 'RequestFailure'
  readonly details: FailureDetails

  constructor(status: ContentfulStatusCode, details: FailureDetails) {
    super(status, { message: details.message })
    this.details = details
  }
}

/** A request that is not as the contract says, and where. */
export function invalidRequest(
  issue: { readonly message: string; readonly path: readonly PropertyKey[] } | undefined,
  ...place: readonly string[]
): RequestFailure {
  return new RequestFailure(400, {
    code: 'invalid',
    message: issue?.message ?? 'The request is not as expected.',
    hint: 'GET /api/openapi.json says what a request may hold.',
    path: [...place, ...(issue?.path ?? [])].join('.'),
  })
}

/** Something that is not there. */
export function notFound(message: string, hint?: string): RequestFailure {
  return new RequestFailure(404, {
    code: 'not-found',
    message,
    ...(hint === undefined ? {} : { hint }),
  })
}
