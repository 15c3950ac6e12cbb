import { blankSecrets } from '../../tools/index.ts'
import { knownSecrets } from '../model-choice.ts'
import type { ModelRequest } from '../request.ts'
import type { Turn } from '../turn-state.ts'
import { requestSize } from './size.ts'

/** A request; the sections of one for a summary are of a kind of their own. */
interface SentRequest extends Omit<ModelRequest, 'sections'> {
  readonly sections: readonly {
    readonly kind: string
    readonly title: string
    readonly text: string
    readonly tokens: number
  }[]
}

/**
 * Keeps what one call of the model is sent, for the inspector. A record is worth no turn: where the
 * store fails, a notice says so, once in a turn.
 */
export async function keepRequest(turn: Turn, request: SentRequest, step: number): Promise<void> {
  const { world, conversation, answer, model, prepared, emit } = turn
  const secrets = knownSecrets(world.model)
  const size = requestSize(request)
  try {
    await world.store.addRequest(conversation.id, {
      messageId: answer.id,
      step,
      model: model.id,
      sentAt: world.now(),
      sections: request.sections.map((section) => ({
        ...section,
        text: blankSecrets(section.text, secrets),
      })),
      tools: request.tools,
      toolTokens: size.tools,
      messageTokens: size.messages,
      catalogue: prepared.catalogueCuts,
    })
  } catch (error) {
    const code = 'request-not-kept'
    if (turn.toldOnce.has(code)) return
    turn.toldOnce.add(code)
    const why = error instanceof Error ? error.message : String(error)
    const message = `What the model is sent could not be kept for the inspector: ${why}`
    emit({ type: 'notice', code, message })
  }
}
