import type { Skill } from '../skill.ts'

/** A skill found by `searchSkills` or `matchSkills`, best first. */
export interface Ranked<S = Skill> {
  readonly skill: S
  /** Higher is better; comparable within one answer only. */
  readonly score: number
}

/** How a typed text meets a name, best first. */
export const matchKinds = [
  'exact',
  'prefix',
  'word-start',
  'substring',
  'scattered',
  'description',
] as const

/** How a typed text meets a name, best first. */
export type MatchKind = (typeof matchKinds)[number]

/** `start` inclusive, `end` exclusive, in UTF-16 units of the name. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A row of the slash menu. */
export interface MenuMatch<S = Skill> extends Ranked<S> {
  readonly kind: MatchKind
  /** Letters of the name to highlight; empty where the name itself does not show the match. */
  readonly ranges: readonly TextRange[]
}

/** What a row must say to be ranked; a `Skill` is one, and so is an entry of `list --json`. */
export interface Matchable {
  readonly name: string
  readonly description: string
}

/** A `/word` that is being typed. */
export interface MenuToken {
  /** Where the slash stands, in UTF-16 units. */
  readonly start: number
  /** Behind the token's last character; at or after the caret. */
  readonly end: number
  /** What stands between the slash and the caret. */
  readonly typed: string
}
