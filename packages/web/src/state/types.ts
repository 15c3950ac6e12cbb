import type {
  ActiveSkill,
  Approval,
  DataParts,
  ListedConversation,
  Session,
  SkillEntry,
  SkilletMessage,
  SkillList,
} from '@skillet/server/contract'
import type { Problem } from '../api/index.ts'

/** How the page stands with the server. */
export type Connection =
  | 'connecting'
  | 'open'
  /** For two seconds by now; the page tries again. */
  | 'reconnecting'
  /** Nothing listens there any more; the page goes on trying. */
  | 'gone'
  /** The page has no key, and its address no code. */
  | 'no-access'
  /** Skillet listens beyond loopback, and wants the password. */
  | 'password'
  /** The key is of an earlier start. */
  | 'earlier-start'

/** Everything that is not about one conversation. */
export interface PageState {
  readonly connection: Connection
  /** Why there is no access, in the server's words. */
  readonly accessProblem?: Problem
  readonly session?: Session
  readonly skills?: SkillsState
  readonly skillsProblem?: Problem | undefined
  /** Of this folder, the last changed first. Absent: not read yet. */
  readonly conversations?: readonly ListedConversation[]
  readonly moreConversations: boolean
  readonly conversationsProblem?: Problem | undefined
  /** What became of the `SKILL.md` files that were saved since the page was opened, the newest last. */
  readonly skillNotes: readonly SkillNote[]
}

export interface SkillsState extends Pick<SkillList, 'version' | 'roots' | 'diagnostics'> {
  /** In the server's order. Those that a person can call make the menu. */
  readonly entries: readonly SkillEntry[]
}

export interface SkillNote {
  /** Unique in the page. */
  readonly id: number
  readonly path: string
  readonly message: string
  readonly ok: boolean
}

/** The conversation that is shown. */
export interface OpenConversation {
  readonly id: string
  /** `new`: nothing of it is stored yet. */
  readonly status: 'new' | 'loading' | 'ready' | 'failed'
  readonly problem?: Problem
  readonly conversation?: ListedConversation
  /** Of the branch that is shown, in order. The last answer may still grow. */
  readonly messages: readonly SkilletMessage[]
  /** Those that wait for a running turn, in order. */
  readonly queue: readonly SkilletMessage[]
  /** Ids of messages behind the last one on other branches: redo. */
  readonly later: readonly string[]
  readonly activeSkills: readonly ActiveSkill[]
  /** The turn that runs. */
  readonly running?: { readonly answerId: string; readonly here: boolean } | undefined
  /** Those that wait for an answer. */
  readonly approvals: readonly Approval[]
  readonly contextTokens: number
  readonly contextWindow?: number | undefined
  /** Said during turns of this sitting, for the place behind the answer. */
  readonly notices: readonly TurnNotice[]
  /** While the model is tried again. */
  readonly retrying?: DataParts['retrying']
}

export interface TurnNotice {
  /** Unique in the page. */
  readonly id: number
  readonly answerId: string
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** A message that is about to be sent. */
export interface Outgoing {
  /** As typed. */
  readonly text: string
  /** The chip: the path of the skill's file, or its name. */
  readonly skill?: string
  /** As typed, or one for each field. */
  readonly arguments?: string | readonly string[]
  readonly files?: readonly {
    readonly url: string
    readonly name: string
    readonly mediaType: string
  }[]
  /** Locations of active skills that end with this message. */
  readonly drop?: readonly string[]
  readonly model?: string
  /** Id of the person's message that this one replaces. */
  readonly edits?: string
}
