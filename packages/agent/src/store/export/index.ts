import type { ConversationStore } from '../types.ts'
import { toJson } from './json.ts'
import { toMarkdown } from './markdown.ts'

/** What a conversation is written as. */
export type ExportFormat = 'markdown' | 'json'

/**
 * A conversation as text: what was typed, answered and done, never what was put in for the model.
 *
 * @param options `markdown`: the shown branch, to read. `json`: all branches, for programs
 * @returns undefined where there is no such conversation
 * @example
 * const page = await exportConversation(store, id, { format: 'markdown' })
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
