import type { Language } from '@skillet/core'
import { frameSkillFile } from '../../prompt/index.ts'
import type { Message, StoredActivation } from '../../store/types.ts'
import { sentMessages } from '../sent-messages.ts'

/** A skill that is active in a conversation. */
export interface ActiveSkill {
  readonly name: string
  readonly location: string
  readonly latest: StoredActivation
  /**
   * The hand-overs whose `tools` hold: the latest, and those before it that the person did not
   * replace. A skill that the model loads once more can narrow the pool and never widen it, also
   * where its file was edited meanwhile.
   */
  readonly narrowing: readonly StoredActivation[]
  /**
   * What stands in the system prompt; absent where the model loaded it into a tool's result, and
   * that result is sent.
   */
  readonly section?: StoredActivation
}

/**
 * Which skills are active, the newest last: worked out from the messages that remain, never from
 * a flag, so that undo, edit and retry need no book-keeping.
 */
export function activeSkills(
  messages: readonly Message[],
  activations: readonly StoredActivation[],
  language?: Language,
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
      if (part.type === 'skill-dropped' && part.location) active.delete(part.location)
    }
    for (const activation of handedOver.get(message.id) ?? []) add(active, activation)
  }
  return inSectionOrSent([...active.values()], messages, handedOver, language)
}

/**
 * A skill that the model loaded loses its text with the message that held it: once that is no
 * longer sent, the text stands in the system prompt (bug 62).
 */
function inSectionOrSent(
  skills: readonly ActiveSkill[],
  branch: readonly Message[],
  handedOver: ReadonlyMap<string, readonly StoredActivation[]>,
  language: Language | undefined,
): readonly ActiveSkill[] {
  const { compaction, messages } = sentMessages(branch)
  if (!compaction) return skills
  return skills.map((skill) => {
    const { latest } = skill
    if (latest.route === 'user' || (skill.section && sameText(skill.section, latest))) return skill
    const isSent = messages.some((message) => holdsText(message, latest, handedOver))
    return isSent ? skill : { ...skill, section: asSection(latest, compaction.boundary, language) }
  })
}

/** Whether one of the message's results holds the skill's present text, and not only a note of it. */
function holdsText(
  { id, parts }: Message,
  latest: StoredActivation,
  handedOver: ReadonlyMap<string, readonly StoredActivation[]>,
): boolean {
  const same = (handedOver.get(id) ?? []).filter(
    (one) => one.location === latest.location && sameText(one, latest),
  )
  if (same.length === 0) return false
  return parts.some((part) => {
    if (part.type !== 'tool' || part.result?.kind !== 'outcome') return false
    const { activate, text } = part.result.outcome
    return activate !== undefined && same.some(({ instructions }) => text.includes(instructions))
  })
}

/** A file that the model read has no frame of its own: it gets one where it leaves its result. */
function asSection(
  latest: StoredActivation,
  boundary: string,
  language: Language | undefined,
): StoredActivation {
  if (latest.route !== 'read') return latest
  const { name, instructions } = latest
  return {
    ...latest,
    boundary,
    instructions: frameSkillFile(name, boundary, instructions, language),
  }
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
  const present = active.get(location)
  const byPerson = latest.route === 'user'
  const section = byPerson ? latest : present?.section
  const narrowing = byPerson || !present ? [latest] : narrowedBy(present.narrowing, latest)
  active.delete(location)
  active.set(location, { name, location, latest, narrowing, ...(section && { section }) })
}

function narrowedBy(
  narrowing: readonly StoredActivation[],
  latest: StoredActivation,
): readonly StoredActivation[] {
  const others = narrowing.filter(({ tools }) => tools.join('\n') !== latest.tools.join('\n'))
  return [...others, latest]
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
