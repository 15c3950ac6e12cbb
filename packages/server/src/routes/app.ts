import { OpenAPIHono } from '@hono/zod-openapi'
import { RequestFailure } from '../failure.ts'
import type { ServerEnvironment } from '../types.ts'

/** Routes that check what they are sent, and say where it is wrong. */
export function newRoutes(): OpenAPIHono<ServerEnvironment> {
  return new OpenAPIHono<ServerEnvironment>({
    defaultHook(result) {
      if (result.success) return
      const [issue] = result.error.issues
      throw new RequestFailure(400, {
        code: 'invalid',
        message: issue === undefined ? 'The request is not as expected.' : issue.message,
        path: [result.target, ...(issue?.path ?? [])].join('.'),
      })
    },
  })
}
