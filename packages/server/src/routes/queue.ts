import { createRoute } from '@hono/zod-openapi'
import type { Asker } from '@skillet/agent'
import { askerOf, forDeciders } from '../access/index.ts'
import { queueEdit } from '../contract/index.ts'
import { RequestFailure } from '../failure.ts'
import type { World } from '../types.ts'
import { body, done } from './answers.ts'
import { newRoutes } from './app.ts'
import { messageParams, requireHere } from './place.ts'

const tags = ['Conversations']
const path = '/api/conversations/{id}/queue/{messageId}'

const edit = createRoute({
  method: 'patch',
  path,
  tags,
  summary: 'Change a message that waits for its turn',
  ...forDeciders,
  request: { params: messageParams, body: body(queueEdit.meta({ id: 'QueueEdit' })) },
  responses: done('Changed.'),
})

const remove = createRoute({
  method: 'delete',
  path,
  tags,
  summary: 'Take away a message that waits for its turn',
  ...forDeciders,
  request: { params: messageParams },
  responses: done('Taken away.'),
})

/** `/api/conversations/:id/queue/:messageId` */
export function queueRoutes(world: World) {
  const { engine, hub } = world
  const revise = async (
    { id, messageId }: { readonly id: string; readonly messageId: string },
    change: Parameters<typeof engine.revise>[0]['change'],
    askedBy: Asker,
  ) => {
    await requireHere(world, id)
    const isChanged = await engine.revise({ conversationId: id, messageId, change, askedBy })
    if (!isChanged) throw begun()
    hub.publish({ type: 'conversation-changed', conversationId: id }, id)
  }
  return newRoutes()
    .openapi(edit, async (c) => {
      const { text, skill, arguments: given } = c.req.valid('json')
      const change = {
        text,
        ...(typeof skill === 'string' && { skill }),
        ...(given !== undefined && { arguments: given }),
      }
      await revise(c.req.valid('param'), change, askerOf(c))
      return c.body(null, 204)
    })
    .openapi(remove, async (c) => {
      await revise(c.req.valid('param'), null, askerOf(c))
      return c.body(null, 204)
    })
}

function begun(): RequestFailure {
  return new RequestFailure(409, {
    code: 'busy',
    message: 'This message does not wait any more.',
    hint: 'Its turn has begun, or it was taken away.',
  })
}
