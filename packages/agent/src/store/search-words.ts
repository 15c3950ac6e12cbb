import { cutAtPair, endAtPair } from '../cut-text.ts'

/** The excerpt of a hit, in characters. */
const excerptLength = 160
const before = 40

/** Words that a search looks for. A database takes no question of any length. */
const mostWords = 64
/** Letters of one word. */
const longestWord = 200

/**
 * The words of a search, as they are compared: each once, without case, in one composed form. Of a
 * very long search they are the first words, of a very long word its beginning.
 */
export function wordsOf(text: string): readonly string[] {
  const words = foldText(text)
    .split(/\s+/u)
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, mostWords).map((word) => cutAtPair(word, longestWord))
}

/** Whether a text holds every word, anywhere: part of a word counts, as in languages without blanks. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const folded = foldText(text)
  return words.every((word) => folded.includes(word))
}

/** The surroundings of the first place where one of the words stands, on one line. */
export function excerptAround(text: string, words: readonly string[]): string {
  const line = text.normalize('NFKC').replace(/\s+/gu, ' ').trim()
  const folded = line.toLowerCase()
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at !== -1)
  const start = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - before)
  const rest = endAtPair(line, line.length - start)
  const cut = cutAtPair(rest, excerptLength - 2)
  return `${rest.length < line.length ? '…' : ''}${cut}${cut.length < rest.length ? '…' : ''}`
}

/** Text as it is compared: without case, in one composed form, of one width. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('\0', ' ')
}
