import { byCodePoint } from '@skillet/core'
import { processTerm, splitQuery, splitText } from '@skillet/core/search'
import MiniSearch from 'minisearch'
import type { TextPassage } from './passages.ts'
import type { Passage } from './types.ts'

interface Document extends TextPassage {
  readonly id: number
  readonly path: string
  readonly file: string
}

const fields = ['heading', 'text', 'path'] as const

/**
 * Passages by their words: BM25 with English stop words and stems, and pairs of characters in
 * scripts without blanks, as skills are searched.
 */
export class PassageIndex {
  readonly #index = new MiniSearch<Document>({
    fields: [...fields],
    tokenize: splitText,
    processTerm: (term, field) => processTerm(term, field === undefined ? 'text' : field),
    searchOptions: {
      tokenize: splitQuery,
      boost: { heading: 2 },
      prefix: (term) => /^[a-z]{4,}$/u.test(term),
      weights: { fuzzy: 0.2, prefix: 0.4 },
    },
  })
  readonly #documents = new Map<number, Document>()
  readonly #idsOf = new Map<string, readonly number[]>()
  #next = 0

  /** Takes a file's passages in the place of those it had. */
  put(file: string, path: string, passages: readonly TextPassage[]): void {
    this.remove(file)
    const documents = passages.map((passage) => ({ ...passage, id: this.#next++, path, file }))
    this.#index.addAll(documents)
    for (const document of documents) this.#documents.set(document.id, document)
    this.#idsOf.set(
      file,
      documents.map(({ id }) => id),
    )
  }

  remove(file: string): void {
    for (const id of this.#idsOf.get(file) ?? []) {
      this.#index.discard(id)
      this.#documents.delete(id)
    }
    this.#idsOf.delete(file)
  }

  search(query: string, limit: number): readonly Passage[] {
    const found = this.#index.search(query).flatMap((hit): Passage[] => {
      const document = this.#documents.get(Number(hit.id))
      if (!document) return []
      const { id: _, ...passage } = document
      return [{ ...passage, score: hit.score }]
    })
    found.sort(
      (a, b) => b.score - a.score || byCodePoint(a.path, b.path) || a.firstLine - b.firstLine,
    )
    return found.slice(0, limit)
  }
}
