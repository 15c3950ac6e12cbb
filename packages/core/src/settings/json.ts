/**
 * JSON with a place for each value. `JSON.parse` names an offset at best; a settings file that a
 * person edits by hand deserves file, line, column and key, and `setEnabled` needs to know where
 * a list ends to add to it without touching the rest.
 */

import type { Position, Range } from '../diagnostic.ts'

/** Half-open offsets in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface JsonMember extends Span {
  readonly key: string
  readonly keySpan: Span
  readonly value: JsonNode
}

export interface JsonObject extends Span {
  readonly kind: 'object'
  readonly members: readonly JsonMember[]
}

export interface JsonArray extends Span {
  readonly kind: 'array'
  readonly items: readonly JsonNode[]
}

export interface JsonScalar extends Span {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
}

export type JsonNode = JsonObject | JsonArray | JsonScalar

export interface JsonFault {
  readonly message: string
  readonly hint?: string
  readonly offset: number
}

export type ReadJson =
  | { readonly node: JsonNode; readonly fault?: undefined }
  | { readonly fault: JsonFault; readonly node?: undefined }

const maximumDepth = 64
const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20
const byteOrderMark = 0xfeff

/** Reads a whole JSON text (RFC 8259). The first fault ends it. */
export function readJson(text: string): ReadJson {
  const reader = new Reader(text)
  try {
    return { node: reader.document() }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault }
    throw error
  }
}

export function rangeOf(text: string, span: Span): Range {
  return { start: positionAt(text, span.start), end: positionAt(text, span.end) }
}

export function positionAt(text: string, offset: number): Position {
  let line = 1
  // A byte order mark counts in offsets, and is no column that anybody sees.
  let lineStart = text.charCodeAt(0) === byteOrderMark ? 1 : 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: Math.max(1, offset - lineStart + 1), offset }
}

/** The last member of that key, as `JSON.parse` would count it. */
export function memberOf(node: JsonObject, key: string): JsonMember | undefined {
  return node.members.findLast((member) => member.key === key)
}

class Fault extends Error {
  readonly fault: JsonFault
  constructor(fault: JsonFault) {
    super(fault.message)
    this.fault = fault
  }
}

class Reader {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  document(): JsonNode {
    if (this.text.charCodeAt(0) === byteOrderMark) this.at = 1
    this.blanks()
    const node = this.value(0)
    this.blanks()
    if (this.at < this.text.length) this.fail('There is text after the end of the settings.')
    return node
  }

  private value(depth: number): JsonNode {
    if (depth > maximumDepth) this.fail(`Values are nested deeper than ${maximumDepth}.`)
    const letter = this.text[this.at]
    if (letter === '{') return this.object(depth)
    if (letter === '[') return this.array(depth)
    const start = this.at
    if (letter === '"') return { kind: 'scalar', value: this.string(), start, end: this.at }
    return this.word(start)
  }

  private object(depth: number): JsonObject {
    const start = this.at
    const members: JsonMember[] = []
    this.list('}', () => {
      const keyStart = this.at
      if (this.text[this.at] !== '"') this.fail('A key in double quotes is missing here.')
      const key = this.string()
      const keySpan = { start: keyStart, end: this.at }
      this.blanks()
      if (this.text[this.at] !== ':') this.fail(`A colon is missing after the key \`${key}\`.`)
      this.at += 1
      this.blanks()
      const value = this.value(depth + 1)
      members.push({ key, keySpan, value, start: keyStart, end: this.at })
    })
    return { kind: 'object', members, start, end: this.at }
  }

  private array(depth: number): JsonArray {
    const start = this.at
    const items: JsonNode[] = []
    this.list(']', () => {
      items.push(this.value(depth + 1))
    })
    return { kind: 'array', items, start, end: this.at }
  }

  /** The comma-separated inside of brackets, with the reader at the opening one. */
  private list(close: ']' | '}', item: () => void): void {
    this.at += 1
    this.blanks()
    if (this.text[this.at] === close) {
      this.at += 1
      return
    }
    for (;;) {
      item()
      this.blanks()
      const letter = this.text[this.at]
      if (letter === close) break
      if (letter !== ',') this.fail(`A comma or \`${close}\` is missing here.`)
      const comma = this.at
      this.at += 1
      this.blanks()
      if (this.text[this.at] === close) {
        this.fail('A comma stands before the closing bracket.', 'Remove the comma.', comma)
      }
    }
    this.at += 1
  }

  /** Finds the closing quote; what stands between is checked by `JSON.parse`. */
  private string(): string {
    const start = this.at
    let end = start + 1
    for (let code = this.text.charCodeAt(end); code !== quote; code = this.text.charCodeAt(end)) {
      // Also where the text is over, and the code is not a number.
      if (!(code >= firstPrintable)) this.failString()
      end += code === backslash ? 2 : 1
    }
    this.at = end + 1
    try {
      return String(JSON.parse(this.text.slice(start, this.at)))
    } catch {
      this.at = start
      return this.failString()
    }
  }

  private failString(): never {
    return this.fail(
      'A text in double quotes does not end, or holds a line break or an unknown escape.',
      'Close it with `"` on the same line and write `\\\\` for a backslash.',
    )
  }

  private word(start: number): JsonScalar {
    const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
    pattern.lastIndex = start
    const match = pattern.exec(this.text)
    if (match === null) {
      this.fail(
        start >= this.text.length ? 'The text ends before the settings do.' : 'No value here.',
        'Write a text in double quotes, a number, true, false, null, a list or an object.',
      )
    }
    this.at = pattern.lastIndex
    return { kind: 'scalar', value: scalarOf(match[0]), start, end: this.at }
  }

  /** Wherever blanks may stand, people write comments. */
  private blanks(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at += 1
    const here = this.text.slice(this.at, this.at + 2)
    if (here === '//' || here === '/*') {
      this.fail('Comments are not allowed in JSON.', 'Remove the comment.')
    }
  }

  private fail(message: string, hint?: string, offset = this.at): never {
    throw new Fault({ message, offset, ...(hint === undefined ? {} : { hint }) })
  }
}

function scalarOf(word: string): JsonScalar['value'] {
  if (word === 'null') return null
  if (word === 'true' || word === 'false') return word === 'true'
  return Number(word)
}
