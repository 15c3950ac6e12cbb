import type { Diagnostic } from '../diagnostic.ts'
import type { Skill } from '../skill.ts'

/** Who chose the skill: a person, or the model through its tool. */
export type ActivationRoute = 'user' | 'model'

/** Language of the wrapping. Others fall back to `en`. */
export type Language = 'en' | 'zh'

/** The body and files of a skill, read from disk when it is activated. */
export interface Instructions {
  readonly body: string
  /** Paths relative to the skill's folder, `/` between parts, sorted; at most 200. */
  readonly resources: readonly string[]
  /** How many files there are in all. */
  readonly resourceCount: number
  /** sha-256 of the file's bytes, as hex; `""` where the file could not be read. */
  readonly hash: string
  /** An error among them means that the file holds no usable skill any more: do not activate it. */
  readonly diagnostics: readonly Diagnostic[]
  /** The skill as the file says now; absent where it no longer is one. */
  readonly skill?: Skill
  /** Absolute path of the nearest folder above that holds `.claude-plugin/`; read only where asked for. */
  readonly pluginRoot?: string
}

/** What the pure `activate` needs beyond the skill and its text. */
export interface ActivationOptions {
  /** Raw text after the name, or one string for each argument. Default: none. */
  readonly arguments?: string | readonly string[]
  readonly route: ActivationRoute
  /** 128 random bits as 32 hex digits. */
  readonly boundary: string
  /** Default `en`. */
  readonly language?: Language
  /** Instructions longer than this many characters are cut in the middle. Default 60,000. */
  readonly limit?: number
  /** Absolute working folder, for `${CLAUDE_PROJECT_DIR}`. */
  readonly projectDirectory?: string
}

/** Arguments as one raw text, and as the tokens that positions and names stand for. */
export interface SkillArguments {
  readonly text: string
  readonly tokens: readonly string[]
}

/** A skill handed over to a conversation: `instructions` for the model, all else for the interface. */
export interface Activation {
  readonly skill: Skill
  readonly route: ActivationRoute
  /** The wrapped text, whole, for the system prompt or the tool's result. */
  readonly instructions: string
  /** What stands inside the frame of `instructions`: `preExecute` and body, filled and cut. */
  readonly body: string
  /** 128 random bits as hex, in the first and last line of `instructions`. */
  readonly boundary: string
  /** The arguments as given, and as one raw text. */
  readonly arguments: SkillArguments
  /** True where arguments were given and no placeholder of the body consumed them. */
  readonly unusedArguments: boolean
  /** The skill's hooks, substituted and wrapped like the body (`preExecute` is inside `instructions`). */
  readonly hooks: { readonly postExecute?: string; readonly onError?: string }
  readonly resources: readonly string[]
  /** How many characters were cut from the middle, 0 where none. */
  readonly truncated: number
  /** sha-256 of the file's bytes this was made from. */
  readonly hash: string
  readonly diagnostics: readonly Diagnostic[]
  /** Estimated size of `instructions`. */
  readonly tokens: number
}
