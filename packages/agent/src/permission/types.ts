import type { Skill } from '@skillet/core'
import type { Opening } from '../sandbox/types.ts'
import type { Access } from '../tools/types.ts'

/** What a rule does with a call: let it run, ask a person, or refuse it. */
export type RuleEffect = 'allow' | 'ask' | 'deny'

/** Where a rule comes from, strongest first: the command line and the turn come before stored ones. */
export type RuleOrigin =
  | 'command-line'
  | 'turn'
  | 'state'
  | 'user-settings'
  | 'project-settings'
  | 'skill'
  | 'default'

/** A rule such as `bash(git diff *)`, `edit(src/**)`, `skill(internal-*)`, or a tool's bare name. */
export interface Rule {
  readonly effect: RuleEffect
  readonly tool: string
  /** Absent: every call of the tool. */
  readonly pattern?: string
  readonly origin: RuleOrigin
  /** As written. */
  readonly source: string
}

/** One tool call, as the permission step sees it. */
export interface CallInQuestion {
  readonly tool: string
  readonly input: unknown
  readonly access: Access
}

/** What the rules say about one call. */
export interface Verdict {
  readonly effect: RuleEffect
  /** The rule that decided; absent for the default. */
  readonly rule?: Rule
  /** One sentence for a person. */
  readonly reason: string
  /** True where only a person may say yes: no rule and no unattended yes covers the call. */
  readonly personOnly?: true
}

/** What a verdict depends on besides the rules. All paths are absolute. */
export interface PermissionContext {
  readonly workspace: string
  /** For `~` in patterns. */
  readonly home: string
  /** The skills whose folders may be read without approval: active or catalogued, trusted. */
  readonly readableSkills: readonly Skill[]
  /** Every skills root there is: writing there always asks. */
  readonly skillRoots?: readonly string[]
  /** Skillet's settings folder: writing there always asks, and so does reading. */
  readonly configFolder?: string
  /** Skillet's state folder: writing there always asks, reading is refused. */
  readonly stateFolder?: string
}

/** What is shown to a person before a call runs. Exactly what it says is what runs. */
export interface ApprovalRequest {
  readonly id: string
  readonly callId: string
  readonly tool: string
  readonly input: unknown
  readonly access: Access
  readonly workspace: string
  readonly diff?: string
  readonly baseHash?: string
  /** The skill in whose turn the call was made, where there is one. */
  readonly skill?: string
  /** Of a command: what it runs in. Absent for every other call. */
  readonly sandbox?: CommandPlace
  /** What this one run would be given that the sandbox keeps closed. Absent: nothing. */
  readonly openings?: readonly Opening[]
  /**
   * What would run, its folder or its diff holds characters that do not show, move the cursor or turn
   * the direction of text: surfaces write them as codes, and say so.
   */
  readonly hidden?: true
  readonly reason: string
  /** The exact rule that *always* would store; empty where no rule can cover this call. */
  readonly rule: string
  /** Over tool, input, folder, base hash and openings; the answer carries it back. */
  readonly digest: string
}

/** What a command runs in, for whoever is asked about it. */
export type CommandPlace =
  | { readonly kind: 'none' }
  | { readonly kind: 'bubblewrap'; readonly network: 'closed' | 'open' }

/**
 * A person's answer. A yes carries the request's `digest`, since exactly what it stands for runs:
 * `once`, for the rest of the turn, or `always`, which keeps the request's exact rule.
 */
export type ApprovalAnswer =
  | {
      readonly decision: 'once' | 'turn' | 'always'
      readonly digest: string
      readonly reason?: never
    }
  | {
      readonly decision: 'no'
      /** Why, for the model. */
      readonly reason?: string
      readonly digest?: string
      /** Nobody said it: the turn was stopped before a person answered. */
      readonly stopped?: true
    }

/**
 * Who keeps a call from running: a person, a rule or nobody being there, an active skill's `tools`,
 * Skillet itself, whatever the rules say, or the stop of its turn, which refuses nothing.
 */
export type Refuser = 'person' | 'rule' | 'skill' | 'skillet' | 'stop'
