/** The parts of a skill's text that guided walks along, in their order. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  /** One item of a list with all its lines, marker and indentation as they stand. */
  | { readonly kind: 'item'; readonly text: string }
  /** A fenced block. `language` is the first word after the fence, in small letters. */
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'prose'; readonly text: string }

const fenceStart = /^(\s*(?:>\s?)*(?:(?:[-*+]|\d{1,9}[.)])\s+)?)(`{3,}|~{3,})([^`]*)$/
const itemStart = /^(\s*)(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/
const underline = /^ {0,3}(?:=+|-{2,})\s*$/
const thematicBreak = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/

/**
 * Reads headings, list items, fenced blocks and paragraphs, line by line. Every line that is not
 * blank and no mere rule ends up in exactly one block; nothing is changed but the fence's own
 * indentation. An unclosed fence runs to the end.
 */
export function readOutline(text: string): readonly Block[] {
  const reader = new OutlineReader()
  for (const line of text.split(/\r\n|\r|\n/)) reader.take(line)
  return reader.end()
}

interface OpenFence {
  readonly mark: string
  readonly indent: number
  readonly language: string
  readonly lines: string[]
}

class OutlineReader {
  readonly #blocks: Block[] = []
  #open:
    | {
        readonly kind: 'item' | 'prose'
        readonly lines: string[]
        readonly indent: number
        /** Blanks that its first line lost, and that the others lose with it. */
        readonly lost: number
      }
    | undefined
  #fence: OpenFence | undefined
  #blankBefore = false
  /** Text that is indented under an item is part of it, also below a fenced block. */
  #inList = false

  take(line: string): void {
    if (this.#fence) this.#insideFence(this.#fence, line)
    else if (line.trim() === '') this.#blankBefore = true
    else {
      this.#line(line)
      this.#blankBefore = false
    }
  }

  end(): readonly Block[] {
    if (this.#fence) this.#closeFence(this.#fence)
    this.#closeOpen()
    return this.#blocks
  }

  #line(line: string): void {
    const fence = fenceStart.exec(line)
    const item = itemStart.exec(line)
    if (fence) this.#openFence(fence)
    else if (this.#isUnderline(line)) this.#headingFromProse()
    else if (thematicBreak.test(line)) this.#closeOpen()
    else if (heading.test(line)) this.#heading(line.trim())
    else if (item) this.#start('item', line, item[0].length)
    else if (this.#continues(line)) this.#extend(line)
    else if (this.#inList && indentOf(line) >= 2) {
      this.#start('item', line.trimStart(), 0, indentOf(line))
    } else this.#start('prose', line, 0)
  }

  #heading(text: string): void {
    this.#closeOpen()
    this.#inList = false
    this.#blocks.push({ kind: 'heading', text })
  }

  /** After a blank line only what is indented under an item still belongs to it. */
  #continues(line: string): boolean {
    if (this.#open === undefined) return false
    if (!this.#blankBefore) return true
    return this.#open.kind === 'item' && indentOf(line) >= Math.min(this.#open.indent, 2)
  }

  #extend(line: string): void {
    if (this.#blankBefore) this.#open?.lines.push('')
    this.#open?.lines.push(withoutIndent(line, this.#open.lost))
  }

  #isUnderline(line: string): boolean {
    return this.#open?.kind === 'prose' && !this.#blankBefore && underline.test(line)
  }

  #headingFromProse(): void {
    const title = this.#open?.lines.map((line) => line.trim()).join(' ') ?? ''
    this.#open = undefined
    this.#heading(`## ${title}`)
  }

  #start(kind: 'item' | 'prose', line: string, indent: number, lost = 0): void {
    this.#closeOpen()
    this.#inList = kind === 'item'
    this.#open = { kind, lines: [line], indent, lost }
  }

  #closeOpen(): void {
    if (this.#open) {
      const { kind, lines } = this.#open
      this.#blocks.push({ kind, text: lines.join('\n').trimEnd() })
    }
    this.#open = undefined
  }

  #openFence([, before = '', mark = '', info = '']: RegExpExecArray): void {
    // `- ```sh` opens an item whose first line is the fence.
    this.#closeOpen()
    const language = /^[{.\s]*([\w+#-]*)/.exec(info)?.[1]?.toLowerCase() ?? ''
    this.#fence = { mark, indent: before.length, language, lines: [] }
  }

  #insideFence(fence: OpenFence, line: string): void {
    const closing = /^(?:\s|>)*(`{3,}|~{3,})\s*$/.exec(line)?.[1]
    if (closing?.startsWith(fence.mark)) this.#closeFence(fence)
    else fence.lines.push(withoutIndent(line, fence.indent))
  }

  #closeFence({ language, lines }: OpenFence): void {
    this.#fence = undefined
    this.#blankBefore = true
    this.#blocks.push({ kind: 'code', language, text: lines.join('\n') })
  }
}

/** Takes away at most the blanks that stand before the fence itself. */
function withoutIndent(line: string, indent: number): string {
  return line.slice(Math.min(indentOf(line), indent))
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** A block as it is printed: as it stands, code in a fence that nothing inside can close. */
export function printBlock(block: Block): string {
  if (block.kind !== 'code') return block.text
  const runs = block.text.match(/`+/g) ?? []
  const longest = runs.reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${block.language}\n${block.text}\n${fence}`
}
