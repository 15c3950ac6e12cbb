import { mayStartPlain, readQuoted } from './fast-scalars.ts'
import { scalar, type YamlNode, type YamlPair } from './node.ts'

/** `[a, b]` and `{ a: b }`, nested a few deep; further lines are indented by more than `indent`. */
export function readFlow(
  text: string,
  start: number,
  end: number,
  indent: number,
  depth: number,
): YamlNode | undefined {
  if (depth > 8) return undefined
  const code = text.charCodeAt(start)
  if (code === 91) return readFlowList(text, start, end, indent, depth)
  if (code === 123) return readFlowMap(text, start, end, indent, depth)
  if (code === 34 || code === 39)
    return readQuoted(text, start, end, Number.POSITIVE_INFINITY)?.node
  return readFlowPlain(text, start, end)
}

function readFlowList(
  text: string,
  start: number,
  end: number,
  indent: number,
  depth: number,
): YamlNode | undefined {
  const items: YamlNode[] = []
  const close = readBetween(text, start, end, indent, 93, (at) => {
    const item = readFlow(text, at, end, indent, depth + 1)
    if (item !== undefined) items.push(item)
    return item?.end
  })
  return close === undefined ? undefined : { kind: 'list', items, start, end: close + 1 }
}

function readFlowMap(
  text: string,
  start: number,
  end: number,
  indent: number,
  depth: number,
): YamlNode | undefined {
  const pairs: YamlPair[] = []
  const close = readBetween(text, start, end, indent, 125, (at) => {
    const pair = readFlowPair(text, at, end, indent, depth)
    if (pair !== undefined) pairs.push(pair)
    return pair?.value.end
  })
  return close === undefined ? undefined : { kind: 'map', pairs, start, end: close + 1 }
}

/**
 * Reads one thing after the other, with commas between them and maybe one at the end. Gives the
 * offset of the closing bracket; undefined where anything else stands there.
 */
function readBetween(
  text: string,
  start: number,
  end: number,
  indent: number,
  bracket: number,
  readOne: (at: number) => number | undefined,
): number | undefined {
  let at = skipBreaks(text, start + 1, end, indent)
  while (text.charCodeAt(at) !== bracket) {
    const after = readOne(at)
    if (after === undefined) return undefined
    at = skipBreaks(text, after, end, indent)
    if (text.charCodeAt(at) === 44) at = skipBreaks(text, at + 1, end, indent)
    else if (text.charCodeAt(at) !== bracket) return undefined
  }
  return at
}

function readFlowPair(
  text: string,
  start: number,
  end: number,
  indent: number,
  depth: number,
): YamlPair | undefined {
  const code = text.charCodeAt(start)
  if (code === 91 || code === 123) return undefined
  const key = readFlow(text, start, end, indent, depth + 1)
  if (key === undefined || key.kind !== 'scalar') return undefined
  if (text.charCodeAt(key.end) !== 58) return undefined
  const valueStart = skipBreaks(text, key.end + 1, end, indent)
  const value = readFlow(text, valueStart, end, indent, depth + 1)
  if (value === undefined) return undefined
  return { key: key.text, keyStart: key.start, keyEnd: key.end, value }
}

/** A plain scalar on one line without what could mean something, up to `,`, a bracket or `: `. */
function readFlowPlain(text: string, start: number, end: number): YamlNode | undefined {
  if (!mayStartPlain(text.charCodeAt(start))) return undefined
  let at = start
  let last = start
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 32) continue
    if (code === 10 || code === 44 || code === 93 || code === 125) break
    if (code === 58 && !isInsideWord(text, at, end)) break
    // An opening bracket, a tab, and a `#` behind a blank.
    if (code === 91 || code === 123 || code === 9) return undefined
    if (code === 35 && text.charCodeAt(at - 1) === 32) return undefined
    last = at + 1
  }
  if (last === start || at >= end) return undefined
  return scalar(text.slice(start, last), 'plain', start, last)
}

/** Whether what follows a colon makes it part of a plain scalar, as in `N:M` and `https://…`. */
function isInsideWord(text: string, colon: number, end: number): boolean {
  const code = colon + 1 < end ? text.charCodeAt(colon + 1) : 10
  return code > 32 && code !== 44 && code !== 91 && code !== 93 && code !== 123 && code !== 125
}

export function skipSpaces(text: string, from: number, end: number): number {
  let at = from
  while (at < end && text.charCodeAt(at) === 32) at++
  return at
}

/**
 * Blanks and line ends inside a flow collection. Stops at the line end, where nothing can be read,
 * unless the next line is indented enough.
 */
function skipBreaks(text: string, from: number, end: number, indent: number): number {
  let at = skipSpaces(text, from, end)
  while (at < end && text.charCodeAt(at) === 10) {
    const next = skipSpaces(text, at + 1, end)
    if (text.charCodeAt(next) !== 10 && next - at - 1 <= indent) return at
    at = next
  }
  return at
}
