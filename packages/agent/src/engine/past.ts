import type { Message, StoredActivation } from '../store/index.ts'
import { type ActiveSkill, activeSkills } from './skills/index.ts'
import type { Notice, Refused, World } from './turn-state.ts'
import { messagesBefore, type TurnRequest } from './turns/index.ts'

/** The branch that a turn goes on from. */
export interface Past {
  readonly kind: 'past'
  /** Those before the message of the turn. */
  readonly messages: readonly Message[]
  /** Of the whole conversation. */
  readonly activations: readonly StoredActivation[]
  /** The skills that stay active with the message, the newest last. */
  readonly active: readonly ActiveSkill[]
  /** Those that the person takes away with it. */
  readonly dropped: readonly ActiveSkill[]
  readonly notices: readonly Notice[]
}

/** Reads the branch once; everything else of the turn is worked out from that. */
export async function readPast(world: World, request: TurnRequest): Promise<Past | Refused> {
  const { conversationId: id, language = world.language } = request.options
  const messages = await messagesBefore(world.store, request)
  if ('error' in messages) return messages
  const activations = id === undefined ? [] : await world.store.activations(id)
  const before = activeSkills(messages, activations, language)
  const drop = dropOf(request)
  const isDropped = ({ name, location }: ActiveSkill) =>
    drop.includes(name) || drop.includes(location)
  return {
    kind: 'past',
    messages,
    activations,
    active: before.filter((skill) => !isDropped(skill)),
    dropped: before.filter(isDropped),
    notices: request.kind === 'new' ? notActiveNotices(drop, before) : [],
  }
}

/** Which skills a message takes away, by name or location: as it says now, or as it said before. */
function dropOf(request: TurnRequest): readonly string[] {
  return request.kind === 'new' ? (request.options.drop ?? []) : droppedIn(request.message)
}

/** Whoever drops a skill by a mistyped name believes that it no longer holds. */
function notActiveNotices(
  drop: readonly string[],
  active: readonly ActiveSkill[],
): readonly Notice[] {
  const unknown = drop.filter(
    (wanted) => !active.some(({ name, location }) => wanted === name || wanted === location),
  )
  if (unknown.length === 0) return []
  const names = unknown.map((name) => JSON.stringify(name)).join(', ')
  const present = active.map(({ name }) => name).join(', ')
  return [
    {
      code: 'drop-not-active',
      message: `Not active, so not dropped: ${names}.`,
      hint: present === '' ? 'No skill is active here.' : `Active are: ${present}.`,
    },
  ]
}

function droppedIn({ parts }: Message): readonly string[] {
  return parts.flatMap((part) =>
    part.type === 'skill-dropped' ? [part.location ?? part.name] : [],
  )
}
