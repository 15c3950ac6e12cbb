import { indentAt, isBlankFrom, type Line } from './lines.ts'
import {
  closesFence,
  definitionAt,
  type Fence,
  fenceAt,
  type HtmlEnd,
  htmlAt,
  isDelimiterRowAt,
  isHeadingAt,
  isRuleAt,
  isUnderlineAt,
  itemAt,
  noteAt,
} from './starts.ts'

/** Deeper than this nobody reads, and the parser's time and stack grow with every level. */
export const depthLimit = 32

/** `[name]: address` or `[^name]: note`, by which other blocks know that the name means something. */
export interface Definition {
  readonly name: string
  /** One line of Markdown that defines the name, for a block that has only the reference. */
  readonly line: string
}

/** A quote, a list item, or a footnote. */
interface Container {
  readonly kind: 'quote' | 'item' | 'note'
  /** How far a line must be indented to belong to it; a quote has its mark instead. */
  readonly offset: number
  /** An item that has nothing behind its marker yet. */
  readonly isEmpty?: boolean
  /** The footnote's name. */
  readonly note?: string
}

type Leaf =
  | { readonly kind: 'none' | 'table' | 'indented' }
  /** `head` is its last line, which may turn out to be the head of a table. */
  | { readonly kind: 'paragraph'; readonly head: string | undefined }
  | { readonly kind: 'fence'; readonly fence: Fence }
  | { readonly kind: 'html'; readonly end: HtmlEnd }

const nothing: Leaf = { kind: 'none' }

/**
 * The block structure of a Markdown text, line by line (CommonMark 0.31, appendix "A parsing
 * strategy", phase 1): the quotes, items and notes that are open, and the one leaf inside them.
 */
export class Structure {
  readonly definitions: Definition[] = []
  #open: readonly Container[] = []
  #leaf: Leaf = nothing
  /** Whether the top-level block that is being read is a list: its items are one block. */
  #inList = false
  /** Whether the paragraph so far is nothing but definitions. */
  #defining = false

  /** How many containers are open, counted up to one above the limit. */
  get depth(): number {
    return this.#open.length
  }

  /** Reads the next line. True where another top-level block begins with it. */
  read({ text }: Line): boolean {
    const { at, matched } = this.#continueContainers(text)
    const isInside = matched === this.#open.length
    if (isInside && this.#continueVerbatim(text, at)) return false
    if (isBlankFrom(text, at)) return this.#readBlank(matched, isInside)

    const { at: place, fresh } = this.#startContainers(text, at, matched, isInside)
    if (fresh.length === 0 && !isInside && this.#isLazy(text, place)) return false

    for (const { note } of fresh) if (note !== undefined) this.#define(note, '')
    const stays = isInside && fresh.length === 0
    const before = stays ? this.#leaf : nothing
    const { leaf, goesOn } = leafAfter(before, text, place, this.#defining)
    const kept = this.#open.slice(0, matched).map(({ kind, offset }) => ({ kind, offset }))
    this.#open = [...kept, ...fresh]
    this.#leaf = leaf
    this.#readDefinition(goesOn, text, place)
    return matched === 0 && this.#beginsAtRoot(fresh[0], goesOn)
  }

  /** Whether a line that is in none of the open containers begins another block at the root. */
  #beginsAtRoot(first: Container | undefined, goesOn: boolean): boolean {
    if (first === undefined && goesOn) return false
    const wasInList = this.#inList
    this.#inList = first?.kind === 'item'
    return !(wasInList && this.#inList)
  }

  /** How far the open containers go on in this line, and how many of them do. */
  #continueContainers(text: string): { readonly at: number; readonly matched: number } {
    let at = 0
    let matched = 0
    for (const container of this.#open) {
      const next = continued(container, text, at)
      if (next === undefined) break
      at = next
      matched++
    }
    return { at, matched }
  }

  /** Code between fences and raw HTML take every line until their end. */
  #continueVerbatim(text: string, at: number): boolean {
    const leaf = this.#leaf
    if (leaf.kind === 'fence') {
      const indent = indentAt(text, at)
      if (indent <= 3 && closesFence(text, at + indent, leaf.fence)) this.#leaf = nothing
      return true
    }
    if (leaf.kind !== 'html') return false
    const ends = leaf.end === 'blank' ? isBlankFrom(text, at) : leaf.end.test(text.slice(at))
    if (ends) this.#leaf = nothing
    return true
  }

  #readBlank(matched: number, isInside: boolean): false {
    // An item that began with nothing ends at a blank line (CommonMark 5.2, rule 3).
    this.#open = this.#open.slice(0, matched)
    if (!isInside || this.#leaf.kind !== 'indented') this.#leaf = nothing
    return false
  }

  #startContainers(text: string, from: number, matched: number, isInside: boolean) {
    const fresh: Container[] = []
    let at = from
    let inParagraph = isInside && this.#leaf.kind === 'paragraph'
    while (matched + fresh.length <= depthLimit) {
      const indent = indentAt(text, at)
      const start = indent > 3 ? undefined : containerAt(text, at, indent, inParagraph)
      if (start === undefined) break
      fresh.push(start.container)
      at = start.at
      inParagraph = false
    }
    return { at, fresh }
  }

  /** Text that goes on with a paragraph though it lacks the marks of the containers around it. */
  #isLazy(text: string, at: number): boolean {
    if (this.#leaf.kind !== 'paragraph') return false
    const indent = indentAt(text, at)
    return indent > 3 || startOf(text, at + indent, true) === undefined
  }

  /** Definitions stand at the beginning of a paragraph; here, those of one line each. */
  #readDefinition(goesOn: boolean, text: string, at: number): void {
    const place = at + indentAt(text, at)
    const isPossible = this.#leaf.kind === 'paragraph' && (!goesOn || this.#defining)
    const name = isPossible ? definitionAt(text, place) : undefined
    this.#defining = name !== undefined
    if (name !== undefined) this.#define(name, text.slice(place))
  }

  #define(name: string, line: string): void {
    this.definitions.push({ name, line })
  }
}

/** Where a container's content goes on in a line; `undefined` where the container ends. */
function continued(container: Container, text: string, at: number): number | undefined {
  const indent = indentAt(text, at)
  if (container.kind === 'quote') {
    const mark = at + indent
    return indent > 3 || text[mark] !== '>' ? undefined : afterMark(text, mark)
  }
  if (at + indent >= text.length) return container.isEmpty === true ? undefined : at
  return indent >= container.offset ? at + container.offset : undefined
}

interface ContainerStart {
  readonly container: Container
  /** Where its content begins. */
  readonly at: number
}

function containerAt(
  text: string,
  at: number,
  indent: number,
  inParagraph: boolean,
): ContainerStart | undefined {
  const place = at + indent
  if (text[place] === '>')
    return { container: { kind: 'quote', offset: 0 }, at: afterMark(text, place) }
  const note = noteAt(text, place)
  if (note !== undefined)
    return { container: { kind: 'note', offset: 4, note: note.name }, at: place + note.length }
  const item = itemAt(text, place, inParagraph)
  if (item === undefined) return undefined
  const { content, isEmpty } = item
  const container: Container = { kind: 'item', offset: indent + content, isEmpty }
  return { container, at: Math.min(place + content, text.length) }
}

function afterMark(text: string, mark: number): number {
  return text[mark + 1] === ' ' ? mark + 2 : mark + 1
}

interface NextLeaf {
  readonly leaf: Leaf
  /** Whether the line belongs to the leaf before: more of it, or what made it something else. */
  readonly goesOn: boolean
}

/** The leaf after a line that is not blank, given the one before it in the same container. */
function leafAfter(before: Leaf, text: string, at: number, onlyDefines: boolean): NextLeaf {
  const indent = indentAt(text, at)
  const place = at + indent
  if (place >= text.length) return { leaf: nothing, goesOn: false }
  const inParagraph = before.kind === 'paragraph'
  if (indent > 3) {
    if (inParagraph) return { leaf: { kind: 'paragraph', head: undefined }, goesOn: true }
    return { leaf: { kind: 'indented' }, goesOn: before.kind === 'indented' }
  }
  // Definitions are no heading, so the line under them is a line of text.
  if (inParagraph && !onlyDefines && isUnderlineAt(text, place))
    return { leaf: nothing, goesOn: true }
  const start = startOf(text, place, inParagraph)
  if (start !== undefined) return { leaf: start, goesOn: false }
  if (before.kind === 'table') return { leaf: before, goesOn: true }
  const head = inParagraph ? before.head : undefined
  if (head !== undefined && isDelimiterRowAt(text, place, head))
    return { leaf: { kind: 'table' }, goesOn: true }
  return { leaf: { kind: 'paragraph', head: text.slice(place) }, goesOn: inParagraph }
}

/** What begins here other than text; a heading and a rule are over at once. */
function startOf(text: string, at: number, inParagraph: boolean): Leaf | undefined {
  const fence = fenceAt(text, at)
  if (fence !== undefined) return { kind: 'fence', fence }
  if (isHeadingAt(text, at) || isRuleAt(text, at)) return nothing
  const end = htmlAt(text, at, inParagraph)
  if (end === undefined) return undefined
  return end !== 'blank' && end.test(text.slice(at)) ? nothing : { kind: 'html', end }
}
