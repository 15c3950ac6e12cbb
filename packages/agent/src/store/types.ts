import type { Usage } from '../model/types.ts'
import type { ToolOutcome } from '../tools/types.ts'

/** One part of a message, as stored. What a person typed stays apart from what was sent. */
export type Part =
  | { readonly type: 'text'; readonly text: string }
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
  | { readonly type: 'skill-dropped'; readonly name: string; readonly location: string }
  /** A call of the model begins here; what follows up to the next one is its answer. */
  | { readonly type: 'step'; readonly model: string }
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
  | { readonly type: 'notice'; readonly code: string; readonly message: string }

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
      /** One sentence, for people and for the model. */
      readonly reason: string
    }

/** One message of a conversation, as stored. */
export interface Message {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly parts: readonly Part[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly usage?: Usage
  /**
   * `queued`: waits for a running turn to end. `unsent`: its turn could not begin, nothing of it
   * reached a model. Both are left out of what is sent. Absent: part of the conversation.
   */
  readonly state?: 'queued' | 'unsent'
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
  /** 128 random bits as hex, around the instructions; `""` where the model read the file itself. */
  readonly boundary: string
  /** The wrapped text as the model was given it. */
  readonly instructions: string
  /** Estimated size of `instructions`. */
  readonly tokens: number
  /** The tools that remain while it is active; empty: all. */
  readonly tools: readonly string[]
}

/** What is kept about a conversation besides its messages. */
export interface Conversation {
  readonly id: string
  /** Absolute folder that it is about. */
  readonly workspace: string
  /** Absent until there is one. */
  readonly title?: string
  /** Milliseconds since 1970, as are all times here. */
  readonly createdAt: number
  /** When a message or the title was last written. */
  readonly updatedAt: number
}

/**
 * Where conversations are kept. Whatever is given was written when the promise resolves, and later
 * changes to the object do not reach the store. A method rejects where the store itself fails, and
 * where it writes into a conversation that was never made; reading one that is unknown gives
 * nothing. The engine never writes two messages of one conversation at the same time, and a turn
 * that meets a rejection ends with an error of class `internal`.
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
  /** Those of one workspace, the last changed first. */
  list(workspace: string): Promise<readonly Conversation[]>
  /** All messages, in the order in which their ids were first put; empty where there are none. */
  messages(id: string): Promise<readonly Message[]>
  /**
   * Adds a message at the end, or replaces the one of the same id in its place. Rejects where the
   * conversation was never made.
   */
  put(id: string, message: Message): Promise<void>
  /** All activations, in the order in which they were added; empty where there are none. */
  activations(id: string): Promise<readonly StoredActivation[]>
  /** Adds one at the end. Rejects where the conversation was never made. */
  addActivation(id: string, activation: StoredActivation): Promise<void>
  /** Rejects where the conversation was never made. The engine makes a notice of it and goes on. */
  setTitle(id: string, title: string): Promise<void>
}
