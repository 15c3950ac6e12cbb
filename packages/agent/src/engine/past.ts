import type { Message, StoredActivation } from '../store/index.ts'
import { type ActiveSkill, activeSkills } from './skills/index.ts'
import { messagesBefore, type TurnRequest } from './turn-request.ts'
import type { Refused, World } from './turn-state.ts'

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
}

/** Reads the branch once; everything else of the turn is worked out from that. */
export async function readPast(world: World, request: TurnRequest): Promise<Past | Refused> {
  const { conversationId: id, language = world.language } = request.options
  const messages = await messagesBefore(world.store, request)
  if ('error' in messages) return messages
  const activations = id === undefined ? [] : await world.store.activations(id)
  const before = activeSkills(messages, activations, language)
  const isDropped = dropOf(request)
  return {
    kind: 'past',
    messages,
    activations,
    active: before.filter((skill) => !isDropped(skill)),
    dropped: before.filter(isDropped),
  }
}

/** Which skills a message takes away: as it says now, or as it said before. */
function dropOf(request: TurnRequest): (skill: ActiveSkill) => boolean {
  const drop = request.kind === 'new' ? (request.options.drop ?? []) : droppedIn(request.message)
  return ({ name, location }) => drop.includes(name) || drop.includes(location)
}

function droppedIn({ parts }: Message): readonly string[] {
  return parts.flatMap((part) =>
    part.type === 'skill-dropped' ? [part.location ?? part.name] : [],
  )
}
