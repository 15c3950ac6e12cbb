import { isDue, requestSize } from './context/index.ts'
import { prepareTurn } from './prepare.ts'
import { receiveMessage } from './receive-message.ts'
import { modelRequest } from './request.ts'
import { overrideAgreed, toolPool } from './skills/index.ts'
import type { Notice, World } from './turn-state.ts'
import type { TurnRequest } from './turns/index.ts'
import type { RequestPreview, SubmitOptions } from './types.ts'

/** A message that could not be sent, so there is nothing to preview. */
export class NothingToPreviewError extends Error {
  override readonly name = 'NothingToPreviewError'
  readonly class: string
  readonly hint: string | undefined

  constructor(problem: {
    readonly class: string
    readonly message: string
    readonly hint?: string
  }) {
    super(problem.message)
    this.class = problem.class
    this.hint = problem.hint
  }
}

/** The first request of a turn, made by the code that makes the real one, and sent nowhere. */
export async function previewTurn(world: World, given: SubmitOptions): Promise<RequestPreview> {
  const received = receiveMessage(world, given)
  if (received.kind === 'refused') throw new NothingToPreviewError(received.error)
  const message = { id: world.random(8), createdAt: world.now() }
  const asked: TurnRequest = { ...received, kind: 'new', message, draft: true }
  const preparation = await prepareTurn(world, asked, overrideAgreed(world))
  if (preparation.kind === 'refused') throw new NothingToPreviewError(preparation.error)
  const { prepared, start } = preparation
  const { tools } = toolPool(prepared.tools, start.active, prepared.snapshot.skills, world)
  const { system } = prepared
  const request = modelRequest({ prepared, system, model: start.model, tools })
  const size = requestSize(request)
  const due = isDue(size.total, start.model.contextWindow) ? [compactionDue] : []
  return {
    sections: request.sections,
    system: request.system,
    tools: request.tools,
    messages: request.messages,
    model: start.model.id,
    notices: [...prepared.notices, ...due],
    toolTokens: size.tools,
    messageTokens: size.messages,
    total: size.total,
  }
}

/** A summary is the model's, and a preview asks no model. */
const compactionDue: Notice = {
  code: 'compaction-due',
  message:
    'The conversation is long: before this message is sent, its oldest turns are summarised.',
}
