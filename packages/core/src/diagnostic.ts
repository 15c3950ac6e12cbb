/**
 * The one shape in which every step reports something about a place in a file.
 * Errors that a person can fix are diagnostics (values); exceptions are for bugs and misuse.
 */

/** `error`: the skill does not load. `warning`: it loads, something was repaired or dropped. `info`: worth knowing. */
export type Severity = 'error' | 'warning' | 'info'

/** A place in a text. `line` and `column` count from 1, `column` and `offset` in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
  readonly offset: number
}

/** `start` inclusive, `end` exclusive. */
export interface Range {
  readonly start: Position
  readonly end: Position
}

/** Another place that a diagnostic speaks of, such as the winner of a name collision. */
export interface RelatedPlace {
  readonly message: string
  readonly file: string
  readonly range?: Range
}

/** Something about a file that a person should know, and mostly can mend. */
export interface Diagnostic {
  /** Stable, `step/what`; each is documented in `docs/diagnostics.md`. */
  readonly code: DiagnosticCode
  readonly severity: Severity
  /** What happened, as one English sentence without the place. */
  readonly message: string
  /** Absolute path. */
  readonly file: string
  readonly range?: Range
  /** What to do about it, as one English sentence or the text to write instead. */
  readonly hint?: string
  readonly related?: readonly RelatedPlace[]
}

/** Every code there is. A test fails when one lacks its entry in `docs/diagnostics.md`. */
export const diagnosticCodes = [
  'bytes/invalid-utf8',
  'bytes/nul',
  'bytes/too-large',
  'bytes/utf-16',
  'collision/command',
  'collision/name',
  'compatibility/too-long',
  'description/missing',
  'description/too-long',
  'duplicate/content',
  'fence/language',
  'fence/late',
  'fence/missing',
  'fence/unclosed',
  'field/comment-cut',
  'field/near-miss',
  'field/not-run',
  'field/type',
  'field/unknown',
  'flags/unreachable',
  'flags/unreadable',
  'ignore/pattern',
  'ignore/skill',
  'instructions/changed',
  'instructions/placeholder',
  'instructions/shell',
  'instructions/truncated',
  'link/dangling',
  'link/escapes',
  'link/loop',
  'name/case',
  'name/characters',
  'name/directory',
  'name/hyphens',
  'name/look-alike',
  'name/missing',
  'name/too-long',
  'report/limit',
  'root/file',
  'root/missing',
  'settings/disabled',
  'settings/invalid',
  'settings/not-allowed',
  'settings/readable-by-others',
  'tools/client-name',
  'tools/near-miss',
  'tools/unknown',
  'trust/changed',
  'trust/untrusted',
  'walk/case',
  'walk/limit',
  'walk/name',
  'walk/not-entered',
  'walk/not-a-file',
  'walk/passed-over',
  'walk/root-skill',
  'walk/unreadable',
  'walk/vanished',
  'yaml/duplicate-key',
  'yaml/limits',
  'yaml/rescued',
  'yaml/syntax',
] as const

/** One of `diagnosticCodes`. */
export type DiagnosticCode = (typeof diagnosticCodes)[number]
