import type { ConversationStore } from '@skillet/agent'
import type { ListedConversation, LiveEvent } from '../contract/index.ts'
import { createLister } from '../routes/listed.ts'

/** How often the store is looked at while a page is open, in milliseconds. */
const lookEveryMs = 1_000
/** How long a page may have read a conversation before it opens it here, in milliseconds. */
const readingMs = 5_000
/** Conversations that are remembered. */
const mostKnown = 200
/** Conversations of a list that are looked at: the last changed ones. */
const mostListed = 50

export interface WatchGround {
  readonly store: ConversationStore
  readonly workspace: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface WatchTelling {
  readonly publish: (event: LiveEvent, conversationId?: string) => void
  /** Those that are open on a page. */
  readonly openConversations: () => ReadonlySet<string>
  /** The answer of a turn of this process, which tells of it by itself. */
  readonly ownAnswer: (conversationId: string) => string | undefined
}

/**
 * Notices what other processes of the store do: it tells nobody. Looks only while a page is open,
 * and reads no messages before something changed.
 */
export function watchStore(ground: WatchGround, telling: WatchTelling) {
  const open = new OpenConversations(ground, telling)
  const listed = new ListedConversations(ground, telling)
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  const look = (): Promise<void> => {
    looking ??= Promise.all([open.look(), listed.look()])
      // A store that fails is asked again; requests tell of one that goes on failing.
      .then(noop, noop)
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  return {
    /** Looks at once too: what another process does from here on is noticed. */
    start(): void {
      timer ??= setInterval(() => void look(), lookEveryMs).unref()
      look().catch(noop)
    },
    /** This process has told of it: its own doing is no news. */
    told(event: LiveEvent): void {
      if (event.type === 'conversation') listed.told(event.conversation)
      if (event.type === 'conversation-deleted') listed.toldDeleted(event.id)
      if ('conversationId' in event) open.told(event.conversationId)
    },
    stop(): void {
      clearInterval(timer)
      timer = undefined
      listed.forget()
    },
  }
}

/** What is seen of a conversation without reading its messages. */
interface Seen {
  /** A turn of this process runs: all but the turns of others is our own doing. */
  readonly isOurs: boolean
  /** Turns of others. */
  readonly turns: string
  readonly rest: string
  readonly updatedAt: number
}

/** Conversations that are open on a page. */
class OpenConversations {
  readonly #ground: WatchGround
  readonly #telling: WatchTelling
  /** Also of those that are open no more: a page may come back to them. */
  readonly #known = new Map<string, Seen>()
  /** Of which this process told since they were looked at. */
  readonly #told = new Set<string>()

  constructor(ground: WatchGround, telling: WatchTelling) {
    this.#ground = ground
    this.#telling = telling
  }

  async look(): Promise<void> {
    const open = this.#telling.openConversations()
    for (const id of open) {
      const now = await this.#see(id)
      const before = this.#known.get(id)
      this.#keep(id, now)
      const isNews = before ? isOther(before, now) : this.#mayBeNews(now)
      if (isNews) this.#telling.publish({ type: 'conversation-changed', conversationId: id }, id)
    }
  }

  told(id: string): void {
    this.#told.add(id)
  }

  #keep(id: string, seen: Seen): void {
    this.#known.delete(id)
    this.#known.set(id, seen)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKnown) return
      this.#known.delete(oldest)
    }
  }

  /** Between reading and opening a conversation a page may have missed what another process did. */
  #mayBeNews({ isOurs, turns, updatedAt }: Seen): boolean {
    if (isOurs) return false
    return turns !== none || updatedAt > this.#ground.now() - readingMs
  }

  async #see(id: string): Promise<Seen> {
    const { store } = this.#ground
    const own = this.#telling.ownAnswer(id)
    const wasTold = this.#told.delete(id)
    const [conversation, turns, approvals] = await Promise.all([
      store.get(id),
      store.turns(id),
      store.approvals(id),
    ])
    const others = turns.map(({ answerId }) => answerId).filter((answerId) => answerId !== own)
    const { updatedAt = 0, head = null } = conversation ?? {}
    const asked = approvals.map(({ request, answer }) => [request.id, answer !== undefined])
    return {
      isOurs: wasTold || own !== undefined,
      turns: JSON.stringify(others),
      rest: JSON.stringify([updatedAt, head, asked]),
      updatedAt,
    }
  }
}

const none = JSON.stringify([])

function isOther(before: Seen, now: Seen): boolean {
  if (before.turns !== now.turns) return true
  return !now.isOurs && before.rest !== now.rest
}

/** The conversations of this folder that changed last, as every page lists them. */
class ListedConversations {
  readonly #ground: WatchGround
  readonly #telling: WatchTelling
  readonly #lister: ReturnType<typeof createLister>
  #known: Map<string, number> | undefined

  constructor(ground: WatchGround, telling: WatchTelling) {
    this.#ground = ground
    this.#telling = telling
    this.#lister = createLister(ground)
  }

  async look(): Promise<void> {
    const { store, workspace } = this.#ground
    const list = await store.list({ workspace, limit: mostListed })
    const before = this.#known
    this.#known = new Map(list.map(({ id, updatedAt }) => [id, updatedAt]))
    if (!before) return
    for (const conversation of list) {
      const { id, updatedAt } = conversation
      if (before.get(id) === updatedAt || this.#telling.ownAnswer(id) !== undefined) continue
      const shown = await this.#lister.listed(conversation)
      this.#telling.publish({ type: 'conversation', conversation: shown })
    }
    for (const id of before.keys()) {
      if (this.#known.has(id) || (await store.get(id)) !== undefined) continue
      this.#telling.publish({ type: 'conversation-deleted', id })
    }
  }

  told({ id, updatedAt, here }: ListedConversation): void {
    if (here) this.#known?.set(id, updatedAt)
  }

  toldDeleted(id: string): void {
    this.#known?.delete(id)
  }

  forget(): void {
    this.#known = undefined
  }
}

function noop(): void {}
