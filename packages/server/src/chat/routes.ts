import { createRoute, z } from '@hono/zod-openapi'
import type { Asker } from '@skillet/agent'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { askerOf, isAnsweredElsewhere, requireDecider } from '../access/index.ts'
import { addressableId, chatAccepted, chatRequest, failure } from '../contract/index.ts'
import { RequestFailure } from '../failure.ts'
import { endOf } from '../live/index.ts'
import { newRoutes } from '../routes/app.ts'
import type { ServerEnvironment, World } from '../types.ts'
import { answerResponse } from './answer-response.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { type ReadRequest, readRequest } from './request.ts'
import { afterChunks } from './stream/index.ts'
import { type Accepted, createTurns, type StartedTurn, type Turns } from './turns.ts'

const json = { 'application/json': { schema: failure } }
const failed = { description: 'It could not be done, and why.', content: json }
const stream = {
  description: 'The answer, as the AI SDK UI message stream (v1).',
  content: { 'text/event-stream': { schema: z.string() } },
}

const chat = createRoute({
  method: 'post',
  path: '/api/chat',
  tags: ['Chat'],
  summary: 'Send a message, answer questions, or have a message answered once more',
  request: {
    headers: z.object({ prefer: z.string().max(200).optional() }),
    body: { required: true, content: { 'application/json': { schema: chatRequest } } },
  },
  responses: {
    200: stream,
    202: {
      description: 'It waits, or its answer comes by the live stream, as was preferred.',
      content: { 'application/json': { schema: chatAccepted } },
    },
    default: failed,
  },
})

const resume = createRoute({
  method: 'get',
  path: '/api/chat/{id}/stream',
  tags: ['Chat'],
  summary: 'Read the answer that runs, from its beginning',
  request: { params: z.object({ id: addressableId }) },
  responses: { 200: stream, 204: { description: 'No answer runs here.' }, default: failed },
})

type ChatWorld = World
type Lister = Parameters<typeof createTurns>[1]

/** `POST /api/chat`, `GET /api/chat/:id/stream`, and attachments. */
export function chatRoutes(world: ChatWorld, { lister }: { readonly lister: Lister }) {
  const turns = createTurns(world, lister)
  return newRoutes()
    .openapi(chat, async (c) => {
      const body = c.req.valid('json')
      await requireOurs(world, body.id)
      const request = await readRequest(world.store, body)
      if (request.answers.length > 0) requireDecider(c)
      for (const { id, answer } of request.answers) await world.engine.answer(id, answer)
      const isAsync = isAnsweredElsewhere(c)
      const turn = begin(world, turns, body, { ...request, askedBy: askerOf(c) })
      if (!turn) return goOn(c, turns, body.id, request.answered, isAsync)
      const accepted = await turn.accepted
      if (accepted.kind === 'refused') throw refusedBy(accepted)
      if (isAsync || accepted.place > 0) return c.json(acceptedBody(turn, accepted.place), 202)
      return answerResponse(turn.log, { pauses: true, cut: endOf(c) })
    })
    .openapi(resume, (c) => {
      const turn = turns.running(c.req.valid('param').id)
      if (!turn) return c.body(null, 204)
      return answerResponse(turn.log, { pauses: c.get('caller').mayDecide, cut: endOf(c) })
    })
    .route('/', attachmentRoutes(world))
}

/** A message of another folder's conversation would run there, in this one's folder. */
async function requireOurs({ store, workspace }: ChatWorld, id: string): Promise<void> {
  const conversation = await store.get(id)
  if (!conversation || conversation.workspace === workspace) return
  throw new RequestFailure(403, {
    code: 'elsewhere',
    message: `This conversation is about another folder: ${conversation.workspace}`,
    hint: 'Start Skillet in that folder to go on in it.',
  })
}

/** Begins the turn that is wished for; undefined where only questions are answered. */
function begin(
  world: ChatWorld,
  turns: Turns,
  { id: conversationId, model, drop, plain }: z.infer<typeof chatRequest>,
  { wish, askedBy }: ReadRequest & { readonly askedBy: Asker },
): StartedTurn | undefined {
  if (wish.kind === 'go-on') return undefined
  const common = {
    conversationId,
    askedBy,
    language: world.language(),
    ...(model !== undefined && { model }),
  }
  if (wish.kind === 'retry') return turns.retry({ ...common, messageId: wish.messageId })
  const { messageId, edits, text, skill, files } = wish
  const message = {
    ...common,
    text,
    attachments: files,
    ...(messageId !== undefined && { messageId }),
    ...(edits !== undefined && { edits }),
    ...(drop && { drop }),
  }
  if (!skill) return turns.submit({ ...message, invocation: plain ? 'text' : 'parse' })
  const { skill: picked, arguments: given } = skill
  return turns.submit({
    ...message,
    skill: picked,
    ...(given !== undefined && { arguments: given }),
  })
}

/** The rest of an answer whose questions were answered, behind the last of them. */
function goOn(
  c: Context<ServerEnvironment>,
  turns: Turns,
  conversationId: string,
  answered: readonly string[],
  isAsync: boolean,
) {
  const turn = turns.running(conversationId)
  if (!turn) throw nothingWaits()
  if (isAsync) return c.json(acceptedBody(turn, 0), 202)
  const around = answered.flatMap((id) => turn.log.around(id) ?? [])
  const [last] = around.sort((a, b) => b.before.length - a.before.length)
  if (!last) throw nothingWaits()
  const client = afterChunks(last.before)
  for (const id of answered) client.answered(id)
  return answerResponse(turn.log, { client, first: last.behind, pauses: true, cut: endOf(c) })
}

function acceptedBody({ conversationId, messageId, answerId }: StartedTurn, place: number) {
  return { conversationId, messageId, answerId, place }
}

function nothingWaits(): RequestFailure {
  return new RequestFailure(409, {
    code: 'answered',
    message: 'This waits for no answer any more.',
    hint: 'It was answered elsewhere, or its turn is over. Load the conversation again.',
  })
}

const statuses: Readonly<Record<string, ContentfulStatusCode>> = {
  skill: 422,
  request: 409,
  store: 503,
  internal: 500,
}

/** The message is its writer's draft still, with the reason. */
function refusedBy({ error }: Extract<Accepted, { kind: 'refused' }>): RequestFailure {
  const { class: code, message, hint, state, near } = error
  return new RequestFailure(statuses[code] ?? 422, {
    code,
    message,
    ...(hint !== undefined && { hint }),
    ...(state !== undefined && { state }),
    ...(near && { near: [...near] }),
  })
}
