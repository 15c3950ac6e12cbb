import { createHash } from 'node:crypto'
import type { ApprovalAnswer } from '../permission/types.ts'
import { attachmentHoldMs } from './attachment-hold.ts'
import { messageText } from './message-text.ts'
import { excerptAround, holdsWords, wordsOf } from './search-words.ts'
import type {
  BegunTurn,
  Conversation,
  ConversationStore,
  Deletion,
  EnqueuedTurn,
  EnqueueOutcome,
  ListedConversation,
  Message,
  SearchHit,
  StoredActivation,
  StoredApproval,
  StoredRequest,
  TurnClaim,
  TurnOwner,
} from './types.ts'

interface Shelf {
  conversation: Conversation
  readonly messages: Map<string, Message>
  /** When each message was first put, counted over all conversations. */
  readonly order: Map<string, number>
  readonly activations: StoredActivation[]
  readonly requests: StoredRequest[]
  /** The turn that runs or is next, then those that wait. */
  turns: readonly { readonly answerId: string; readonly owner: TurnOwner }[]
}

/**
 * Keeps conversations for as long as the process lives, for this process alone.
 *
 * @example
 * const engine = createEngine({ library, workspace, home, store: new MemoryStore() })
 */
export class MemoryStore implements ConversationStore {
  readonly #all = new Map<string, Shelf>()
  readonly #approvals = new Map<string, StoredApproval>()
  readonly #attachments = new Map<string, Uint8Array>()
  /** When bytes came that a message is about to name, the first first. */
  readonly #holds = new Map<string, readonly number[]>()
  readonly #now: () => number
  #puts = 0
  #closed = false

  /** @param now milliseconds since 1970, for `updatedAt`. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  async create(wanted: Parameters<ConversationStore['create']>[0]): Promise<Conversation> {
    return this.#make(wanted)
  }

  #make(wanted: Parameters<ConversationStore['create']>[0]): Conversation {
    const present = this.#shelves.get(wanted.id)
    if (present) return present.conversation
    const { id, workspace, now } = wanted
    const conversation = { id, workspace, head: null, createdAt: now, updatedAt: now }
    this.#shelves.set(id, {
      conversation,
      messages: new Map(),
      order: new Map(),
      activations: [],
      requests: [],
      turns: [],
    })
    return conversation
  }

  async get(id: string): Promise<Conversation | undefined> {
    return this.#shelves.get(id)?.conversation
  }

  async list({
    workspace,
    limit = Number.POSITIVE_INFINITY,
    offset = 0,
  }: {
    readonly workspace?: string
    readonly limit?: number
    readonly offset?: number
  } = {}): Promise<readonly ListedConversation[]> {
    return this.#shelvesOf(workspace)
      .slice(offset, offset + limit)
      .map(({ conversation, messages }) => ({ ...conversation, messageCount: messages.size }))
  }

  async delete(id: string): Promise<Deletion> {
    for (const [requestId, { conversationId }] of this.#approvals) {
      if (conversationId === id) this.#approvals.delete(requestId)
    }
    const deleted = this.#shelves.delete(id)
    if (!deleted) return 'unknown'
    this.#dropAttachments()
    return 'erased'
  }

  async setTitle(id: string, title: string): Promise<void> {
    const shelf = this.#shelf(id)
    shelf.conversation = { ...this.#touched(shelf.conversation), title }
  }

  async messages(id: string): Promise<readonly Message[]> {
    const shelf = this.#shelves.get(id)
    const branch: Message[] = []
    let next = shelf?.conversation.head ?? null
    while (next !== null) {
      const message = shelf?.messages.get(next)
      if (!message) break
      branch.push(message)
      next = message.parent ?? null
    }
    return branch.reverse()
  }

  async allMessages(id: string): Promise<readonly Message[]> {
    return [...(this.#shelves.get(id)?.messages.values() ?? [])]
  }

  async put(id: string, message: Message): Promise<void> {
    this.#put(id, message)
  }

  #put(id: string, message: Message): void {
    const shelf = this.#shelf(id)
    const present = shelf.messages.get(message.id)
    const parent = parentIn(shelf, message)
    if (!present) shelf.order.set(message.id, ++this.#puts)
    this.#takeHolds(message, present)
    // A Map keeps the place of a key that is set again: a replaced message stays where it was.
    shelf.messages.set(message.id, { ...structuredClone(message), parent })
    const touched = this.#touched(shelf.conversation)
    shelf.conversation = present ? touched : { ...touched, head: message.id }
    const named = hashesOf(message)
    if (hashesOf(present).some((hash) => !named.includes(hash))) this.#dropAttachments()
  }

  async setHead(id: string, messageId: string | null): Promise<boolean> {
    const shelf = this.#shelf(id)
    if (messageId !== null) mustHave(shelf, messageId)
    if (shelf.turns.length > 0) return false
    shelf.conversation = { ...shelf.conversation, head: messageId }
    return true
  }

  async activations(id: string): Promise<readonly StoredActivation[]> {
    return [...(this.#shelves.get(id)?.activations ?? [])]
  }

  async addActivation(id: string, activation: StoredActivation): Promise<void> {
    this.#shelf(id).activations.push(structuredClone(activation))
  }

  async enqueueTurn(
    id: string,
    { message, answer, owner, workspace, again }: EnqueuedTurn,
  ): Promise<EnqueueOutcome> {
    if (again !== undefined && this.#isAnswered(id, again)) return 'answering'
    const known = this.#shelves.get(id)?.messages
    if ([message, answer].some((one) => one && known?.has(one.id))) return 'known'
    const isNew = !this.#shelves.has(id)
    if (workspace !== undefined) this.#make({ id, workspace, now: answer.createdAt })
    const shelf = this.#shelf(id)
    try {
      // Without a wait between them: another turn that is added meanwhile would stand in between.
      if (message) this.#put(id, message)
      this.#put(id, message ? { ...answer, parent: message.id } : answer)
    } catch (error) {
      if (isNew) this.#shelves.delete(id)
      throw error
    }
    shelf.turns = [...shelf.turns, { answerId: answer.id, owner }]
    return 'kept'
  }

  /** Whether a turn that runs or waits answers this message. */
  #isAnswered(id: string, messageId: string): boolean {
    const shelf = this.#shelves.get(id)
    return (
      shelf?.turns.some(({ answerId }) => shelf.messages.get(answerId)?.parent === messageId) ??
      false
    )
  }

  async beginTurn(id: string, { message, answer, activation }: BegunTurn): Promise<void> {
    const shelf = this.#shelf(id)
    for (const one of message ? [message, answer] : [answer]) parentIn(shelf, one)
    if (activation) shelf.activations.push(structuredClone(activation))
    if (message) this.#put(id, message)
    this.#put(id, answer)
  }

  async claimTurn(id: string, answerId: string): Promise<TurnClaim> {
    const turns = this.#shelves.get(id)?.turns ?? []
    const place = turns.findIndex((turn) => turn.answerId === answerId)
    if (place === -1) return { kind: 'lost' }
    return place === 0 ? { kind: 'granted' } : { kind: 'waiting', before: place }
  }

  async renewTurn(id: string, answerId: string): Promise<boolean> {
    return this.#shelves.get(id)?.turns.some((turn) => turn.answerId === answerId) ?? false
  }

  async releaseTurn(id: string, answerId: string): Promise<void> {
    const shelf = this.#shelves.get(id)
    if (!shelf?.turns.some((turn) => turn.answerId === answerId)) return
    shelf.turns = shelf.turns.filter((turn) => turn.answerId !== answerId)
    makeWay(shelf, answerId)
  }

  async turns(
    id: string,
  ): Promise<readonly { readonly answerId: string; readonly owner: TurnOwner }[]> {
    return this.#shelves.get(id)?.turns ?? []
  }

  /** Every turn here is one of this process, which lives. */
  async endDeadTurns(): Promise<readonly string[]> {
    return this.#open([])
  }

  async addApproval(approval: StoredApproval): Promise<void> {
    this.#shelf(approval.conversationId)
    this.#approvals.set(approval.request.id, structuredClone(approval))
  }

  async answerApproval(requestId: string, answer: ApprovalAnswer, now: number): Promise<boolean> {
    const waiting = this.#open(this.#approvals).get(requestId)
    if (!waiting || waiting.answer) return false
    this.#approvals.set(requestId, { ...waiting, answer: { ...answer }, answeredAt: now })
    return true
  }

  async approval(requestId: string): Promise<StoredApproval | undefined> {
    return this.#open(this.#approvals).get(requestId)
  }

  async approvals(id: string): Promise<readonly StoredApproval[]> {
    return [...this.#open(this.#approvals).values()].filter(
      ({ conversationId }) => conversationId === id,
    )
  }

  async addRequest(id: string, request: StoredRequest): Promise<void> {
    this.#shelf(id).requests.push(structuredClone(request))
  }

  async requests(id: string, messageId?: string): Promise<readonly StoredRequest[]> {
    const all = this.#shelves.get(id)?.requests ?? []
    return all.filter((request) => messageId === undefined || request.messageId === messageId)
  }

  async putAttachment(bytes: Uint8Array): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    this.#open(this.#attachments).set(hash, bytes.slice())
    this.#holds.set(hash, [...(this.#holds.get(hash) ?? []), this.#now()])
    return hash
  }

  async attachment(hash: string): Promise<Uint8Array | undefined> {
    return this.#open(this.#attachments).get(hash)?.slice()
  }

  async search({
    text,
    workspace,
    limit = 20,
  }: {
    readonly text: string
    readonly workspace?: string
    readonly limit?: number
  }): Promise<readonly SearchHit[]> {
    const words = wordsOf(text)
    if (words.length === 0) return []
    const shelves = this.#shelvesOf(workspace)
    const titles = shelves.flatMap(({ conversation }): SearchHit[] => {
      const { title = '' } = conversation
      return holdsWords(title, words)
        ? [{ conversation, excerpt: excerptAround(title, words) }]
        : []
    })
    const messages = shelves
      .flatMap((shelf) => [...shelf.messages.values()].map((message) => ({ shelf, message })))
      .filter(({ message }) => holdsWords(messageText(message), words))
      .sort((a, b) => orderOf(b.shelf, b.message) - orderOf(a.shelf, a.message))
      .map(({ shelf, message }): SearchHit => {
        const excerpt = excerptAround(messageText(message), words)
        return { conversation: shelf.conversation, messageId: message.id, excerpt }
      })
    return [...titles, ...messages].slice(0, Math.max(0, limit))
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#all.clear()
  }

  get #shelves(): Map<string, Shelf> {
    return this.#open(this.#all)
  }

  #open<T>(kept: T): T {
    if (this.#closed) throw new Error('This store of conversations is closed.')
    return kept
  }

  #shelvesOf(workspace: string | undefined): readonly Shelf[] {
    return [...this.#shelves.values()]
      .reverse()
      .filter(({ conversation }) => workspace === undefined || conversation.workspace === workspace)
      .sort((a, b) => b.conversation.updatedAt - a.conversation.updatedAt)
  }

  /** Each message that names bytes takes one of their holds. */
  #takeHolds(message: Message, before: Message | undefined): void {
    const known = hashesOf(before)
    for (const hash of hashesOf(message)) {
      if (!known.includes(hash)) this.#holds.set(hash, this.#holds.get(hash)?.slice(1) ?? [])
    }
  }

  /** Files that no message of any conversation names any more, or will name. */
  #dropAttachments(): void {
    const named = new Set(
      [...this.#shelves.values()].flatMap(({ messages }) =>
        [...messages.values()].flatMap(hashesOf),
      ),
    )
    for (const hash of this.#attachments.keys()) {
      const since = this.#now() - attachmentHoldMs
      const holds = this.#holds.get(hash)?.filter((heldAt) => heldAt >= since) ?? []
      this.#holds.set(hash, holds)
      if (named.has(hash) || holds.length > 0) continue
      this.#attachments.delete(hash)
      this.#holds.delete(hash)
    }
  }

  #touched(conversation: Conversation): Conversation {
    return { ...conversation, updatedAt: Math.max(conversation.updatedAt, this.#now()) }
  }

  #shelf(id: string): Shelf {
    const shelf = this.#shelves.get(id)
    if (!shelf) throw new Error(`There is no conversation ${JSON.stringify(id)} in this store.`)
    return shelf
  }
}

/** What a turn that never began had taken the place of takes it back. */
function makeWay(shelf: Shelf, answerId: string): void {
  const insteadOf = madeWayFor(shelf, answerId)
  if (insteadOf === answerId) return
  for (const message of shelf.messages.values()) {
    if (message.parent === answerId)
      shelf.messages.set(message.id, { ...message, parent: insteadOf })
  }
  const { conversation } = shelf
  if (conversation.head === answerId) shelf.conversation = { ...conversation, head: insteadOf }
}

/** That may be an answer that made way itself. */
function madeWayFor(shelf: Shelf, answerId: string | null): string | null {
  const { state, insteadOf } = shelf.messages.get(answerId ?? '') ?? {}
  return state && insteadOf !== undefined ? madeWayFor(shelf, insteadOf) : answerId
}

function hashesOf(message: Message | undefined): readonly string[] {
  const parts = message?.parts ?? []
  return parts.flatMap((part) => (part.type === 'attachment' ? [part.hash] : []))
}

function orderOf({ order }: Shelf, { id }: Message): number {
  return order.get(id) ?? 0
}

/** Behind which message it stands, or will: the one it stands behind already, then what it says. */
function parentIn(shelf: Shelf, { id, parent }: Message): string | null {
  const present = shelf.messages.get(id)
  if (present) return present.parent ?? null
  if (parent === undefined) return shelf.conversation.head
  if (parent !== null) mustHave(shelf, parent)
  return parent
}

function mustHave({ messages }: Shelf, messageId: string): void {
  if (!messages.has(messageId)) {
    throw new Error(`There is no message ${JSON.stringify(messageId)} in this conversation.`)
  }
}
