import type { Diagnostic } from '@skillet/core'
import type { Usage } from '../model/types.ts'
import type { ApprovalAnswer, ApprovalRequest, Refuser } from '../permission/types.ts'
import type { TurnOutcome } from '../store/types.ts'
import type { ToolOutcome } from '../tools/types.ts'

export type { TurnError, TurnOutcome } from '../store/types.ts'

/** A piece of something that streams. Only a `delta` brings text, and never an empty one. */
export type StreamPhase =
  | { readonly phase: 'start' | 'end'; readonly delta?: never }
  | { readonly phase: 'delta'; readonly delta: string }

/** What a tool prints while it runs (`final: false`), then its result. */
export type OutputPhase =
  | { readonly final: false; readonly delta: string; readonly outcome?: never }
  | { readonly final: true; readonly outcome: ToolOutcome; readonly delta?: never }

/** What happened in a turn. Every surface renders these and nothing else. */
export type EventBody =
  | {
      /** The message is in the store, and waits. */
      readonly type: 'queued'
      /**
       * How many turns of the conversation are before this one: 1 is the next. Said again where
       * turns of other processes come first.
       */
      readonly place: number
    }
  | {
      readonly type: 'turn-start'
      readonly conversationId: string
      /** Of the person's message, as in the store. */
      readonly messageId: string
      /** Of the answer that is being written, as in the store. */
      readonly answerId: string
      /** `provider/model`, or `guided`. */
      readonly model: string
      /** No language model answers. */
      readonly guided: boolean
    }
  | {
      readonly type: 'step-start'
      /** Counts from 1 within the turn. One that is tried again keeps its number. */
      readonly step: number
      /** `provider/model`, or `guided`: a skill may have changed it since `turn-start`. */
      readonly model: string
    }
  | {
      readonly type: 'skill-activated'
      readonly name: string
      /** Absolute path of the skill's file. */
      readonly location: string
      readonly scope: string
      /** By the person, by the model's tool, or by the model reading the whole file. */
      readonly route: 'user' | 'model' | 'read'
      /** As one raw text; `""` where there are none. */
      readonly arguments: string
      /** Estimated size of what the model was given. */
      readonly tokens: number
      /** Characters cut from the middle of the instructions; 0 where none. */
      readonly truncated: number
      /** The tools that remain while it is active, as the skill names them; empty: all. */
      readonly tools: readonly string[]
      readonly diagnostics: readonly Diagnostic[]
    }
  | {
      readonly type: 'skill-dropped'
      readonly name: string
      /** One sentence for a person. */
      readonly reason: string
    }
  | {
      readonly type: 'snapshot'
      /** Of the library's snapshot; counts up with each reload that changed something. */
      readonly version: number
      /** How many skills are loaded. */
      readonly skills: number
    }
  | ({
      readonly type: 'text'
      /** Of the block, unique within the turn. Blocks may overlap. */
      readonly id: string
    } & StreamPhase)
  | ({
      readonly type: 'reasoning'
      /** Of the block, unique within the turn. */
      readonly id: string
    } & StreamPhase)
  | ({
      readonly type: 'tool-input'
      readonly callId: string
      /** As the model writes it: not yet looked up. */
      readonly tool: string
    } & StreamPhase)
  | {
      readonly type: 'tool-call'
      /** Unique within the conversation. */
      readonly callId: string
      /** The tool's own name, whatever the model called it; as written where there is none. */
      readonly tool: string
      /** As the tool takes it; as the model sent it where it does not fit. */
      readonly input: unknown
    }
  | { readonly type: 'approval-request'; readonly request: ApprovalRequest }
  | {
      readonly type: 'approval-resolved'
      /** Of the request. */
      readonly id: string
      readonly answer: ApprovalAnswer
    }
  | {
      readonly type: 'tool-denied'
      readonly callId: string
      readonly tool: string
      readonly by: Refuser
      /** One sentence, for people and for the model. */
      readonly reason: string
      /** Nobody was there to be asked. */
      readonly unattended?: true
      /** Of an unattended call: the exact rule that would allow it, where one can be written. */
      readonly rule?: string
    }
  | ({
      readonly type: 'tool-output'
      readonly callId: string
      readonly tool: string
    } & OutputPhase)
  | {
      readonly type: 'retrying'
      /** Counts from 1: the attempt that follows. */
      readonly attempt: number
      /** Attempts after the first one, at most. */
      readonly of: number
      /** Milliseconds until it. */
      readonly delayMs: number
      /** What went wrong, as one sentence. */
      readonly reason: string
    }
  | {
      readonly type: 'compacted'
      /** How many older ones are sent as a summary from here on. Sizes are estimated tokens. */
      readonly messages: number
      readonly tokensBefore: number
      readonly tokensAfter: number
      /** `kept`: no further message was left out. `none`: they were, and no summary was written. */
      readonly summary: 'written' | 'none' | 'kept'
      /** Calls of the turn of which only the beginning and the end are sent from here on. */
      readonly shortened: number
    }
  | {
      readonly type: 'follow-up'
      readonly hook: 'postExecute' | 'onError'
      /** The skill's name. */
      readonly skill: string
      /** The hook, filled in and wrapped, as the model is sent it. */
      readonly text: string
    }
  | {
      readonly type: 'notice'
      /** Stable, for programs; `docs/engine.md` lists them. */
      readonly code: string
      readonly message: string
      readonly hint?: string
    }
  | {
      readonly type: 'usage'
      readonly step: number
      /** Of this step alone. */
      readonly usage: Usage
    }
  | { readonly type: 'title'; readonly title: string }
  | ({
      readonly type: 'turn-end'
      /** Calls of the model in this turn; one that was tried again counts once. */
      readonly steps: number
    } & TurnOutcome)

/**
 * One event of a turn: what happened, the turn's id, and its number, which counts up from 1 within
 * the turn without a gap.
 */
export type EngineEvent = EventBody & { readonly turn: string; readonly seq: number }
