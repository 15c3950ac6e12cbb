/** A stretch of a text that Markdown shows as code. `end` is behind its last character. */
export interface CodeRange {
  readonly kind: 'fence' | 'inline'
  readonly start: number
  readonly end: number
}

interface Line {
  readonly start: number
  readonly end: number
  /** The line without its quote and list markers. */
  readonly content: string
  /** Columns before the content. */
  readonly indent: number
  /** How many `>` stand before it. */
  readonly quotes: number
  readonly listed: boolean
  /** A heading or a table row: inline code stays within the line. */
  readonly alone: boolean
}

interface Fence {
  readonly start: number
  readonly mark: string
  readonly length: number
  readonly indent: number
  readonly quotes: number
}

const opening = /^(`{3,})[^`]*$|^(~{3,})/
const listMarker = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)[ \t]*/

/**
 * Finds fenced blocks and inline code in one pass, left to right, without overlaps.
 * An unclosed fence runs to the end; an unclosed backtick is a character like any other.
 */
export function codeRanges(text: string): CodeRange[] {
  const ranges: CodeRange[] = []
  let fence: Fence | undefined
  let paragraph: { start: number; end: number } | undefined
  const endParagraph = () => {
    if (paragraph) ranges.push(...inlineRanges(text, paragraph.start, paragraph.end))
    paragraph = undefined
  }
  for (const line of lines(text)) {
    if (fence) {
      const left = line.quotes < fence.quotes
      if (!left && !closes(line, fence)) continue
      ranges.push({ kind: 'fence', start: fence.start, end: left ? line.start : line.end })
      fence = undefined
      if (!left) continue
    }
    fence = openedFence(line)
    if (fence || startsBlock(line)) endParagraph()
    if (fence || line.content === '') continue
    paragraph = { start: paragraph?.start ?? line.start, end: line.end }
    if (line.alone) endParagraph()
  }
  endParagraph()
  if (fence) ranges.push({ kind: 'fence', start: fence.start, end: text.length })
  return ranges
}

/** Whether inline code of the line above cannot go on here. */
function startsBlock(line: Line): boolean {
  return line.content === '' || line.listed || line.quotes > 0 || line.alone
}

function openedFence(line: Line): Fence | undefined {
  const match = opening.exec(line.content)
  const run = match?.[1] ?? match?.[2]
  if (run === undefined) return undefined
  const { start, indent, quotes } = line
  return { start, mark: run.charAt(0), length: run.length, indent, quotes }
}

function closes(line: Line, fence: Fence): boolean {
  if (line.listed) return false
  const run = /^(`{3,}|~{3,})[ \t]*$/.exec(line.content)?.[1]
  if (run === undefined || run.charAt(0) !== fence.mark || run.length < fence.length) return false
  return line.indent < fence.indent + 4
}

function* lines(text: string): Generator<Line> {
  let start = 0
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found + 1
    yield readLine(text.slice(start, end).replace(/\r?\n$/, ''), start, end)
    start = end
  }
}

function readLine(line: string, start: number, end: number): Line {
  let rest = line
  let quotes = 0
  let listed = false
  for (;;) {
    const marker = /^[ \t]*>[ \t]?/.exec(rest)?.[0]
    if (marker === undefined) break
    quotes++
    rest = rest.slice(marker.length)
  }
  for (;;) {
    const trimmed = rest.trimStart()
    const marker = listMarker.exec(trimmed)?.[0]
    rest = trimmed
    if (marker === undefined) break
    listed = true
    rest = trimmed.slice(marker.length)
  }
  const alone = /^(?:#{1,6}(?:[ \t]|$)|\|)/.test(rest)
  return { start, end, content: rest, indent: line.length - rest.length, quotes, listed, alone }
}

/** Inline code: a run of backticks up to the next run of the same length in the same paragraph. */
function inlineRanges(text: string, start: number, end: number): CodeRange[] {
  const runs = [...text.slice(start, end).matchAll(/`+/g)].map((match) => ({
    start: start + match.index,
    length: match[0].length,
  }))
  const partner = partners(runs)
  const ranges: CodeRange[] = []
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index]
    const escaped = run && isEscaped(text, run.start, start)
    const close = escaped ? undefined : partner[index]
    const closing = close === undefined ? undefined : runs[close]
    if (!run || close === undefined || !closing) continue
    ranges.push({ kind: 'inline', start: run.start, end: closing.start + closing.length })
    index = close
  }
  return ranges
}

/** For each run the index of the next run of the same length. */
function partners(runs: readonly { readonly length: number }[]): (number | undefined)[] {
  const latest = new Map<number, number>()
  const next = Array.from<number | undefined>({ length: runs.length })
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.length ?? 0
    next[index] = latest.get(length)
    latest.set(length, index)
  }
  return next
}

function isEscaped(text: string, index: number, from: number): boolean {
  let backslashes = 0
  while (index - backslashes > from && text.charAt(index - backslashes - 1) === '\\') backslashes++
  return backslashes % 2 === 1
}
