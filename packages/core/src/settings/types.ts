import type { Diagnostic, Range } from '../diagnostic.ts'
import type { WalkLimits } from '../discovery/types.ts'

/** An OpenAI-compatible or other provider that the user's settings name. */
export interface ProviderSettings {
  readonly kind?: 'openai' | 'anthropic' | 'google' | 'openai-compatible'
  readonly baseURL?: string
  readonly apiKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether its models are sent the images of a message. Default: those that are known to see. */
  readonly images?: boolean
  /** What the provider charges, by model. */
  readonly prices?: Readonly<Record<string, ModelPrices>>
}

/** US dollars for a million tokens. What has no price makes an answer that used it one of unknown cost. */
export interface ModelPrices {
  readonly input?: number
  readonly output?: number
  /** Input that the provider had before. */
  readonly cacheRead?: number
  /** Input that the provider keeps for later. */
  readonly cacheWrite?: number
}

/** Rules such as `bash(git diff *)`, by their effect. */
export interface PermissionSettings {
  readonly allow?: readonly string[]
  readonly ask?: readonly string[]
  readonly deny?: readonly string[]
}

/**
 * What commands run in: a sandbox where one works (`auto`, the default), none (`off`), or one that
 * is opened in named places.
 */
export type SandboxSettings =
  | 'auto'
  | 'off'
  | {
      /** Default false. */
      readonly network?: boolean
      /** Files and folders that commands may read. `~` and `$HOME` stand for home. */
      readonly readable?: readonly string[]
    }

/** How much of a model's context skills may take. */
export interface ContextSettings {
  /** Per cent of the context that all active skills together take at most. Default 25. */
  readonly activeSkills?: number
  /** Per cent of the context that one skill's instructions take at most. Default 15. */
  readonly instructions?: number
  /** Characters that one skill's instructions have at most. Default 60,000. */
  readonly instructionCharacters?: number
}

/** The contents of one settings file, checked. */
export interface SettingsFile {
  readonly skills?: readonly string[]
  readonly clients?: readonly string[]
  /** Names, globs, `scope:name` or paths. */
  readonly disabled?: readonly string[]
  readonly enabled?: readonly string[]
  /** Files and folders whose text the model gets before any skill. */
  readonly knowledge?: readonly string[]
  readonly model?: string
  readonly language?: 'en' | 'zh'
  /** Of the page in the browser. Default `system`. */
  readonly theme?: 'system' | 'light' | 'dark'
  readonly providers?: Readonly<Record<string, ProviderSettings>>
  readonly permissions?: PermissionSettings
  readonly stepLimit?: number
  readonly context?: ContextSettings
  readonly sandbox?: SandboxSettings
  readonly limits?: Partial<WalkLimits>
}

/** Both levels, as read. A project's settings apply only where the project is trusted. */
export interface Settings {
  readonly user: SettingsFile
  readonly project: SettingsFile
  readonly userFile: string
  readonly projectFile: string
  readonly diagnostics: readonly Diagnostic[]
  /** Where each value stands, by its path of keys: `disabled/0`, `permissions/deny/1`. */
  readonly ranges?: {
    readonly user: Readonly<Record<string, Range>>
    readonly project: Readonly<Record<string, Range>>
  }
}

/** Whose file it is: the person's own, or the one that comes with the repository. */
export type SettingsLevel = 'user' | 'project'

/** Where Skillet keeps things. All absolute. */
export interface Places {
  readonly home: string
  /** `settings.json` lives here. */
  readonly config: string
  /** `trust.json`, rules, the store. */
  readonly state: string
}
