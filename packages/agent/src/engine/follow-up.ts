import { wordingOf } from '../prompt/index.ts'
import { runSteps, type StepsEnd } from './steps.ts'
import type { Turn } from './turn-state.ts'

/** A follow-up has one request at least, also where the turn has used up its steps. */
const leastSteps = 1

interface HookCall {
  readonly hook: 'postExecute' | 'onError'
  readonly text: string
}

/**
 * What the skill that the person picked wants done after its answer, within the same turn: the
 * same tools and model. It has no follow-up of its own, and changes how the turn ends only where
 * it fails or is stopped itself.
 */
export async function followUp(turn: Turn, first: StepsEnd): Promise<StepsEnd> {
  const { picked } = turn.prepared
  const call = hookFor(turn, first)
  if (!picked || !call) return first
  const skill = picked.activation.skill.name
  turn.emit({ type: 'follow-up', skill, ...call })
  if (first.reason === 'error' && first.unreachable) {
    const message = `The model cannot be reached, so what the skill ${JSON.stringify(skill)} wants done after a failure is shown to you instead.`
    turn.emit({ type: 'notice', code: 'follow-up-shown', message })
    return first
  }
  turn.answer.add({ type: 'follow-up', skill, ...call })
  const limit = Math.max(turn.world.stepLimit, turn.steps + leastSteps)
  const second = await runSteps(turn, limit)
  return first.reason === 'done' || second.reason === 'aborted' ? second : first
}

/** `done` calls `postExecute`; an error and the step limit call `onError`; a stopped turn neither. */
function hookFor(turn: Turn, end: StepsEnd): HookCall | undefined {
  const { postExecute, onError } = turn.prepared.picked?.activation.hooks ?? {}
  if (end.reason === 'done') {
    return postExecute === undefined ? undefined : { hook: 'postExecute', text: postExecute }
  }
  if (end.reason === 'aborted' || onError === undefined) return undefined
  const went =
    end.reason === 'error'
      ? end.error.message
      : `The turn reached its limit of ${turn.world.stepLimit} steps.`
  // The sentence is data: quoted, on one line, below the skill's own text.
  const why = wordingOf(turn.prepared.language).wentWrong(went)
  return { hook: 'onError', text: `${onError}\n${why}` }
}
