import type { ActiveSkillView, ApprovalAnswer, ApprovalRequest } from '@skillet/agent'
import type { ChatCommand, MenuState } from '@skillet/core/menu'
import type { Composer, Draft, History, Outgoing } from '../composer/index.ts'
import type { Panel } from '../panels/types.ts'
import type { Block } from './blocks.ts'

/** Everything that is on screen, and what it follows from. Never changed: each step gives another. */
export interface ChatState {
  readonly blocks: readonly Block[]
  readonly composer: Composer
  readonly history: History
  readonly menu: MenuState
  readonly panel?: Panel
  readonly approvals: readonly PendingApproval[]
  /** Where keys go while a question waits. */
  readonly answering: Answering
  readonly turn?: RunningTurn
  readonly queue: readonly Draft[]
  /** The message that goes out, until the store has it. */
  readonly sending?: Sending
  /** Why the first message of the queue is not sent. Absent: nothing holds it. */
  readonly held?: string
  readonly status: Status
  /** Whether outputs, thoughts and long messages are shown whole. */
  readonly unfolded: boolean
  /** A key that must be pressed again until then to do what it does. */
  readonly armed?: { readonly what: 'stop' | 'quit'; readonly until: number }
  /** A short remark below the composer, until the next key. */
  readonly remark?: string
  /** Whether the last answer can be asked for once more. */
  readonly retriable: boolean
  readonly leaving: boolean
  readonly lastKeyAt: number
}

export interface Sending {
  readonly draft: Draft
  /** What the store calls the message. Absent: it was not asked to keep it yet. */
  readonly messageId?: string
}

export interface PendingApproval {
  readonly request: ApprovalRequest
  /** When it was on screen. Absent: it was not yet, and no key is about it. */
  readonly shownAt?: number
  /** Absent: all of it fits the screen, or it was not drawn yet. */
  readonly window?: QuestionWindow
}

/** The rows on screen of what a question is about, where not all of them fit. */
export interface ShownRows {
  readonly first: number
  readonly size: number
  readonly total: number
}

export interface QuestionWindow extends ShownRows {
  /** So many rows, from the first on, have been on screen. */
  readonly seen: number
}

export type Answering =
  /** Keys answer as long as nothing else was typed. */
  | { readonly kind: 'open' }
  /** They are written into the draft, until Tab. */
  | { readonly kind: 'text' }
  /** Tab said that they answer. */
  | { readonly kind: 'keys' }
  /** The reason for a no is being written, in place of the draft. */
  | { readonly kind: 'reason'; readonly text: string }

export interface RunningTurn {
  readonly id: string
  readonly startedAt: number
  readonly doing: 'model' | 'thinking' | 'writing' | 'tool' | 'retry' | 'queued'
  /** Of the tool that runs. */
  readonly tool?: string
  readonly stopping: boolean
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cost?: number
  readonly guided: boolean
}

export interface Status {
  /** `provider/model`, `guided`, or undefined until it is known. */
  readonly model: string | undefined
  readonly guided: boolean
  /** What a person chose with /model. */
  readonly chosen?: string
  readonly active: readonly ActiveSkillView[]
  /** Names of active skills that the next message drops. */
  readonly dropping: readonly string[]
  readonly contextTokens: number
  /** Of the model, in tokens; 0 where it is not known. */
  readonly window: number
  readonly conversationId?: string
  readonly title?: string
}

/** What the outside is asked to do. */
export type Effect =
  | { readonly kind: 'send'; readonly draft: Draft; readonly message: Outgoing }
  | { readonly kind: 'command'; readonly command: ChatCommand; readonly argument: string }
  | { readonly kind: 'answer'; readonly id: string; readonly answer: ApprovalAnswer }
  | { readonly kind: 'stop' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'suspend' }
  /** A row of a list was chosen, or a key pressed that its footer names. */
  | { readonly kind: 'panel'; readonly panel: Panel; readonly action: string; readonly id: string }

export interface Step {
  readonly state: ChatState
  readonly effects: readonly Effect[]
}
