import type { Diagnostic } from '../diagnostic.ts'
import type { Layout, SkillScope } from '../skill.ts'

/** How far a walk goes before it stops and says so. */
export interface WalkLimits {
  /** Folders below a root. Default 6; explicit paths 16. */
  readonly depth: number
  readonly explicitDepth: number
  /** Folders a root. Default 50,000. */
  readonly folders: number
  /** Directory entries a root. Default 500,000. */
  readonly entries: number
  /** Milliseconds a root, reading included. Default 15,000. */
  readonly milliseconds: number
}

/** Where `discover` looks, and how far. */
export interface DiscoverOptions {
  /** Absolute working folder. */
  readonly cwd: string
  /** Absolute home folder; `~` and the user's skill roots start there. */
  readonly home: string
  /** Paths that the person named, strongest first: a folder of skills, one skill's folder, or one `.md` file. */
  readonly paths?: readonly ExplicitPath[]
  /** `skills` of trusted project settings; they stay inside the repository. */
  readonly projectPaths?: readonly ExplicitPath[]
  /** Further clients to look at, by their id in `clients.ts`: `codex`, `gemini`, `opencode` … */
  readonly clients?: readonly string[]
  /** Absolute folder of the skills that ship with the host. Default: none. */
  readonly builtin?: string
  readonly limits?: Partial<WalkLimits>
}

/** A path as typed, or with the folder of the file that says it. */
export type ExplicitPath = string | { readonly path: string; readonly base: string }

/** A folder (or one file) to look in, strongest first. */
export interface Root {
  readonly path: string
  /** Undefined where the path does not exist. */
  readonly realPath?: string
  readonly scope: SkillScope
  readonly client: string
  readonly layout: Layout
  /**
   * `client`: a folder that a client is known to use, silently absent, whose own `SKILL.md` is an
   * oversight. `named`: a path that somebody typed; one that holds `SKILL.md` is that skill.
   */
  readonly origin: 'client' | 'named'
  /** Real path that links below must not lead out of. Absent: they may lead anywhere. */
  readonly boundary?: string
}

/** The line of an ignore file that leaves a skill out. */
export interface IgnoreRule {
  readonly file: string
  readonly line: number
  readonly pattern: string
}

/** The first bytes of a file, whether they are the whole file, and the size of the whole in bytes. */
export interface Head {
  readonly bytes: Uint8Array
  readonly complete: boolean
  readonly size: number
}

/** What `lstat` says about a file: when none of it changed, the file need not be read again. */
export interface FileStamp {
  readonly size: number
  /** Milliseconds since 1970, with fractions. */
  readonly modified: number
  readonly changed: number
  readonly inode: number
}

/** A file that looks like a skill. */
export interface FoundCandidate {
  /** Absolute, as found (links not resolved). */
  readonly path: string
  readonly realPath: string
  readonly root: Root
  /** See `Skill.singleFile`. */
  readonly singleFile: boolean
  /** True for a `SKILL.md` straight in a client's skills root: `walk/root-skill`, invalid without a `name`. */
  readonly atRoot?: boolean
  /** Present where an ignore file excludes the folder: the file is listed and not read. */
  readonly ignored?: IgnoreRule
  /** Of the file behind `realPath`, taken just before it was read. Absent where it could not be. */
  readonly stamp?: FileStamp
  readonly diagnostics: readonly Diagnostic[]
}

/** A file that looks like a skill, not yet read beyond its head. */
export interface Candidate extends FoundCandidate {
  /** The first 4 KiB. Absent where the file could not be read, or is ignored. */
  readonly head?: Head
}

/** What `discover` found. */
export interface Discovery {
  /** Every place looked at, present or not, in order of precedence. */
  readonly roots: readonly Root[]
  /**
   * In order of precedence, then by code point of the path relative to the root. Files that an ignore
   * file leaves out come last, and only where no other root reaches them.
   */
  readonly candidates: readonly Candidate[]
  readonly diagnostics: readonly Diagnostic[]
  /** The folder that holds `.git`, walking up from `cwd`. */
  readonly repository?: string
}
