import { statSync } from 'node:fs'
import type { ApprovalAnswer } from '../../permission/types.ts'
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
} from '../types.ts'
import { activationsOf, addActivation } from './activations.ts'
import { addApproval, answerApproval, approvalOf, approvalsOf } from './approvals.ts'
import { attachmentBytes, keepAttachment } from './attachments.ts'
import type { Connection } from './connection.ts'
import {
  getConversation,
  listConversations,
  makeConversation,
  titleConversation,
} from './conversations.ts'
import { deleteConversation, emptyLog } from './delete.ts'
import { branchOf, messagesOf, moveHead, putMessage } from './messages.ts'
import { refuseNewer } from './migrations/index.ts'
import { patiently, pause } from './patience.ts'
import { addRequest, requestsOf } from './requests.ts'
import { SavedParts } from './saved-parts.ts'
import { isIndexStale, refreshIndex, searchConversations } from './search.ts'
import { asStoreError, StoreError } from './store-error.ts'
import {
  beginTurn,
  claimTurn,
  endDeadTurns,
  enqueueTurn,
  hasDeadTurns,
  releaseTurn,
  renewTurn,
  turnsOf,
  type Vitals,
} from './turns.ts'

/**
 * Keeps conversations in an SQLite file, for any number of processes. What it is asked is done one
 * after another, in the order it was asked.
 */
export class SqliteStore implements ConversationStore {
  readonly #connection: Connection
  readonly #now: () => number
  readonly #stateOf: Vitals['stateOf']
  readonly #saved: SavedParts
  readonly #identity: string
  readonly #patienceMs: number
  #last: Promise<unknown> = Promise.resolve()
  /** When something was written last, by `performance.now`: nobody else held the store then. */
  #written = Number.NEGATIVE_INFINITY

  /** Opened by `openSqliteStore`. */
  constructor(
    connection: Connection,
    {
      now,
      stateOf,
      patienceMs,
    }: {
      readonly now: () => number
      readonly stateOf: Vitals['stateOf']
      readonly patienceMs: number
    },
  ) {
    this.#connection = connection
    this.#saved = new SavedParts(connection)
    this.#now = now
    this.#stateOf = stateOf
    this.#patienceMs = patienceMs
    this.#identity = identityOf(connection.file)
  }

  create(wanted: {
    readonly id: string
    readonly workspace: string
    readonly now: number
  }): Promise<Conversation> {
    return this.#write((connection) => makeConversation(connection, wanted))
  }

  get(id: string): Promise<Conversation | undefined> {
    return this.#read((connection) => getConversation(connection, id))
  }

  list(
    options: {
      readonly workspace?: string
      readonly limit?: number
      readonly offset?: number
    } = {},
  ): Promise<readonly ListedConversation[]> {
    return this.#read((connection) => listConversations(connection, options))
  }

  async delete(id: string): Promise<Deletion> {
    const deleted = await this.#writeMessages((connection) =>
      deleteConversation(connection, id, this.#now()),
    )
    if (!deleted) return 'unknown'
    return (await this.#emptyLog()) ? 'erased' : 'held'
  }

  setTitle(id: string, title: string): Promise<void> {
    return this.#write((connection) => titleConversation(connection, id, title, this.#now()))
  }

  messages(id: string): Promise<readonly Message[]> {
    return this.#read((connection) => branchOf(connection, id))
  }

  allMessages(id: string): Promise<readonly Message[]> {
    return this.#read((connection) => messagesOf(connection, id))
  }

  put(id: string, message: Message): Promise<void> {
    const { message: kept, savedPlaces, asSaved } = this.#saved.take(id, message)
    return this.#next(() => {
      const saved = this.#transaction((connection) => {
        putMessage(connection, id, kept, this.#now(), savedPlaces())
        return asSaved()
      })
      this.#saved.keep(saved)
    })
  }

  setHead(id: string, messageId: string | null): Promise<boolean> {
    return this.#write((connection) => moveHead(connection, id, messageId))
  }

  activations(id: string): Promise<readonly StoredActivation[]> {
    return this.#read((connection) => activationsOf(connection, id))
  }

  addActivation(id: string, activation: StoredActivation): Promise<void> {
    const kept = structuredClone(activation)
    return this.#write((connection) => addActivation(connection, id, kept))
  }

  enqueueTurn(id: string, turn: EnqueuedTurn): Promise<EnqueueOutcome> {
    const kept = structuredClone(turn)
    return this.#writeMessages((connection) => enqueueTurn(connection, id, kept, this.#now()))
  }

  beginTurn(id: string, turn: BegunTurn): Promise<void> {
    const kept = structuredClone(turn)
    return this.#writeMessages((connection) => beginTurn(connection, id, kept, this.#now()))
  }

  claimTurn(id: string, answerId: string): Promise<TurnClaim> {
    return this.#write((connection) => claimTurn(connection, id, answerId, this.#vitals()))
  }

  renewTurn(id: string, answerId: string): Promise<boolean> {
    return this.#write((connection) => renewTurn(connection, id, answerId, this.#now()))
  }

  releaseTurn(id: string, answerId: string): Promise<void> {
    return this.#write((connection) => releaseTurn(connection, id, answerId))
  }

  turns(id: string): Promise<readonly { readonly answerId: string; readonly owner: TurnOwner }[]> {
    return this.#read((connection) => turnsOf(connection, id))
  }

  async endDeadTurns(): Promise<readonly string[]> {
    const some = await this.#read((connection) => hasDeadTurns(connection, this.#vitals()))
    return some ? this.#write((connection) => endDeadTurns(connection, this.#vitals())) : []
  }

  addApproval(approval: StoredApproval): Promise<void> {
    const kept = structuredClone(approval)
    return this.#write((connection) => addApproval(connection, kept))
  }

  answerApproval(requestId: string, answer: ApprovalAnswer, now: number): Promise<boolean> {
    return this.#write((connection) => answerApproval(connection, requestId, answer, now))
  }

  approval(requestId: string): Promise<StoredApproval | undefined> {
    return this.#read((connection) => approvalOf(connection, requestId))
  }

  approvals(id: string): Promise<readonly StoredApproval[]> {
    return this.#read((connection) => approvalsOf(connection, id))
  }

  addRequest(id: string, request: StoredRequest): Promise<void> {
    const kept = structuredClone(request)
    return this.#write((connection) => addRequest(connection, id, kept))
  }

  requests(id: string, messageId?: string): Promise<readonly StoredRequest[]> {
    return this.#read((connection) => requestsOf(connection, id, messageId))
  }

  putAttachment(bytes: Uint8Array): Promise<string> {
    const kept = bytes.slice()
    return this.#write((connection) => keepAttachment(connection, kept, this.#now()))
  }

  attachment(hash: string): Promise<Uint8Array | undefined> {
    return this.#read((connection) => attachmentBytes(connection, hash))
  }

  async search(options: {
    readonly text: string
    readonly workspace?: string
    readonly limit?: number
  }): Promise<readonly SearchHit[]> {
    if (await this.#read(isIndexStale)) await this.#write(refreshIndex)
    return this.#read((connection) => searchConversations(connection, options))
  }

  async close(): Promise<void> {
    // Whatever was committed is on the disk; this brings it from the log into the file, and empties
    // the log, or the next one who closes the store does.
    await this.#read(emptyLog).catch(ignore)
    this.#connection.close()
  }

  #vitals(): Vitals {
    return { now: this.#now(), stateOf: this.#stateOf }
  }

  #read<T>(act: (connection: Connection) => T): Promise<T> {
    return this.#next(() => act(this.#connection))
  }

  #write<T>(act: (connection: Connection) => T): Promise<T> {
    return this.#next(() => this.#transaction(act))
  }

  /** The same where it writes messages, or deletes them. */
  #writeMessages<T>(act: (connection: Connection) => T): Promise<T> {
    return this.#write((connection) => {
      this.#saved.forget()
      return act(connection)
    })
  }

  #transaction<T>(act: (connection: Connection) => T): T {
    const connection = this.#connection
    this.#mustStandThere()
    const result = connection.transaction(() => {
      refuseNewer(connection)
      return act(connection)
    })
    this.#written = performance.now()
    return result
  }

  /** What is written to a file that was moved away is kept in no place that anybody looks in. */
  #mustStandThere(): void {
    const { file } = this.#connection
    if (identityOf(file) === this.#identity) return
    throw new StoreError(
      'unreachable',
      `${file} was moved away or replaced while it was open, so nothing more is written to it.`,
      'Put it back, or start Skillet again.',
    )
  }

  /**
   * Does this after everything before it, whatever became of that. What was asked while the store was
   * held waits no longer than the first of it, however much waits.
   */
  #next<T>(act: () => T): Promise<T> {
    const asked = performance.now()
    const done = this.#last.then(() =>
      patiently(act, {
        since: Math.max(asked, this.#written),
        patienceMs: this.#patienceMs,
      }),
    )
    this.#last = done.then(ignore, ignore)
    return done.catch((error: unknown) => {
      throw asStoreError(error, this.#connection.file)
    })
  }

  /** Waits a second or two for readers that hold the log. False where one holds it still. */
  async #emptyLog(): Promise<boolean> {
    for (let tries = 0; tries < 20; tries += 1) {
      if (await this.#read(emptyLog)) return true
      await pause()
    }
    return false
  }
}

/** Which file stands at a path; `""` where there is none. */
function identityOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : ''
}

function ignore(): void {}
