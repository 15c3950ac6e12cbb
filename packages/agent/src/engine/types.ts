import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { ContextSettings, Language, SkillLibrary } from '@skillet/core'
import type { Knowledge } from '../knowledge/index.ts'
import type { Models } from '../model/types.ts'
import type { ApprovalAnswer, Rule } from '../permission/types.ts'
import type { PromptSection } from '../prompt/index.ts'
import type { SandboxOptions } from '../sandbox/index.ts'
import type { Conversation, ConversationStore, Message, StoredApproval } from '../store/types.ts'
import type { Tool } from '../tools/types.ts'
import type { EngineEvent } from './events.ts'

/** What an engine works with. Only the library and two folders are needed. */
export interface EngineOptions {
  readonly library: SkillLibrary
  /** Absolute folder the work is done in. */
  readonly workspace: string
  /** Absolute home folder, for `~` in paths and rules. */
  readonly home: string
  /** Where models come from, or one AI SDK model. Default: guided, which is no language model. */
  readonly model?: Models | LanguageModelV3
  /** Default: in memory, for as long as the engine lives. */
  readonly store?: ConversationStore
  /** Default: no rules, and nobody who answers: what would ask is refused. */
  readonly permissions?: EnginePermissions
  /** Absolute folders of Skillet's settings and state, which tools are kept from. Default: none. */
  readonly places?: { readonly config?: string; readonly state?: string }
  /** Files whose passages go with messages; `openKnowledge` makes it. Default: none. */
  readonly knowledge?: Knowledge
  /** Default: the nine built-in tools. */
  readonly tools?: readonly Tool[]
  /** What commands run in. Default: a sandbox where one works, without network. */
  readonly sandbox?: SandboxOptions
  /** The process environment, for the listed part that tools get. Default: empty. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Of answers and of the frames around instructions. Default: that of each message. */
  readonly language?: Language
  /**
   * Model calls a turn, at least 1. A follow-up of a skill has one more. A function is asked in each
   * turn. Default 50.
   */
  readonly stepLimit?: number | (() => number)
  /** How much of the model's context skills may take. Default: 25 % together, 15 % each. */
  readonly context?: ContextSettings
  /** Replaces the `base` section of the system prompt. Default: built in. */
  readonly basePrompt?: string
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
  /** Hex digits of that many random bytes. Default: the system's. */
  readonly random?: (bytes: number) => string
  /** Resolves after that many milliseconds, or as soon as the signal fires. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds without a sign of life after which a stream is given up. Default 120,000. */
  readonly stallMs?: number
  /** `model`: a conversation's title is written by the model. `cut`: from the first words. Default `model`. */
  readonly titles?: 'model' | 'cut'
}

/** The rules for tool calls, and who says yes to what they leave open. */
export type EnginePermissions = {
  /**
   * What no rule speaks of has the defaults of `docs/engine.md`. A function is asked for each call, so
   * that rules which a person takes back hold no longer. Default: none.
   */
  readonly rules?: readonly Rule[] | (() => readonly Rule[])
  /**
   * Keeps a rule that *always* made. Where it rejects, a notice says so. Default: the rule holds
   * for as long as the engine lives, as it does in any case.
   */
  readonly remember?: (rule: Rule) => Promise<void>
} & (
  | {
      /** Somebody answers approval requests through `answer`, and the turn waits for them. */
      readonly attended: true
      readonly unattended?: never
    }
  | {
      /** Default false: nobody can answer. */
      readonly attended?: false
      /** What a call that would ask gets then. Default `deny`. */
      readonly unattended?: 'deny' | 'allow'
    }
)

/**
 * Who asks for an answer: a `person`, or a `program` on its own, such as a client that holds a token.
 * Only in a person's turn do `allowed-tools` of a skill run without a question. In a program's turn
 * no skill pre-approves anything, whether the program picks it or the model loads it: each call is
 * asked about, and the notice `asked-by-program` says so. It is told anew with each message, retry
 * and change. Default `person`.
 */
export type Asker = 'person' | 'program'

/** One message of a person. */
export type SubmitOptions = {
  /** Default: a new conversation. */
  readonly conversationId?: string
  /**
   * What the store is to call the message. One that the conversation has already is refused.
   * Default: drawn.
   */
  readonly messageId?: string
  /** What the store is to call the answer; new in the conversation. Default: drawn. */
  readonly answerId?: string
  /** As typed. Parsed for `/name` only where `skill` is not given. */
  readonly text: string
  /** Of what the skill is applied to, apart from the text. Default: the text. */
  readonly arguments?: string | readonly string[]
  /**
   * Files that go with the message: at most 20, of 10 MiB each. A message may be attachments alone.
   * Default: none.
   */
  readonly attachments?: readonly AttachedFile[]
  /**
   * Id of a message of the person that this one replaces: it becomes its sibling, and the branch
   * that is shown ends with it. The old one and its answers stay reachable. Default: none.
   */
  readonly edits?: string
  /** Names or locations of active skills that stop being active with this message. Default: none. */
  readonly drop?: readonly string[]
  /** Default: the engine's. */
  readonly language?: Language
  /** `provider/model` or an alias, for this turn. Default: the skill's, else the engine's choice. */
  readonly model?: string
  /** Stored with the message, where it is a program. */
  readonly askedBy?: Asker
  /** Stops the turn, also while it waits in the queue. */
  readonly signal?: AbortSignal
} & (
  | {
      /** The skill that was picked: its name, or any way to it that `lookUp` knows. */
      readonly skill: string
      readonly invocation?: never
    }
  | {
      readonly skill?: never
      /** `text`: a leading `/name` is plain text, as when a near miss is sent again. Default `parse`. */
      readonly invocation?: 'parse' | 'text'
    }
)

/** A file as a person hands it over. */
export interface AttachedFile {
  /** As it was called. Folders, control and direction characters are taken out of it. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Which message is answered once more. */
export interface RetryOptions {
  readonly conversationId: string
  /** Of the person. Default: the last one of the branch that is shown. */
  readonly messageId?: string
  /** What the store is to call the new answer; new in the conversation. Default: drawn. */
  readonly answerId?: string
  /** `provider/model` or an alias, for this turn. Default: the skill's, else the engine's choice. */
  readonly model?: string
  /** Default: the engine's. */
  readonly language?: Language
  /** Of this answer: who wrote the message, or asked for an earlier answer, counts for nothing. */
  readonly askedBy?: Asker
  /** Stops the turn, also while it waits in the queue. */
  readonly signal?: AbortSignal
}

/** What a message that waits is changed to: the rest of it stays. */
export interface RevisedMessage {
  /** As typed. Parsed for `/name` only where `skill` is not given. */
  readonly text: string
  /** The skill that was picked. Default: none. */
  readonly skill?: string
  /** Of the skill, apart from the text. Default: the text. */
  readonly arguments?: string | readonly string[]
}

/** Which message that waits is changed, and to what. */
export interface ReviseOptions {
  readonly conversationId: string
  /** Of the person. */
  readonly messageId: string
  /** Null takes the message away: nothing of it stays but its empty place, `unsent`. */
  readonly change: RevisedMessage | null
  /** Who changes a message last is who asks for it, since nothing of its old text and skill stays. */
  readonly askedBy?: Asker
}

/** Which branch is shown. */
export interface MoveOptions {
  readonly conversationId: string
  /** The branch that ends with this message. Null: none, as before the first message. */
  readonly messageId: string | null
  /**
   * `message`: with it. `end`: with the last message of the newest branch that goes on from it, as
   * when a person turns to a sibling. Default `message`.
   */
  readonly until?: 'message' | 'end'
}

/** Whether another branch is shown now. */
export type MoveOutcome =
  | {
      readonly kind: 'moved'
      /** Where the branch ends. */
      readonly head: string | null
    }
  | {
      readonly kind: 'refused'
      /** `running`: a turn of the conversation runs or waits. `unknown`: there is no such message. */
      readonly why: 'running' | 'unknown'
      readonly message: string
      readonly hint: string
    }

/** A conversation as a surface shows it: the branch that ends at its head. */
export interface ConversationView {
  readonly conversation: Conversation
  readonly messages: readonly {
    readonly message: Message
    /** Ids of all messages in its place, itself among them, in the order they were made. */
    readonly siblings: readonly string[]
  }[]
  /** Ids of the messages that follow the head on other branches: redo is a move to one of them. */
  readonly later: readonly string[]
  /** The newest last. */
  readonly activeSkills: readonly ActiveSkillView[]
  /** The turn that runs or is next, in whichever process. */
  readonly running?: {
    readonly answerId: string
    /** True where this engine runs it: then `stop` reaches it. */
    readonly here: boolean
  }
  /** Those that wait for an answer. */
  readonly approvals: readonly StoredApproval[]
  /** Estimated size of what the next request holds before a new message. */
  readonly contextTokens: number
}

/** A skill of the tray. */
export interface ActiveSkillView {
  readonly name: string
  /** Absolute path of the skill's file. */
  readonly location: string
  /** Estimated size of what the model was given. */
  readonly tokens: number
  /** By the person, by the model's tool, or by the model reading the whole file. */
  readonly route: 'user' | 'model' | 'read'
  /** As one raw text; `""` where there are none. */
  readonly arguments: string
  /** Its text finds no room beside the newer ones: it stays active and is not sent. */
  readonly leftOut: boolean
  /**
   * The file is another one now, or gone. What was handed over stays in force; the next activation
   * takes the file as it is then.
   */
  readonly changedOnDisk: boolean
}

/** Runs conversations, a turn at a time. */
export interface Engine {
  /**
   * Runs one turn, or queues it behind those of the same conversation. Its events come from the
   * first on, to any number of readers. Leaving the loop does not stop the turn; `signal` and
   * `stop` do. Throws nothing: what goes wrong is the `error` of the last event.
   *
   * @param options the message, and the conversation it belongs to
   * @returns the turn's events; the last one is `turn-end`
   * @example
   * for await (const event of engine.submitMessage({ text: '/review src/a.ts' })) {
   *   if (event.type === 'turn-end') console.log(event.reason)
   * }
   */
  submitMessage(options: SubmitOptions): AsyncIterable<EngineEvent>
  /**
   * Answers a message of the person once more: the new answer is a sibling of the old one, and the
   * branch that is shown ends with it. The skill is used again as it was handed over, also where its
   * file was edited or deleted since. A message that was never sent is resolved anew.
   *
   * @param options which message, of which conversation
   * @returns the turn's events, as for `submitMessage`; where there is no such message, or its
   * answer is being written, a single `turn-end` of class `request`
   * @example
   * for await (const event of engine.retry({ conversationId })) show(event)
   */
  retry(options: RetryOptions): AsyncIterable<EngineEvent>
  /**
   * Shows another branch: for undo, redo, and turning to a sibling. Nothing is lost by it. Which
   * skills are active follows from the branch. Rejects where the store does.
   *
   * @param options where the branch ends
   * @returns `refused` while a turn of the conversation runs or waits, and for an unknown message
   * @example
   * await engine.moveTo({ conversationId, messageId: sibling, until: 'end' })
   */
  moveTo(options: MoveOptions): Promise<MoveOutcome>
  /**
   * A conversation as it stands: the branch that is shown, its active skills, what runs and what
   * waits for an answer. A turn whose process is gone was ended before: its answer has the `end`
   * `interrupted`, and `retry` answers the message once more. Rejects where the store does.
   *
   * @param id of the conversation
   * @returns undefined where there is none of this id
   */
  conversation(id: string): Promise<ConversationView | undefined>
  /**
   * Answers an approval request, also one of another process of the same store while its turn runs;
   * the first answer counts, and every reader hears of it.
   *
   * @param id of the request
   * @param answer a yes carries the request's digest
   * @returns false where nothing of that id waits (any more), its turn was stopped, or a yes is
   * about something else than what was shown
   * @throws whatever the store rejects with
   */
  answer(id: string, answer: ApprovalAnswer): Promise<boolean>
  /**
   * Lets go of a rule that *always* made while this engine lives. Whoever keeps rules takes it out
   * there.
   *
   * @param rule as written, such as `bash(npm test)`
   */
  forget(rule: string): void
  /**
   * Stops the turn of a conversation that this engine runs, or prepares to: it ends with `aborted`, as soon as
   * its tools have let go, two seconds later at the latest. What was answered so far is kept;
   * an open question is answered with no. Messages that wait keep their turn; to stop one of these,
   * use its `signal`. Returns at once, and does nothing where no turn runs.
   *
   * @param conversationId as in `turn-start`, or as it was given
   */
  stop(conversationId: string): void
  /**
   * Changes a message that waits behind a turn, in its place, or takes it away. Files and skills that
   * it drops stay as they are. A known key is taken out of it as out of a new message, and a notice of
   * its turn says so. Rejects where the store does, and with a TypeError where these are no options.
   *
   * @param options which message, and what becomes of it
   * @returns false where no such message waits in this engine (any more)
   * @example
   * await engine.revise({ conversationId, messageId, change: { text: 'in Chinese, please' } })
   */
  revise(options: ReviseOptions): Promise<boolean>
  /**
   * Ends what this engine does, before its program ends: every turn that runs is stopped as by `stop`,
   * and none of those that wait begins. Their messages stay in the store, `unsent`; `retry` sends them.
   * From then on every message is refused. May be called again.
   *
   * @returns once all of it is in the store
   * @example
   * await engine.close()
   * await store.close()
   */
  close(): Promise<void>
  /**
   * What would be sent for this message, by section, without sending or storing anything. It asks
   * nobody: a skill's model that would need a yes is not taken.
   *
   * @param options as for `submitMessage`
   * @returns the request, and what the person would be told before it
   * @throws NothingToPreviewError where the message could not be sent, with the class and sentence
   * that its turn would have ended with; and whatever the store rejects with.
   */
  preview(options: SubmitOptions): Promise<RequestPreview>
}

/** Everything that a message would send to the model. */
export interface RequestPreview {
  readonly sections: readonly PromptSection[]
  readonly system: string
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly schema: unknown
  }[]
  readonly messages: readonly unknown[]
  readonly model: string
  /** What the person would be told before the turn: a missing model, a shortened catalogue … */
  readonly notices: readonly {
    readonly code: string
    readonly message: string
    readonly hint?: string
  }[]
  /** Estimated tokens of `tools` and of `messages`: as JSON, images by their usual price. */
  readonly toolTokens: number
  readonly messageTokens: number
  /** Estimated tokens of sections, tools and messages. */
  readonly total: number
}
