import type { ConversationStore } from '@skillet/agent'
import type { LiveEvent } from '../contract/index.ts'

/** How often the store is looked at while a page is open, in milliseconds. */
const lookEveryMs = 1_000

export interface WatchGround {
  readonly publish: (event: LiveEvent, conversationId?: string) => void
  /** Those that are open on a page. */
  readonly openConversations: () => ReadonlySet<string>
  /** Whether a turn of the conversation runs or waits in this process, which tells of it by itself. */
  readonly isHere: (conversationId: string) => boolean
}

/**
 * Notices what other processes of the store do with the conversations that are open on a page: the
 * store tells nobody. Looks only while a page is open, and reads no messages.
 */
export function watchStore(
  { store }: { readonly store: ConversationStore },
  { publish, openConversations, isHere }: WatchGround,
): { start(): void; stop(): void } {
  const known = new Map<string, Seen>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  const look = async (): Promise<void> => {
    const open = openConversations()
    for (const id of known.keys()) if (!open.has(id)) known.delete(id)
    for (const id of open) {
      const now = await seen(store, id, isHere(id))
      const before = known.get(id)
      known.set(id, now)
      if (before && isOther(before, now)) {
        publish({ type: 'conversation-changed', conversationId: id }, id)
      }
    }
  }
  return {
    start() {
      timer ??= setInterval(() => {
        if (isLooking) return
        isLooking = true
        look()
          // A store that fails is asked again; requests tell of one that goes on so.
          .catch(() => {})
          .finally(() => {
            isLooking = false
          })
      }, lookEveryMs).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
      known.clear()
    },
  }
}

interface Seen {
  readonly isHere: boolean
  readonly turns: string
  readonly rest: string
}

async function seen(store: ConversationStore, id: string, isHere: boolean): Promise<Seen> {
  const [conversation, turns, approvals] = await Promise.all([
    store.get(id),
    store.turns(id),
    store.approvals(id),
  ])
  return {
    isHere,
    turns: JSON.stringify(turns.map(({ answerId }) => answerId)),
    rest: JSON.stringify([
      conversation?.updatedAt,
      conversation?.head,
      approvals.map(({ request, answer }) => [request.id, answer !== undefined]),
    ]),
  }
}

/** While a turn runs here, all but the turns of others is our own doing. */
function isOther(before: Seen, now: Seen): boolean {
  if (before.isHere || now.isHere) return false
  return before.turns !== now.turns || before.rest !== now.rest
}
