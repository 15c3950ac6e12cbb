import type { ListedConversation } from '@skillet/server/contract'
import { asProblem, readConversations, readSession, readSkills } from '../api/index.ts'
import { beginConversation } from './conversation.ts'
import { emptyConversation, useOpen } from './open-store.ts'
import { usePage } from './page-store.ts'
import { readUndisturbed } from './read-undisturbed.ts'
import { letGo } from './stream.ts'

const pageOfConversations = 50

/** What the page shows of the process and its model. */
export async function refreshSession(): Promise<void> {
  try {
    usePage.setState({ session: await readSession() })
  } catch {
    // The live stream says how the page stands with the server.
  }
}

/** Every skill and its state. */
export async function refreshSkills(): Promise<void> {
  try {
    const { version, entries, roots, diagnostics } = await readUndisturbed(
      readSkills,
      () => usePage.getState().skills,
    )
    usePage.setState({
      skills: { version, entries, roots, diagnostics },
      skillsProblem: undefined,
    })
  } catch (thrown) {
    usePage.setState({ skillsProblem: asProblem(thrown) })
  }
}

/**
 * The conversations of this folder.
 *
 * @param more those behind the ones that are known
 */
export async function loadConversations(more = false): Promise<void> {
  const told = () => usePage.getState().conversations
  try {
    const page = await readUndisturbed(
      () =>
        readConversations({
          folder: 'here',
          limit: pageOfConversations,
          offset: more ? (told()?.length ?? 0) : 0,
        }),
      told,
    )
    const known = more ? (told() ?? []) : []
    const ids = new Set(known.map(({ id }) => id))
    usePage.setState({
      conversations: [...known, ...page.conversations.filter(({ id }) => !ids.has(id))],
      moreConversations: page.more,
      conversationsProblem: undefined,
    })
    // A page that was closed right after its first message still took its id for a fresh one.
    for (const { id } of page.conversations) beginConversation(id)
  } catch (thrown) {
    usePage.setState({ conversationsProblem: asProblem(thrown) })
  }
}

/** Those of other folders. The page keeps them only while they are shown. */
export const loadElsewhere = (offset = 0) =>
  readConversations({ folder: 'elsewhere', limit: pageOfConversations, offset })

/** Takes what is known of a conversation into the list and the shown conversation. */
export function replaceConversation(conversation: ListedConversation): void {
  const { conversations } = usePage.getState()
  if (conversation.here && conversations !== undefined) {
    const others = conversations.filter(({ id }) => id !== conversation.id)
    usePage.setState({
      conversations: [conversation, ...others].sort((a, b) => b.updatedAt - a.updatedAt),
    })
  }
  if (useOpen.getState().id === conversation.id) useOpen.setState({ conversation })
}

/** It was deleted, here or by another page. */
export function takeConversationAway(id: string): void {
  const { conversations } = usePage.getState()
  if (conversations !== undefined) {
    usePage.setState({ conversations: conversations.filter((one) => one.id !== id) })
  }
  if (useOpen.getState().id !== id) return
  letGo()
  useOpen.setState(emptyConversation(id, 'new'), true)
}
