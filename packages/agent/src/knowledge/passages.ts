import { cutAtPair } from '../cut-text.ts'

/** One passage of a text, and its place in it. */
export interface TextPassage {
  /** The headings above it, outermost first, joined by ` › `. */
  readonly heading: string
  /** From 1. */
  readonly firstLine: number
  readonly lastLine: number
  readonly text: string
}

/** Characters after which a passage ends with its paragraph. */
const wanted = 900
/** Characters that no passage passes: a longer line is cut. */
const longest = 2_400

interface Line {
  readonly number: number
  readonly text: string
}

/**
 * Cuts a text into passages: paragraphs that follow each other below one heading of Markdown.
 * Nothing is lost but blank lines and the headings themselves, which go into `heading`; code
 * between fences holds no headings.
 */
export function passagesOf(text: string): readonly TextPassage[] {
  const gathering = new Gathering()
  let fence: string | undefined
  for (const [at, line] of text.split(/\r\n|[\n\r]/u).entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1]
    if (fence === undefined && mark === undefined && gathering.heading(line)) continue
    gathering.line({ number: at + 1, text: line }, fence !== undefined)
    if (mark === undefined) continue
    if (fence === undefined) fence = mark
    else if (mark.startsWith(fence)) fence = undefined
  }
  return gathering.end()
}

class Gathering {
  readonly #passages: TextPassage[] = []
  readonly #headings: string[] = []
  #lines: Line[] = []
  #size = 0

  /** Takes a line that is a heading: `# …`. False where it is none. */
  heading(line: string): boolean {
    const [, marks, title] = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/u.exec(line) ?? []
    if (marks === undefined || title === undefined) return false
    this.#close()
    this.#headings.length = Math.min(this.#headings.length, marks.length - 1)
    while (this.#headings.length < marks.length - 1) this.#headings.push('')
    this.#headings.push(cutAtPair(title, 200))
    return true
  }

  line(line: Line, inCode: boolean): void {
    const isBlank = line.text.trim() === ''
    if (isBlank && this.#size >= wanted && !inCode) this.#close()
    if (isBlank && this.#lines.length === 0) return
    for (const text of piecesOf(line.text)) {
      if (this.#size + text.length > longest) this.#close()
      this.#lines.push({ number: line.number, text })
      this.#size += text.length + 1
    }
  }

  end(): readonly TextPassage[] {
    this.#close()
    return this.#passages
  }

  #close(): void {
    while (this.#lines.at(-1)?.text.trim() === '') this.#lines.pop()
    const [first] = this.#lines
    const last = this.#lines.at(-1)
    if (first && last) {
      this.#passages.push({
        heading: this.#headings.filter((title) => title !== '').join(' › '),
        firstLine: first.number,
        lastLine: last.number,
        text: this.#lines.map(({ text }) => text).join('\n'),
      })
    }
    this.#lines = []
    this.#size = 0
  }
}

/** A line of ordinary length is one piece. */
function piecesOf(line: string): readonly string[] {
  const pieces: string[] = []
  let rest = line
  do {
    const piece = cutAtPair(rest, longest)
    pieces.push(piece)
    rest = rest.slice(piece.length)
  } while (rest !== '')
  return pieces
}
