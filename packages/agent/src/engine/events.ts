import type { Diagnostic } from '@skillet/core'
import type { ApprovalAnswer, ApprovalRequest } from '../permission/types.ts'
import type { ToolOutcome } from '../tools/types.ts'

/** Why a turn ended. */
export type TurnEndReason = 'done' | 'aborted' | 'step-limit' | 'error' | 'interrupted'

/** Where a message, or a part of the instructions, comes from. */
export type Asker = { readonly kind: 'model' } | { readonly kind: 'skill'; readonly name: string }

/** Tokens, as far as the provider counts them. */
export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cachedInputTokens?: number
}

/** What happened in a turn. Every surface renders these and nothing else. */
export type EventBody =
  | { readonly type: 'queued'; readonly place: number }
  | {
      readonly type: 'turn-start'
      readonly conversationId: string
      readonly messageId: string
      readonly model: string
      readonly guided: boolean
    }
  | { readonly type: 'step-start'; readonly step: number; readonly model: string }
  | {
      readonly type: 'skill-activated'
      readonly name: string
      readonly location: string
      readonly scope: string
      readonly route: 'user' | 'model' | 'read'
      readonly arguments: string
      readonly tokens: number
      readonly truncated: number
      readonly tools: readonly string[]
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly type: 'skill-dropped'; readonly name: string; readonly reason: string }
  | { readonly type: 'snapshot'; readonly version: number; readonly skills: number }
  | {
      readonly type: 'text'
      readonly phase: 'start' | 'delta' | 'end'
      readonly id: string
      readonly delta?: string
    }
  | {
      readonly type: 'reasoning'
      readonly phase: 'start' | 'delta' | 'end'
      readonly id: string
      readonly delta?: string
    }
  | {
      readonly type: 'tool-input'
      readonly phase: 'start' | 'delta' | 'end'
      readonly callId: string
      readonly tool: string
      readonly delta?: string
    }
  | {
      readonly type: 'tool-call'
      readonly callId: string
      readonly tool: string
      readonly input: unknown
    }
  | { readonly type: 'approval-request'; readonly request: ApprovalRequest }
  | { readonly type: 'approval-resolved'; readonly id: string; readonly answer: ApprovalAnswer }
  | {
      readonly type: 'tool-denied'
      readonly callId: string
      readonly tool: string
      readonly by: 'person' | 'rule' | 'skill'
      readonly reason: string
      /** Nobody was there to be asked. */
      readonly unattended?: true
      /** Of an unattended call: the exact rule that would allow it, where one can be written. */
      readonly rule?: string
    }
  | {
      readonly type: 'tool-output'
      readonly callId: string
      readonly tool: string
      readonly delta?: string
      readonly final: boolean
      readonly outcome?: ToolOutcome
    }
  | {
      readonly type: 'retrying'
      readonly attempt: number
      readonly of: number
      readonly delayMs: number
      readonly reason: string
    }
  | {
      readonly type: 'compacted'
      readonly messages: number
      readonly tokensBefore: number
      readonly tokensAfter: number
    }
  | {
      readonly type: 'follow-up'
      readonly hook: 'postExecute' | 'onError'
      readonly skill: string
      readonly text: string
    }
  | {
      readonly type: 'notice'
      readonly code: string
      readonly message: string
      readonly hint?: string
    }
  | { readonly type: 'usage'; readonly step: number; readonly usage: Usage }
  | { readonly type: 'title'; readonly title: string }
  | {
      readonly type: 'turn-end'
      readonly reason: TurnEndReason
      readonly steps: number
      readonly error?: TurnError
    }

/** A failure as one sentence for a person, and what to do about it. */
export interface TurnError {
  /** `auth`, `rate-limit`, `server`, `timeout`, `network`, `cut`, `context`, `request`, `model`, `skill`, `internal` … */
  readonly class: string
  readonly message: string
  readonly hint?: string
  /** Of a skill that is known and cannot be called: `untrusted`, `disabled`, `not-for-people` … */
  readonly state?: string
  /** Names that may have been meant, where a skill is unknown. */
  readonly near?: readonly string[]
}

/** `seq` counts up from 1 within a turn. */
export type EngineEvent = EventBody & { readonly turn: string; readonly seq: number }
