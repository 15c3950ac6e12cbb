/** What both ways of searching are asked, and what they answer. */
export interface SearchRequest {
  /** Absolute folder or file, links resolved. */
  readonly root: string
  readonly rootIs: 'folder' | 'file'
  /** Absolute, links resolved: ignore files from here down count. */
  readonly top: string
  readonly pattern: string
  readonly literal: boolean
  readonly ignoreCase: boolean
  /** Lines shown around each match. */
  readonly context: number
  /** Matching lines in all. */
  readonly limit: number
  /** Whether a file, by its path relative to the root, is wanted. */
  readonly wanted: (shown: string) => boolean
  /** Whether a file (absolute, links resolved) may be opened. */
  readonly openable: (path: string) => boolean
  readonly closed: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Milliseconds for the whole search. */
  readonly timeLimit: number
}

export interface FoundLine {
  /** From 1. */
  readonly number: number
  readonly text: string
  readonly match: boolean
}

export interface FoundFile {
  /** Relative to the root, `/` between parts; the file's own name where the root is the file. */
  readonly shown: string
  readonly lines: readonly FoundLine[]
}

export type SearchResult =
  | {
      readonly kind: 'found'
      readonly files: readonly FoundFile[]
      readonly notes: readonly string[]
    }
  /** The pattern is no regular expression. */
  | { readonly kind: 'bad-pattern'; readonly reason: string }

export const limitNote = (limit: number): string =>
  `Stopped after ${limit} matching lines; narrow the search or raise limit.`

export const slowNote = (shown: string): string =>
  `The search took too long in ${shown} and was stopped; use a simpler pattern or a narrower folder.`
