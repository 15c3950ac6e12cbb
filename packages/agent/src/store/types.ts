import type { Activation } from '@skillet/core'
import type { Usage } from '../model/types.ts'
import type { ApprovalAnswer, ApprovalRequest, Refuser } from '../permission/types.ts'
import type { ToolOutcome } from '../tools/types.ts'

/** One part of a message, as stored. What a person typed stays apart from what was sent. */
export type Part =
  | {
      readonly type: 'text'
      readonly text: string
      /** Of a message that is `queued` or `unsent`: a `/name` at its beginning is no call. */
      readonly plain?: true
    }
  | { readonly type: 'reasoning'; readonly text: string }
  | {
      readonly type: 'skill'
      readonly name: string
      /** Absolute. Absent where there is no such skill: then the message is `queued` or `unsent`. */
      readonly location?: string
      readonly arguments?: string | readonly string[]
      /** The call as typed before the text, white space and all: `/skill:fix\n`. Absent for a chip. */
      readonly typed?: string
    }
  /** The person took an active skill away with this message. */
  | {
      readonly type: 'skill-dropped'
      /** As the person gave it, name or location, while the message is `queued` or `unsent`. */
      readonly name: string
      /** Absolute. Absent while the message is `queued` or `unsent`. */
      readonly location?: string
    }
  /** A call of the model begins here; what follows up to the next one is its answer. */
  | {
      readonly type: 'step'
      readonly model: string
      /** Tokens of its request: as they were estimated, and as the provider counted them. */
      readonly size?: { readonly estimated: number; readonly counted: number }
    }
  | {
      readonly type: 'tool'
      readonly callId: string
      readonly tool: string
      readonly input: unknown
      /** Absent: the call was interrupted, and nobody knows what came of it. */
      readonly result?: CallResult
    }
  | {
      readonly type: 'follow-up'
      readonly hook: 'postExecute' | 'onError'
      readonly skill: string
      readonly text: string
    }
  | Attachment
  | Compaction
  | KnowledgePart

/** A file that a person sent with a message; its bytes are in the store under `hash`. */
export interface Attachment {
  readonly type: 'attachment'
  /** As the person's file was called; never used as a path. */
  readonly name: string
  /** By its bytes where they tell, such as `image/png`; else `text/plain` or `application/octet-stream`. */
  readonly mediaType: string
  /** In bytes. */
  readonly size: number
  /** sha-256 of the bytes, as hex. */
  readonly hash: string
}

/** Passages of knowledge files that were chosen for a message, as its turn's system prompt has them. */
export interface KnowledgePart {
  readonly type: 'knowledge'
  /** The whole section in its frame: later requests of the turn, and a retry, repeat it. */
  readonly text: string
  /** Where each passage stands; lines count from 1. */
  readonly sources: readonly {
    readonly path: string
    readonly heading: string
    readonly firstLine: number
    readonly lastLine: number
  }[]
}

/**
 * Older messages were too much for the model: from here on `summary` is sent in the place of those
 * after the first one, up to and with `upTo`. The messages themselves stay in the store.
 */
export interface Compaction {
  readonly type: 'compaction'
  /** Of the model; `""` where the messages were left out without one. */
  readonly summary: string
  /** 128 random bits as hex, for the frame around the summary. */
  readonly boundary: string
  /** Id of the last message that is not sent any more; `""` where all are. */
  readonly upTo: string
  /** How many messages that are. */
  readonly messages: number
  /** Estimated sizes of the request, before and after. */
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** Calls of which only the beginning and the end are sent. Default: none. */
  readonly shortened?: readonly string[]
}

/** What came of a tool call. */
export type CallResult =
  | {
      readonly kind: 'outcome'
      readonly outcome: ToolOutcome
      /** 128 random bits as hex, for the frame around the outcome. Absent: it is our own text. */
      readonly boundary?: string
    }
  | {
      readonly kind: 'denied'
      /** Why, for people; where a person gave `words`, these. */
      readonly reason: string
      /** What the person who refused it wrote. Absent: they gave no reason, or no person refused it. */
      readonly words?: string
      /** Who refused it. Absent: an earlier Skillet kept it. */
      readonly by?: Refuser
    }

/** One message of a conversation, as stored. */
export interface Message {
  readonly id: string
  readonly role: 'user' | 'assistant'
  /** Of a message to the model: a program wrote it, or changed it last. Absent: a person. */
  readonly askedBy?: 'program'
  readonly parts: readonly Part[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Id of the message before it; null: it is a first one. Absent when written: the head's. */
  readonly parent?: string | null
  /** Of an answer: how its turn ended. Absent: it runs, or waits. */
  readonly end?: MessageEnd
  readonly usage?: Usage
  /**
   * `queued`: waits for a running turn to end. `unsent`: its turn could not begin, nothing of it
   * reached a model. Both are left out of what is sent. Absent: part of the conversation.
   */
  readonly state?: 'queued' | 'unsent'
  /**
   * Of an answer to an earlier message, while it has a state: the head before it. Where its turn ends
   * without having begun, that branch is shown again, and goes on with what waits behind the turn.
   */
  readonly insteadOf?: string | null
}

/** How a turn ended; an error says what went wrong. */
export type TurnOutcome =
  | { readonly reason: 'done' | 'aborted' | 'step-limit'; readonly error?: never }
  | { readonly reason: 'error'; readonly error: TurnError }

/** How the turn of an answer ended: as its last event said, or by the end of its process. */
export type MessageEnd = TurnOutcome | { readonly reason: 'interrupted'; readonly error?: never }

/** A failure as one sentence for a person, and what to do about it. */
export interface TurnError {
  /** `auth`, `rate-limit`, `server`, `timeout`, `network`, `cut`, `context`, `request`, `model`, `skill`, `store`, `internal` … */
  readonly class: string
  readonly message: string
  readonly hint?: string
  /** Of a skill that is known and cannot be called: `untrusted`, `disabled`, `not-for-people` … */
  readonly state?: string
  /** Names that may have been meant, where a skill is unknown. */
  readonly near?: readonly string[]
}

/** A skill as it was handed over: kept whole, so that later requests repeat it byte for byte. */
export interface StoredActivation {
  /** The message that the skill was picked with, or the answer in which the model loaded it. */
  readonly messageId: string
  readonly name: string
  /** Absolute path of the skill's file: which skill it is, where two have the same name. */
  readonly location: string
  /** sha-256 of the file's bytes, as hex. */
  readonly hash: string
  /** As one raw text; `""` where there are none. */
  readonly arguments: string
  readonly route: 'user' | 'model' | 'read'
  /** Of the skill. Absent: an earlier Skillet kept it. */
  readonly scope?: string
  /** Characters cut from the middle of the instructions. Absent: none, or an earlier Skillet kept it. */
  readonly truncated?: number
  /** 128 random bits as hex, around the instructions; `""` where the model read the file itself. */
  readonly boundary: string
  /** The wrapped text as the model was given it. */
  readonly instructions: string
  /** Estimated size of `instructions`. */
  readonly tokens: number
  /** The tools that remain while it is active; empty: all. */
  readonly tools: readonly string[]
  /** What a retry needs beside the text. Present where a person picked the skill. */
  readonly handOver?: HandOver
}

/** A hand-over apart from its text: a plain JSON value, so that a retry repeats it. */
export interface HandOver
  extends Pick<
    Activation,
    'skill' | 'boundary' | 'arguments' | 'unusedArguments' | 'hooks' | 'resources' | 'truncated'
  > {
  /** Where the skill's own text stands in `instructions`: from this character up to that one. */
  readonly body: readonly [from: number, to: number]
}

/** What is kept about a conversation besides its messages. */
export interface Conversation {
  readonly id: string
  /** Absolute folder that it is about, links resolved. */
  readonly workspace: string
  /** Absent until there is one. */
  readonly title?: string
  /** Id of the last message of the branch that is shown; null: there is none. */
  readonly head: string | null
  /** Milliseconds since 1970, as are all times here. */
  readonly createdAt: number
  /** When a message or the title was last written. */
  readonly updatedAt: number
}

/** The process that runs a turn, so that others can tell whether it still lives. */
export interface TurnOwner {
  readonly host: string
  readonly pid: number
  /** Tells the process from a later one with the same number: when it started, as the system says. */
  readonly started: string
}

/** A turn that takes its place behind those of its conversation. */
export interface EnqueuedTurn {
  /** Absent where an earlier message is answered once more. */
  readonly message?: Message
  /** Empty so far. Its id names the turn. Where there is a message, it is that message's child. */
  readonly answer: Message
  readonly owner: TurnOwner
  /** Absolute: makes the conversation where it was never made, as of `answer.createdAt`. */
  readonly workspace?: string
  /** Id of the message that is edited, or answered once more: no turn may be answering it. */
  readonly again?: string
}

/**
 * Whether a turn has its place. Nothing is kept where a turn that runs or waits is `answering` the
 * message `again`, and where the conversation has a message of an id that is to be new: it is `known`.
 */
export type EnqueueOutcome = 'kept' | 'answering' | 'known'

/** What a turn begins with. */
export interface BegunTurn {
  /** As it is sent. Absent where an earlier message is answered once more. */
  readonly message?: Message
  readonly answer: Message
  /** The skill that the person picked, as it was handed over. Absent where there is none. */
  readonly activation?: StoredActivation
}

/** Whether a turn may begin. */
export type TurnClaim =
  | { readonly kind: 'granted' }
  /** Others of the conversation come first: this many. */
  | { readonly kind: 'waiting'; readonly before: number }
  /** It has no place any more: it ended, or was taken for dead. */
  | { readonly kind: 'lost' }

/** An approval request as it is kept, so that any surface can answer it. */
export type StoredApproval = {
  readonly conversationId: string
  /** Of the answer in whose turn it was asked. */
  readonly messageId: string
  readonly request: ApprovalRequest
  readonly askedAt: number
} & (
  | { readonly answer: ApprovalAnswer; readonly answeredAt: number }
  /** It waits. */
  | { readonly answer?: never; readonly answeredAt?: never }
)

/** What one call of the model was sent, for the inspector. */
export interface StoredRequest {
  /** Of the answer. */
  readonly messageId: string
  /** Counts from 1 within the turn. */
  readonly step: number
  /** `provider/model`, or `guided`. */
  readonly model: string
  readonly sentAt: number
  /** The system text in its parts, in order; texts are kept once, by hash. */
  readonly sections: readonly {
    readonly kind: string
    readonly title: string
    readonly text: string
    /** Estimated. */
    readonly tokens: number
  }[]
  /** The tools that were offered, as the provider was told of them. */
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly schema: unknown
  }[]
  /** Estimated sizes of `tools` and of the messages, as JSON. */
  readonly toolTokens: number
  readonly messageTokens: number
  /** Names of skills whose description the catalogue cut, or that found no room in it. */
  readonly catalogue: { readonly shortened: readonly string[]; readonly omitted: readonly string[] }
}

/** A conversation in a list. */
export interface ListedConversation extends Conversation {
  /** Of all branches. */
  readonly messageCount: number
}

/** What became of a conversation that was to be deleted. */
export type Deletion =
  /** There was none of this id. */
  | 'unknown'
  /** It is gone, and its bytes are nowhere in the store any more. */
  | 'erased'
  /**
   * It is gone, but another process reads from the store for a long time: older copies of its bytes
   * stay on the disk until a process that uses the store ends later than that.
   */
  | 'held'

/** A place where a search found its words. */
export interface SearchHit {
  readonly conversation: Conversation
  /** Absent: the title holds them. */
  readonly messageId?: string
  /** Around the first place, at most 160 characters, on one line. */
  readonly excerpt: string
}

/**
 * Where conversations are kept. Whatever is given was written when the promise resolves, and later
 * changes to the object do not reach the store. A method rejects where the store itself fails, and
 * where it writes into a conversation that was never made; reading one that is unknown gives
 * nothing. Several processes may use one store at once. The engine never writes one message from
 * two places at the same time, and a turn that meets a rejection ends with an error of class
 * `internal`.
 */
export interface ConversationStore {
  /** Makes a conversation, or gives back the present one of this id unchanged. */
  create(conversation: {
    readonly id: string
    readonly workspace: string
    readonly now: number
  }): Promise<Conversation>
  /** Undefined where there is none of this id. */
  get(id: string): Promise<Conversation | undefined>
  /** Those of one workspace, or of all, the last changed first, of several at once the last made. */
  list(options?: {
    readonly workspace?: string
    /** Default: all. */
    readonly limit?: number
    readonly offset?: number
  }): Promise<readonly ListedConversation[]>
  /** Removes a conversation and all that belongs to it. */
  delete(id: string): Promise<Deletion>
  /** Rejects where the conversation was never made. The engine makes a notice of it and goes on. */
  setTitle(id: string, title: string): Promise<void>

  /** The branch that ends at the head, from its first message on. */
  messages(id: string): Promise<readonly Message[]>
  /** The messages of all branches, in the order in which their ids were first put. */
  allMessages(id: string): Promise<readonly Message[]>
  /**
   * Adds a message behind its `parent`, or behind the head where it says none, and makes it the
   * head; or replaces the one of the same id in its place. A part that is the very object that was
   * put in its place before may be taken as unchanged. Rejects where the conversation or the parent
   * was never made.
   */
  put(id: string, message: Message): Promise<void>
  /**
   * Shows another branch: the one that ends at this message. Null: none is shown. False, and nothing
   * is changed, where a turn of the conversation runs or waits.
   */
  setHead(id: string, messageId: string | null): Promise<boolean>

  /** All activations, in the order in which they were added; empty where there are none. */
  activations(id: string): Promise<readonly StoredActivation[]>
  /** Adds one at the end. Rejects where the conversation was never made. */
  addActivation(id: string, activation: StoredActivation): Promise<void>

  /**
   * Keeps a message and its empty answer, and a place for their turn behind all others of the
   * conversation: all of it, or nothing.
   */
  enqueueTurn(id: string, turn: EnqueuedTurn): Promise<EnqueueOutcome>
  /**
   * Asks for the right to run a turn that has a place: only the first may. Turns before it whose
   * process is gone are ended first: one that ran is `interrupted`, a message that waited `unsent`.
   *
   * @param answerId which turn
   */
  claimTurn(id: string, answerId: string): Promise<TurnClaim>
  /** Says that the turn's process lives, every 5 s. False where the turn has no place any more. */
  renewTurn(id: string, answerId: string): Promise<boolean>
  /**
   * Keeps what a turn begins with, in the place of what `enqueueTurn` kept: all of it, or nothing.
   * One wait for the disk, since nothing is sent before.
   */
  beginTurn(id: string, turn: BegunTurn): Promise<void>
  /**
   * Gives the place up. An answer that has a state still and says what it stands `instead of` makes way
   * for that: as the head, and as the parent of what waits behind it.
   */
  releaseTurn(id: string, answerId: string): Promise<void>
  /** The turns that run or wait, the running one first. */
  turns(id: string): Promise<readonly { readonly answerId: string; readonly owner: TurnOwner }[]>
  /**
   * Ends the turns of all processes that are gone, as `claimTurn` does, and gives the conversations
   * that were left unfinished. A turn whose answer had its end already only gives its place up.
   */
  endDeadTurns(): Promise<readonly string[]>

  /** Keeps an approval request that waits. */
  addApproval(approval: StoredApproval): Promise<void>
  /** Answers one; the first answer counts. False where none of this id waits. */
  answerApproval(requestId: string, answer: ApprovalAnswer, now: number): Promise<boolean>
  /** One approval, answered or not. */
  approval(requestId: string): Promise<StoredApproval | undefined>
  /** Those of a conversation, in the order they were asked. */
  approvals(id: string): Promise<readonly StoredApproval[]>

  /** Keeps what one call of the model was sent. */
  addRequest(id: string, request: StoredRequest): Promise<void>
  /** What the calls of one answer, or of the whole conversation, were sent, in order. */
  requests(id: string, messageId?: string): Promise<readonly StoredRequest[]>

  /**
   * Keeps the bytes of a file that is about to be sent, once, and gives their sha-256 as hex. They
   * go with the last message that names them; where none does within an hour, some time after.
   */
  putAttachment(bytes: Uint8Array): Promise<string>
  /** The bytes, or undefined where there are none of this hash. */
  attachment(hash: string): Promise<Uint8Array | undefined>

  /**
   * Places that hold all words, in any language, whatever their case and width: first titles, by the
   * last change of their conversation, then messages, the last put first.
   */
  search(options: {
    readonly text: string
    readonly workspace?: string
    /** Default 20. */
    readonly limit?: number
  }): Promise<readonly SearchHit[]>

  /** Lets go of what it holds open. Further calls reject. */
  close(): Promise<void>
}
