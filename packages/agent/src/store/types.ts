import type { Usage } from '../engine/events.ts'
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
      readonly outcome?: ToolOutcome
      readonly denied?: string
      /** 128 random bits as hex, for the frame around the outcome. Absent: it is our own text. */
      readonly boundary?: string
    }
  | {
      readonly type: 'follow-up'
      readonly hook: 'postExecute' | 'onError'
      readonly skill: string
      readonly text: string
    }
  | { readonly type: 'notice'; readonly code: string; readonly message: string }

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
  readonly messageId: string
  readonly name: string
  readonly location: string
  readonly hash: string
  readonly arguments: string
  readonly route: 'user' | 'model' | 'read'
  readonly boundary: string
  readonly instructions: string
  readonly tokens: number
  readonly tools: readonly string[]
}

/** What is kept about a conversation besides its messages. */
export interface Conversation {
  readonly id: string
  readonly workspace: string
  readonly title?: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** Where conversations are kept. Every implementation passes the same tests. */
export interface ConversationStore {
  create(conversation: {
    readonly id: string
    readonly workspace: string
    readonly now: number
  }): Promise<Conversation>
  get(id: string): Promise<Conversation | undefined>
  list(workspace: string): Promise<readonly Conversation[]>
  messages(id: string): Promise<readonly Message[]>
  /** Adds a message, or replaces the one of the same id. */
  put(id: string, message: Message): Promise<void>
  activations(id: string): Promise<readonly StoredActivation[]>
  addActivation(id: string, activation: StoredActivation): Promise<void>
  setTitle(id: string, title: string): Promise<void>
}
