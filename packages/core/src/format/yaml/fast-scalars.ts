import { type ScalarNode, scalar } from './node.ts'

/**
 * Scalars of the fast path. Each function answers undefined wherever it is not certain to read what
 * the `yaml` package reads. `end` is the end of the block; offsets count in the whole frontmatter.
 */

/** A scalar, and where reading goes on: at the line end behind a value, or at the next line's start. */
export interface FastScalar {
  readonly node: ScalarNode
  readonly next: number
}

const TAB = 9
const LF = 10
const SPACE = 32
const HASH = 35
const APOSTROPHE = 39
const COLON = 58
const BACKSLASH = 92

/** Characters that may not begin a plain scalar, and `-`, `?`, `:`, which sometimes may. */
const indicators: ReadonlySet<number> = new Set(
  Array.from('-?:,[]{}#&*!|>\'"%@`', (char) => char.charCodeAt(0)),
)

export function mayStartPlain(code: number): boolean {
  return code > 127 ? code !== 0xfeff : code > SPACE && !indicators.has(code)
}

/** Quotes, backticks and `@` mean something at a value's start alone. */
function mayContinuePlain(code: number): boolean {
  return code === 34 || code === APOSTROPHE || code === 64 || code === 96 || mayStartPlain(code)
}

/**
 * A plain scalar in block context, with the lines that continue it: those indented by more than
 * `indent`. They join with a blank, blank lines with newlines.
 */
export function readPlain(
  text: string,
  start: number,
  end: number,
  indent: number,
): FastScalar | undefined {
  if (!mayStartPlain(text.charCodeAt(start))) return undefined
  let lineEnd = endOfPlainLine(text, start, end)
  if (lineEnd === -1) return undefined
  let contentEnd = trimmedEnd(text, start, lineEnd)
  let value = text.slice(start, contentEnd)
  for (;;) {
    const next = continuation(text, lineEnd, end, indent)
    if (next === undefined) return undefined
    if (next.start === -1) break
    const { breaks } = next
    lineEnd = endOfPlainLine(text, next.start, end)
    if (lineEnd === -1) return undefined
    contentEnd = trimmedEnd(text, next.start, lineEnd)
    const between = breaks === 0 ? ' ' : '\n'.repeat(breaks)
    value += between + text.slice(next.start, contentEnd)
  }
  return { node: scalar(value, 'plain', start, contentEnd), next: lineEnd }
}

/** The line's end, -1 where the line holds what a plain scalar may not, or a tab. */
function endOfPlainLine(text: string, start: number, end: number): number {
  let at = start
  while (at < end) {
    const code = text.charCodeAt(at)
    if (code === LF) return at
    if (code === TAB) return -1
    if (code === HASH && text.charCodeAt(at - 1) === SPACE) return -1
    if (code === COLON) {
      const next = at + 1 < end ? text.charCodeAt(at + 1) : LF
      if (next === SPACE || next === LF || next === TAB) return -1
    }
    at++
  }
  return end
}

/** The next line that continues a plain scalar; `start` is -1 where there is none. */
function continuation(
  text: string,
  lineEnd: number,
  end: number,
  indent: number,
): { readonly start: number; readonly breaks: number } | undefined {
  let breaks = 0
  let line = lineEnd + 1
  while (line < end) {
    let at = line
    while (at < end && text.charCodeAt(at) === SPACE) at++
    const code = at < end ? text.charCodeAt(at) : LF
    if (code === TAB) return undefined
    if (code !== LF) {
      if (at - line <= indent) break
      // A comment or something like a list inside a scalar: rare enough to let `yaml` decide.
      return mayContinuePlain(code) ? { start: at, breaks } : undefined
    }
    breaks++
    line = at + 1
  }
  return { start: -1, breaks }
}

function trimmedEnd(text: string, start: number, lineEnd: number): number {
  let at = lineEnd
  while (at > start && text.charCodeAt(at - 1) === SPACE) at--
  return at
}

const escapes: ReadonlyMap<number, string> = new Map([
  [34, '"'],
  [47, '/'],
  [92, '\\'],
  [110, '\n'],
  [116, '\t'],
])

/** How many digits follow `\\x`, `\\u` and `\\U`. */
const hexadecimalDigits: ReadonlyMap<number, number> = new Map([
  [120, 2],
  [117, 4],
  [85, 8],
])

function characterOf(typed: string, digits: number): string | undefined {
  if (typed.length !== digits || !/^[0-9a-fA-F]+$/.test(typed)) return undefined
  const code = Number.parseInt(typed, 16)
  return code > 0x10ffff ? undefined : String.fromCodePoint(code)
}

/**
 * A quoted scalar. Its further lines, indented by more than `indent`, fold as plain ones do; an
 * `indent` of Infinity allows one line alone.
 */
export function readQuoted(
  text: string,
  start: number,
  end: number,
  indent: number,
): FastScalar | undefined {
  const quote = text.charCodeAt(start)
  let value = ''
  let from = start + 1
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      value += text.slice(from, at)
      const isDoubled = quote === APOSTROPHE && text.charCodeAt(at + 1) === APOSTROPHE
      if (!isDoubled) return { node: scalar(value, 'quoted', start, at + 1), next: at + 1 }
      value += "'"
      at++
      from = at + 1
    } else if (code === BACKSLASH && quote !== APOSTROPHE) {
      const digits = hexadecimalDigits.get(text.charCodeAt(at + 1)) ?? 0
      const escaped =
        digits === 0
          ? escapes.get(text.charCodeAt(at + 1))
          : characterOf(text.slice(at + 2, at + 2 + digits), digits)
      if (escaped === undefined) return undefined
      value += text.slice(from, at) + escaped
      at += 1 + digits
      from = at + 1
    } else if (code === LF) {
      const next = nextQuotedLine(text, at, end, indent)
      if (next === undefined) return undefined
      const between = next.breaks === 0 ? ' ' : '\n'.repeat(next.breaks)
      value += text.slice(from, trimmedEnd(text, from, at)) + between
      from = next.start
      at = from - 1
    } else if (code === TAB) return undefined
  }
  return undefined
}

function nextQuotedLine(
  text: string,
  lineEnd: number,
  end: number,
  indent: number,
): { readonly start: number; readonly breaks: number } | undefined {
  let line = lineEnd + 1
  for (let breaks = 0; line < end; breaks++) {
    let at = line
    while (at < end && text.charCodeAt(at) === SPACE) at++
    if (at >= end || text.charCodeAt(at) === TAB) return undefined
    if (text.charCodeAt(at) !== LF) return at - line > indent ? { start: at, breaks } : undefined
    line = at + 1
  }
  return undefined
}
