import { atFirstUse } from '../at-first-use.ts'
import { hasCjkLetter } from '../cjk.ts'
import type { SkillArguments } from './types.ts'

/** One token of a raw text, and where it begins there. */
interface Token {
  readonly value: string
  readonly start: number
}

/** Arguments split once, for every placeholder of an activation. */
export interface ArgumentTokens extends SkillArguments {
  /** Everything from token `index` on, as typed; undefined where there is no such token. */
  rest(index: number): string | undefined
}

const blank = /\s/
const quote = /['"]/
const letterOrDigit = atFirstUse(() => /[\p{L}\p{N}]/u)

/**
 * Splits arguments into tokens. A list of strings is taken as it stands.
 * In a text, whitespace separates, quotes group, a backslash counts only before a quote, and a quote
 * that closes nowhere (or an apostrophe inside a word) is a character like any other. Never throws.
 *
 * @example splitArguments(`src/a.ts "two words"`).tokens // ['src/a.ts', 'two words']
 */
export function splitArguments(given: string | readonly string[]): ArgumentTokens {
  if (typeof given !== 'string') return listed(given)
  const text = given.trim()
  const tokens = tokenise(text)
  return {
    text,
    tokens: tokens.map((token) => token.value),
    rest(index) {
      const token = tokens[index]
      if (!token) return undefined
      return index === tokens.length - 1 ? token.value : text.slice(token.start)
    },
  }
}

function listed(tokens: readonly string[]): ArgumentTokens {
  const join = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ')
  const rests = new Map<number, string>()
  return {
    text: join(tokens),
    tokens: [...tokens],
    rest(index) {
      if (index >= tokens.length) return undefined
      // Joined once: a body may ask for it thousands of times.
      const rest = rests.get(index) ?? join(tokens.slice(index))
      rests.set(index, rest)
      return rest
    },
  }
}

function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  const closes = closingQuotes(text)
  let index = 0
  while (index < text.length) {
    if (blank.test(text.charAt(index))) index++
    else {
      const token = readToken(text, index, closes)
      tokens.push({ value: token.value, start: index })
      index = token.end
    }
  }
  return tokens
}

function readToken(text: string, start: number, closes: ClosingQuotes) {
  let value = ''
  let index = start
  while (index < text.length && !blank.test(text.charAt(index))) {
    const character = text.charAt(index)
    if (character === '\\' && quote.test(text.charAt(index + 1))) {
      value += text.charAt(index + 1)
      index += 2
      continue
    }
    const close = quote.test(character) && opens(text, index) ? closes.after(index) : undefined
    if (close === undefined) {
      value += character
      index++
    } else {
      value += text.slice(index + 1, close).replace(/\\(['"])/g, (_, escaped: string) => escaped)
      index = close + 1
    }
  }
  return { value, end: index }
}

/** An apostrophe in a word (`user's`) and an inch sign (`5"`) group nothing. */
function opens(text: string, index: number): boolean {
  const before = codePointBefore(text, index)
  if (text.charAt(index) === '"') return !/\p{N}/u.test(before)
  return !letterOrDigit().test(before) || hasCjkLetter(before)
}

interface ClosingQuotes {
  /** The place of the quote that closes the one at `index`. */
  after(index: number): number | undefined
}

/** Looks up each closing quote once from the right, so that unclosed quotes cost nothing. */
function closingQuotes(text: string): ClosingQuotes {
  const next = new Map<number, number>()
  const latest: Record<string, number | undefined> = {}
  for (let index = text.length - 1; index >= 0; index--) {
    const character = text.charAt(index)
    if (!quote.test(character)) continue
    const found = latest[character]
    if (found !== undefined) next.set(index, found)
    if (text.charAt(index - 1) !== '\\' && closesHere(text, index)) latest[character] = index
  }
  return { after: (index) => next.get(index) }
}

function closesHere(text: string, index: number): boolean {
  if (text.charAt(index) === '"') return true
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 32)
  return !letterOrDigit().test(after) || hasCjkLetter(after)
}

function codePointBefore(text: string, index: number): string {
  const start = /[\uDC00-\uDFFF]/.test(text.charAt(index - 1)) ? index - 2 : index - 1
  return text.slice(Math.max(0, start), index)
}
