import type { EngineEvent } from '@skillet/agent'
import type { ListedConversation } from '../contract/index.ts'
import type { World } from '../types.ts'
import { readMessages } from './messages/index.ts'
import type { Known } from './stream/answer-stream.ts'

/** The turn whose events are told of. */
interface TurnIds {
  readonly conversationId: string
  readonly messageId: string
  readonly answerId: string
  /** Another branch is shown from here on. */
  readonly branches: boolean
}

type AnnouncingWorld = Pick<World, 'store' | 'library' | 'rules' | 'hub' | 'now'>

/** Tells pages what a turn does beside its chunks, and reads what the store knows of it. */
export function announcements(
  world: AnnouncingWorld,
  lister: { one(id: string): Promise<ListedConversation | undefined> },
) {
  const { store, hub, now } = world
  const madeAt = new Map<string, number>()

  const tellBranch = ({ conversationId }: TurnIds): void =>
    hub.publish({ type: 'conversation-changed', conversationId }, conversationId)

  /** The message of the person and the answer, as they are in the store. */
  const tellMessages = async (turn: TurnIds): Promise<void> => {
    const { conversationId, messageId, answerId } = turn
    const { messages } = await readMessages(world, conversationId)
    for (const message of messages) {
      if (message.id === answerId && message.metadata) {
        madeAt.set(answerId, message.metadata.createdAt)
      }
      if (message.id !== messageId && message.id !== answerId) continue
      const { id, role } = message
      const { metadata, parts } = message
      const shape = { id, role, parts: [...parts], ...(metadata && { metadata }) }
      if (JSON.stringify(shape).length > largestMessage) tellBranch(turn)
      else hub.publish({ type: 'message', conversationId, message: shape }, conversationId)
    }
  }

  const tellConversation = async ({ conversationId }: TurnIds): Promise<void> => {
    const conversation = await lister.one(conversationId)
    if (conversation) hub.publish({ type: 'conversation', conversation })
  }

  return {
    /** Whether anything of the turn is in the store. */
    async isKept({ conversationId, answerId }: TurnIds): Promise<boolean> {
      const all = await store.allMessages(conversationId)
      return all.some(({ id }) => id === answerId)
    },

    /** What the store knows of an event; pages are told of messages before their chunks. */
    async before(turn: TurnIds, event: EngineEvent): Promise<Known> {
      const { answerId } = turn
      if (event.type === 'queued' || event.type === 'turn-start') {
        if (turn.branches) tellBranch(turn)
        await tellMessages(turn)
      }
      const id =
        event.type === 'approval-request'
          ? event.request.id
          : event.type === 'approval-resolved'
            ? event.id
            : undefined
      const approval = id === undefined ? undefined : await store.approval(id)
      return { createdAt: madeAt.get(answerId) ?? now(), ...(approval && { approval }) }
    },

    async after(turn: TurnIds, event: EngineEvent): Promise<void> {
      if (event.type === 'turn-end') {
        madeAt.delete(turn.answerId)
        await tellMessages(turn)
      }
      if (tellsOfConversation.has(event.type)) await tellConversation(turn)
    },
  }
}

/** Characters of a message that is told of whole: one that is longer is read anew. */
const largestMessage = 1_000_000

/** What changes how a list shows a conversation. */
const tellsOfConversation: ReadonlySet<EngineEvent['type']> = new Set<EngineEvent['type']>([
  'queued',
  'turn-start',
  'approval-request',
  'approval-resolved',
  'title',
  'turn-end',
])
