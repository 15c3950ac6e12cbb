import type { Skill } from '../skill.ts'

/** How the model loads a skill: with a tool of its own, by reading the file, or not at all. */
export type SkillLoader = 'activate_skill' | 'read' | 'none'

/** What `formatCatalogue` is told about the model and the host. */
export interface CatalogueOptions {
  readonly loader: SkillLoader
  /** Tokens that the model's context holds. Default: unknown, which gives 8,000 characters. */
  readonly contextWindow?: number
  /** Characters the block may take, instead of the share of the context. */
  readonly budget?: number
  /** True for a skill that a permission rule denies: it is hidden from the model. */
  readonly deny?: (skill: Skill) => boolean
}

/** Why a skill is not in the catalogue at all. */
export type HiddenReason = 'not-model-invocable' | 'no-description' | 'denied'

/** What the model is told about skills, and what had to be left out of it. */
export interface Catalogue {
  /** The whole block with its sentences; `""` where there is nothing to tell, or no room for it. */
  readonly text: string
  /** Names in `text`, in its order. */
  readonly shown: readonly string[]
  /** Names in `text` whose description is cut or left out. */
  readonly shortened: readonly string[]
  /** Names that did not fit: still callable, and found by `search_skills`. */
  readonly omitted: readonly string[]
  /** Skills that the model may not load on its own. */
  readonly hidden: readonly { readonly name: string; readonly reason: HiddenReason }[]
  /**
   * How far the budget made the block shrink: everything; without locations; with shorter
   * descriptions; names alone; nothing, where not even the sentences around them fit.
   */
  readonly detail: 'whole' | 'without-locations' | 'shortened' | 'names' | 'nothing'
  /** Whether the model needs the tool `search_skills`, since some names did not fit. */
  readonly search: boolean
  /** Estimated size of `text`. */
  readonly tokens: number
  /** Characters that `text` should take. */
  readonly budget: number
  /**
   * Characters that `text` never passes: `budget`, and for the loader `read`, which needs every
   * location, up to four times that.
   */
  readonly ceiling: number
}
