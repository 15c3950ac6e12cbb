/**
 * Cuts the frontmatter into blocks, one for each top-level key, so that a bad key costs only itself.
 * A block starts at a line in the first column that holds `key:`. Lines that cannot start a key
 * (list items, comments, closing brackets, prose that somebody forgot to indent) stay with the
 * block above.
 */

export interface Block {
  readonly start: number
  /** Exclusive, behind the last line's end. */
  readonly end: number
  /** Column of the key: 0, unless the whole frontmatter is indented. */
  readonly indent: number
}

const TAB = 9
const LF = 10
const SPACE = 32
const HASH = 35
const DASH = 45
const COLON = 58

export function cutBlocks(text: string): readonly Block[] {
  const blocks: Block[] = []
  const length = text.length
  let indent = -1
  let open = -1
  let line = 0
  while (line < length) {
    const newline = text.indexOf('\n', line)
    const end = newline === -1 ? length : newline
    const first = skipBlanks(text, line, end)
    const isContent = first < end && text.charCodeAt(first) !== HASH
    if (isContent) {
      if (indent === -1) indent = first - line
      if (open === -1) open = line
      else if (
        (first - line <= indent && startsKey(text, first, end)) ||
        (text.charCodeAt(line) === TAB && startsLostField(text, open, first, end))
      ) {
        blocks.push({ start: open, end: line, indent })
        open = line
      }
    }
    line = end + 1
  }
  if (open !== -1) blocks.push({ start: open, end: length, indent })
  return blocks
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from
  while (at < end) {
    const code = text.charCodeAt(at)
    if (code !== SPACE && code !== TAB) break
    at++
  }
  return at
}

function startsKey(text: string, first: number, end: number): boolean {
  const code = text.charCodeAt(first)
  if (code === DASH && isBlank(text, first + 1, end)) return false
  if (code === 93 /* ] */ || code === 125 /* } */) return false
  if (code === 63 /* ? */ && isBlank(text, first + 1, end)) return true
  return colonOf(text, first, end) !== -1
}

/**
 * Whether a tab before `name:` or `description:` makes it a part of the plain value above, which YAML
 * refuses, and which no author meant: the skill would be lost for a blank that nobody sees.
 */
function startsLostField(text: string, open: number, first: number, end: number): boolean {
  if (!/^(?:name|description)[ \t]*:(?:[ \t]|$)/.test(text.slice(first, end))) return false
  const firstLine = text.slice(open, text.indexOf('\n', open))
  const value = /:[ \t]+(\S)/.exec(firstLine)?.[1]
  return value !== undefined && !'|>"\'[{&*!#'.includes(value)
}

/** Offset of the first colon in the line that ends a key, -1 where there is none. */
export function colonOf(text: string, from: number, end: number): number {
  let at = from
  while (at < end) {
    if (text.charCodeAt(at) === COLON && isBlank(text, at + 1, end)) return at
    at++
  }
  return -1
}

function isBlank(text: string, at: number, end: number): boolean {
  if (at >= end) return true
  const code = text.charCodeAt(at)
  return code === SPACE || code === TAB || code === LF
}
