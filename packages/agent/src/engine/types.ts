import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { Language, SkillLibrary } from '@skillet/core'
import type { Models } from '../model/types.ts'
import type { ApprovalAnswer, Rule } from '../permission/types.ts'
import type { ConversationStore } from '../store/types.ts'
import type { Tool } from '../tools/types.ts'
import type { EngineEvent } from './events.ts'

/** What an engine works with. Only the library and two folders are needed. */
export interface EngineOptions {
  readonly library: SkillLibrary
  /** Absolute folder the work is done in. */
  readonly workspace: string
  readonly home: string
  /** Where models come from, or one AI SDK model. Default: guided. */
  readonly model?: Models | LanguageModelV3
  /** Default: in memory. */
  readonly store?: ConversationStore
  readonly permissions?: {
    readonly rules?: readonly Rule[]
    /** What a call that would ask gets where nobody can answer. Default `deny`. */
    readonly unattended?: 'deny' | 'allow'
    /** Whether somebody answers approval requests through `answer`. Default false. */
    readonly attended?: boolean
    /** Keeps a rule that *always* made. Default: it holds for as long as the engine lives. */
    readonly remember?: (rule: Rule) => Promise<void>
  }
  /** Absolute folders of Skillet's settings and state, which tools are kept from. */
  readonly places?: { readonly config?: string; readonly state?: string }
  /** Default: the nine built-in tools. */
  readonly tools?: readonly Tool[]
  /** The process environment, for the listed part that tools get. Default: empty. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly language?: Language
  /** Model calls a turn. Default 50. */
  readonly stepLimit?: number
  /** Replaces the `base` section of the system prompt. */
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

/** One message of a person. */
export interface SubmitOptions {
  /** Default: a new conversation. */
  readonly conversationId?: string
  /** As typed. Parsed for `/name` only where `skill` is not given. */
  readonly text: string
  readonly skill?: string
  /** `text`: a leading `/name` is plain text, as when a near miss is sent again. Default `parse`. */
  readonly invocation?: 'parse' | 'text'
  readonly arguments?: string | readonly string[]
  /** Names of active skills that stop being active with this message. */
  readonly drop?: readonly string[]
  readonly language?: Language
  /** `provider/model` or an alias, for this turn. */
  readonly model?: string
  readonly signal?: AbortSignal
}

/** Runs conversations, a turn at a time. */
export interface Engine {
  /** Runs one turn. Leaving the loop does not stop it; `signal` or `stop` does. */
  submitMessage(options: SubmitOptions): AsyncIterable<EngineEvent>
  /** Answers an approval request; the first answer counts. False where none of that id waits. */
  answer(id: string, answer: ApprovalAnswer): boolean
  /** Ends the running turn of a conversation with `aborted`. Nothing happens where none runs. */
  stop(conversationId: string): void
  /**
   * What would be sent for this message, by section, without sending it.
   * @throws NothingToPreviewError where the message could not be sent.
   */
  preview(options: SubmitOptions): Promise<RequestPreview>
}

/** One part of the system prompt. */
export interface PromptSection {
  readonly kind: 'knowledge' | 'skill' | 'base' | 'catalogue'
  readonly title: string
  readonly text: string
  readonly tokens: number
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
  /** Tokens: of the sections, and of `tools` and `messages` as JSON. */
  readonly total: number
}
