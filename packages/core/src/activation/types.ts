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
  /** sha-256 of the file's bytes, as hex. */
  readonly hash: string
  readonly diagnostics: readonly Diagnostic[]
}

/** A skill handed over to a conversation: `instructions` for the model, all else for the interface. */
export interface Activation {
  readonly skill: Skill
  readonly route: ActivationRoute
  /** The wrapped text, whole, for the system prompt or the tool's result. */
  readonly instructions: string
  /** 128 random bits as hex, in the first and last line of `instructions`. */
  readonly boundary: string
  /** The arguments as given, and as one raw text. */
  readonly arguments: { readonly text: string; readonly tokens: readonly string[] }
  /** True where the body has no placeholder that consumed the arguments. */
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
