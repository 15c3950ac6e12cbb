import type { SkilletMessage } from '@skillet/server/contract'
import { asProblem, type ReadConversation, readConversation } from '../api/index.ts'
import { emptyConversation, useOpen } from './open-store.ts'
import { readUndisturbed } from './read-undisturbed.ts'
import { letGo, stream, withGrowing } from './stream.ts'

let reading = new AbortController()

/** Of conversations that nobody wrote into yet: the server knows nothing of them. */
const fresh = new Set<string>()

/**
 * A fresh id. The conversation is made by its first message.
 *
 * @param id one that was made before a reload, and not written into since
 */
export function newConversation(id: string = crypto.randomUUID()): string {
  fresh.add(id)
  return id
}

/** Shows a conversation: what is stored of it, then what is happening in it. */
export async function openConversation(id: string): Promise<void> {
  if (useOpen.getState().id === id && useOpen.getState().status !== 'failed') return
  const isFresh = fresh.delete(id)
  letGo()
  reading.abort()
  useOpen.setState(emptyConversation(id, isFresh ? 'new' : 'loading'), true)
  // Before the live stream is there the page may have no access; it reads everything once it is.
  if (!isFresh && stream.lastId !== undefined) await refreshConversation()
}

/** Reads the shown conversation anew; what did not change keeps its objects. */
export async function refreshConversation(): Promise<void> {
  const { id, status } = useOpen.getState()
  if (id === '' || status === 'new') return
  reading.abort()
  reading = new AbortController()
  const { signal } = reading
  try {
    const page = await readUndisturbed(
      () => readConversation(id, signal),
      () => stream.told,
    )
    if (!signal.aborted)
      useOpen.setState((open) => ({ ...read(open.messages, page), status: 'ready' }))
  } catch (thrown) {
    if (signal.aborted) return
    const problem = asProblem(thrown)
    // What is there by now was written after this was asked.
    if (useOpen.getState().status === 'ready') return
    if (problem.code === 'not-found') useOpen.setState(emptyConversation(id, 'new'), true)
    else useOpen.setState({ status: 'failed', problem })
  }
}

/** Its first message was taken: from now on the server knows of it. */
export function beginConversation(id: string): void {
  const open = useOpen.getState()
  if (open.id !== id || open.status !== 'new') return
  useOpen.setState({ status: 'ready' })
  // Its events may have come before the page listened for them.
  void refreshConversation()
}

/** The parts of the state that a page of the server tells. */
function read(known: readonly SkilletMessage[], page: ReadConversation) {
  const messages = withGrowing(kept(known, page.messages))
  const waits = (message: SkilletMessage) => message.metadata?.state === 'queued'
  return {
    conversation: page.conversation,
    messages: messages.filter((message) => !waits(message)),
    // An answer that waits with its message is empty.
    queue: messages.filter((message) => waits(message) && message.role === 'user'),
    later: page.later,
    activeSkills: page.activeSkills,
    running: page.running,
    approvals: page.approvals,
    contextTokens: page.contextTokens,
    contextWindow: page.contextWindow,
  }
}

/** The new messages, with the known object in the place of each that says the same. */
function kept(
  known: readonly SkilletMessage[],
  messages: readonly SkilletMessage[],
): readonly SkilletMessage[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  return messages.map((message) => {
    const before = byId.get(message.id)
    return before !== undefined && JSON.stringify(before) === JSON.stringify(message)
      ? before
      : message
  })
}
