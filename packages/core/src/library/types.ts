import type { Activation, ActivationRoute, Language } from '../activation/types.ts'
import type { Diagnostic } from '../diagnostic.ts'
import type { ExplicitPath, Root, WalkLimits } from '../discovery/types.ts'
import type { Settings } from '../settings/types.ts'
import type { Skill, SkillScope, SkillState } from '../skill.ts'
import type { TrustStore } from './trust/store.ts'

/** One file that looked like a skill, and what became of it. */
export type Entry = FoundFile &
  (
    | { readonly state: ReadState; readonly skill: Skill }
    | { readonly state: UnreadState; readonly skill?: undefined }
  )

/** States of a file that holds a skill. `loaded` and `shadowed` ones can be called. */
export type ReadState = Exclude<SkillState, UnreadState>

/** States of a file that gave no skill. */
export type UnreadState = 'invalid' | 'ignored'

/** What is known of a file in whatever state. */
export interface FoundFile {
  /** Absolute path of the Markdown file, as found. */
  readonly path: string
  /** The skill's name where it could be read, else the folder's or file's. */
  readonly name: string
  /** What a person types after `/`: the name, its slug, or a qualified form. */
  readonly callableAs: string
  readonly scope: SkillScope
  readonly client: string
  /** Why it is in this state, as one English sentence. */
  readonly reason: string
  /** What to do to make it callable; absent where nothing needs doing. */
  readonly remedy?: string
  readonly diagnostics: readonly Diagnostic[]
}

/** Everything that is known about the skills at one moment. Deeply frozen; reload builds a new one. */
export interface Snapshot {
  /** The loaded skills, by name in code points. */
  readonly skills: readonly Skill[]
  /** Every file that looked like a skill, in order of precedence. */
  readonly entries: readonly Entry[]
  readonly roots: readonly Root[]
  /** What concerns no single file: roots, walks, settings. */
  readonly diagnostics: readonly Diagnostic[]
  /** Folder of the repository, where there is one. */
  readonly repository?: string
  /** Counts up from 1 with each snapshot of one library. */
  readonly version: number
}

/** What a look-up finds: callable, known but not callable, or up to five near names. */
export type Found =
  | { readonly skill: Skill; readonly entry: Entry; readonly near?: undefined }
  | { readonly entry: Entry; readonly skill?: undefined; readonly near?: undefined }
  | { readonly near: readonly string[]; readonly skill?: undefined; readonly entry?: undefined }

/** What a person decided about a repository's skills. */
export type TrustDecision = 'trust' | 'distrust'

/** What a trust function is asked: the repository, and its skills as read. */
export interface TrustQuestion {
  /** Real path of the repository (or working folder) whose skills are asked about. */
  readonly root: string
  readonly skills: readonly Skill[]
  /** sha-256 over all skill folders and the project's settings; computed when called. */
  digest(): string
}

/**
 * Answers for the whole repository; mostly by asking a person. What it throws comes back from
 * `openLibrary` or `reload`, and what was known before stays: a question that failed is no answer.
 */
export type TrustFunction = (question: TrustQuestion) => TrustDecision | Promise<TrustDecision>

/**
 * `all` and `none` hold for every repository; a store (`readTrust(places)`) answers for each skill
 * by what the person was shown; a function answers for the whole. It is asked again only when what
 * it agreed to has changed.
 */
export type TrustPolicy = 'all' | 'none' | TrustStore | TrustFunction

/** Where `openLibrary` looks, whom it trusts, and the settings that apply. */
export interface LibraryOptions {
  /** Absolute working folder. */
  readonly cwd: string
  /** Absolute home folder. */
  readonly home: string
  /** Paths that the person named, strongest first. */
  readonly paths?: readonly ExplicitPath[]
  readonly clients?: readonly string[]
  /** Absolute folder of the skills that ship with the host. */
  readonly builtin?: string
  /** Default `'none'`: project skills are listed as `untrusted`. */
  readonly trust?: TrustPolicy
  /**
   * Settings as `readSettings` gives them, or a function that reads them, which `reload` calls
   * again. Default: none are read.
   */
  readonly settings?: Settings | (() => Settings)
  readonly limits?: Partial<WalkLimits>
  /**
   * Absolute folder, of this person alone, where what was found is kept from 200 files on, so that the
   * next process opens only files that changed. Every file is asked about in any case. Default: nothing
   * is kept.
   */
  readonly cache?: string
  /** How `watch` goes about it. */
  readonly watching?: LibraryWatchOptions
}

/** How a library watches the disk. Figures in milliseconds. */
export interface LibraryWatchOptions {
  /** How long nothing must change before the disk is read again. Default 80. */
  readonly quiet?: number
  /** It is read at least this often while changes go on. Default 1,000. */
  readonly atMost?: number
  /**
   * `when-needed`: looks at intervals where the system has no more watches to give, and where a
   * file system does not tell of changes. `always`: looks at intervals and needs no watches.
   * Default `when-needed`.
   */
  readonly poll?: 'when-needed' | 'always'
  /** Between two looks; longer where one look takes more than a tenth of it. Default 2,000. */
  readonly interval?: number
  /**
   * Gets what a listener throws, or rejects with, and what the trust or settings function throws
   * while watching. Default: nothing does.
   */
  readonly onListenerError?: (error: unknown) => void
}

/** How a skill is called. */
export interface ActivateOptions {
  /** Raw text after the name, or one string for each argument. */
  readonly arguments?: string | readonly string[]
  readonly route: ActivationRoute
  /** Default `en`. */
  readonly language?: Language
  /** 128 random bits as hex; drawn by the library where absent. */
  readonly boundary?: string
  /** Instructions longer than this many characters are cut in the middle. Default 60,000. */
  readonly limit?: number
}

/** One step of an explanation. */
export interface ExplanationStep {
  readonly step: string
  readonly outcome: 'pass' | 'fail' | 'note'
  readonly detail: string
  readonly file?: string
  readonly line?: number
  readonly remedy?: string
}

/** Why something is, or is not, callable: each step that loading took, in order. */
export interface Explanation {
  readonly query: string
  readonly callable: boolean
  readonly state?: SkillState
  readonly steps: readonly ExplanationStep[]
}

/** All skills that were found, as of the last reload. */
export interface SkillLibrary {
  /** What counts now. Keep it for as long as a piece of work lasts: `reload` makes another one. */
  readonly snapshot: Snapshot
  /** Exact name, name without case, `scope:name` and `/skill:name`, slug, folder's name, path. */
  find(name: string): Found
  /**
   * Reads the disk again; the same snapshot object where nothing changed. Where the system fails as
   * a whole, the last good snapshot stays, with a diagnostic that says so.
   * @throws what the trust or settings function throws; the last good snapshot stays.
   */
  reload(): Promise<Snapshot>
  /**
   * Calls with each new snapshot, whatever brought it about: a change on disk or a `reload()`. A
   * burst of changes is one snapshot, and a change that makes no difference none. Watching alone
   * does not keep the process alive.
   * @example
   * using watching = library.watch(({ skills }) => menu.show(skills))
   */
  watch(listener: (snapshot: Snapshot) => void): Disposable
  /**
   * Reads the skill's file, compares it with the snapshot, and expands it.
   * @throws SkillUnavailableError where the name is unknown, or the skill may not be called on this route.
   */
  activate(name: string, options: ActivateOptions): Promise<Activation>
  /** Why a skill is, or is not, callable. Throws nothing: what is unknown is said to be. */
  explain(nameOrPath: string): Explanation
}
