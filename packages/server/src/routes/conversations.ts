import { createRoute, z } from '@hono/zod-openapi'
import { exportConversation } from '@skillet/agent'
import { forDeciders } from '../access/index.ts'
import {
  conversationList,
  conversationPage,
  conversationQuery,
  exportQuery,
  moveRequest,
  renameRequest,
  searchAnswer,
  searchQuery,
} from '../contract/index.ts'
import { notFound, RequestFailure } from '../failure.ts'
import type { World } from '../types.ts'
import { body, done, failed, gives } from './answers.ts'
import { newRoutes } from './app.ts'
import { readPage } from './conversation-page.ts'
import { idParams, type Places, requireHere } from './place.ts'

const tags = ['Conversations']

const list = createRoute({
  method: 'get',
  path: '/api/conversations',
  tags,
  summary: 'Conversations of this folder, or of all others',
  request: { query: conversationQuery },
  responses: gives('The last changed first.', conversationList),
})

const search = createRoute({
  method: 'get',
  path: '/api/conversations/search',
  tags,
  summary: 'Places that hold all words',
  request: { query: searchQuery },
  responses: gives('First titles, then messages.', searchAnswer),
})

const read = createRoute({
  method: 'get',
  path: '/api/conversations/{id}',
  tags,
  summary: 'A conversation as it stands',
  request: { params: idParams },
  responses: gives('The branch that is shown, and what runs and waits.', conversationPage),
})

const rename = createRoute({
  method: 'patch',
  path: '/api/conversations/{id}',
  tags,
  summary: 'Give a conversation another title',
  ...forDeciders,
  request: { params: idParams, body: body(renameRequest.meta({ id: 'RenameRequest' })) },
  responses: done('Renamed.'),
})

const remove = createRoute({
  method: 'delete',
  path: '/api/conversations/{id}',
  tags,
  summary: 'Delete a conversation and all that belongs to it',
  ...forDeciders,
  request: { params: idParams },
  responses: done('Deleted. Its turn is stopped.'),
})

const stop = createRoute({
  method: 'post',
  path: '/api/conversations/{id}/stop',
  tags,
  summary: 'Stop the turn that runs; messages that wait keep theirs',
  request: { params: idParams },
  responses: done('Told to stop.'),
})

const move = createRoute({
  method: 'post',
  path: '/api/conversations/{id}/move',
  tags,
  summary: 'Show another branch',
  ...forDeciders,
  request: { params: idParams, body: body(moveRequest.meta({ id: 'MoveRequest' })) },
  responses: done('It is shown now.'),
})

const exported = createRoute({
  method: 'get',
  path: '/api/conversations/{id}/export',
  tags,
  summary: 'A conversation as a file',
  request: { params: idParams, query: exportQuery },
  responses: {
    200: {
      description: 'For download.',
      content: {
        'text/markdown': { schema: z.string() },
        'application/json': { schema: z.record(z.string(), z.unknown()) },
      },
    },
    default: failed,
  },
})

/** `/api/conversations…`, but for the queue, approvals and the inspector. */
export function conversationRoutes(world: World, places: Places) {
  const { store, engine, hub, workspace } = world
  const { lister } = places
  const tellOf = async (id: string) => {
    const conversation = await lister.one(id)
    if (conversation) hub.publish({ type: 'conversation', conversation })
  }
  return newRoutes()
    .openapi(list, async (c) => {
      const { folder, limit, offset } = c.req.valid('query')
      const found =
        folder === 'here'
          ? await store.list({ workspace, limit: limit + 1, offset })
          : (await store.list())
              .filter((one) => one.workspace !== workspace)
              .slice(offset, offset + limit + 1)
      const conversations = await Promise.all(
        found.slice(0, limit).map((one) => lister.listed(one)),
      )
      return c.json({ conversations, more: found.length > limit }, 200)
    })
    .openapi(search, async (c) => {
      const { text, folder, limit } = c.req.valid('query')
      const found = await store.search({ text, limit, ...(folder === 'here' && { workspace }) })
      const hits = found.map(({ conversation, messageId, excerpt }) => ({
        conversation: {
          id: conversation.id,
          ...(conversation.title !== undefined && { title: conversation.title }),
          workspace: conversation.workspace,
          here: conversation.workspace === workspace,
        },
        ...(messageId !== undefined && { messageId }),
        excerpt,
      }))
      return c.json({ hits }, 200)
    })
    .openapi(read, async (c) => c.json(await readPage(world, places, c.req.valid('param').id), 200))
    .openapi(rename, async (c) => {
      const { id } = await requireHere(world, c.req.valid('param').id)
      await store.setTitle(id, c.req.valid('json').title)
      await tellOf(id)
      return c.body(null, 204)
    })
    .openapi(remove, async (c) => {
      const { id } = await requireHere(world, c.req.valid('param').id)
      engine.stop(id)
      await store.delete(id)
      hub.publish({ type: 'conversation-deleted', id })
      return c.body(null, 204)
    })
    .openapi(stop, async (c) => {
      const { id } = await requireHere(world, c.req.valid('param').id)
      engine.stop(id)
      return c.body(null, 204)
    })
    .openapi(move, async (c) => {
      const { id } = await requireHere(world, c.req.valid('param').id)
      const { messageId, until } = c.req.valid('json')
      const outcome = await engine.moveTo({ conversationId: id, messageId, until })
      if (outcome.kind === 'refused') {
        const { why, message, hint } = outcome
        const [status, code] =
          why === 'running' ? ([409, 'busy'] as const) : ([404, 'not-found'] as const)
        throw new RequestFailure(status, { code, message, hint })
      }
      hub.publish({ type: 'conversation-changed', conversationId: id }, id)
      await tellOf(id)
      return c.body(null, 204)
    })
    .openapi(exported, async (c) => {
      const { id } = c.req.valid('param')
      const { format } = c.req.valid('query')
      const text = await exportConversation(store, id, { format })
      if (text === undefined) throw notFound('There is no such conversation.')
      const [type, ending] =
        format === 'json' ? ['application/json', 'json'] : ['text/markdown; charset=utf-8', 'md']
      return c.body(text, 200, {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="skillet-conversation.${ending}"`,
        'Content-Security-Policy': "sandbox; default-src 'none'",
      })
    })
}
