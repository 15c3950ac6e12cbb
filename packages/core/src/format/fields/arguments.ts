import type { SkillArgument } from '../../skill.ts'
import type { Report } from '../report.ts'
import { splitPatterns } from '../tool-names.ts'
import { isNull, type MapNode, type YamlNode } from '../yaml/index.ts'
import type { FieldEntries, FieldEntry } from './entries.ts'
import { spanOf } from './text.ts'
import { trimBlanks, uniquePairs } from './values.ts'

const none: readonly SkillArgument[] = Object.freeze([])

/** A map of name to description, a list of names, or a list of `{ name, description }`. */
export function readArguments(entries: FieldEntries, report: Report): readonly SkillArgument[] {
  const entry = entries.known.arguments
  if (entry === undefined || isNull(entry.value)) return none
  const { value } = entry
  if (value.kind === 'map') return Object.freeze(uniquePairs(value, report).map(fromPair))
  if (value.kind === 'list') return fromList(entry, value.items, report)
  const names = splitPatterns(value.text)
  if (names.every(isIdentifier)) return Object.freeze(names.map((name) => argument(name)))
  reportType(entry, report)
  return none
}

function fromPair({ key, value }: MapNode['pairs'][number]): SkillArgument {
  return argument(key, value.kind === 'map' ? textAt(value, 'description') : textOf(value))
}

function fromList(
  entry: FieldEntry,
  items: readonly YamlNode[],
  report: Report,
): readonly SkillArgument[] {
  const read = items.map(fromItem)
  const known = read.filter((item) => item !== undefined)
  if (known.length < read.length) reportType(entry, report)
  return Object.freeze(known)
}

function fromItem(item: YamlNode): SkillArgument | undefined {
  if (item.kind === 'scalar') return item.text === '' ? undefined : argument(item.text)
  if (item.kind === 'list') return undefined
  const name = textAt(item, 'name')
  if (name !== undefined) return argument(name, textAt(item, 'description'))
  // `- topic: What to write about` is a list of one-pair maps.
  const [pair] = item.pairs
  return pair !== undefined && item.pairs.length === 1 ? fromPair(pair) : undefined
}

function textAt(map: MapNode, key: string): string | undefined {
  const pair = map.pairs.findLast((candidate) => candidate.key === key)
  return pair === undefined ? undefined : textOf(pair.value)
}

function textOf(node: YamlNode): string | undefined {
  if (node.kind !== 'scalar' || isNull(node)) return undefined
  const text = trimBlanks(node.text)
  return text === '' ? undefined : text
}

function argument(name: string, description?: string): SkillArgument {
  return Object.freeze(description === undefined ? { name } : { name, description })
}

function isIdentifier(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u.test(text)
}

function reportType(entry: FieldEntry, report: Report): void {
  report.warning(
    'field/type',
    `"${entry.key}" is meant to be a map of names to descriptions; what is not is left out.`,
    {
      at: spanOf(entry),
      hint: `${entry.key}: { topic: "What to write about" }`,
    },
  )
}

/** What a menu shows where the author gave no hint: `<topic> <length>`. */
export function hintFrom(args: readonly SkillArgument[]): string | undefined {
  return args.length === 0 ? undefined : args.map(({ name }) => `<${name}>`).join(' ')
}
