import { isWideStart } from '../screen/width.ts'
import { entityAt, type Look, linkSpans, type Span } from './spans.ts'

/** A mark that is not closed within so many characters is taken as it stands. */
const longestSpan = 1000

/**
 * The spans of one line: `**bold**`, `*italic*`, code and links without their marks. A mark that
 * nothing closes is text.
 *
 * @example
 * readInline('a **b**') // [{ text: 'a ', looks: [] }, { text: 'b', looks: ['bold'] }]
 */
export function readInline(text: string, looks: readonly Look[] = []): readonly Span[] {
  const spans: Span[] = []
  let literal = ''
  const endLiteral = () => {
    if (literal !== '') spans.push({ text: literal, looks })
    literal = ''
  }
  for (let at = 0; at < text.length; ) {
    const found = markAt(text, at)
    if (found.kind === 'span') {
      endLiteral()
      spans.push(...inner(found, looks))
    } else literal += found.text
    at = found.end
  }
  endLiteral()
  return spans
}

/**
 * How much of a line that is still being written can be shown: up to the last place where a line
 * may end and no mark is open.
 */
export function settledLength(text: string): number {
  let settled = 0
  for (let at = 0; at < text.length; ) {
    const found = markAt(text, at)
    const isOpen = found.kind === 'text' && found.mayClose && text.length - at < longestSpan
    if (isOpen) return settled
    const letter = text.codePointAt(at)
    if (at > 0 && letter !== undefined && isWideStart(String.fromCodePoint(letter))) settled = at
    at = found.end
    // A mark that was waited for too long is text, and so is everything before it.
    if (found.kind === 'text' && (found.text === ' ' || found.mayClose)) settled = at
  }
  return settled
}

type Found =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly end: number
      /** Whether it could become a mark, were there more text. */
      readonly mayClose: boolean
    }
  | {
      readonly kind: 'span'
      readonly look: 'bold' | 'italic' | 'code' | 'link'
      readonly text: string
      readonly address: string
      readonly end: number
    }

function markAt(text: string, at: number): Found {
  switch (text.charAt(at)) {
    case '\\':
      return escaped(text, at)
    case '&':
      return letterAt(text, at)
    case '`':
      return codeAt(text, at)
    case '*':
      return text[at + 1] === '*' ? boldAt(text, at) : italicAt(text, at)
    case '!':
      return text[at + 1] === '[' ? linkAt(text, at, at + 1) : plainAt(text, at)
    case '[':
      return linkAt(text, at, at)
    default:
      return plainAt(text, at)
  }
}

function plainAt(text: string, at: number, length = 1, mayClose = false): Found {
  const letter = text.codePointAt(at) ?? 0
  const end = Math.max(at + length, at + String.fromCodePoint(letter).length)
  return { kind: 'text', text: text.slice(at, end), end, mayClose }
}

function escaped(text: string, at: number): Found {
  const next = text[at + 1]
  if (next === undefined) return plainAt(text, at, 1, true)
  if (!'\\`*_[]#'.includes(next)) return plainAt(text, at)
  return { kind: 'text', text: next, end: at + 2, mayClose: false }
}

/** The longest entity that is known has six characters. */
function letterAt(text: string, at: number): Found {
  const found = entityAt(text.slice(at, at + 6))
  if (found === undefined) return plainAt(text, at)
  return { kind: 'text', text: found.letter, end: at + found.raw.length, mayClose: false }
}

function codeAt(text: string, at: number): Found {
  const [mark = ''] = /^`+/u.exec(text.slice(at, at + longestSpan)) ?? []
  const start = at + mark.length
  const within = text.slice(start, at + longestSpan)
  const length = new RegExp(`(?<!\`)${mark}(?!\`)`, 'u').exec(within)?.index
  if (length === undefined) return plainAt(text, at, mark.length, true)
  const end = start + length
  const code = text.slice(start, end)
  const padded = /^ .*[^ ].* $/u.test(code) || /^ `.*` $/u.test(code)
  const shown = padded ? code.slice(1, -1) : code
  return { kind: 'span', look: 'code', text: shown, address: '', end: end + mark.length }
}

function boldAt(text: string, at: number): Found {
  const next = text[at + 2]
  if (next === undefined) return plainAt(text, at, 2, true)
  if (next === ' ' || next === '*') return plainAt(text, at, 2)
  const [whole, inside] = /^\*\*(.*?[^\s])\*\*/u.exec(text.slice(at, at + longestSpan)) ?? []
  if (whole === undefined || inside === undefined) return plainAt(text, at, 2, true)
  return { kind: 'span', look: 'bold', text: inside, address: '', end: at + whole.length }
}

/** What follows a star that opens a span; one before a dot belongs to a pattern such as `*.ts`. */
const startsItalic = /[\p{L}\p{N}("'“_[]/u

function italicAt(text: string, at: number): Found {
  const before = text[at - 1]
  const next = text[at + 1]
  if (next === undefined) return plainAt(text, at, 1, true)
  const isMark = (before === undefined || /[\s([“"']/u.test(before)) && startsItalic.test(next)
  if (!isMark) return plainAt(text, at)
  const rest = text.slice(at, at + longestSpan)
  const [whole, inside] = /^\*([^*\s](?:[^*]*[^*\s/.])?)\*(?![\p{L}\p{N}*])/u.exec(rest) ?? []
  if (whole === undefined || inside === undefined) return plainAt(text, at, 1, true)
  return { kind: 'span', look: 'italic', text: inside, address: '', end: at + whole.length }
}

function linkAt(text: string, at: number, bracket: number): Found {
  const rest = text.slice(bracket, bracket + longestSpan)
  const [whole, label = '', address = ''] =
    /^\[([^\]]*)\]\(((?:[^()\s]|\([^()\s]*\))*)(?: "[^"]*")?\)/u.exec(rest) ?? []
  if (whole === undefined) {
    const unfinished = /^\[[^\]]*(?:\]|\]\([^)]*)?$/u.test(rest)
    return plainAt(text, at, 1, unfinished)
  }
  return { kind: 'span', look: 'link', text: label, address, end: bracket + whole.length }
}

function inner({ look, text, address }: Found & { kind: 'span' }, looks: readonly Look[]) {
  if (look === 'code') return [{ text, looks: [...looks, look] }]
  if (look !== 'link') return readInline(text, [...looks, look])
  return linkSpans(text === address ? [{ text, looks }] : readInline(text, looks), address, looks)
}
