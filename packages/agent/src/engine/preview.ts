import { estimateTokens } from '@skillet/core'
import { prepareTurn } from './prepare.ts'
import { modelRequest } from './request.ts'
import type { World } from './turn-state.ts'
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
export async function previewTurn(world: World, options: SubmitOptions): Promise<RequestPreview> {
  const message = { id: world.random(8), createdAt: world.now() }
  const agreed = async (skill: string, model: { readonly provider: string }) =>
    world.agreedOverrides.has(JSON.stringify([skill, model.provider]))
  const preparation = await prepareTurn(world, options, message, agreed)
  if (preparation.kind === 'refused') throw new NothingToPreviewError(preparation.error)
  const { turn } = preparation
  const request = modelRequest({ prepared: turn, model: turn.model, tools: turn.pool.tools })
  const sent = JSON.stringify([request.messages, request.tools])
  return {
    sections: turn.system.sections,
    system: request.system,
    tools: request.tools,
    messages: request.messages,
    model: turn.model.id,
    notices: turn.notices,
    total: estimateTokens(request.system) + estimateTokens(sent),
  }
}
