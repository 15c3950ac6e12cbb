import type { Language } from './language.ts'

/**
 * The sentences of one subject, in each language. English gives the shape; a sentence that another
 * language lacks, or has besides, does not compile.
 *
 * @param sentences whole sentences, or functions that put names and numbers into one
 */
export function both<T>(sentences: {
  readonly en: T
  readonly zh: NoInfer<T>
}): Readonly<Record<Language, T>> {
  return sentences
}
