import { OpenAPIHono } from '@hono/zod-openapi'
import { invalidRequest } from '../failure.ts'
import type { ServerEnvironment } from '../types.ts'

/** Routes that check what they are sent, and say where it is wrong. */
export function newRoutes(): OpenAPIHono<ServerEnvironment> {
  return new OpenAPIHono<ServerEnvironment>({
    defaultHook(result) {
      if (result.success) return
      throw invalidRequest(result.error.issues[0], result.target)
    },
  })
}
