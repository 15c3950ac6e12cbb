import { createRoute, z } from '@hono/zod-openapi'
import {
  type Asker,
  type Message,
  NothingToPreviewError,
  type RequestPreview,
  type StoredRequest,
} from '@skillet/agent'
import { askerOf } from '../access/index.ts'
import {
  type Preview,
  type PreviewRequest,
  preview,
  previewRequest,
  type RequestRecord,
  requestRecords,
} from '../contract/index.ts'
import { notFound, RequestFailure } from '../failure.ts'
import type { World } from '../types.ts'
import { body, gives } from './answers.ts'
import { newRoutes } from './app.ts'
import { idParams } from './place.ts'

const tags = ['Conversations']

const requests = createRoute({
  method: 'get',
  path: '/api/conversations/{id}/requests',
  tags,
  summary: 'What each call of the model was sent',
  request: { params: idParams, query: z.object({ message: z.string().max(200).optional() }) },
  responses: gives('Of one answer, or of all, in order.', requestRecords),
})

const next = createRoute({
  method: 'post',
  path: '/api/conversations/{id}/preview',
  tags,
  summary: 'What a draft would send; nothing is sent or stored',
  request: { params: idParams, body: body(previewRequest) },
  responses: gives('The request that would be made.', preview),
})

/** The inspector: requests as they were sent, and the one that would be. */
export function inspectorRoutes(world: World) {
  return newRoutes()
    .openapi(requests, async (c) =>
      c.json(
        { requests: await recordsOf(world, c.req.valid('param').id, c.req.valid('query').message) },
        200,
      ),
    )
    .openapi(next, async (c) =>
      c.json(
        await previewOf(world, c.req.valid('param').id, {
          ...c.req.valid('json'),
          askedBy: askerOf(c),
        }),
        200,
      ),
    )
}

async function recordsOf(
  { store, models }: World,
  id: string,
  messageId: string | undefined,
): Promise<RequestRecord[]> {
  if ((await store.get(id)) === undefined) throw notFound('There is no such conversation.')
  const sent = await store.requests(id, messageId)
  const windows = await windowsOf(models, new Set(sent.map(({ model }) => model)))
  const messages = new Map((await store.allMessages(id)).map((message) => [message.id, message]))
  return sent.map((request) => {
    const counted = countedTokens(messages.get(request.messageId), request.step)
    const contextWindow = windows.get(request.model)
    return {
      ...recordShape(request),
      ...(counted !== undefined && { countedTokens: counted }),
      ...(contextWindow !== undefined && { contextWindow }),
    }
  })
}

function recordShape({ sections, tools, catalogue, ...request }: StoredRequest): RequestRecord {
  const { shortened, omitted } = catalogue
  return {
    ...request,
    sections: sections.map((section) => ({ ...section })),
    tools: tools.map((tool) => ({ ...tool })),
    catalogue: { shortened: [...shortened], omitted: [...omitted] },
  }
}

/** The provider's own count stands where that call's part of the answer begins. */
function countedTokens(message: Message | undefined, step: number): number | undefined {
  const steps = message?.parts.filter((part) => part.type === 'step') ?? []
  return steps[step - 1]?.size?.counted
}

async function windowsOf(models: World['models'], ids: ReadonlySet<string>) {
  const choices = await Promise.all(
    [...ids].map(async (id) => [id, await models.resolve(id)] as const),
  )
  return new Map(
    choices.flatMap(([id, choice]) =>
      choice.kind === 'unavailable' ? [] : [[id, choice.contextWindow] as const],
    ),
  )
}

async function previewOf(
  world: World,
  id: string,
  draft: PreviewRequest & { readonly askedBy: Asker },
): Promise<Preview> {
  const { engine, models } = world
  const { text, skill, arguments: given, drop, model, askedBy } = draft
  try {
    const request = await engine.preview({
      conversationId: id,
      askedBy,
      text,
      ...(skill !== undefined && { skill }),
      ...(given !== undefined && { arguments: given }),
      ...(drop !== undefined && { drop }),
      ...(model !== undefined && { model }),
      language: world.language(),
    })
    const windows = await windowsOf(models, new Set([request.model]))
    return previewShape(request, windows.get(request.model))
  } catch (error) {
    if (!(error instanceof NothingToPreviewError)) throw error
    throw new RequestFailure(422, {
      code: error.class,
      message: error.message,
      ...(error.hint !== undefined && { hint: error.hint }),
    })
  }
}

function previewShape(
  { sections, tools, messages, notices, model, toolTokens, messageTokens, total }: RequestPreview,
  contextWindow: number | undefined,
): Preview {
  return {
    model,
    sections: sections.map(({ kind, title, text, tokens }) => ({ kind, title, text, tokens })),
    tools: tools.map((tool) => ({ ...tool })),
    messages: [...messages],
    toolTokens,
    messageTokens,
    total,
    ...(contextWindow !== undefined && { contextWindow }),
    notices: notices.map((notice) => ({ ...notice })),
  }
}
