import type { Message } from '../store/index.ts'
import { isId } from './check-options.ts'
import type { World } from './turn-state.ts'
import { liveTurns } from './turns/index.ts'
import type { MoveOptions, MoveOutcome } from './types.ts'

/** Shows another branch of a conversation. */
export async function moveTo(
  { store }: World,
  { conversationId: id, messageId, until = 'message' }: MoveOptions,
): Promise<MoveOutcome> {
  if (!isId(id) || (await store.get(id)) === undefined) return unknownPlace
  await liveTurns(store, id)
  const head = endOfBranch(await store.allMessages(id), messageId, until)
  if (head === undefined) return unknownPlace
  // Only the store can say that none began meanwhile.
  return (await store.setHead(id, head)) ? { kind: 'moved', head } : turnRuns
}

function endOfBranch(
  messages: readonly Message[],
  from: string | null,
  until: 'message' | 'end',
): string | null | undefined {
  if (from !== null && !messages.some(({ id }) => id === from)) return undefined
  if (until === 'message') return from
  const newest = new Map<string | null, string>()
  for (const { id, parent = null, insteadOf } of messages) {
    // An answer that never came stands beside those that did.
    if (insteadOf === undefined || !newest.has(parent)) newest.set(parent, id)
  }
  let end = from
  for (let next = newest.get(end); next !== undefined; next = newest.get(end)) end = next
  return end
}

/** The messages in the place of each one, in the order they were made. */
export function placesOf(messages: readonly Message[]): {
  readonly siblings: (message: Message) => readonly string[]
  readonly after: (messageId: string | null) => readonly string[]
} {
  const children = new Map<string | null, string[]>()
  for (const { id, parent = null } of messages) {
    const present = children.get(parent)
    if (present) present.push(id)
    else children.set(parent, [id])
  }
  const after = (messageId: string | null) => children.get(messageId) ?? []
  return { siblings: ({ parent = null }) => after(parent), after }
}

const turnRuns: MoveOutcome = {
  kind: 'refused',
  why: 'running',
  message: 'A turn of this conversation runs or waits, so another branch cannot be shown now.',
  hint: 'Wait for its end, or stop it first.',
}

const unknownPlace: MoveOutcome = {
  kind: 'refused',
  why: 'unknown',
  message: 'There is no such message in this conversation.',
  hint: 'Load the conversation again: it may have changed.',
}
