import type { Message, StoredActivation } from '../../store/types.ts'

/** A skill that is active in a conversation. */
export interface ActiveSkill {
  readonly name: string
  readonly location: string
  /** The latest hand-over, which also says which tools remain. */
  readonly latest: StoredActivation
  /** What stands in the system prompt; absent where the model loaded it into a tool's result. */
  readonly section?: StoredActivation
}

/**
 * Which skills are active, the newest last: worked out from the messages that remain, never from
 * a flag, so that undo, edit and retry need no book-keeping.
 */
export function activeSkills(
  messages: readonly Message[],
  activations: readonly StoredActivation[],
): readonly ActiveSkill[] {
  const handedOver = new Map<string, StoredActivation[]>()
  for (const activation of activations) {
    const { messageId } = activation
    handedOver.set(messageId, [...(handedOver.get(messageId) ?? []), activation])
  }
  const active = new Map<string, ActiveSkill>()
  for (const message of messages) {
    if (message.state) continue
    for (const part of message.parts) {
      if (part.type === 'skill-dropped') active.delete(part.location)
    }
    for (const activation of handedOver.get(message.id) ?? []) add(active, activation)
  }
  return [...active.values()]
}

/** The same list with one more hand-over, as it is within a turn before anything is read again. */
export function withActivation(
  skills: readonly ActiveSkill[],
  activation: StoredActivation,
): readonly ActiveSkill[] {
  const active = new Map(skills.map((skill) => [skill.location, skill]))
  add(active, activation)
  return [...active.values()]
}

function add(active: Map<string, ActiveSkill>, latest: StoredActivation): void {
  const { name, location } = latest
  const section = latest.route === 'user' ? latest : active.get(location)?.section
  active.delete(location)
  active.set(location, { name, location, latest, ...(section && { section }) })
}

interface WrappedText {
  readonly instructions: string
  readonly boundary: string
}

/**
 * A skill handed over again without any change keeps the copy that is there, boundary included:
 * the request repeats byte for byte and caches hold (bug 63). True where only boundary and route
 * differ, and these stand in the first line.
 */
export function sameText(a: WrappedText, b: WrappedText): boolean {
  return comparable(a) === comparable(b)
}

function comparable({ instructions, boundary }: WrappedText): string {
  return instructions.slice(instructions.indexOf('\n')).split(boundary).join('')
}
