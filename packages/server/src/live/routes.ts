import { createRoute, z } from '@hono/zod-openapi'
import { liveEvent, liveQuery } from '../contract/index.ts'
import { newRoutes } from '../routes/app.ts'
import type { World } from '../types.ts'
import { endOf } from './connection.ts'

const live = createRoute({
  method: 'get',
  path: '/api/live',
  tags: ['Live'],
  summary: 'What happens from now on, as server-sent events',
  request: {
    query: liveQuery,
    headers: z.object({ 'last-event-id': z.string().max(100).optional() }),
  },
  responses: {
    200: {
      description: 'One event after another, until the page leaves.',
      content: { 'text/event-stream': { schema: liveEvent } },
    },
  },
})

/** `GET /api/live` */
export function liveRoutes({ hub }: Pick<World, 'hub'>) {
  return newRoutes().openapi(live, (c) => {
    const { conversation, after = c.req.valid('header')['last-event-id'] } = c.req.valid('query')
    const stream = hub.open({
      cut: endOf(c),
      ...(conversation !== undefined && { conversation }),
      ...(after !== undefined && { after }),
    })
    return new Response(stream, { headers: eventStreamHeaders })
  })
}

/** Nobody between server and page is to keep or gather events. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const
