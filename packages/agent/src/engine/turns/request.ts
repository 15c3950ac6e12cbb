import type { Snapshot } from '@skillet/core'
import {
  type ConversationStore,
  type EnqueueOutcome,
  type Message,
  type Part,
  plainText,
  type StoredActivation,
} from '../../store/index.ts'
import type { ReadAttachment } from '../attachments.ts'
import { type Asked, askedFor, deniedSkill, type HandedOver, handedOver } from '../skills/index.ts'
import type { Notice, Refused, World } from '../turn-state.ts'
import type { RetryOptions, SubmitOptions } from '../types.ts'

/** What a turn answers: a new message of a person, or one that is there already. */
export type TurnRequest =
  | {
      readonly kind: 'new'
      readonly options: SubmitOptions
      readonly message: Pick<Message, 'id' | 'createdAt'>
      readonly attachments: readonly ReadAttachment[]
      /** What the person should know of how it was received. */
      readonly notices: readonly Notice[]
      /** It is not in the store, and will not be. */
      readonly draft?: true
    }
  | {
      readonly kind: 'again'
      readonly options: RetryOptions
      readonly message: Message
    }

/** What is kept of who wrote a message. An answer that somebody else asks for changes nothing of it. */
export function writerOf(request: TurnRequest): Pick<Message, 'askedBy'> {
  const { askedBy } = request.kind === 'new' ? request.options : request.message
  return askedBy === 'program' ? { askedBy } : {}
}

/** What a message asks for, or the skill that was handed over with it before. */
export type Resolved =
  | Asked
  | {
      readonly kind: 'again'
      readonly stored: HandedOver
      /** As it was sent. */
      readonly message: Message
    }

/**
 * Resolves what a turn is asked. A message that was answered before keeps its skill as it was
 * handed over; one of which nothing was sent is resolved anew.
 */
export function resolveRequest(
  world: World,
  request: TurnRequest,
  activations: readonly StoredActivation[],
  snapshot: Snapshot,
): Resolved {
  if (request.kind === 'new') return resolveMessage(world, request.options, snapshot)
  const { message, options } = request
  const stored = message.state ? undefined : handedOver(activations, message.id)
  if (!stored) return resolveTyped(world, message, options, snapshot)
  const denied = deniedSkill(world, stored.handOver.skill, snapshot)
  return denied ? { kind: 'refused', error: denied } : { kind: 'again', stored, message }
}

/** What a message asks for. A skill that a rule denies is refused here, with the rule named. */
export function resolveMessage(world: World, options: SubmitOptions, snapshot: Snapshot): Asked {
  const asked = askedFor(options, snapshot)
  const denied = asked.kind === 'skill' && deniedSkill(world, asked.skill, snapshot)
  return denied ? { kind: 'refused', error: denied } : asked
}

function resolveTyped(
  world: World,
  { parts, state }: Message,
  options: RetryOptions,
  snapshot: Snapshot,
): Asked {
  const text = plainText(parts)
  const skill = parts.find((part) => part.type === 'skill')
  const isPlain = parts.some((part) => part.type === 'text' && part.plain)
  // What went out as plain text is that: only what was never sent may be a call still.
  if (!skill && (!state || isPlain || text === '')) return { kind: 'text', text }
  return resolveMessage(world, { ...options, ...typedAs(skill, text) }, snapshot)
}

function typedAs(
  skill: Extract<Part, { type: 'skill' }> | undefined,
  text: string,
): Pick<SubmitOptions, 'text' | 'skill' | 'arguments'> {
  if (!skill) return { text }
  if (skill.typed !== undefined) return { text: skill.typed + text }
  const { name, location = name, arguments: given } = skill
  return { skill: location, text, ...(given !== undefined && { arguments: given }) }
}

/** The messages before the one that a turn answers. Refused where it edits one that is not there. */
export async function messagesBefore(
  store: ConversationStore,
  request: TurnRequest,
): Promise<readonly Message[] | Refused> {
  const { conversationId: id } = request.options
  if (id === undefined) return []
  const branch = await store.messages(id)
  const own = branch.findIndex((message) => message.id === request.message.id)
  if (own !== -1) return branch.slice(0, own)
  const edits = request.kind === 'new' ? request.options.edits : undefined
  if (request.kind === 'new' && request.draft && edits === undefined) return branch
  // Another branch is shown by now, or an edit is looked at that was not made.
  const all = new Map((await store.allMessages(id)).map((message) => [message.id, message]))
  const place = all.get(request.message.id) ?? (edits === undefined ? undefined : all.get(edits))
  if (!place) return noSuchMessage()
  return ancestors(all, place.parent ?? null)
}

function ancestors(all: ReadonlyMap<string, Message>, last: string | null): readonly Message[] {
  const branch: Message[] = []
  for (let next = last; next !== null; ) {
    const message = all.get(next)
    if (!message) break
    branch.push(message)
    next = message.parent ?? null
  }
  return branch.reverse()
}

/**
 * The message of a person that is edited, or answered once more. Whether it is being answered is the
 * store's to say, when it keeps the turn; the turns of processes that are gone are ended before.
 */
export async function messageOfPerson(
  store: ConversationStore,
  id: string,
  messageId: string | undefined,
): Promise<{ readonly kind: 'found'; readonly message: Message } | Refused> {
  const messages = await (messageId === undefined ? store.messages(id) : store.allMessages(id))
  const message = messages.findLast(
    (one) => one.role === 'user' && (messageId === undefined || one.id === messageId),
  )
  if (!message) return noSuchMessage()
  await liveTurns(store, id)
  return { kind: 'found', message }
}

/** The turns of a conversation whose process lives, the running one first. */
export async function liveTurns(
  store: ConversationStore,
  id: string,
): ReturnType<ConversationStore['turns']> {
  const turns = await store.turns(id)
  if (turns.length === 0) return turns
  await store.endDeadTurns()
  return store.turns(id)
}

function noSuchMessage(): Refused {
  return refused(
    'There is no such message of yours in this conversation.',
    'Load the conversation again: it may have changed.',
  )
}

/** Why the store gives a turn no place. */
export function notKept(outcome: Exclude<EnqueueOutcome, 'kept'>): Refused {
  return outcome === 'known' ? messageKnown() : beingAnswered()
}

/** Ids are the conversation's own: a second message of one id would take the first one's place. */
function messageKnown(): Refused {
  return refused(
    'The conversation has a message of this id already.',
    'Load the conversation again: the message may have come through.',
  )
}

function beingAnswered(): Refused {
  return refused(
    'This message is being answered, or waits for its turn.',
    'Wait for its end, or stop it first.',
  )
}

function refused(message: string, hint: string): Refused {
  return {
    kind: 'refused',
    error: { class: 'request', message: `${message} Nothing was sent.`, hint },
  }
}
