/** `@skillet/core/search`: full-text search over skills, for the tool `search_skills` and for people. */
import MiniSearch from 'minisearch'
import { processTerm, splitQuery, splitText } from './catalogue/search-terms.ts'
import type { Ranked } from './menu/index.ts'
import { byCodePoint } from './names.ts'
import type { Skill } from './skill.ts'

export { processTerm, splitQuery, splitText } from './catalogue/search-terms.ts'
export type { Ranked } from './menu/index.ts'

interface Document {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly tags: string
}

const fields = ['name', 'description', 'tags'] as const

/**
 * Finds skills by what they say about themselves: BM25 over name, description and metadata tags,
 * with English stop words and stems, and pairs of characters in scripts without blanks. Beginnings
 * and slight misspellings of words count less. Throws nothing.
 *
 * @param skills a snapshot's list: its index is made once and kept as long as the list
 * @param query words, as typed
 * @param limit how many to give
 * @returns at most `limit`, best first; equal ones by name.
 * @example
 * for (const { skill, score } of searchSkills(snapshot.skills, 'fill in a PDF form', 10)) {
 *   console.log(skill.name, score)
 * }
 */
export function searchSkills(skills: readonly Skill[], query: string, limit: number): Ranked[] {
  const found: Ranked[] = []
  for (const { id, score } of indexOf(skills).search(query)) {
    const skill = skills[id]
    if (skill) found.push({ skill, score })
  }
  found.sort((a, b) => b.score - a.score || byCodePoint(a.skill.name, b.skill.name))
  return found.slice(0, limit)
}

/** A snapshot's list never changes, so its index lives as long as the list. */
const indexes = new WeakMap<readonly Skill[], MiniSearch<Document>>()

function indexOf(skills: readonly Skill[]): MiniSearch<Document> {
  const known = indexes.get(skills)
  if (known) return known
  const index = new MiniSearch<Document>({
    fields: [...fields],
    tokenize: splitText,
    processTerm,
    searchOptions: {
      tokenize: splitQuery,
      boost: { name: 3, tags: 2 },
      prefix: (term) => term.length >= 3,
      fuzzy: (term) => (/^[a-z]{5,}$/.test(term) ? 1 : false),
      weights: { fuzzy: 0.2, prefix: 0.4 },
    },
  })
  index.addAll(skills.map(documentOf))
  indexes.set(skills, index)
  return index
}

function documentOf({ name, description, metadata }: Skill, id: number): Document {
  const tags = Object.entries(metadata)
    .filter(([key]) => /^(?:tags?|keywords?|categor(?:y|ies)|topics?)$/i.test(key))
    .map(([, value]) => value)
  return { id, name, description, tags: tags.join(' ') }
}
