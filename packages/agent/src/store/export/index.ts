import type { ConversationStore } from '../types.ts'
import { toJson } from './json.ts'
import { toMarkdown } from './markdown.ts'

/** What a conversation is written as. */
export type ExportFormat = 'markdown' | 'json'

/**
 * A conversation as text: what was typed, answered and done, never what was put in for the model.
 *
 * @param store where it is kept
 * @param id of the conversation
 * @param options `markdown`: the shown branch, to read. `json`: all branches, for programs
 * @returns undefined where there is no such conversation
 * @throws what the store rejects with
 * @example
 * const store = await openSqliteStore({ folder: '/home/ada/.local/state/skillet/conversations' })
 * const page = await exportConversation(store, 'c1', { format: 'markdown' })
 */
export async function exportConversation(
  store: ConversationStore,
  id: string,
  { format }: { readonly format: ExportFormat },
): Promise<string | undefined> {
  const conversation = await store.get(id)
  if (!conversation) return undefined
  return format === 'markdown'
    ? toMarkdown(conversation, await store.messages(id))
    : toJson(conversation, await store.allMessages(id))
}
