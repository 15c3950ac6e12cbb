import type { Language } from '@skillet/core'
import { cutAtPair, endAtPair } from '../cut-text.ts'
import { wordingOf } from '../prompt/index.ts'
import type { Part } from '../store/types.ts'

/** Characters that remain of all shortened texts together, and of one at most and at least. */
const allTogether = 6_000
const most = 900
const fewest = 60
/** A text of which less than this could be left out stays whole. */
const leastCut = 600

/** Characters that remain of each text, where that many calls are shortened. */
export function charactersKept(calls: number): number {
  return Math.max(fewest, Math.min(most, Math.floor(allTogether / Math.max(1, calls))))
}

/** Whether there is anything to leave out of a call. A skill's text is never shortened. */
export function isLong({ input, result }: Extract<Part, { type: 'tool' }>): boolean {
  const outcome = result?.kind === 'outcome' ? result.outcome : undefined
  if (outcome?.activate) return false
  return isLongText(outcome?.text ?? '') || outcome?.image !== undefined || hasLongText(input)
}

function hasLongText(input: unknown): boolean {
  if (typeof input === 'string') return isLongText(input)
  return typeof input === 'object' && input !== null && Object.values(input).some(hasLongText)
}

function isLongText(text: string): boolean {
  return text.length >= most + leastCut
}

/**
 * A text of which the middle is left out, with a note that says how much: two thirds of what
 * remains are its beginning, the rest its end.
 */
export function shortenText(text: string, kept: number, language: Language | undefined): string {
  if (!isLongText(text)) return text
  const tail = Math.floor(kept / 3)
  const note = wordingOf(language).shortened(text.length - kept)
  return `${cutAtPair(text, kept - tail)}\n${note}\n${endAtPair(text, tail)}`
}

/** The same for every text in a call's input: a file that was written is on the disk. */
export function shortenInput(
  input: unknown,
  kept: number,
  language: Language | undefined,
): unknown {
  if (typeof input === 'string') return shortenText(input, kept, language)
  if (Array.isArray(input)) return input.map((item) => shortenInput(item, kept, language))
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, shortenInput(value, kept, language)]),
  )
}
