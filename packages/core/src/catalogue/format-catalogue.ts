import { byCodePoint } from '../names.ts'
import type { Skill } from '../skill.ts'
import { type Draft, fit, type Room, type Row } from './draft.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { cutAtGrapheme } from './graphemes.ts'
import * as markup from './markup.ts'
import type { Catalogue, CatalogueOptions, HiddenReason } from './types.ts'

/** Characters that one description may take, whatever the budget. */
const descriptionLimit = 1536
const leastBudget = 8000
/** A host that only reads files can load nothing without its location, and so may get this many budgets. */
const budgetsForReading = 4
const charactersPerToken = 3.5

/**
 * Writes the block that tells a model which skills there are, within a budget. The same skills and
 * options give the same bytes, in whatever order the skills come. Throws nothing.
 *
 * @param skills all that are loaded; those that the model may not load are left out and named
 * @param options how the model loads a skill, and how much room there is
 * @returns the block, and what is shortened, omitted or hidden
 * @example
 * const { text } = formatCatalogue(library.snapshot.skills, {
 *   loader: 'activate_skill',
 *   contextWindow: 200_000,
 * })
 */
export function formatCatalogue(skills: readonly Skill[], options: CatalogueOptions): Catalogue {
  const { visible, hidden } = sortOut(skills, options)
  const rows = rowsOf(visible)
  const { loader } = options
  if (loader === 'none' || rows.length === 0) return nothing(rows, hidden)
  const room = roomFor(options)
  let draft = fit(rows, { loader, ...room })
  for (let { budget } = room; tooManyTokens(draft, options) && budget > 0; ) {
    budget = Math.floor((budget * tokenLimit(options)) / (estimateTokens(draft.text) + 1))
    draft = fit(rows, { loader, budget, most: budget })
  }
  // Not even the sentence that says how many skills there are.
  const isTooMuch = draft.text.length > room.most || tooManyTokens(draft, options)
  if (draft.shown.length === 0 && isTooMuch) draft = { ...draft, text: '', detail: 'nothing' }
  return {
    ...draft,
    hidden,
    search: loader === 'activate_skill' && draft.omitted.length > 0,
    tokens: estimateTokens(draft.text),
    budget: room.budget,
    ceiling: room.most,
  }
}

/** What the model may see, sorted by name, and what is hidden from it. */
function sortOut(skills: readonly Skill[], { deny }: CatalogueOptions) {
  const visible: Skill[] = []
  const hidden: { name: string; reason: HiddenReason }[] = []
  for (const skill of [...skills].sort(byName)) {
    const reason = hiddenReason(skill, deny)
    if (reason) hidden.push({ name: skill.name, reason })
    else visible.push(skill)
  }
  return { visible, hidden }
}

function byName(left: Skill, right: Skill): number {
  return byCodePoint(left.name, right.name) || byCodePoint(left.location, right.location)
}

function hiddenReason(skill: Skill, deny: CatalogueOptions['deny']): HiddenReason | undefined {
  if (!skill.modelInvocable) return 'not-model-invocable'
  if (skill.description.trim() === '') return 'no-description'
  return deny?.(skill) ? 'denied' : undefined
}

function rowsOf(skills: readonly Skill[]): Row[] {
  return skills.map(({ name, description, location }) => {
    const short = cutAtGrapheme(description, descriptionLimit, (text) => text.length)
    return {
      name,
      title: markup.escapeText(name),
      location: markup.escapeText(location),
      description: markup.escapeText(short),
      plain: short,
      long: short !== description,
    }
  })
}

function nothing(rows: readonly Row[], hidden: Catalogue['hidden']): Catalogue {
  const omitted = rows.map((row) => row.name)
  const empty = { text: '', shown: [], shortened: [], detail: 'whole', search: false } as const
  return { ...empty, omitted, hidden, tokens: 0, budget: 0, ceiling: 0 }
}

/**
 * 2 % of the context or 8,000 characters, whichever is larger, but never more than 10 % of it. For
 * names and locations up to four times that, where the 10 % allow it.
 */
function roomFor(options: CatalogueOptions): Omit<Room, 'loader'> {
  const { loader, contextWindow } = options
  const context = (contextWindow ?? Number.POSITIVE_INFINITY) * charactersPerToken
  const tenth = Math.floor(context / 10)
  const share = contextWindow === undefined ? 0 : Math.floor(context / 50)
  const budget = Math.min(options.budget ?? Math.max(leastBudget, share), tenth)
  return { budget, most: loader === 'read' ? Math.min(budgetsForReading * budget, tenth) : budget }
}

/** Characters of other scripts cost a token each, so characters alone do not hold the 10 %. */
function tooManyTokens(draft: Draft, options: CatalogueOptions): boolean {
  return estimateTokens(draft.text) > tokenLimit(options)
}

function tokenLimit({ contextWindow }: CatalogueOptions): number {
  return (contextWindow ?? Number.POSITIVE_INFINITY) / 10
}
