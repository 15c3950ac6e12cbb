import type { KnownPassage } from '../prompt/index.ts'

/** A passage that was found. `path` is as people know it: relative to the workspace, or with `~`. */
export interface Passage extends KnownPassage {
  /** Absolute, links resolved. */
  readonly file: string
  /** How well it fits the query; comparable within one search alone. */
  readonly score: number
}

/** Text files that a person keeps for the model, searched by passages. */
export interface Knowledge {
  /** Whether the best passages go with every message by themselves. */
  readonly autoInject: boolean
  /**
   * The passages that fit best. Files that changed on the disk are read again first.
   *
   * @param query words, in any language
   * @param options `limit`: how many at most. Default 10
   * @returns best first; equal ones by path and line
   */
  search(query: string, options?: { readonly limit?: number }): Promise<readonly Passage[]>
  /** What could not be used and why, in sentences; each is told once. */
  problems(): readonly string[]
}

/** Where knowledge lies, as a settings file names it. */
export interface KnowledgeSource {
  /** A file, a folder, or a glob. `~` and `$HOME` are the home folder. */
  readonly path: string
  /** Absolute folder that a relative path starts at. */
  readonly base: string
  /** Absolute folder that nothing may lead out of, links resolved: a project's repository. */
  readonly within?: string
}

/** Which files are knowledge, and where they lie. */
export interface KnowledgeOptions {
  readonly sources: readonly KnowledgeSource[]
  /** Absolute folder the work is done in; paths in it are shown relative to it. */
  readonly workspace: string
  /** Absolute home folder. */
  readonly home: string
  /** Absolute folders that nothing is read from: Skillet's settings and state. Default: none. */
  readonly closedFolders?: readonly string[]
  /** Default true. */
  readonly autoInject?: boolean
  /** Default: 2,000 files of at most 1 MiB, 20 MiB together; 5 seconds for a look through a folder. */
  readonly limits?: Partial<KnowledgeLimits>
}

/** How much is read at most. */
export interface KnowledgeLimits {
  readonly files: number
  /** Bytes of one file. */
  readonly fileSize: number
  /** Bytes of all together. */
  readonly totalSize: number
  /** Milliseconds of one look through a folder. What it does not reach stays as it was. */
  readonly time: number
}
