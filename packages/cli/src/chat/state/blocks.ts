import type { ToolOutcome, TurnOutcome } from '@skillet/agent'
import type { Diagnostic } from '@skillet/core'

/** One piece of the conversation, from top to bottom. A block that changes is replaced by another. */
export type Block =
  | UserBlock
  | {
      readonly kind: 'text'
      readonly id: string
      /** Cleaned. */
      readonly text: string
      readonly open: boolean
    }
  | {
      readonly kind: 'reasoning'
      readonly id: string
      readonly text: string
      readonly open: boolean
    }
  | {
      readonly kind: 'skill'
      readonly name: string
      readonly scope: string
      readonly place: string
      readonly tokens: number
      readonly route: 'user' | 'model' | 'read'
      readonly tools: readonly string[]
      readonly truncated: number
      readonly diagnostics: readonly Diagnostic[]
    }
  | CallBlock
  /** What Skillet itself says: one sentence, and what to do. */
  | {
      readonly kind: 'notice'
      readonly level: 'info' | 'warning' | 'error'
      readonly message: string
      readonly hint?: string
    }
  | { readonly kind: 'model'; readonly model: string; readonly guided: boolean }
  | {
      readonly kind: 'end'
      readonly reason: TurnOutcome['reason'] | 'interrupted'
      readonly summary: TurnSummary
    }
  /** Lines that Skillet prepared, such as help. Already fit to be wrapped. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] }

export interface UserBlock {
  readonly kind: 'user'
  readonly text: string
  /** As called, such as `pdf`. */
  readonly skill?: string
  readonly arguments?: string
  readonly attachments?: readonly string[]
  /** Of a hook, which a skill asks for and not a person. */
  readonly from?: string
}

export type CallState =
  | 'preparing'
  | 'waiting'
  | 'running'
  | 'done'
  | 'failed'
  | 'refused'
  | 'stopped'
  | 'interrupted'

export interface CallBlock {
  readonly kind: 'call'
  readonly callId: string
  readonly tool: string
  /** What it is about, on one line. */
  readonly subject: string
  readonly state: CallState
  /** What it printed so far, cleaned: the last lines of it. */
  readonly output: string
  /** Lines of output that were printed and are not kept in `output`. */
  readonly earlier: number
  readonly startedAt: number
  readonly endedAt?: number
  readonly outcome?: Pick<ToolOutcome, 'ok' | 'exitCode' | 'diff' | 'truncated'> & {
    readonly text: string
  }
  /** Why it was refused, or how it was allowed. */
  readonly remark?: string
}

export interface TurnSummary {
  readonly steps: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars; absent where a price is not known. */
  readonly cost?: number
  readonly seconds: number
}
