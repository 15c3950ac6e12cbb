import type { Conversation, ConversationStore, Message, StoredActivation } from './types.ts'

interface Shelf {
  conversation: Conversation
  readonly messages: Map<string, Message>
  readonly activations: StoredActivation[]
}

/**
 * Keeps conversations for as long as the process lives.
 *
 * @example
 * const engine = createEngine({ library, workspace, home, store: new MemoryStore() })
 */
export class MemoryStore implements ConversationStore {
  readonly #shelves = new Map<string, Shelf>()
  readonly #now: () => number

  /** @param now milliseconds since 1970, for `updatedAt`. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  async create(wanted: {
    readonly id: string
    readonly workspace: string
    readonly now: number
  }): Promise<Conversation> {
    const present = this.#shelves.get(wanted.id)
    if (present) return present.conversation
    const { id, workspace, now } = wanted
    const conversation: Conversation = { id, workspace, createdAt: now, updatedAt: now }
    this.#shelves.set(id, { conversation, messages: new Map(), activations: [] })
    return conversation
  }

  async get(id: string): Promise<Conversation | undefined> {
    return this.#shelves.get(id)?.conversation
  }

  async list(workspace: string): Promise<readonly Conversation[]> {
    return [...this.#shelves.values()]
      .map((shelf) => shelf.conversation)
      .filter((conversation) => conversation.workspace === workspace)
      .sort((a, b) => b.updatedAt - a.updatedAt)
  }

  async messages(id: string): Promise<readonly Message[]> {
    return [...(this.#shelves.get(id)?.messages.values() ?? [])]
  }

  async put(id: string, message: Message): Promise<void> {
    const shelf = this.#shelf(id)
    // A Map keeps the place of a key that is set again: a replaced message stays where it was.
    shelf.messages.set(message.id, structuredClone(message))
    shelf.conversation = this.#touched(shelf.conversation)
  }

  async activations(id: string): Promise<readonly StoredActivation[]> {
    return [...(this.#shelves.get(id)?.activations ?? [])]
  }

  async addActivation(id: string, activation: StoredActivation): Promise<void> {
    this.#shelf(id).activations.push(structuredClone(activation))
  }

  async setTitle(id: string, title: string): Promise<void> {
    const shelf = this.#shelf(id)
    shelf.conversation = { ...this.#touched(shelf.conversation), title }
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
