import type { Block } from './blocks.ts'
import { readBlockScalar } from './fast-block-scalar.ts'
import { readFlow, skipSpaces } from './fast-flow.ts'
import { readPlain, readQuoted } from './fast-scalars.ts'
import { scalar, sizeOf, type YamlNode, type YamlPair, yamlLimits } from './node.ts'

const TAB = 9
const LF = 10
const HASH = 35
const DASH = 45
const COLON = 58

/** Deeper, longer and fuller blocks are left to `yaml`, whose walk counts exactly. */
const deepest = 8
const longest = 16_384
const most = yamlLimits.nodes / 4

/**
 * Reads the common shapes (`key: value`, block scalars, lists and maps without anchors, tags or
 * comments inside) without the `yaml` package, at a hundredth of the cost. It answers only where it
 * is certain to give what `yaml` gives, and undefined otherwise: every function here does.
 */
export function readFast(text: string, block: Block): readonly YamlPair[] | undefined {
  const { start, end, indent } = block
  if (indent !== 0 || end - start > longest) return undefined
  if (end - start >= yamlLimits.nodes && hasTooManyLines(text, start, end)) return undefined
  const reader = new FastReader(text, end)
  const pairs = reader.map(start, 0, 0)
  return pairs !== undefined && reader.hasReadAll() ? pairs : undefined
}

function hasTooManyLines(text: string, start: number, end: number): boolean {
  let lines = 0
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    lines++
  }
  return lines >= yamlLimits.lines
}

/** Ordinary members: private ones of the language cost each of thousands of files a set-up. */
class FastReader {
  private readonly text: string
  private readonly end: number
  /** Start of the line where reading goes on, blank lines and closing comments skipped. */
  private line: number
  /** Its indentation, -1 at the end of the block. */
  private indent = 0
  private values = 0

  constructor(text: string, end: number) {
    this.text = text
    this.end = end
    this.line = 0
  }

  /** Whether the block ends here and holds so few values that nobody need count them. */
  hasReadAll(): boolean {
    return this.indent === -1 && this.values < most
  }

  /** The pairs of a map whose keys stand in column `indent`, the first of them at `first`. */
  map(first: number, indent: number, depth: number): YamlPair[] | undefined {
    if (depth > deepest) return undefined
    const pairs: YamlPair[] = []
    let keyStart = first
    for (;;) {
      const pair = this.pair(keyStart, indent, depth)
      if (pair === undefined) return undefined
      pairs.push(pair)
      if (this.indent < indent) return pairs
      if (this.indent > indent) return undefined
      keyStart = this.line + indent
    }
  }

  private pair(keyStart: number, indent: number, depth: number): YamlPair | undefined {
    const keyEnd = endOfKey(this.text, keyStart, this.end)
    if (keyEnd === -1) return undefined
    const value = this.value(keyEnd + 1, indent, depth, true)
    if (value === undefined) return undefined
    return { key: this.text.slice(keyStart, keyEnd), keyStart, keyEnd, value }
  }

  /** What stands behind `key:` or `-`, on that line or below it. */
  private value(
    after: number,
    indent: number,
    depth: number,
    inMap: boolean,
  ): YamlNode | undefined {
    const text = this.text
    this.values++
    const start = skipSpaces(text, after, this.end)
    const code = start < this.end ? text.charCodeAt(start) : LF
    if (code === LF) return this.nested(after, start, indent, depth, inMap)
    if (code === 124 || code === 62) {
      const block = readBlockScalar(text, start, this.end, indent)
      return block !== undefined && this.goTo(block.next) ? block.node : undefined
    }
    return this.inline(start, indent, depth)
  }

  /** A flow collection, a quoted or a plain scalar, whose further lines are deeper than `indent`. */
  private inline(start: number, indent: number, depth: number): YamlNode | undefined {
    const text = this.text
    const code = text.charCodeAt(start)
    if (code === 91 || code === 123) {
      const flow = readFlow(text, start, this.end, indent, depth)
      if (flow === undefined || !this.endLine(flow.end, indent)) return undefined
      this.values += sizeOf(flow)
      return flow
    }
    if (code === 34 || code === 39) {
      const quoted = readQuoted(text, start, this.end, indent)
      return quoted !== undefined && this.endLine(quoted.next, indent) ? quoted.node : undefined
    }
    const plain = readPlain(text, start, this.end, indent)
    return plain !== undefined && this.goTo(plain.next + 1) ? plain.node : undefined
  }

  /** What stands on the lines below, or nothing. */
  private nested(
    after: number,
    lineEnd: number,
    indent: number,
    depth: number,
    inMap: boolean,
  ): YamlNode | undefined {
    if (!this.goTo(lineEnd + 1)) return undefined
    const inner = this.indent
    const start = this.line + inner
    if (inMap && inner >= indent && this.isItem(start)) return this.list(start, inner, depth + 1)
    if (inner <= indent) return inMap ? scalar('', 'plain', after, after) : undefined
    if (!inMap) return undefined
    return endOfKey(this.text, start, this.end) === -1
      ? this.inline(start, indent, depth)
      : this.mapNode(start, inner, depth + 1)
  }

  private mapNode(start: number, indent: number, depth: number): YamlNode | undefined {
    const pairs = this.map(start, indent, depth)
    if (pairs === undefined) return undefined
    return { kind: 'map', pairs, start, end: pairs.at(-1)?.value.end ?? start }
  }

  private list(first: number, indent: number, depth: number): YamlNode | undefined {
    if (depth > deepest) return undefined
    const items: YamlNode[] = []
    let dash = first
    for (;;) {
      const item = this.item(dash, indent, depth)
      if (item === undefined) return undefined
      items.push(item)
      dash = this.line + indent
      if (this.indent < indent || (this.indent === indent && !this.isItem(dash))) {
        return { kind: 'list', items, start: first, end: items.at(-1)?.end ?? first }
      }
      if (this.indent > indent) return undefined
    }
  }

  /** `- value`, or `- key: value` with the map's further keys below the first. */
  private item(dash: number, indent: number, depth: number): YamlNode | undefined {
    const start = skipSpaces(this.text, dash + 1, this.end)
    if (endOfKey(this.text, start, this.end) === -1) {
      return this.value(dash + 1, indent, depth, false)
    }
    return this.mapNode(start, indent + start - dash, depth + 1)
  }

  private isItem(at: number): boolean {
    return this.text.charCodeAt(at) === DASH && this.text.charCodeAt(at + 1) === 32
  }

  /** Behind a value that ends on its line nothing may follow, and no deeper line below. */
  private endLine(at: number, indent: number): boolean {
    const lineEnd = skipSpaces(this.text, at, this.end)
    if (lineEnd < this.end && this.text.charCodeAt(lineEnd) !== LF) return false
    return this.goTo(lineEnd + 1) && this.indent <= indent
  }

  /** Goes to the next line with content. False where a tab or a comment needs a closer look. */
  private goTo(from: number): boolean {
    const text = this.text
    let line = from
    while (line < this.end) {
      const at = skipSpaces(text, line, this.end)
      const code = at < this.end ? text.charCodeAt(at) : LF
      if (code === TAB) return false
      if (code === HASH) {
        this.indent = -1
        return at === line && this.onlyCommentsFrom(line)
      }
      if (code !== LF) {
        this.line = line
        this.indent = at - line
        return true
      }
      line = at + 1
    }
    this.indent = -1
    return true
  }

  /** Comments in the first column may close a block; anywhere else they are left to `yaml`. */
  private onlyCommentsFrom(from: number): boolean {
    let line = from
    while (line < this.end) {
      const code = this.text.charCodeAt(line)
      const newline = this.text.indexOf('\n', line)
      if (code !== HASH && code !== LF) return false
      line = newline === -1 ? this.end : newline + 1
    }
    return true
  }
}

/** The colon behind a key of letters, digits, `_`, `.` and `-`; -1 where there is no such key. */
function endOfKey(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isKeyCharacter(text.charCodeAt(at), at === start)) at++
  if (at === start || text.charCodeAt(at) !== COLON || at - start > 128) return -1
  const next = at + 1 < end ? text.charCodeAt(at + 1) : LF
  return next === 32 || next === LF ? at : -1
}

function isKeyCharacter(code: number, isFirst: boolean): boolean {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95) return true
  if (code >= 48 && code <= 57) return true
  return !isFirst && (code === DASH || code === 46)
}
