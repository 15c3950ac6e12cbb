import { createRoute } from '@hono/zod-openapi'
import { forDeciders } from '../access/index.ts'
import { shownAnswer } from '../chat/index.ts'
import { approvalAnswer } from '../contract/index.ts'
import { notFound, RequestFailure } from '../failure.ts'
import type { World } from '../types.ts'
import { body, done } from './answers.ts'
import { newRoutes } from './app.ts'
import { approvalParams, requireHere } from './place.ts'

const route = createRoute({
  method: 'post',
  path: '/api/conversations/{id}/approvals/{approvalId}',
  tags: ['Conversations'],
  summary: 'Say yes or no to a tool call',
  ...forDeciders,
  request: { params: approvalParams, body: body(approvalAnswer) },
  responses: done('It counts: exactly what was shown runs, or nothing.'),
})

/** `POST /api/conversations/:id/approvals/:approvalId`: for people, never for the model's commands. */
export function approvalRoutes(world: World) {
  const { engine, store } = world
  return newRoutes().openapi(route, async (c) => {
    const { id, approvalId } = c.req.valid('param')
    await requireHere(world, id)
    const approval = await store.approval(approvalId)
    if (approval?.conversationId !== id) throw notFound('There is no such question.')
    const answer = shownAnswer(approval.request, c.req.valid('json'))
    if (!(await engine.answer(approvalId, answer))) {
      throw new RequestFailure(409, {
        code: 'answered',
        message: 'This waits for no answer any more.',
        hint: 'It was answered elsewhere, or its turn was stopped.',
      })
    }
    return c.body(null, 204)
  })
}
