import {
  type Activation,
  lookUp,
  readInstructions,
  type SkillLibrary,
  type Snapshot,
} from '@skillet/core'
import type { HandOver, StoredActivation } from '../../store/types.ts'
import type { Notice, Picked } from '../turn-state.ts'

/** An activation of a person, with all that is needed to repeat it. */
export type HandedOver = StoredActivation & { readonly handOver: HandOver }

/** The hand-over that a message was sent with; the last one, where it had to be made again. */
export function handedOver(
  activations: readonly StoredActivation[],
  messageId: string,
): HandedOver | undefined {
  return activations.findLast(
    (one): one is HandedOver => one.messageId === messageId && one.handOver !== undefined,
  )
}

/**
 * What is kept of an activation, so that it can be repeated.
 *
 * @param instructions the copy that is kept: another one, where the same text is there already
 */
export function handOverOf(activation: Activation, instructions: string): HandOver {
  const { body } = activation
  // Behind the first line, where the body cannot stand and a short one might be found.
  const from = instructions.indexOf(body, instructions.indexOf('\n'))
  const { skill, boundary, unusedArguments, hooks, resources, truncated } = activation
  return {
    skill,
    boundary,
    arguments: activation.arguments,
    unusedArguments,
    hooks,
    resources,
    truncated,
    body: [from, from + body.length],
  }
}

/** The same skill as it was handed over, whatever became of its file. */
export function pickedAgain(stored: HandedOver): Picked {
  const { handOver, instructions, hash, tokens } = stored
  const { body, ...rest } = handOver
  const activation: Activation = {
    ...rest,
    route: 'user',
    instructions,
    body: instructions.slice(...body),
    hash,
    tokens,
    diagnostics: [],
  }
  return { activation, stored }
}

/**
 * Whether the person could call this skill now: its folder is trusted as it is, its file usable.
 * Only then does it approve anything, since what it approves may run files that changed.
 */
export async function mayBeCalled(
  library: SkillLibrary,
  { location }: StoredActivation,
): Promise<boolean> {
  return library.activate(location, { route: 'user' }).then(
    () => true,
    () => false,
  )
}

/** Whether the file is another one than was handed over, or none that can be called. */
export async function isChangedOnDisk(
  snapshot: Snapshot,
  { location, hash }: StoredActivation,
): Promise<boolean> {
  const { skill } = lookUp(snapshot, location)
  if (!skill) return true
  return (await readInstructions(skill)).hash !== hash
}

/** What the person is told where a repeated skill is no longer the one on disk. */
export async function repeatNotices(
  snapshot: Snapshot,
  stored: HandedOver,
  callable: boolean,
): Promise<readonly Notice[]> {
  if (callable && !(await isChangedOnDisk(snapshot, stored))) return []
  const since = callable
    ? 'Its file has changed since.'
    : 'It cannot be called any more, so it approves no calls.'
  const message = `The skill ${JSON.stringify(stored.name)} is used as it was handed over before. ${since}`
  const hint = callable
    ? 'Call it again to have it as it is now.'
    : `Run \`skillet why ${stored.name}\` to see why.`
  return [{ code: 'skill-as-before', message, hint }]
}

/** A file that was edited takes effect at the next activation, which says so. */
export function editedNotices(
  before: StoredActivation | undefined,
  now: { readonly name: string; readonly hash: string },
): readonly Notice[] {
  if (!before || before.hash === now.hash) return []
  const message = `The file of the skill ${JSON.stringify(now.name)} has changed since it was handed over: from here on its new text holds.`
  return [{ code: 'skill-edited', message }]
}
