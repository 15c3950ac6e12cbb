import type { Diagnostic } from '../diagnostic.ts'
import type { Layout, Skill, SkillSource } from '../skill.ts'

/** Where a file is, and how strict its place is. */
export interface ParseOptions {
  /** Absolute path of the Markdown file: it names the skill where `name` is missing, and every diagnostic. */
  readonly location: string
  /** `location` with links resolved. Default: `location`. */
  readonly realPath?: string
  /** Default: scope `explicit`, client `skillet`, root the file's folder. */
  readonly source?: SkillSource
  /** Decides whether frontmatter and description may be missing. Default: `agent-skills`. */
  readonly layout?: Layout
  /** See `Skill.singleFile`. Default: whether the file is called something other than `SKILL.md`. */
  readonly singleFile?: boolean
  /** `report`: an info for each field that nobody here knows. Default: `keep`, in silence. */
  readonly unknownFields?: 'keep' | 'report'
}

/** A text is a skill, is invalid (the diagnostics hold an error), or was never meant to be one (neither). */
export interface ParsedSkill {
  readonly skill?: Skill
  /** Everything below the frontmatter, blank lines around it trimmed; the whole text where there is none. */
  readonly body: string
  readonly diagnostics: readonly Diagnostic[]
}

/** What the first bytes of a file say. `incomplete`: the fence is still open, read more. */
export type ParsedHead =
  | { readonly kind: 'skill'; readonly skill: Skill; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: 'invalid'
      readonly name?: string
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly kind: 'not-a-skill' }
  | { readonly kind: 'incomplete' }

/** What a whole file gives: there is nothing more to ask for. */
export type SettledHead = Exclude<ParsedHead, { readonly kind: 'incomplete' }>

/** The same, for the first bytes of a file. */
export interface HeadOptions extends ParseOptions {
  /** Whether these bytes are the whole file. */
  readonly complete: boolean
  /** Bytes of the whole file, where the reader knows; over 1 MiB the file is invalid. */
  readonly size?: number
}
