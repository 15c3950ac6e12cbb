import type { LanguageModelV3 } from '@ai-sdk/provider'
import type {
  Activation,
  ContextSettings,
  Language,
  Skill,
  SkillLibrary,
  Snapshot,
} from '@skillet/core'
import type { Knowledge } from '../knowledge/index.ts'
import type { Models } from '../model/types.ts'
import type { Rule } from '../permission/types.ts'
import type { SystemPrompt, SystemPromptOptions } from '../prompt/index.ts'
import type { ConversationStore, Message, StoredActivation } from '../store/index.ts'
import type { Approved, Tool } from '../tools/types.ts'
import type { Answer } from './answer.ts'
import type { Approvals } from './approvals.ts'
import type { CommandSandbox, Denial } from './calls/index.ts'
import type { LearntSizes } from './context/index.ts'
import type { EventBody, TurnError } from './events.ts'
import type { SentFiles } from './file-content.ts'
import type { ActiveSkill, SkillOffer } from './skills/index.ts'
import type { Asker } from './types.ts'

/** The engine's options with every default set: what all turns share. */
export interface World {
  readonly library: SkillLibrary
  readonly workspace: string
  readonly home: string
  readonly model: Models | LanguageModelV3 | undefined
  readonly store: ConversationStore
  readonly rules: readonly Rule[]
  /** Somebody answers, or what a call that would ask gets. */
  readonly asking: 'attended' | 'deny' | 'allow'
  /** Keeps a rule for later sessions; absent where *always* holds for this engine alone. */
  readonly remember: ((rule: Rule) => Promise<void>) | undefined
  readonly places: { readonly config?: string; readonly state?: string }
  readonly tools: readonly Tool[]
  readonly environment: Readonly<Record<string, string>>
  readonly sandbox: CommandSandbox
  readonly language: Language | undefined
  readonly stepLimit: number
  readonly context: ContextSettings
  readonly basePrompt: string | undefined
  readonly now: () => number
  readonly random: (bytes: number) => string
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly stallMs: number
  readonly titles: 'model' | 'cut'
  readonly knowledge: Knowledge | undefined
  /** Rules that *always* made, by source, for as long as the engine lives. */
  readonly lasting: Map<string, Rule>
  /** Skills as they are on disk, and providers that a person agreed to let them send to. */
  readonly agreedOverrides: Set<string>
  /** What was made of a snapshot for earlier turns. */
  readonly catalogues: WeakMap<Snapshot, Map<string, SkillOffer>>
}

/** What is known of a model before it is called. */
export interface ModelFacts {
  /** `provider/model`, or `guided`. */
  readonly id: string
  readonly provider: string
  readonly kind: 'provider' | 'guided'
  /** Nothing leaves the machine. */
  readonly local: boolean
  readonly contextWindow: number
  /** Whether it is sent the images of a person's messages. */
  readonly images: boolean
  /** Whether it is sent images in tool results. Default: as `images`. */
  readonly imagesInResults?: boolean
}

/** A model that can be called. */
export interface RunningModel extends ModelFacts {
  readonly model: LanguageModelV3
}

/** The choice is made before the turn's skill is read; guided itself is made once that is known. */
export type ChosenModel = RunningModel | (ModelFacts & { readonly kind: 'guided' })

/** Something a person should know, that stops nothing. */
export interface Notice {
  readonly code: string
  readonly message: string
  readonly hint?: string
}

/** Why a message's turn does not begin: nothing of it is sent. */
export interface Refused {
  readonly kind: 'refused'
  readonly error: TurnError
}

/** All that is settled before the first request, and holds to the turn's end. */
export interface PreparedTurn {
  readonly snapshot: Snapshot
  /** The skills that the model is told of and may load. */
  readonly visible: readonly Skill[]
  readonly language: Language | undefined
  /** Without the message of this turn. */
  readonly earlier: readonly Message[]
  readonly message: Message
  /** What of it was in the store before, since it is answered once more. */
  readonly repeats: 'message' | 'skill' | undefined
  readonly dropped: readonly ActiveSkill[]
  /** Of this answer, whoever wrote the message. */
  readonly askedBy: Asker
  /** Present where the person picked a skill for this message. */
  readonly picked: Picked | undefined
  /** Every tool of this turn, before any skill narrows them. */
  readonly tools: readonly Tool[]
  /** A model that the person named for this turn is not overridden by a skill. */
  readonly modelBy: 'person' | 'engine'
  readonly system: SystemPrompt
  /** What `system` was made of, for the skills whose text moves into it later in the turn. */
  readonly systemParts: Omit<SystemPromptOptions, 'skills' | 'contextWindow'>
  /** What the catalogue cut, by the skills' names. */
  readonly catalogueCuts: {
    readonly shortened: readonly string[]
    readonly omitted: readonly string[]
  }
  /** Bytes of the files that messages name. */
  readonly files: SentFiles
  readonly notices: readonly Notice[]
}

/** The skill that the person picked for a message, handed over. */
export interface Picked {
  readonly activation: Activation
  readonly stored: StoredActivation
}

/** What a turn begins with, and what a skill that the model loads may change in it. */
export interface TurnStart {
  readonly model: ChosenModel
  readonly active: readonly ActiveSkill[]
  /** Allowed for this turn by a skill. */
  readonly rules: readonly Rule[]
}

/** A turn under way. What can change within it is listed here and nowhere else. */
export interface Turn {
  readonly world: World
  readonly prepared: PreparedTurn
  readonly conversation: ConversationState
  readonly answer: Answer
  readonly emit: (body: EventBody) => void
  readonly signal: AbortSignal
  /** Follows overrides of skills that the model loads. */
  model: RunningModel
  /**
   * The same text at every step, but for one thing: where a compaction leaves out a message whose
   * result holds a skill's text, that text stands here from then on.
   */
  system: SystemPrompt
  /** Only ever grows, so the tools that remain only ever shrink. */
  active: readonly ActiveSkill[]
  /** Allowed for this turn by a skill. */
  rules: readonly Rule[]
  /** Calls that a person refused: not asked again in this turn. */
  readonly refused: Map<string, Denial>
  /** Calls that a person allowed for this turn, and exactly what was agreed to. */
  readonly allowed: Map<string, Approved>
  readonly usedCallIds: Set<string>
  steps: number
  /** Codes of notices that one turn gives once. */
  readonly toldOnce: Set<string>
}

/** What an engine remembers of a conversation beside its store. */
export interface ConversationState {
  readonly id: string
  /** Working folder of `bash`, kept between calls. */
  readonly shell: { cwd: string }
  /** Whether its reader was told that commands run without a sandbox. */
  knowsPlace: boolean
  /** Whether its reader was told that its model's window is nearly full before anything is said. */
  knowsWindow: boolean
  readonly approvals: Approvals
  /** What its models counted and refused, by their ids. */
  readonly learnt: Map<string, LearntSizes>
}
