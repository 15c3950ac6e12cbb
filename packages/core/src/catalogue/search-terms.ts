import { stemmer } from 'stemmer'
import { atFirstUse } from '../at-first-use.ts'
import { cjkClass } from '../cjk.ts'
import { normaliseName } from '../names.ts'

const unspaced = atFirstUse(() => new RegExp(`[${cjkClass}\\p{Script=Thai}]+`, 'gu'))

/** English words that say nothing about what a skill is for. */
const stopWords = new Set(
  'a about all also an and any are as at be been but by can could do does for from had has have how i if in into is it its me my need not of on or our please should so some that the their them then there these they this to us use used uses using want was we were what when where which who will with would you your'.split(
    ' ',
  ),
)

/**
 * The words of a text that is searched. Runs of scripts without blanks give each character and each
 * pair. Throws nothing.
 *
 * @param text as written
 * @returns folded words, in order, repeated ones too
 * @example
 * splitText('Fill in PDF') // → ['fill', 'in', 'pdf']
 */
export function splitText(text: string): string[] {
  return split(text, (run) => [...run, ...pairs(run)])
}

/** Different words of a query that count. Each costs a look at all that begins with it. */
const mostTerms = 100

/** Characters of a query that are read, of its beginning and of its end. */
const longestStart = 8_000
const longestEnd = 2_000

/**
 * The words of a query: pairs where there are any, since single characters are everywhere. Somebody
 * may paste a whole log, and mostly asks about it below: the last words come first. Throws nothing.
 *
 * @param text as typed
 * @returns different folded words, at most 100, without those that say nothing
 * @example
 * splitQuery('What is in the PDF?') // → ['pdf']
 */
export function splitQuery(text: string): string[] {
  const isLong = text.length > longestStart + longestEnd
  const found = isLong
    ? [...queryTerms(text.slice(-longestEnd)).reverse(), ...queryTerms(text.slice(0, longestStart))]
    : queryTerms(text)
  const terms = [...new Set(found)]
  const telling = terms.filter((term) => !stopWords.has(term))
  return (telling.length > 0 ? telling : terms).slice(0, mostTerms)
}

function queryTerms(text: string): string[] {
  return split(text, (run) => (run.length > 1 ? pairs(run) : [...run]))
}

/**
 * What a word is indexed and looked up as. Stop words count in a name only. Throws nothing.
 *
 * @param term one word of `splitText` or `splitQuery`
 * @param field of the text that it stands in; absent for a query
 * @returns its stem; null where it is left out
 * @example
 * processTerm('forms', 'text') // → 'form'
 */
export function processTerm(term: string, field?: string): string | null {
  if (!/^[a-z]+$/.test(term)) return term
  if (stopWords.has(term)) return field === undefined || field === 'name' ? term : null
  return stemmer(term)
}

function split(text: string, runTerms: (run: readonly string[]) => string[]): string[] {
  const folded = normaliseName(text)
  const terms = [...folded.matchAll(unspaced())].flatMap(([run]) => runTerms(Array.from(run)))
  const words = folded.replace(unspaced(), ' ').split(/[^\p{L}\p{M}\p{N}+#]+/u)
  return [...words.filter((word) => word !== ''), ...terms]
}

function pairs(run: readonly string[]): string[] {
  return run.slice(1).map((character, index) => `${run[index] ?? ''}${character}`)
}
