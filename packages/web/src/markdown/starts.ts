import { indentAt, isBlankFrom } from './lines.ts'

/*
 * What begins at a place in a line, by CommonMark 0.31 (sections 4 and 5) and GFM. All patterns are
 * sticky: they look at the place and nowhere else, and none can backtrack over the line.
 */

/** A block of code between fences. */
export interface Fence {
  readonly marker: string
  readonly length: number
}

export function fenceAt(line: string, at: number): Fence | undefined {
  const run = match(/(`{3,}|~{3,})/y, line, at)?.[0]
  if (run === undefined) return undefined
  const marker = run.charAt(0)
  // The word after backticks holds no backtick, or it would be code inside a sentence.
  if (marker === '`' && line.includes('`', at + run.length)) return undefined
  return { marker, length: run.length }
}

export function closesFence(line: string, at: number, { marker, length }: Fence): boolean {
  let stop = at
  while (line[stop] === marker) stop++
  return stop - at >= length && /^ *$/.test(line.slice(stop))
}

/** What ends raw HTML: a text somewhere in a line, or a blank line. */
export type HtmlEnd = RegExp | 'blank'

export function htmlAt(line: string, at: number, inParagraph: boolean): HtmlEnd | undefined {
  if (line[at] !== '<') return undefined
  for (const [start, end] of rawHtml) if (match(start, line, at) !== undefined) return end
  if (match(blockTag, line, at) !== undefined) return 'blank'
  return !inParagraph && match(loneTag, line, at) !== undefined ? 'blank' : undefined
}

const rawHtml: readonly (readonly [RegExp, RegExp])[] = [
  [/<(?:script|pre|style|textarea)(?=[ >]|$)/iy, /<\/(?:script|pre|style|textarea)>/i],
  [/<!--/y, /-->/],
  [/<\?/y, /\?>/],
  [/<![a-z]/iy, />/],
  [/<!\[CDATA\[/y, /\]\]>/],
]

const blockTag = new RegExp(
  `</?(?:${[
    'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details',
    'dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header',
    'hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param',
    'search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul',
  ].join('|')})(?= |/?>|$)`,
  'iy',
)

const loneTag =
  /(?:<[a-z][a-z0-9-]*(?: +[a-z_:][\w.:-]*(?: *= *(?:[^ "'=<>`]+|'[^']*'|"[^"]*"))?)* *\/?>|<\/[a-z][a-z0-9-]* *>) *$/iy

export function isHeadingAt(line: string, at: number): boolean {
  return match(/#{1,6}(?= |$)/y, line, at) !== undefined
}

export function isRuleAt(line: string, at: number): boolean {
  const marker = line[at]
  if (marker !== '*' && marker !== '-' && marker !== '_') return false
  let count = 0
  for (let place = at; place < line.length; place++) {
    if (line[place] === marker) count++
    else if (line[place] !== ' ') return false
  }
  return count >= 3
}

/** The line under a heading of the other kind. */
export function isUnderlineAt(line: string, at: number): boolean {
  return match(/(?:=+|-+) *$/y, line, at) !== undefined
}

/** Whether a line under another makes it the head of a table: as many columns, nothing but rules. */
export function isDelimiterRowAt(line: string, at: number, head: string): boolean {
  if (!/^[|:\- ]+$/.test(line)) return false
  const cells = cellsOf(line.slice(at))
  if (!cells.every((cell) => /^ *:?-+:? *$/.test(cell))) return false
  return cells.length === cellsOf(head).length && (cells.length > 1 || /[|:]/.test(line))
}

function cellsOf(row: string): readonly string[] {
  const inner = row.trim().replace(/^\|/, '')
  const cells = inner.split(/(?<!\\)\|/)
  return cells.length > 1 && cells.at(-1)?.trim() === '' ? cells.slice(0, -1) : cells
}

/** A list item: how far its marker reaches and how far its content is indented from `at`. */
export interface ItemStart {
  readonly content: number
  readonly isEmpty: boolean
}

export function itemAt(line: string, at: number, inParagraph: boolean): ItemStart | undefined {
  if (isRuleAt(line, at)) return undefined
  const marker = match(/(?:[-+*]|\d{1,9}[.)])(?= |$)/y, line, at)?.[0]
  if (marker === undefined) return undefined
  const after = at + marker.length
  const isEmpty = isBlankFrom(line, after)
  const isOrdered = marker.length > 1
  if (inParagraph && (isEmpty || (isOrdered && Number.parseInt(marker, 10) !== 1))) return undefined
  const blanks = indentAt(line, after)
  return { content: marker.length + (isEmpty || blanks > 4 ? 1 : blanks), isEmpty }
}

/** `[^name]:`, the beginning of a footnote; its name. */
export function noteAt(line: string, at: number): { name: string; length: number } | undefined {
  const start = match(/\[\^((?:[^\][\\ ]|\\.){1,999})\]:/y, line, at)
  return start?.[1] === undefined ? undefined : { name: start[1], length: start[0].length }
}

/** `[name]: address`, on one line; its name. */
export function definitionAt(line: string, at: number): string | undefined {
  const name = match(/\[((?:[^\][\\]|\\.){1,999})\]: *[^ ]/y, line, at)?.[1]
  return name === undefined || name.startsWith('^') || name.trim() === '' ? undefined : name
}

function match(pattern: RegExp, line: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(line) ?? undefined
}
