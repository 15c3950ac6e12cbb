import { type Document, isAlias, isMap, isNode, isPair, isScalar, isSeq, parseDocument } from 'yaml'
import type { Block } from './blocks.ts'
import type { YamlBudget } from './budget.ts'
import { refuseColon } from './colon.ts'
import { refuse } from './guard.ts'
import {
  type BlockReading,
  lengthOf,
  type ScalarStyle,
  scalar,
  sizeOf,
  type YamlNode,
  type YamlPair,
  type YamlProblem,
  yamlLimits,
} from './node.ts'
import { plainSentence } from './sentences.ts'

/**
 * Reads one block with the `yaml` package: its nodes only, walked by the code below. `toJS()` and
 * `parse()` are never called, since both expand aliases and explicit keys without a bound.
 * The `failsafe` schema keeps every scalar as its source text.
 */
export function readWithYaml(text: string, block: Block, budget: YamlBudget): BlockReading {
  const refused =
    refuseColon(text, block) ?? refuse(text, block.start, block.end) ?? budget.spend(text, block)
  return refused === undefined ? readNodes(text, block) : { problem: refused }
}

/** `readWithYaml` without the look ahead, for text that is known to be harmless. */
export function readNodes(text: string, block: Block): BlockReading {
  const document = parse(text.slice(block.start, block.end))
  if (document === undefined) {
    return { problem: { code: 'yaml/limits', message: tooDeep, offset: block.start } }
  }
  const error = document.errors[0]
  if (error !== undefined) {
    return { problem: syntax(plainSentence(error.code, error.message), block.start + error.pos[0]) }
  }
  const { contents } = document
  if (contents === null || (isScalar(contents) && contents.source === '')) return { pairs: [] }
  if (!isMap(contents)) {
    return { problem: syntax('It is not of the form `key: value`', block.start) }
  }
  try {
    const root = new Walk(text, block.start).node(contents, block.start, 0)
    return root.kind === 'map'
      ? { pairs: root.pairs }
      : { problem: syntax('It is not of the form `key: value`', block.start) }
  } catch (problem) {
    if (problem instanceof Refusal) return { problem: problem.problem }
    throw problem
  }
}

const tooDeep = 'It is nested too deep to be read'

/** Undefined where the parser runs out of stack: what is nested that deep must not cost other files. */
function parse(text: string): Document.Parsed | undefined {
  try {
    return parseDocument(text, {
      schema: 'failsafe',
      merge: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function syntax(message: string, offset: number): YamlProblem {
  return { code: 'yaml/syntax', message, offset }
}

class Refusal extends Error {
  readonly problem: YamlProblem
  constructor(problem: YamlProblem) {
    super(problem.message)
    this.problem = problem
  }
}

const plainTags = new Set(['null', 'bool', 'int', 'float', 'seq', 'map'])
const standardTag = 'tag:yaml.org,2002:'

class Walk {
  readonly #text: string
  readonly #base: number
  readonly #anchors = new Map<string, YamlNode>()
  #nodes = 0
  #aliases = 0
  #repeated = 0

  constructor(text: string, base: number) {
    this.#text = text
    this.#base = base
  }

  /** @param fallback where the node would stand, for empty ones that have no source. */
  node(node: unknown, fallback: number, depth: number): YamlNode {
    const read = this.#read(node, fallback, depth)
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      this.#anchors.set(node.anchor, read)
    }
    return read
  }

  #read(node: unknown, fallback: number, depth: number): YamlNode {
    const offset = this.#offsetOf(node, fallback)
    if (depth > yamlLimits.depth) this.#refuse(`nesting deeper than ${yamlLimits.depth}`, offset)
    this.#count(1, offset)
    if (isAlias(node)) return this.#alias(node.source, offset)
    if (isScalar(node)) {
      const forced = this.#checkTag(node.tag, offset)
      const style: ScalarStyle = forced ? 'quoted' : styleOf(node.type)
      const start = this.#base + (node.range?.[0] ?? 0)
      const text = typeof node.value === 'string' ? node.value : (node.source ?? '')
      const end = style === 'block' ? start : this.#base + (node.range?.[1] ?? 0)
      return scalar(text, style, start, end)
    }
    if (isSeq(node)) {
      this.#checkTag(node.tag, offset)
      const start = this.#base + (node.range?.[0] ?? 0)
      const items = node.items.map((item) => this.node(item, start, depth + 1))
      const end = node.flow ? this.#base + (node.range?.[1] ?? 0) : (items.at(-1)?.end ?? start)
      return { kind: 'list', items, start, end }
    }
    if (isMap(node)) {
      this.#checkTag(node.tag, offset)
      const start = this.#base + (node.range?.[0] ?? 0)
      const pairs = node.items.map((item) => this.#pair(item, start, depth))
      const last = pairs.at(-1)?.value.end ?? start
      return {
        kind: 'map',
        pairs,
        start,
        end: node.flow ? this.#base + (node.range?.[1] ?? 0) : last,
      }
    }
    return scalar('', 'plain', fallback, fallback)
  }

  #offsetOf(node: unknown, fallback: number): number {
    return isNode(node) && node.range ? this.#base + node.range[0] : fallback
  }

  #pair(pair: unknown, fallback: number, depth: number): YamlPair {
    if (!isPair(pair)) return this.#refuse('a list item where a key should be', fallback)
    const { key } = pair
    if (key === null) {
      const value = this.node(pair.value, fallback, depth + 1)
      return { key: '', keyStart: fallback, keyEnd: fallback, value }
    }
    if (!isScalar(key)) {
      return this.#refuse('a list, a map or an alias as a key', this.#offsetOf(key, fallback))
    }
    const read = this.node(key, fallback, depth + 1)
    const name = read.kind === 'scalar' ? read.text : ''
    const value = this.node(pair.value, read.end, depth + 1)
    return { key: name, keyStart: read.start, keyEnd: read.end, value }
  }

  #alias(anchor: string, offset: number): YamlNode {
    this.#aliases++
    if (this.#aliases > yamlLimits.aliases) {
      this.#refuse(`more than ${yamlLimits.aliases} aliases`, offset)
    }
    // An anchor is known only once its node is complete, so no value can hold itself.
    const target = this.#anchors.get(anchor)
    if (target === undefined) return this.#unknownAlias(anchor, offset)
    this.#count(sizeOf(target), offset)
    this.#repeated += lengthOf(target)
    if (this.#repeated > yamlLimits.repeated) {
      this.#refuse(`aliases for more than ${yamlLimits.repeated} characters`, offset)
    }
    return target
  }

  /** Fields are read one by one, so that a bad one costs only itself: none can hold another's value. */
  #unknownAlias(anchor: string, offset: number): never {
    const alias = `*${anchor}`
    const above = this.#text.slice(0, this.#base).split(`&${anchor}`).slice(1)
    if (!above.some((rest) => /^[\s,\]}]/.test(rest))) {
      throw new Refusal(
        syntax(`\`${alias}\` stands for nothing: no \`&${anchor}\` is above it`, offset),
      )
    }
    const message = `\`${alias}\` stands for a value of another field, and each field is read on its own`
    throw new Refusal({ ...syntax(message, offset), otherField: alias })
  }

  #count(nodes: number, offset: number): void {
    this.#nodes += nodes
    if (this.#nodes > yamlLimits.nodes) this.#refuse(`more than ${yamlLimits.nodes} values`, offset)
  }

  /** True where the tag makes a plain scalar a string. */
  #checkTag(tag: string | undefined, offset: number): boolean {
    if (tag === undefined || tag === '?') return false
    if (tag === '!' || tag === `${standardTag}str`) return true
    if (tag.startsWith(standardTag) && plainTags.has(tag.slice(standardTag.length))) return false
    throw new Refusal(syntax(`The tag \`${tag}\` is not one of YAML's own`, offset))
  }

  #refuse(what: string, offset: number): never {
    throw new Refusal({
      code: 'yaml/limits',
      message: `It holds ${what}, which no skill needs`,
      offset,
    })
  }
}

function styleOf(type: string | undefined): ScalarStyle {
  if (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') return 'quoted'
  if (type === 'BLOCK_FOLDED' || type === 'BLOCK_LITERAL') return 'block'
  return 'plain'
}
