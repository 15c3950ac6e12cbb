import type { Report } from '../report.ts'
import { isNull, type MapNode, type YamlNode } from '../yaml/index.ts'

/** What a field of another client's holds, as JSON would. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue }

/**
 * A node as a value. A number is a number only where it writes back as it was typed, so that
 * `1.10`, `007` and long ids are not changed by reading them.
 */
export function toValue(node: YamlNode, report: Report): PlainValue {
  if (node.kind === 'list') return Object.freeze(node.items.map((item) => toValue(item, report)))
  if (node.kind === 'map') {
    const record = emptyRecord<PlainValue>()
    for (const pair of uniquePairs(node, report)) record[pair.key] = toValue(pair.value, report)
    return Object.freeze(record)
  }
  if (isNull(node)) return null
  if (node.style !== 'plain') return node.text
  const { text } = node
  if (text === 'true' || text === 'True' || text === 'TRUE') return true
  if (text === 'false' || text === 'False' || text === 'FALSE') return false
  const code = text.charCodeAt(0)
  const mayBeNumber = code === 45 || (code >= 48 && code <= 57)
  // `-Infinity` writes back as it was typed, and JSON has no such number.
  const number = mayBeNumber ? Number(text) : Number.NaN
  return Number.isFinite(number) && String(number) === text ? number : text
}

/**
 * A record on which `__proto__` and `constructor` are plain keys. It inherits from an empty object:
 * one without a prototype would be a hash table, which takes five times as long to make.
 */
export function emptyRecord<Value>(): Record<string, Value> {
  return new BareRecord<Value>()
}

class BareRecord<Value> {
  [key: string]: Value

  static {
    Object.setPrototypeOf(BareRecord.prototype, null)
    Reflect.deleteProperty(BareRecord.prototype, 'constructor')
    // What a person prints is what is in it, not how it is made. A symbol is no key of any file.
    Object.defineProperty(BareRecord.prototype, Symbol.for('nodejs.util.inspect.custom'), {
      value(this: BareRecord<unknown>) {
        return Object.fromEntries(Object.entries(this))
      },
    })
  }
}

/** The pairs of a map; of a repeated key the last, with a warning. */
export function uniquePairs(map: MapNode, report: Report): MapNode['pairs'] {
  const byKey = new Map<string, MapNode['pairs'][number]>()
  for (const pair of map.pairs) {
    const earlier = byKey.get(pair.key)
    if (earlier !== undefined) {
      report.warning('yaml/duplicate-key', `"${pair.key}" is given twice; the last one counts.`, {
        at: { start: pair.keyStart, end: pair.keyEnd },
        hint: `Remove one of the two "${pair.key}" lines.`,
        related: {
          message: 'This one is left out.',
          at: { start: earlier.keyStart, end: earlier.keyEnd },
        },
      })
    }
    byKey.set(pair.key, pair)
  }
  return byKey.size === map.pairs.length ? map.pairs : [...byKey.values()]
}

/** YAML's blanks at both ends; other white space is text. */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10
}

/** Length as the standard counts it: code points, not UTF-16 units or bytes (bug 66). */
export function codePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0xd800 && code <= 0xdbff) {
      const next = text.charCodeAt(at + 1)
      if (next >= 0xdc00 && next <= 0xdfff) count--
    }
  }
  return count
}
