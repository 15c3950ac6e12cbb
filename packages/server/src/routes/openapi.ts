import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { ServerEnvironment } from '../types.ts'
import { gives } from './answers.ts'
import { newRoutes } from './app.ts'

const route = createRoute({
  method: 'get',
  path: '/api/openapi.json',
  tags: ['Begin'],
  summary: 'This document',
  responses: gives('OpenAPI 3.1.', z.record(z.string(), z.unknown())),
})

/** `GET /api/openapi.json`: made from the schemas that check what comes in. */
export function openApiRoutes(version: string, whole: () => OpenAPIHono<ServerEnvironment>) {
  const app = newRoutes()
  app.openAPIRegistry.registerPath(route)
  app.get(route.path, (c) => c.json(openApiDocument(whole(), version)))
  return app
}

export function openApiDocument(app: OpenAPIHono<ServerEnvironment>, version: string) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'For other programs: `skillet serve --client-token FILE`.',
  })
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Skillet',
      version,
      description: 'Conversations, skills and settings over HTTP. See docs/http.md.',
    },
    security: [{ token: [] }],
  })
}
