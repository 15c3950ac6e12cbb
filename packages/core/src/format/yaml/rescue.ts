import { type Block, colonOf } from './blocks.ts'

/** A block read line by line, where YAML cannot read it. */
export interface RescuedBlock {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  /** The value as a person reads it: lines joined, outer quotes gone. */
  readonly text: string
  /** Where the value starts. */
  readonly start: number
  /** End of the value's first line. */
  readonly end: number
}

/**
 * Reads `key: value` with no notion of YAML's punctuation: the value may hold `: `, `#`, brackets,
 * `@`, a backtick, `*`, `&`, `%` and quotes. Continuation lines join with a blank, and a blank line
 * becomes a newline, as in a plain YAML scalar. Undefined where the first line holds no key.
 */
export function rescueBlock(text: string, block: Block): RescuedBlock | undefined {
  const lineEnd = endOfLine(text, block.start, block.end)
  const keyStart = trimStart(text, block.start, lineEnd)
  const colon = colonOf(text, keyStart, lineEnd)
  if (colon === -1) return undefined
  const keyEnd = trimEnd(text, keyStart, colon)
  if (keyEnd === keyStart) return undefined
  const start = trimStart(text, colon + 1, lineEnd)
  const end = trimEnd(text, start, lineEnd)
  const first = text.slice(start, end)
  const rest = continuationLines(text, lineEnd + 1, block.end)
  return {
    key: withoutQuotes(text.slice(keyStart, keyEnd)),
    keyStart,
    keyEnd,
    text: isBlockHeader(first) ? joinBlock(first, rest) : withoutQuotes(joinPlain(first, rest)),
    start,
    end,
  }
}

function continuationLines(text: string, from: number, end: number): readonly string[] {
  const lines: string[] = []
  for (let at = from; at < end; ) {
    const lineEnd = endOfLine(text, at, end)
    // A comment in the first column is no part of the value; an indented `#` may be.
    if (text.charCodeAt(at) !== 35) lines.push(text.slice(at, trimEnd(text, at, lineEnd)))
    at = lineEnd + 1
  }
  while (lines.at(-1) === '') lines.pop()
  return lines
}

function joinPlain(first: string, rest: readonly string[]): string {
  let joined = first
  let breaks = 0
  for (const line of rest) {
    const content = line.slice(trimStart(line, 0, line.length))
    if (content === '') breaks++
    else {
      const between = breaks > 0 ? '\n'.repeat(breaks) : ' '
      joined = joined === '' ? content : joined + between + content
      breaks = 0
    }
  }
  return joined
}

function isBlockHeader(first: string): boolean {
  return /^[|>][-+0-9]{0,2}$/.test(first)
}

function joinBlock(header: string, rest: readonly string[]): string {
  if (header.startsWith('>')) return joinPlain('', rest)
  return rest.map((line) => line.slice(trimStart(line, 0, line.length))).join('\n')
}

/** `'It's fine'` and `"a "b" c"` lose the outer pair, `"a" or "b"` does not. */
function withoutQuotes(text: string): string {
  const quote = text[0]
  if (quote !== '"' && quote !== "'") return text
  const second = text.indexOf(quote, 1)
  // A quote that never closes is dropped alone.
  if (second === -1) return text.slice(1)
  if (!text.endsWith(quote) || closes(text, second)) return text
  const content = text.slice(1, -1)
  return quote === '"' ? content.replaceAll('\\"', '"') : content
}

/** Whether a quote inside a text looks like the end of what the first one opened. */
function closes(text: string, quote: number): boolean {
  if (quote === text.length - 1) return false
  const isEscaped = text[quote - 1] === '\\'
  return (
    !isEscaped && !isBlank(text.charCodeAt(quote - 1)) && ' ,.;:)'.includes(text[quote + 1] ?? '')
  )
}

function endOfLine(text: string, from: number, end: number): number {
  const newline = text.indexOf('\n', from)
  return newline === -1 || newline > end ? end : newline
}

function trimStart(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(text.charCodeAt(at))) at++
  return at
}

function trimEnd(text: string, from: number, end: number): number {
  let at = end
  while (at > from && isBlank(text.charCodeAt(at - 1))) at--
  return at
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}
