import type { ConversationView, Message } from '@skillet/agent'
import type { World } from '../../types.ts'
import { conversationMessages, type MessageSetting, type ShownMessage } from './messages.ts'

type Reading = Pick<World, 'store' | 'library' | 'rules'>

/** What a conversation's messages are shown with, as skills and folders are now. */
export function messageSetting({
  library,
  rules,
}: Pick<World, 'library' | 'rules'>): MessageSetting {
  const { skills } = library.snapshot
  return {
    ruleFile: rules.file,
    scopeOf: (name) => skills.find((skill) => skill.name === name)?.source.scope,
    scopeAt: (location) => skills.find((skill) => skill.location === location)?.source.scope,
  }
}

/** The messages of a view, with what the store knows beside them. */
export async function messagesOfView(
  world: Reading,
  { conversation: { id }, messages }: Pick<ConversationView, 'conversation' | 'messages'>,
): Promise<ShownMessage[]> {
  const [activations, approvals] = await Promise.all([
    world.store.activations(id),
    world.store.approvals(id),
  ])
  const branch = { conversationId: id, messages, activations, approvals }
  return conversationMessages(branch, messageSetting(world))
}

/** A conversation as it is in the store; empty where there is none. */
export interface ReadConversation {
  readonly messages: readonly ShownMessage[]
  /** The same, as stored. */
  readonly stored: readonly Message[]
}

/** The branch that is shown, without all that a view works out beside it. */
export async function readMessages(world: Reading, id: string): Promise<ReadConversation> {
  const { store } = world
  const [stored, all] = await Promise.all([store.messages(id), store.allMessages(id)])
  const places = new Map<string | null, string[]>()
  for (const { id: one, parent = null } of all) {
    places.set(parent, [...(places.get(parent) ?? []), one])
  }
  const messages = stored.map((message) => ({
    message,
    siblings: places.get(message.parent ?? null) ?? [message.id],
  }))
  const view = { conversation: { id }, messages }
  const [activations, approvals] = await Promise.all([store.activations(id), store.approvals(id)])
  const branch = { conversationId: view.conversation.id, messages, activations, approvals }
  return { messages: conversationMessages(branch, messageSetting(world)), stored }
}
