/**
 * What the frontmatter says, as small trees that keep the source text. A scalar is never turned
 * into a number, a date or a boolean here: `007`, `1.10` and `2024-01-02` stay as typed, and each
 * field decides what it wants.
 */

export type ScalarStyle = 'plain' | 'quoted' | 'block'

export interface ScalarNode {
  readonly kind: 'scalar'
  /** Escapes and folding resolved, otherwise as typed. */
  readonly text: string
  readonly style: ScalarStyle
  readonly start: number
  /** The end in the source; the same as `start` for a block scalar. */
  readonly end: number
}

export interface ListNode {
  readonly kind: 'list'
  readonly items: readonly YamlNode[]
  readonly start: number
  readonly end: number
}

export interface MapNode {
  readonly kind: 'map'
  readonly pairs: readonly YamlPair[]
  readonly start: number
  readonly end: number
}

export type YamlNode = ScalarNode | ListNode | MapNode

export interface YamlPair {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: YamlNode
}

/** Why a block could not be read as YAML. */
export interface YamlProblem {
  readonly code: 'yaml/syntax' | 'yaml/limits'
  /** One sentence without place and full stop at the end. */
  readonly message: string
  readonly offset: number
  /** An alias such as `*a` that stands for a value of another field. */
  readonly otherField?: string
}

export type BlockReading =
  | { readonly pairs: readonly YamlPair[]; readonly problem?: undefined }
  | { readonly problem: YamlProblem; readonly pairs?: undefined }

export const yamlLimits = {
  depth: 32,
  nodes: 2000,
  brackets: 32,
  lines: 2000,
  aliases: 50,
  /** Characters that aliases may repeat: as many as a frontmatter has. */
  repeated: 16_384,
  /** Top-level fields. Of 15,723 real files none has more than 18. */
  blocks: 200,
  /** Tokens that the `yaml` package reads of one file. */
  tokens: 1000,
} as const

export function scalar(text: string, style: ScalarStyle, start: number, end: number): ScalarNode {
  return { kind: 'scalar', text, style, start, end }
}

/** YAML's null: nothing at all, `~`, or the word. */
export function isNull(node: YamlNode): boolean {
  if (node.kind !== 'scalar' || node.style !== 'plain') return false
  const { text } = node
  return text === '' || text === '~' || text === 'null' || text === 'Null' || text === 'NULL'
}

/** How many nodes a tree has, keys counted. */
export function sizeOf(node: YamlNode): number {
  if (node.kind === 'scalar') return 1
  let size = 1
  if (node.kind === 'list') for (const item of node.items) size += sizeOf(item)
  else for (const pair of node.pairs) size += 1 + sizeOf(pair.value)
  return size
}

/** How many characters a tree repeats where an alias stands for it. */
export function lengthOf(node: YamlNode): number {
  if (node.kind === 'scalar') return node.text.length
  let length = 0
  if (node.kind === 'list') for (const item of node.items) length += lengthOf(item)
  else for (const pair of node.pairs) length += pair.key.length + lengthOf(pair.value)
  return length
}
