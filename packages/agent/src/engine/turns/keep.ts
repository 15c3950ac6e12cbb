import { realpath } from 'node:fs/promises'
import type { Message, TurnOutcome, TurnOwner } from '../../store/types.ts'
import { typedParts } from '../message-parts.ts'
import type { ReceivedRevision } from '../receive-message.ts'
import type { Refused, World } from '../turn-state.ts'
import type { RetryOptions, RevisedMessage, SubmitOptions } from '../types.ts'
import type { Place } from './place.ts'
import { messageOfPerson, notKept, type TurnRequest, writerOf } from './request.ts'

/** A turn that takes its place in a conversation. */
export interface NewTurn {
  /** Of the conversation. */
  readonly id: string
  readonly answerId: string
  readonly place: Place
  readonly owner: TurnOwner
  readonly state: NonNullable<Message['state']>
}

/** What stands in the store for a turn that has not begun. */
export interface KeptRequest {
  readonly kind: 'kept'
  /** Of the conversation. */
  readonly id: string
  readonly request: TurnRequest
  readonly message: Message
  readonly answer: Message
}

/** Keeps a message as typed, with its files, before anything else is done with it. */
export async function keepMessage(
  world: World,
  request: Extract<TurnRequest, { kind: 'new' }>,
  { id, answerId, place, owner, state }: NewTurn,
): Promise<KeptRequest | Refused> {
  const { store, library, workspace, now } = world
  const { options, attachments } = request
  const folder = await realpath(workspace).catch(() => workspace)
  const edited =
    options.edits === undefined ? undefined : await messageOfPerson(store, id, options.edits)
  if (edited?.kind === 'refused') return edited
  for (const { bytes } of attachments) await store.putAttachment(bytes)
  const files = attachments.map(({ part }) => part)
  const message: Message = {
    ...request.message,
    role: 'user',
    ...writerOf(request),
    parts: typedParts(options, library.snapshot, files),
    state,
    ...(edited && { parent: edited.message.parent ?? null }),
  }
  const answer = emptyAnswer(answerId, now(), state)
  const again = edited && { again: edited.message.id }
  const outcome = await place.take({ message, answer, owner, workspace: folder, ...again })
  if (outcome !== 'kept') return notKept(outcome)
  return { kind: 'kept', id, request, message, answer }
}

/** A message that waits, as the person has changed it. Null leaves nothing of it. */
export function revisedRequest(
  { library }: World,
  kept: KeptRequest,
  { change, askedBy = 'person', notices }: Pick<ReceivedRevision, 'change' | 'askedBy' | 'notices'>,
): KeptRequest {
  if (kept.request.kind !== 'new') return kept
  const { askedBy: _before, ...message } = kept.message
  const { request } = kept
  if (change === null) {
    return { ...kept, message: { ...message, parts: [] }, request: { ...request, attachments: [] } }
  }
  // Nothing of the old text, skill and arguments stays, so it is from whoever changed it last.
  const options = { ...revisedOptions(request.options, change), askedBy }
  const files = message.parts.filter((part) => part.type === 'attachment')
  const parts = typedParts(options, library.snapshot, files)
  const known = request.notices.filter(({ code }) => notices.every((one) => one.code !== code))
  return {
    ...kept,
    message: { ...message, ...writerOf({ ...request, options }), parts },
    request: { ...request, options, notices: [...known, ...notices] },
  }
}

function revisedOptions(
  { skill: _skill, invocation: _invocation, arguments: _arguments, ...others }: SubmitOptions,
  { text, skill, arguments: given }: RevisedMessage,
): SubmitOptions {
  const options = { ...others, text, ...(given !== undefined && { arguments: given }) }
  return skill === undefined ? options : { ...options, skill }
}

/** Keeps an empty answer as a sibling of those that the message has. */
export async function keepRetry(
  { store, now }: World,
  options: RetryOptions,
  { id, answerId, place, owner, state }: NewTurn,
): Promise<KeptRequest | Refused> {
  const found = await messageOfPerson(store, id, options.messageId)
  if (found.kind === 'refused') return found
  const { message } = found
  const insteadOf = (await store.get(id))?.head ?? null
  const answer = { ...emptyAnswer(answerId, now(), state), parent: message.id, insteadOf }
  const outcome = await place.take({ answer, owner, again: message.id })
  if (outcome !== 'kept') return notKept(outcome)
  return { kind: 'kept', id, request: { kind: 'again', options, message }, message, answer }
}

/** Says that a turn waits, or that it did not begin, and why. What was sent before stays sent. */
export async function keepState(
  { store }: World,
  { id, request, message, answer }: KeptRequest,
  { state, end }: { readonly state: NonNullable<Message['state']>; readonly end?: TurnOutcome },
): Promise<void> {
  if (request.kind === 'new' || message.state) await store.put(id, { ...message, state })
  await store.put(id, { ...answer, state, ...(end && { end }) })
}

function emptyAnswer(id: string, createdAt: number, state: NonNullable<Message['state']>): Message {
  return { id, role: 'assistant', parts: [], createdAt, state }
}
