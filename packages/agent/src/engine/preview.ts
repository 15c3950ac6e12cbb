import { estimateTokens } from '@skillet/core'
import { prepareTurn } from './prepare.ts'
import { modelRequest } from './request.ts'
import { overrideAgreed, toolPool } from './skills/index.ts'
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
  const preparation = await prepareTurn(world, options, message, overrideAgreed(world))
  if (preparation.kind === 'refused') throw new NothingToPreviewError(preparation.error)
  const { prepared, start } = preparation
  const { tools } = toolPool(prepared.tools, start.active, prepared.snapshot.skills, world)
  const request = modelRequest({ prepared, model: start.model, tools })
  const { sections } = prepared.system
  const parts = [
    ...sections.map(({ tokens }) => tokens),
    ...[request.tools, request.messages].map((part) => estimateTokens(JSON.stringify(part))),
  ]
  return {
    sections,
    system: request.system,
    tools: request.tools,
    messages: request.messages,
    model: start.model.id,
    notices: prepared.notices,
    total: parts.reduce((sum, tokens) => sum + tokens, 0),
  }
}
