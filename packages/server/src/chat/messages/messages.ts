import type { Message, Part, StoredActivation, StoredApproval } from '@skillet/agent'
import type { MessageMetadata, SkilletMessage } from '../../contract/index.ts'
import { answerModel, answerParts } from './answer-message.ts'
import type { ApprovalSetting } from './approval.ts'
import { isTakenAway, personParts } from './person-message.ts'

/** The branch of a conversation that is shown, and what the store knows beside its messages. */
export interface StoredBranch {
  readonly conversationId: string
  readonly messages: readonly {
    readonly message: Message
    /** Ids of all messages in its place, itself among them. */
    readonly siblings: readonly string[]
  }[]
  /** Of the whole conversation, in order. */
  readonly activations: readonly StoredActivation[]
  /** Of the whole conversation, in order. */
  readonly approvals: readonly StoredApproval[]
}

/** A message of a person or of the model: there are no others. */
export type ShownMessage = Omit<SkilletMessage, 'role'> & { readonly role: 'user' | 'assistant' }

/** What messages are shown with beside what is stored of them. */
export interface MessageSetting extends ApprovalSetting {
  /** Scope of the skill at this path; undefined where there is none any more. */
  readonly scopeAt: (location: string) => string | undefined
}

/**
 * A branch as messages of the AI SDK: just what its chunks gave to a page that was open, but for
 * transient parts. What a person took away while it waited is left out.
 */
export function conversationMessages(
  branch: StoredBranch,
  setting: MessageSetting,
): ShownMessage[] {
  const shown: ShownMessage[] = []
  let before: Message | undefined
  let compaction: Extract<Part, { type: 'compaction' }> | undefined
  for (const { message, siblings } of branch.messages) {
    if (!isTakenAway(message)) {
      const ground = { branch, before, compaction, setting }
      shown.push(shownMessage(message, siblings, ground))
    }
    if (message.role === 'user') before = message
    compaction = message.parts.findLast((part) => part.type === 'compaction') ?? compaction
  }
  return shown
}

interface Ground {
  readonly branch: StoredBranch
  /** The last message of the person before this one. */
  readonly before: Message | undefined
  readonly compaction: Extract<Part, { type: 'compaction' }> | undefined
  readonly setting: MessageSetting
}

function shownMessage(
  message: Message,
  siblings: readonly string[],
  { branch, before, compaction, setting }: Ground,
): ShownMessage {
  const { id, role } = message
  if (role === 'user') {
    const parts = personParts(message, setting.scopeAt)
    return { id, role, metadata: metadataOf(message, siblings), parts }
  }
  const { conversationId, activations, approvals } = branch
  const parts = answerParts(
    {
      conversationId,
      message,
      picked: activations.findLast(
        ({ messageId, handOver }) => messageId === before?.id && handOver !== undefined,
      ),
      loaded: activations.filter(({ messageId }) => messageId === id),
      approvals: approvals.filter(({ messageId }) => messageId === id),
      compaction,
    },
    setting,
  )
  return { id, role, metadata: metadataOf(message, siblings), parts }
}

function metadataOf(message: Message, siblings: readonly string[]): MessageMetadata {
  const { createdAt, askedBy, state, end, usage, role } = message
  const model = role === 'assistant' ? answerModel(message) : undefined
  return {
    createdAt,
    siblings: [...siblings],
    ...(askedBy && { askedBy }),
    ...(state && { state }),
    ...(model !== undefined && modelMetadata(model)),
    ...(end && { end: endMetadata(end) }),
    ...(usage && { usage }),
  }
}

/** Which model answers. */
export function modelMetadata(model: string): Pick<MessageMetadata, 'model' | 'guided'> {
  return { model, ...(model === 'guided' && { guided: true }) }
}

/** How an answer ended. */
export function endMetadata(end: NonNullable<Message['end']>): NonNullable<MessageMetadata['end']> {
  if (end.reason !== 'error') return { reason: end.reason }
  const { near, ...error } = end.error
  return { reason: 'error', error: { ...error, ...(near && { near: [...near] }) } }
}
