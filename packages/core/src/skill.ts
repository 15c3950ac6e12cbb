/** The record that every step after the format shares: one skill, as read from disk. */

/** Where a skill comes from, strongest first: the first skill of a name counts. */
export type SkillScope = 'explicit' | 'project' | 'user' | 'builtin'

/** Every state of a file that looked like a skill, in the order in which people are shown them. */
export const skillStates = [
  'loaded',
  'shadowed',
  'untrusted',
  'disabled',
  'invalid',
  'ignored',
] as const

/** What became of a file that looked like a skill. Every file ends in exactly one of these. */
export type SkillState = (typeof skillStates)[number]

/**
 * What counts as a skill below a root.
 * - `agent-skills`: a folder that holds `SKILL.md`.
 * - `root-markdown`: also an `.md` file with frontmatter straight in the root.
 * - `any-markdown`: also any `.md` file with frontmatter at any depth; its description may be missing.
 */
export type Layout = 'agent-skills' | 'root-markdown' | 'any-markdown'

/** Where a skill was found. */
export interface SkillSource {
  readonly scope: SkillScope
  /** The client whose folder layout this is: `skillet`, `agents`, `claude`, `pi`, `free-code` … */
  readonly client: string
  /** Absolute path of the skills root the file was found under. */
  readonly root: string
  /**
   * Real path of the folder that links of a project's skill must not lead out of. Absent in the
   * other scopes: what a person put up may link where they like.
   */
  readonly boundary?: string
}

/** One declared argument. */
export interface SkillArgument {
  readonly name: string
  readonly description?: string
}

/** Instructions that run around a turn. Text for the model, never commands. */
export interface SkillHooks {
  readonly preExecute?: string
  readonly postExecute?: string
  readonly onError?: string
}

/** One skill, as read from disk. Deeply frozen. The body is not kept: read it with `readInstructions`. */
export interface Skill {
  /** As written; look-up compares NFKC and case-folded. */
  readonly name: string
  /** `""` only where the layout allows a missing one. */
  readonly description: string
  /** Absolute path of the Markdown file, as found (links not resolved). */
  readonly location: string
  /** Absolute; relative references in the body start here. */
  readonly directory: string
  /** `location` with every link resolved. */
  readonly realPath: string
  readonly source: SkillSource
  /**
   * True for a single `.md` file, and for a `SKILL.md` straight in a client's skills root: the
   * skill owns that file alone, and the rest of its folder belongs to others.
   */
  readonly singleFile: boolean
  /** Enforced restriction of the tool pool; empty means all. */
  readonly tools: readonly string[]
  /** Pre-approved patterns, such as `Bash(git add *)`. */
  readonly allowedTools: readonly string[]
  readonly model?: string
  readonly arguments: readonly SkillArgument[]
  /** As typed; from `arguments` where absent: `<a> <b>`. */
  readonly argumentHint?: string
  readonly hooks: SkillHooks
  /** False: `disable-model-invocation`. */
  readonly modelInvocable: boolean
  /** False: `user-invocable: false`. */
  readonly userInvocable: boolean
  readonly license?: string
  readonly compatibility?: string
  readonly metadata: Readonly<Record<string, string>>
  /** Fields nobody here knows, kept as read. */
  readonly extra: Readonly<Record<string, unknown>>
}
