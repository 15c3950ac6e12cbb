import type { Conversation, ConversationStore } from '@skillet/agent'
import { cleanLine } from '../screen/clean.ts'

/**
 * A conversation as a person knows it: by its title, or, where its first turn never came to an end,
 * by what was typed first.
 */
export async function nameOf(
  conversation: Conversation,
  store: Pick<ConversationStore, 'messages'>,
): Promise<string> {
  return cleanLine(conversation.title ?? (await typedFirst(conversation, store))) || '(no title)'
}

async function typedFirst({ id }: Conversation, store: Pick<ConversationStore, 'messages'>) {
  const { cutTitle } = await import('@skillet/agent')
  return cutTitle(await store.messages(id))
}
