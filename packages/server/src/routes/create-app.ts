import { StoreError } from '@skillet/agent'
import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import {
  type createAccess,
  headAlone,
  type Limits,
  limitBody,
  limitDepth,
  limitStreams,
} from '../access/index.ts'
import { chatRoutes } from '../chat/index.ts'
import type { Failure } from '../contract/index.ts'
import { type FailureDetails, RequestFailure } from '../failure.ts'
import { liveRoutes } from '../live/index.ts'
import type { World } from '../types.ts'
import { newRoutes } from './app.ts'
import { approvalRoutes } from './approvals.ts'
import { conversationRoutes } from './conversations.ts'
import { inspectorRoutes } from './inspector.ts'
import { createLister } from './listed.ts'
import { openApiRoutes } from './openapi.ts'
import { pageRoutes } from './page.ts'
import { queueRoutes } from './queue.ts'
import { sessionRoutes } from './session.ts'
import { settingsRoutes } from './settings.ts'
import { skillRoutes } from './skills.ts'
import { trustRoutes } from './trust.ts'

/** Every path there is: first who comes in and with how much, then what they asked for. */
export function createApp(world: World, access: ReturnType<typeof createAccess>, limits: Limits) {
  const app = newRoutes()
  const lister = createLister(world)
  app.use('/api/*', headAlone, noStore, access.guard, limitBody(limits), limitDepth(limits))
  const streams = limitStreams(limits)
  for (const path of ['/api/live', '/api/chat', '/api/chat/:id/stream']) app.use(path, streams)
  app.route('/', access.routes())
  app.route('/', sessionRoutes(world))
  app.route('/', liveRoutes(world))
  app.route('/', chatRoutes(world, { lister }))
  app.route('/', conversationRoutes(world, { lister }))
  app.route('/', inspectorRoutes(world))
  app.route('/', queueRoutes(world))
  app.route('/', approvalRoutes(world))
  app.route('/', skillRoutes(world))
  app.route('/', trustRoutes(world))
  app.route('/', settingsRoutes(world))
  app.route(
    '/',
    openApiRoutes(world.version, () => app),
  )
  app.all('/api/*', () => {
    throw new RequestFailure(404, {
      code: 'not-found',
      message: 'There is no such route.',
      hint: 'GET /api/openapi.json lists all of them.',
    })
  })
  app.route('/', pageRoutes(world))
  app.onError((error, c) => {
    const { status, details } = failureOf(error)
    if (details.code === 'internal') world.onFault?.(error)
    return c.json({ error: details } satisfies Failure, status)
  })
  return app
}

/** What is asked below `/api` is of this moment, and for whoever asked. */
const noStore: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
}

function failureOf(error: Error): {
  readonly status: ContentfulStatusCode
  readonly details: FailureDetails
} {
  if (error instanceof RequestFailure) return { status: error.status, details: error.details }
  if (error instanceof HTTPException) {
    return { status: error.status, details: { code: 'invalid', message: error.message } }
  }
  if (error instanceof StoreError) {
    const { message, hint } = error
    return { status: 503, details: { code: 'store', message, hint } }
  }
  return {
    status: 500,
    details: {
      code: 'internal',
      // A fault of ours may hold anything; what it says is for the terminal, not for a page.
      message: 'Skillet met a fault of its own.',
      hint: 'The terminal where it runs says more.',
    },
  }
}
