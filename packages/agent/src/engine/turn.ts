import type { TurnOutcome } from '../store/types.ts'
import { conversationTitle } from '../title.ts'
import { blankSecrets } from '../tools/index.ts'
import { internalError, placeLost } from './failure.ts'
import { followUp } from './follow-up.ts'
import { knownSecrets } from './model-choice.ts'
import { activatedEvent } from './skills/index.ts'
import { runSteps, type StepsEnd } from './steps.ts'
import type { Turn } from './turn-state.ts'

/** What a turn ends with, after that many calls of the model. */
export type TurnEnd = { readonly steps: number } & TurnOutcome

/**
 * One turn, from a prepared start to its end. Never rejects: a fault of ours ends it with an error.
 * Everything is in the store before it ends, and how it ended too.
 */
export async function runTurn(turn: Turn): Promise<TurnEnd> {
  const end = await answerMessage(turn).then(
    (reached) => withSteps(turn, reached),
    (error) => faultyEnd(turn, error),
  )
  turn.answer.end(endOf(end))
  return turn.answer.save().then(
    () => end,
    (error) => faultyEnd(turn, error),
  )
}

/** How a turn ended, as its answer keeps it. */
export function endOf({ steps: _steps, ...outcome }: TurnEnd): TurnOutcome {
  return outcome
}

function withSteps({ steps }: Turn, end: StepsEnd): TurnEnd {
  if (end.reason === 'error') return { reason: 'error', error: end.error, steps }
  return { reason: end.reason, steps }
}

/** A store that knows no such conversation any more says so in its own words. */
async function faultyEnd({ steps, answer }: Turn, error: unknown): Promise<TurnEnd> {
  const holds = await answer.holdsPlace()
  return { reason: 'error', error: holds ? internalError(error) : placeLost, steps }
}

/** The model answers, tools run, until it is done; then the skill's follow-up, and the title. */
async function answerMessage(turn: Turn): Promise<StepsEnd> {
  announce(turn)
  const first = await runSteps(turn, turn.world.stepLimit)
  const titled = nameConversation(turn, first)
  const end = await followUp(turn, first)
  await titled
  return end
}

/** Says what the turn starts with, before the model is asked anything. */
function announce({ prepared, conversation, answer, model, emit }: Turn): void {
  const { snapshot, message, dropped, picked, notices } = prepared
  emit({
    type: 'turn-start',
    conversationId: conversation.id,
    messageId: message.id,
    answerId: answer.id,
    model: model.id,
    guided: model.kind === 'guided',
  })
  emit({ type: 'snapshot', version: snapshot.version, skills: snapshot.skills.length })
  for (const { name } of dropped) {
    emit({ type: 'skill-dropped', name, reason: 'The person took it away.' })
  }
  if (picked) emit(activatedEvent(picked.activation))
  for (const notice of notices) emit({ type: 'notice', ...notice })
}

/**
 * Gives a conversation its title after the first answer, beside whatever else is done. A title is
 * worth no turn: one that cannot be kept is a notice.
 */
async function nameConversation(turn: Turn, first: StepsEnd): Promise<void> {
  const { world, conversation, emit } = turn
  try {
    if ((await world.store.get(conversation.id))?.title !== undefined) return
    const title = await titleOf(turn, first)
    if (title === '') return
    await world.store.setTitle(conversation.id, title)
    emit({ type: 'title', title })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `The conversation's title could not be kept: ${why}`
    emit({ type: 'notice', code: 'title-not-kept', message })
  }
}

async function titleOf(turn: Turn, first: StepsEnd): Promise<string> {
  const { world, prepared, answer, model, signal } = turn
  const writes = world.titles === 'model' && model.kind === 'provider' && first.reason === 'done'
  const title = await conversationTitle({
    messages: [...prepared.earlier.filter((one) => !one.state), prepared.message, answer.message],
    ...(writes && { model: model.model }),
    ...(prepared.language && { language: prepared.language }),
    wait: world.wait,
    signal,
  })
  return blankSecrets(title, knownSecrets(world.model))
}
